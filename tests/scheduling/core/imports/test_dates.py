"""Checks that dates are read as the whole column allows, and asked about where it doesn't say."""

import datetime as dt
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.imports import dates
from scheduling.core.imports.dates import Order, Unclear
from tests.scheduling.core.imports.test_layouts import read

FORMATS = {
    Order.MONTH_FIRST: ("%m/%d/%Y", "%m-%d-%Y", "%m/%d/%y"),
    Order.DAY_FIRST: ("%d/%m/%Y", "%d.%m.%Y", "%d/%m/%y"),
    Order.YEAR_FIRST: ("%y/%m/%d",),
}
DAYS = st.dates(dt.date(2001, 1, 1), dt.date(2060, 12, 31))
WRITTEN = st.sampled_from([(order, form) for order, forms in FORMATS.items() for form in forms])


@given(st.lists(DAYS, min_size=1, max_size=30), WRITTEN)
def test_a_column_is_read_as_it_was_written_or_asked_about(days: list[dt.date], written: tuple[Order, str]) -> None:
    order, form = written
    texts = [day.strftime(form) for day in days]
    assert order in dates.orders_of(texts)
    rows = "".join(f"{text},13:00,Otters,Lynx{number}\n" for number, text in enumerate(texts))
    table = read(f"Date,Time,Home,Away\n{rows}")
    if table.in_doubt:
        assert any(finding.code == "dates-in-doubt" for finding in table.findings)
        table = read(f"Date,Time,Home,Away\n{rows}", order=order)
        assert not table.in_doubt
    assert [entry.starts.date() for entry in table.entries if entry.starts] == days


@pytest.mark.parametrize("text", ["12/11/2014", "01-02-2015", "03/04/05", "1.2.2015"])
def test_a_date_in_doubt_is_never_guessed(text: str) -> None:
    with pytest.raises(Unclear) as raised:
        dates.read_day(text, None)
    assert raised.value.code == "date-in-doubt"
    table = read(f"Date,Time,Home,Away\n{text},13:00,Otters,Lynx\n")
    assert table.in_doubt
    assert {day for _order, _text, day in table.examples} == set(dates.readings(text).values())
    assert table.entries == ()


def test_one_date_that_says_the_order_says_it_for_all() -> None:
    table = read("Date,Time,Home,Away\n12/11/2014,13:00,Otters,Lynx\n30/11/2014,13:00,Otters,Lynx\n")
    assert table.order is Order.DAY_FIRST
    assert [entry.starts.day for entry in table.entries if entry.starts] == [12, 30]


def test_dates_that_mean_the_same_either_way_are_no_question() -> None:
    table = read("Date,Time,Home,Away\n11/11/2014,13:00,Otters,Lynx\n")
    assert (table.in_doubt, len(table.entries)) == (False, 1)


def test_dates_of_two_orders_in_one_file_are_asked_about_where_they_are_in_doubt() -> None:
    table = read("Date,Time,Home,Away\n13/12/2014,13:00,A,B\n12/14/2014,13:00,A,B\n1/2/2015,13:00,A,B\n")
    assert table.in_doubt
    assert [entry.row for entry in table.entries] == [2, 3]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2014-12-13", 13),
        ("2014/12/13", 13),
        ("Dec 13, 2014", 13),
        ("Sat, Dec 13, 2014", 13),
        ("Saturday 12/13/2014", 13),
        ("13-Dec-2014", 13),
        ("samedi 13 décembre 2014", 13),
        ("1er déc. 2014", 1),
        ("December 1st, 2014", 1),
    ],
)
def test_dates_in_words(text: str, day: int) -> None:
    assert dates.read_day(text, None) == dt.date(2014, 12, day)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("13:00", (13, 0)),
        ("1:00 PM", (13, 0)),
        ("01:00:00 pm", (13, 0)),
        ("3pm", (15, 0)),
        ("12:30 a.m.", (0, 30)),
        ("12 PM", (12, 0)),
        ("19h30", (19, 30)),
        ("19h", (19, 0)),
        ("9.15", (9, 15)),
    ],
)
def test_times_of_day(text: str, time: tuple[int, int]) -> None:
    assert dates.read_time(text) == dt.time(*time)


@pytest.mark.parametrize(
    "text", ["25:00", "13:60", "13 PM", "0:30 pm", "noon", "1", "1300", "\u0661\u0663:\u0660\u0660", "-1:00"]
)
def test_what_is_no_time_is_said(text: str) -> None:
    with pytest.raises(Unclear):
        dates.read_time(text)


@given(st.text(max_size=40))
def test_no_text_breaks_the_readers(text: str) -> None:
    for read_one in (dates.read_time, dates.read_length, lambda it: dates.read_day(it, None)):
        with suppress(Unclear):
            read_one(text)
    dates.zoned(text)
    dates.split(text)
