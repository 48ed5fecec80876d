"""Shows how dates and times typed into the schedule form are read."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.findings import Finding
from scheduling.core.form_times import parse_start, read_start


@pytest.mark.clause("mn-district-9", "3.4")
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("12/18/2014 1:00 PM", (12, 18, 13, 0)),
        ("12/18/2014 13:00", (12, 18, 13, 0)),
        ("12/18/2014 13:00:00", (12, 18, 13, 0)),
        ("  12/18/2014   1:00 p.m. ", (12, 18, 13, 0)),
        ("12/18/2014\u00a01:00PM", (12, 18, 13, 0)),
        ("12/18/2014, 1:05 pm", (12, 18, 13, 5)),
        ("1/2/2014 9:30 AM", (1, 2, 9, 30)),
        ("01/02/2014 09:30", (1, 2, 9, 30)),
        ("12/18/2014 12:00 AM", (12, 18, 0, 0)),
        ("12/18/2014 12:30 PM", (12, 18, 12, 30)),
        ("12/18/2014 0:30", (12, 18, 0, 30)),
    ],
)
def test_both_clocks_are_read_month_first(typed, expected):
    month, day, hour, minute = expected
    assert parse_start(typed) == dt.datetime(2014, month, day, hour, minute)


@pytest.mark.clause("mn-district-9", "3.4")
@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("18/12/2014", "there is no month 18, which comes first"),
        ("18/12/2014 1:00 PM", "there is no month 18, which comes first"),
        ("13/45/2014 1:00 PM", "there is no month 13"),
        ("0/12/2014 1:00 PM", "there is no month 0, which comes first"),
        ("2/30/2014 1:00 PM", "there is no 2/30 in 2014"),
        ("12/18/0000 1:00 PM", "there is no 12/18 in 0000"),
        ("12/18/14 1:00 PM", "the year has four digits"),
        ("12/18/2014", "the time of day is missing"),
        ("12/18/2014 13:00 PM", "there is no 13:00 PM"),
        ("12/18/2014 0:30 AM", "there is no 0:30 AM"),
        ("12/18/2014 24:00", "there is no 24:00"),
        ("12/18/2014 1:60 PM", "there is no 1:60 PM"),
        ("2014-12-18 13:00", "it is no month/day/year with a time"),
        ("Saturday at one", "it is no month/day/year with a time"),
        ("٣/١٨/٢٠١٤ 1:00 PM", "it is no month/day/year with a time"),
        ("   ", "it is empty"),
    ],
)
def test_what_can_not_be_read_is_refused_with_its_reason(typed, reason):
    found = parse_start(typed, "row 7, Start_Date_Time")
    assert isinstance(found, Finding)
    assert str(found) == f"row 7, Start_Date_Time: can't read {typed!r}: {reason} (write it as 12/18/2014 1:00 PM)"


@pytest.mark.clause("mn-district-9", "3.4")
def test_a_real_spreadsheet_date_is_taken_to_the_minute():
    assert read_start(dt.datetime(2014, 12, 18, 13)) == dt.datetime(2014, 12, 18, 13)
    assert read_start(dt.datetime(2014, 12, 18, 12, 59, 59, 999_990)) == dt.datetime(2014, 12, 18, 13)
    assert isinstance(read_start(dt.date(2014, 12, 18)), Finding)
    assert isinstance(read_start(None), Finding)
    assert read_start("12/18/2014 1:00 PM") == dt.datetime(2014, 12, 18, 13)
    assert isinstance(read_start(41991.5), Finding)


@given(st.datetimes(dt.datetime(2000, 1, 1), dt.datetime(2099, 12, 31)))
def test_every_time_is_read_back_from_either_clock(moment):
    minute = moment.replace(second=0, microsecond=0)
    day = f"{minute.month}/{minute.day}/{minute.year}"
    half = "AM" if minute.hour < 12 else "PM"
    assert parse_start(f"{day} {minute.hour % 12 or 12}:{minute.minute:02d} {half}") == minute
    assert parse_start(f"{day} {minute.hour}:{minute.minute:02d}") == minute


@given(st.text(max_size=30))
def test_no_text_breaks_it(text):
    assert isinstance(parse_start(text), dt.datetime | Finding)
