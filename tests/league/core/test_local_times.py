"""A day and a time on the clock are one moment, none, or one of two."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.local_times import SkippedTime, comes_twice, moment_of

CHICAGO = ZoneInfo("America/Chicago")
BACK, FORWARD = dt.date(2014, 11, 2), dt.date(2015, 3, 8)


def test_a_time_that_comes_twice_is_the_first_unless_the_second_is_meant() -> None:
    time = dt.time(1, 30)
    assert comes_twice(BACK, time, CHICAGO)
    assert moment_of(BACK, time, CHICAGO) == dt.datetime(2014, 11, 2, 6, 30, tzinfo=dt.UTC)
    assert moment_of(BACK, time, CHICAGO, second=True) == dt.datetime(2014, 11, 2, 7, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize("second", [False, True])
def test_a_skipped_time_does_not_exist(second: bool) -> None:
    assert not comes_twice(FORWARD, dt.time(2, 30), CHICAGO)
    with pytest.raises(SkippedTime, match="02:30 doesn't exist on 2015-03-08 in America/Chicago"):
        moment_of(FORWARD, dt.time(2, 30), CHICAGO, second=second)


@given(st.datetimes(dt.datetime(1990, 1, 1), dt.datetime(2100, 1, 1)), st.booleans())
def test_a_moment_shows_the_time_that_it_was_made_from(clock: dt.datetime, second: bool) -> None:
    try:
        moment = moment_of(clock.date(), clock.time(), CHICAGO, second=second)
    except SkippedTime:
        return
    assert moment.astimezone(CHICAGO).replace(tzinfo=None, fold=0) == clock
    if not comes_twice(clock.date(), clock.time(), CHICAGO):
        assert moment == moment_of(clock.date(), clock.time(), CHICAGO, second=not second)
