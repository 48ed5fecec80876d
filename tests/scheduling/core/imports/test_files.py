"""Checks that no file breaks the reader of schedules, and that workbooks are read like text."""

import datetime as dt
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from scheduling.core.imports.columns import read_header
from scheduling.core.imports.entries import read_schedule
from scheduling.core.imports.files import ENCODINGS, SCHEDULE, read_bytes, read_pasted
from tests.scheduling.core.imports.test_layouts import CHICAGO, DEC_13


def workbook(*rows: tuple[object, ...]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * (40 * 1024 * 1024))
    return file.getvalue()


@pytest.mark.parametrize(
    "row",
    [
        (dt.date(2014, 12, 13), dt.time(13, 0)),
        (dt.datetime(2014, 12, 13), dt.time(13, 0)),
        ("12/13/2014", "1:00 PM"),
        (dt.datetime(2014, 12, 13), dt.datetime(1899, 12, 30, 13, 0)),
    ],
)
def test_the_cells_of_a_workbook_keep_their_days_and_times(row: tuple[object, ...]) -> None:
    data = workbook(("Date", "Time", "Home", "Away", "Game number"), (*row, "Otters", "Lynx", 101.0))
    source = read_bytes(data)
    table = read_schedule(source.grid, read_header(source.grid), zone=CHICAGO)
    (entry,) = table.entries
    assert (entry.starts, entry.number, source.encoding) == (DEC_13, "101", "")


def test_a_moment_in_one_cell_and_a_formula() -> None:
    data = workbook(("Date and time", "Home", "Away"), (dt.datetime(2014, 12, 13, 13, 0), "Otters", "=A1"))
    source = read_bytes(data)
    assert [finding.code for finding in source.grid.findings] == ["formula"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"%PDF-1.7 ...", "not-a-table"),
        (b"\xd0\xcf\x11\xe0" + b"x" * 100, "old-excel"),
        (b"PK\x03\x04" + b"x" * 100, "not-a-workbook"),
        (b"a," * (SCHEDULE.bytes // 2 + 1), "too-large"),
        (b"Date,Time\x00\x01\x02\x03,Home\n" * 5, "not-a-table"),
    ],
)
def test_what_is_no_schedule_is_told(data: bytes, code: str) -> None:
    assert code in {finding.code for finding in read_bytes(data).grid.findings}


def test_a_bomb_is_not_opened() -> None:
    assert {finding.code for finding in read_bytes(bomb()).grid.findings} == {"not-a-workbook"}


def test_rows_without_end_are_cut_off_and_told() -> None:
    source = read_bytes(b"Date,Time,Home,Away\n" + b"2014-12-13,13:00,A,B\n" * 6000)
    assert len(source.grid.rows) == SCHEDULE.rows
    assert "too-many-rows" in {finding.code for finding in source.grid.findings}


@given(
    st.binary(max_size=400), st.sampled_from(["", *ENCODINGS, "nonsense"]), st.sampled_from(["", ",", ";", "x", '"'])
)
def test_no_bytes_break_the_reader(data: bytes, encoding: str, separator: str) -> None:
    source = read_bytes(data, encoding=encoding, separator=separator)
    table = read_schedule(source.grid, read_header(source.grid), zone=CHICAGO)
    assert not any("\x00" in cell for row in source.grid.rows for cell in row)
    assert len(table.entries) <= len(source.grid.rows)


@given(st.lists(st.lists(st.text(max_size=12), max_size=6), max_size=8))
def test_no_table_breaks_the_reader(rows: list[list[str]]) -> None:
    text = "Date,Time,Home,Away,Rink,Status\n" + "\n".join(",".join(row) for row in rows)
    source = read_pasted(text)
    table = read_schedule(source.grid, read_header(source.grid), zone=CHICAGO)
    seen = [*table.left_out, *table.faulty, *(entry.row for entry in table.entries)]
    assert len(seen) == len(set(seen))
