"""Decides what the rows of a roster table say: one entry a row, and every fault with its row and column."""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from league.core.findings import Finding
from league.core.rosters import cells
from league.core.rosters.cells import CellFault, DateOrder
from league.core.rosters.columns import TITLES, Header, read_header
from league.core.rosters.grid import Grid

_DATES = ("born", "starts", "ends")


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a roster, as far as it could be read; None and "" say nothing about what is on record.

    `row` is its number in the table, from 1; `team` the team as written; both days are included.
    """

    row: int
    name: str
    team: str = ""
    born: dt.date | None = None
    registration: str = ""
    number: int | None = None
    role: str | None = None
    line: str = ""
    status: str | None = None
    starts: dt.date | None = None
    ends: dt.date | None = None


@dataclass(frozen=True, slots=True)
class RosterTable:
    """All that a roster table says. `faulty` are the rows of which something can't be taken.

    `dates_in_doubt`: somebody has to say which comes first, month or day.
    """

    entries: tuple[Entry, ...] = ()
    columns: frozenset[str] = frozenset()
    findings: tuple[Finding, ...] = ()
    dates_in_doubt: bool = False
    faulty: tuple[Entry, ...] = ()


def read_roster(grid: Grid, *, today: dt.date, order: DateOrder | None = None) -> RosterTable:
    """Read a table: find its headings, then every row. A row with a fault is no entry.

    `order` settles dates such as 5/6/2004; without it the other dates of the table must show their
    order, else these are findings. `today` bounds dates of birth.
    """
    header = read_header(grid)
    findings = [*grid.findings, *header.findings]
    if any(finding.severity == "refuse" for finding in header.findings) or not header.row:
        return RosterTable((), header.columns, tuple(findings))
    rows = [(number, header.cells(row)) for number, row in enumerate(grid.rows, 1) if number > header.row and any(row)]
    texts = [row.get(column, "") for _, row in rows for column in _DATES]
    shown = cells.order_of(texts)
    chosen = order or shown
    reader = _Reader(chosen, today)
    for number, row in rows:
        reader.read(number, row)
    if not rows:
        findings.append(Finding("no-rows", "there is no row below the headings", where=f"row {header.row}"))
    in_doubt = any(cells.is_open(text) for text in texts)
    findings += [*_assumed(header, in_doubt and order is None, shown), *reader.findings]
    in_doubt = in_doubt and shown is None
    return RosterTable(tuple(reader.entries), header.columns, tuple(findings), in_doubt, faulty=tuple(reader.faulty))


def _assumed(header: Header, in_doubt: bool, shown: DateOrder | None) -> Iterable[Finding]:
    if "role" not in header.columns:
        message = "there is no column of positions: everybody new on a roster is taken for a skater"
        yield Finding(
            "no-positions", message, "info", remedy="add a column Position with G for goalies, HC for coaches"
        )
    if in_doubt and shown is not None:
        first = "month" if shown is DateOrder.MONTH_FIRST else "day"
        yield Finding("date-order", f"dates are read with the {first} first, as others of this table show", "info")


class _Reader:
    """Reads rows, and keeps the faults of all of them."""

    def __init__(self, order: DateOrder | None, today: dt.date) -> None:
        self.order, self.today = order, today
        self.findings: list[Finding] = []
        self.entries: list[Entry] = []
        self.faulty: list[Entry] = []

    def read(self, number: int, row: dict[str, str]) -> None:
        """Take one row: an entry, or a faulty one."""
        before = len(self.findings)

        def cell(column: str, read: Callable[[str], Any]) -> Any:
            return self._tried(number, column, read, row.get(column, ""))

        def day(text: str) -> dt.date | None:
            return cells.read_date(text, self.order)

        entry = Entry(
            row=number,
            name=self._name(number, row),
            team=row.get("team", ""),
            number=cell("number", cells.read_number),
            role=cell("role", cells.read_role),
            born=cell("born", lambda text: cells.read_birth(text, self.order, self.today)),
            registration=row.get("registration", ""),
            line=row.get("line", ""),
            status=cell("status", cells.read_status),
            starts=cell("starts", day),
            ends=cell("ends", day),
        )
        if entry.starts and entry.ends and entry.ends < entry.starts:
            where = f"row {number}, {TITLES['ends']}"
            message = f"ends on {entry.ends}, before it starts on {entry.starts}"
            self.findings.append(Finding("backwards", message, where=where))
        (self.entries if len(self.findings) == before else self.faulty).append(entry)

    def _name(self, number: int, row: dict[str, str]) -> str:
        parts = [row.get(column, "") for column in ("name", "first_name", "last_name")]
        column = "name" if "name" in row else "last_name"
        return self._tried(number, column, lambda _: cells.read_name(*parts), "") or ""

    def _tried(self, number: int, column: str, read: Callable[[str], Any], text: str) -> Any:
        try:
            return read(text)
        except CellFault as fault:
            where = f"row {number}, {TITLES[column]}"
            self.findings.append(Finding(fault.code, fault.message, where=where, remedy=fault.remedy))
            return None
