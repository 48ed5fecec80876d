"""Shows how long a suspension by time lasts, over months that are too short and over a leap day."""

import datetime as dt

import pytest

from discipline.core.durations import last_day


@pytest.mark.clause("nb-minor-discipline", "case.9")
@pytest.mark.parametrize(
    ("start", "length", "last"),
    [
        ("2013-02-01", "1 year", "2014-01-31"),
        ("2013-08-31", "6 months", "2014-02-28"),
        ("2015-08-29", "6 months", "2016-02-28"),
        ("2015-08-31", "6 months", "2016-02-29"),
        ("2016-02-29", "3 years", "2019-02-28"),
        ("2016-02-24", "7 days", "2016-03-01"),
        ("2013-12-31", "1 month", "2014-01-30"),
        ("2013-10-05", "1 week", "2013-10-11"),
        ("2013-10-31", "4 months", "2014-02-28"),
    ],
)
def test_the_day_before_the_same_day_later_is_the_last(start, length, last):
    assert last_day(dt.date.fromisoformat(start), length) == dt.date.fromisoformat(last)


@pytest.mark.parametrize("length", ["6 moons", "0 days", "year", "1.5 years"])
def test_a_length_that_says_nothing_is_refused(length):
    with pytest.raises(ValueError, match="no length of time"):
        last_day(dt.date(2013, 10, 5), length)
