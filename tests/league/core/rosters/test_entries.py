"""Rows become entries: headings in any order and spelling, every fault at once, dates never guessed."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.core.rosters.cells import CellFault, DateOrder, read_birth, read_date, read_name, read_number, read_role
from league.core.rosters.columns import HEADINGS, plain, read_header
from league.core.rosters.entries import Entry, RosterTable, read_roster
from league.core.rosters.grid import read_text
from league.core.vocabulary import ROLES

TODAY = dt.date(2014, 10, 1)


def read(text: str, order: DateOrder | None = None) -> RosterTable:
    return read_roster(read_text(text), today=TODAY, order=order)


def faults(table: RosterTable) -> list[tuple[str, str]]:
    return [(finding.code, finding.where) for finding in table.findings if finding.severity == "refuse"]


def test_columns_are_known_in_any_order_with_capitals_accents_and_signs() -> None:
    header = read_header(read_text("POSITION;Nàme;#;Date of birth;USA Hockey Number;Équipe"))
    assert dict(header.places) == {"role": 0, "name": 1, "number": 2, "born": 3, "registration": 4}
    assert [finding.code for finding in header.findings] == ["column-not-read"]


def test_no_heading_names_two_columns() -> None:
    words = [word for headings in HEADINGS.values() for word in headings]
    assert len(words) == len(set(words))
    assert all(word == plain(word) for word in words)


def test_title_lines_above_the_headings_are_passed_over() -> None:
    table = read("Otters 2014-15\n\nNo\tName\n7\tAlva Birke")
    assert table.entries == (Entry(row=4, name="Alva Birke", number=7),)


def test_a_row_says_everything() -> None:
    text = (
        "Team\tNumber\tFirst name\tLast name\tPosition\tBirth date\tRegistration\tLine\tStatus\tFrom\tTo\n"
        "Otters\t#07\tAlva\tBirke\tGoaltender\tJan 31, 2000\tA-1\tA\tAP\t2014-11-01\t1 Dec 2014"
    )
    assert read(text).entries == (
        Entry(2, "Alva Birke", "Otters", dt.date(2000, 1, 31), "A-1", 7, "goalie", "A", "affiliate",
              dt.date(2014, 11, 1), dt.date(2014, 12, 1)),
    )  # fmt: skip


def test_every_fault_comes_at_once_with_row_and_column() -> None:
    table = read(
        "No,Name,Pos,Born,From,To\n"
        "x,Alva Birke,G,2000-01-31,,\n"
        "7,,quarterback,2000-02-30,,\n"
        "8,Bo Castell,F/D,2000-01-31,2014-12-01,2014-11-01\n"
        "9,Cleo Dorn,F,2000-01-31,,\n"
    )
    assert faults(table) == [
        ("not-a-number", "row 2, Number"),
        ("no-name", "row 3, Name"),
        ("unknown-word", "row 3, Position"),
        ("not-a-date", "row 3, Birth date"),
        ("backwards", "row 4, To"),
    ]
    assert [entry.name for entry in table.entries] == ["Cleo Dorn"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7\tAlva\n8\tBo", "no-headings"),
        ("No\tPosition\n7\tG", "no-name"),
        ("Name\tLast name\nAlva\tBirke", "two-names"),
        ("Name\tPlayer\nAlva\tBirke", "column-twice"),
        ("Name\tNo\n", "no-rows"),
    ],
)
def test_headings_that_do_not_do_are_said_first(text: str, code: str) -> None:
    assert [found for found, _ in faults(read(text))] == [code]


def test_dates_that_can_be_read_in_two_ways_are_asked_about() -> None:
    table = read("Name\tBorn\nAlva\t5/6/2000\nBo\t7/8/2001")
    assert faults(table) == [("date-in-doubt", "row 2, Birth date"), ("date-in-doubt", "row 3, Birth date")]
    assert table.dates_in_doubt
    answered = read("Name\tBorn\nAlva\t5/6/2000", DateOrder.DAY_FIRST)
    assert answered.entries[0].born == dt.date(2000, 6, 5)


def test_other_dates_of_the_table_settle_which_comes_first() -> None:
    table = read("Name\tBorn\nAlva\t5/6/2000\nBo\t7/28/2001")
    assert [entry.born for entry in table.entries] == [dt.date(2000, 5, 6), dt.date(2001, 7, 28)]
    assert "date-order" in [finding.code for finding in table.findings]
    assert not table.dates_in_doubt


def test_dates_that_contradict_each_other_settle_nothing() -> None:
    table = read("Name\tBorn\nAlva\t5/6/2000\nBo\t7/28/2001\nCleo\t28/7/2001")
    assert faults(table) == [("date-in-doubt", "row 2, Birth date")]


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("2000-01-31", dt.date(2000, 1, 31)),
        ("2000/1/31", dt.date(2000, 1, 31)),
        ("31.1.2000", dt.date(2000, 1, 31)),
        ("1/31/00", dt.date(2000, 1, 31)),
        ("5/5/00", dt.date(2000, 5, 5)),
        ("Sept. 3rd, 1999", dt.date(1999, 9, 3)),
        ("3-Mar-02", dt.date(2002, 3, 3)),
        ("1/31/62", dt.date(1962, 1, 31)),
        ("", None),
    ],
)
def test_dates_of_birth_as_people_write_them(text: str, born: dt.date | None) -> None:
    assert read_birth(text, None, TODAY) == born


@pytest.mark.parametrize(
    "text", ["1/31/13", "2016-01-01", "1800-01-01", "Jnu 3, 2000", "31.1", "13/13/2000", "0/1/2000"]
)
def test_what_is_no_date_of_birth(text: str) -> None:
    with pytest.raises(CellFault):
        read_birth(text, None, TODAY)


def test_a_year_of_two_figures_is_no_date_of_a_season() -> None:
    with pytest.raises(CellFault, match="two figures"):
        read_date("11/28/14", None)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Birke, Alva", "Alva Birke"), ("  Alva   Birke ", "Alva Birke"), ("Ångström, Zoë", "Zoë Ångström")],
)
def test_names_come_first_name_first(text: str, name: str) -> None:
    assert read_name(text) == name


def test_words_for_positions_are_the_vocabularys() -> None:
    assert {read_role(role) for role in ROLES} == set(ROLES)
    assert read_role("LW/RW") == "skater"
    assert read_role("") is None


@pytest.mark.parametrize("text", ["100", "-1", "7a", "1.5", "\u0667"])
def test_what_is_no_jersey_number(text: str) -> None:
    with pytest.raises(CellFault):
        read_number(text)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.lists(st.text(max_size=12), max_size=8), max_size=8), st.sampled_from([None, *DateOrder]))
def test_no_table_breaks_the_reading(rows: list[list[str]], order: DateOrder | None) -> None:
    text = "\n".join(["No\tName\tBorn\tPos\tStatus\tFrom\tTo", *("\t".join(row) for row in rows)])
    table = read(text, order)
    assert len({entry.row for entry in table.entries}) == len(table.entries)
    assert all(entry.name for entry in table.entries)
