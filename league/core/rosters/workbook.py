"""Decides how an uploaded file is taken for a table, and how the cells of an XLSX workbook are read: never run."""

import io
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from league.core.findings import Finding
from league.core.rosters.grid import MOST_COLUMNS, ROSTER, Grid, Shape, decoded, grid_of, read_text, refused

MOST_BYTES = ROSTER.bytes
MOST_BYTES_UNPACKED = 30 * 1024 * 1024
MOST_PARTS = 300
_ZIP, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_SAVE_AGAIN = "save it as XLSX or CSV, or paste the cells"


def read_file(data: bytes, shape: Shape = ROSTER) -> Grid:
    """The grid of an uploaded file, told by its content and not by its name: XLSX, or text with separators.

    Whatever it is, findings come back and no exception; formulas are not evaluated but pointed out.
    """
    if len(data) > shape.bytes:
        size = f"{shape.bytes // 1024 // 1024} MB"
        return refused("too-large", f"the file is larger than {size}", remedy="take out what doesn't belong to it")
    if not data.strip():
        return refused("empty", "the file is empty")
    if data.startswith(_ZIP):
        return _workbook(data, shape)
    if data.startswith(_OLD_EXCEL):
        return refused("old-excel", "this is a workbook of the old format (XLS)", remedy=_SAVE_AGAIN)
    text = decoded(data)
    if text is None or text.startswith("%PDF"):
        return refused("not-a-table", "this is neither a workbook nor a text with separators", remedy=_SAVE_AGAIN)
    return read_text(text, shape)


def _workbook(data: bytes, shape: Shape) -> Grid:
    hostile = _hostile(data)
    if hostile:
        return refused("not-a-workbook", hostile, remedy=_SAVE_AGAIN)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and printing, which say nothing here
            return _first_sheet(load_workbook(io.BytesIO(data), read_only=True, keep_links=False), shape)
    except Exception:  # a broken workbook can make openpyxl raise anything
        return refused("not-a-workbook", "this workbook is damaged", remedy=_SAVE_AGAIN)


def _hostile(data: bytes) -> str:
    """Why the archive isn't even opened as a workbook; empty where nothing speaks against it.

    A part never gives more bytes than its entry declares, so that the declared sizes bound the work.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES_UNPACKED:
                return "this workbook is far too large when it is unpacked"
            if "xl/workbook.xml" not in archive.namelist():
                return "this archive is no workbook"
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and b"<!DOCTYPE" in archive.read(part):
                    return "this workbook defines entities, which no spreadsheet does"
    except Exception:  # encrypted, cut off, or built to confuse
        return "this workbook is damaged or locked by a password"
    return ""


def _first_sheet(book: Any, shape: Shape) -> Grid:
    """The first sheet that holds anything; the others are named."""
    grids = [(sheet.title, _sheet(sheet, shape)) for sheet in book.worksheets]
    filled = [(title, grid) for title, grid in grids if grid.rows]
    if not filled:
        return refused("empty", "the workbook is empty")
    title, grid = filled[0]
    if len(filled) == 1:
        return grid
    others = ", ".join(f'"{other}"' for other, _ in filled[1:])
    note = Finding("other-sheets", f'only the sheet "{title}" is read, not {others}', severity="info")
    return Grid(grid.rows, (*grid.findings, note))


def _sheet(sheet: Any, shape: Shape) -> Grid:
    formulas: list[Finding] = []
    sheet.reset_dimensions()  # what the file claims to hold isn't to be trusted
    return _with(formulas, grid_of(_rows(sheet, formulas, shape), shape=shape))


def _with(more: list[Finding], grid: Grid) -> Grid:
    return Grid(grid.rows, (*grid.findings, *more))


def _rows(sheet: Any, formulas: list[Finding], shape: Shape) -> Iterator[list[object]]:
    for number, row in enumerate(sheet.iter_rows(max_row=shape.rows + 1, max_col=MOST_COLUMNS + 1), 1):
        cells: list[object] = []
        for cell in row:
            formula = cell.value is not None and cell.data_type == "f"
            if formula:
                where = f"row {number}, column {get_column_letter(cell.column)}"
                formulas.append(
                    Finding("formula", "this is a formula", where=where, remedy="paste its value in its place")
                )
            cells.append("" if formula or cell.value is None else cell.value)
        yield cells
