"""Files and pasted cells become rows of text, whatever their encoding, separator or intentions."""

import datetime as dt
import io
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from league.core.rosters.grid import MOST_COLUMNS, MOST_ROWS, grid_of, read_text
from league.core.rosters.workbook import MOST_BYTES, read_file

ROWS = (("No", "Name"), ("7", "Zoë Ångström"))


def workbook(*rows: list[object]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def repacked(data: bytes, **parts: bytes) -> bytes:
    """The workbook with parts replaced or added; `__` in a name stands for a slash."""
    content = io.BytesIO()
    new = {name.replace("__", "/").replace("_xml", ".xml"): part for name, part in parts.items()}
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        for name in old.namelist():
            if name not in new:
                made.writestr(name, old.read(name))
        for name, part in new.items():
            made.writestr(name, part)
    return content.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("separator", ["\t", ";", ",", "|"])
def test_encoding_and_separator_are_recognised(encoding: str, separator: str) -> None:
    text = "\r\n".join(separator.join(row) for row in ROWS)
    assert read_file(text.encode(encoding)).rows == ROWS


def test_the_separator_can_be_named_as_excel_does() -> None:
    assert read_text("sep=;\nName;Note\nAnn;a, b, c").rows == (("Name", "Note"), ("Ann", "a, b, c"))


def test_a_comma_in_a_name_is_no_separator_beside_tabs() -> None:
    assert read_text("No\tName\n7\tBirke, Alva").rows[1] == ("7", "Birke, Alva")


def test_one_column_stays_one_column_when_it_is_read_again() -> None:
    grid = grid_of([["Name"], ["Birke, Alva"], ['"Bo" Castell']])
    assert read_text(grid.text).rows == grid.rows


def test_a_workbook_gives_text_with_dates_and_whole_numbers() -> None:
    data = workbook(
        ["No", "Name", "Born"], [7, "Alva  Birke", dt.date(2000, 1, 31)], [8.0, "Bo", dt.datetime(2001, 2, 3)]
    )
    assert read_file(data).rows == (
        ("No", "Name", "Born"),
        ("7", "Alva Birke", "2000-01-31"),
        ("8", "Bo", "2001-02-03"),
    )


def test_a_formula_is_pointed_out_and_not_run() -> None:
    grid = read_file(workbook(["No", "Name"], [7, '=HYPERLINK("http://example.org","Bo")']))
    assert grid.rows[1] == ("7",)
    assert [(finding.code, finding.where) for finding in grid.findings] == [("formula", "row 2, column B")]


def test_other_sheets_are_named() -> None:
    book = Workbook()
    book.active.append(["Name"])
    book.active.append(["Alva"])
    book.create_sheet("Coaches").append(["Name"])
    content = io.BytesIO()
    book.save(content)
    assert [finding.code for finding in read_file(content.getvalue()).findings] == ["other-sheets"]


def test_a_zip_bomb_is_not_unpacked() -> None:
    grid = read_file(repacked(workbook(["Name"]), xl__worksheets__sheet1_xml=b" " * 40_000_000))
    assert [finding.code for finding in grid.findings] == ["not-a-workbook"]
    assert "too large" in grid.findings[0].message


def test_entities_are_refused() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    grid = read_file(repacked(workbook(["Name"]), xl__sharedStrings_xml=bomb))
    assert "entities" in grid.findings[0].message


def test_a_sheet_that_claims_a_million_rows_is_read_only_as_far_as_it_may() -> None:
    sheet = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/>'
        b'<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'
        b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row></sheetData></worksheet>'
    )
    grid = read_file(repacked(workbook(["Name"]), xl__worksheets__sheet1_xml=sheet))
    assert grid.rows == (("Name",),)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"  \n ", "empty"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 9, "old-excel"),
        (b"%PDF-1.7 \n%abc", "not-a-table"),
        (b"\x00\x01\x02\x03" * 50, "not-a-table"),
        (b"PK\x03\x04 not a zip", "not-a-workbook"),
        (b"a" * (MOST_BYTES + 1), "too-large"),
        (workbook(), "empty"),
    ],
)
def test_what_is_no_table_is_said_plainly(data: bytes, code: str) -> None:
    grid = read_file(data)
    assert [finding.code for finding in grid.findings] == [code]
    assert grid.rows == ()


def test_too_much_is_a_finding_and_not_taken() -> None:
    grid = grid_of([["x"] * (MOST_COLUMNS + 3), ["y" * 300], *([["z"]] * MOST_ROWS)])
    assert [finding.code for finding in grid.findings] == ["too-many-columns", "too-long", "too-many-rows"]
    assert len(grid.rows) == MOST_ROWS
    assert len(grid.rows[0]) == MOST_COLUMNS
    assert len(grid.rows[1][0]) == 200


CELL = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(CELL, max_size=4), max_size=8))
def test_a_grid_written_as_text_is_read_as_the_same_grid(rows: list[list[str]]) -> None:
    grid = grid_of([["Name", "No"], *rows])
    assert read_text(grid.text).rows == grid.rows


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300) | st.binary(max_size=200).map(lambda tail: b"PK\x03\x04" + tail))
def test_no_file_breaks_the_reading(data: bytes) -> None:
    grid = read_file(data)
    assert grid.rows or grid.findings


@pytest.mark.parametrize("separator", ['"', "\x00", " ", "\N{SNOWMAN}"])
def test_whatever_is_named_as_the_separator_is_told_and_not_raised(separator: str) -> None:
    grid = read_text(f"sep={separator}\nName\nAnn Bell\n")
    assert grid.rows or [finding.code for finding in grid.findings] == ["not-a-table"]
