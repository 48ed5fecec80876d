"""Decides how an uploaded or pasted table becomes rows of text: its encoding, its separator, its dates."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from league.core.findings import Finding

MOST_ROWS = 2_000
MOST_COLUMNS = 40
LONGEST_CELL = 200
_BINARY = re.compile("[\x00-\x08\x0e-\x1f]")
SEPARATORS = "\t;,|"
SEPARATOR_NAMES = {"\t": "tab", ";": "semicolon", ",": "comma", "|": "bar"}


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells, every cell a text on one line, dates as 2000-01-31. Row 1 is `rows[0]`; empty rows stay.

    `findings` say what had to be decided in reading, and what can't be used.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def text(self) -> str:
        """The table as text that `read_text` reads again: a row a line, cells apart by tabs."""
        lines = io.StringIO()
        writer = csv.writer(lines, delimiter="\t", lineterminator="\n")
        for row in self.rows:
            # a second column, though empty, shows that commas inside the first are no separators
            writer.writerow((*row, "") if len(row) == 1 else row)
        return lines.getvalue()


@dataclass(frozen=True, slots=True)
class Shape:
    """What a table may hold at most, and how its cells become text."""

    rows: int
    bytes: int
    cell: Callable[[object], str]


def refused(code: str, message: str, *, where: str = "", remedy: str = "") -> Grid:
    """A table that can't be read at all."""
    return Grid(findings=(Finding(code, message, where=where, remedy=remedy),))


def grid_of(rows: Iterable[Iterable[object]], findings: Iterable[Finding] = (), shape: Shape | None = None) -> Grid:
    """The grid of rows as a reader gave them; too many rows or columns and overlong cells are findings.

    `shape` is that of a roster unless given.
    """
    shape = shape or ROSTER
    found = list(findings)
    kept: list[tuple[str, ...]] = []
    for number, row in enumerate(rows, 1):
        if number > shape.rows:
            found.append(
                Finding("too-many-rows", f"more than {shape.rows} rows", remedy="take the rows in several portions")
            )
            break
        cells = [shape.cell(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        found += _too_large(cells, number)
        kept.append(tuple(cells[:MOST_COLUMNS]))
    while kept and not kept[-1]:
        kept.pop()
    return Grid(tuple(kept), tuple(found))


def _too_large(cells: list[str], row: int) -> Iterable[Finding]:
    if len(cells) > MOST_COLUMNS:
        yield Finding("too-many-columns", f"more than {MOST_COLUMNS} columns", where=f"row {row}")
    for column, cell in enumerate(cells[:MOST_COLUMNS], 1):
        if len(cell) > LONGEST_CELL:
            where = f"row {row}, column {column}"
            yield Finding("too-long", f"{len(cell)} characters, {LONGEST_CELL} at most", where=where)
            cells[column - 1] = cell[:LONGEST_CELL]


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case dt.datetime():
            return value.date().isoformat()
        case dt.date():
            return value.isoformat()
        case float() if value.is_integer():
            return str(int(value))
    return one_line(str(value))


def one_line(text: str) -> str:
    """The text on one line: no-break spaces and line ends become plain spaces, NULs nothing."""
    return " ".join(text.replace("\x00", "").split())


ROSTER = Shape(MOST_ROWS, 2 * 1024 * 1024, _cell)


def decoded(data: bytes) -> str | None:
    """The text of a file in UTF-8, UTF-16 or Windows-1252; None where it is no text."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return _as(data, encoding)
    if b"\x00" in data:  # UTF-16 without its mark has one in every second place
        encoding = "utf-16-le" if data[1::2].count(0) > data[::2].count(0) else "utf-16-be"
        text = _as(data, encoding)
        return text if text is not None and not _BINARY.search(text) else None
    text = _as(data, "utf-8")
    return text if text is not None else _as(data, "cp1252")


def _as(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def read_text(text: str, shape: Shape = ROSTER, separator: str = "") -> Grid:
    """The grid of a pasted table or of a CSV file's text; unless given, the separator is the one that makes columns."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first) == 5:  # what Excel writes to name the separator
        return _with_separator(rest, separator or first[4], shape)
    return _with_separator(text, separator or separator_of(text), shape)


def separator_of(text: str) -> str:
    """The separator that gives most columns."""
    candidates = [(_columns(text, separator), separator) for separator in SEPARATORS]
    most = max(columns for columns, _ in candidates)
    return next(separator for columns, separator in candidates if columns == most)


def _columns(text: str, separator: str) -> int:
    """How many columns most of the first rows have with this separator."""
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        widths = [len(row) for row, _ in zip(reader, range(20), strict=False) if any(row)]
    except csv.Error:
        return 0
    return max(set(widths), key=lambda width: (widths.count(width), width)) if widths else 0


def _with_separator(text: str, separator: str, shape: Shape) -> Grid:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except (csv.Error, TypeError, ValueError) as wrong:  # a separator that can't be one, such as a quotation mark
        return refused("not-a-table", f"this is no table: {wrong}", remedy="save it as CSV or XLSX again")
    found = []
    if any(separator in cell for row in rows for cell in row if cell.count("\n") > 1):
        name = SEPARATOR_NAMES.get(separator, separator)
        found.append(
            Finding(
                "quote-left-open",
                f"a cell runs over several rows and holds the separator ({name}): a quotation mark isn't closed",
                remedy="close or remove the quotation mark",
            )
        )
    grid = grid_of(rows, found, shape)
    return grid if grid.rows or grid.findings else refused("empty", "the table is empty")
