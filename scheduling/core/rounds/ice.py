"""Decides what a list of ice says: which rink, from when to when, and whose it is; every fault by its row."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from league.core.findings import Finding
from league.core.local_times import SkippedTime, moment_of
from league.core.rosters.columns import plain
from league.core.rosters.grid import Grid
from scheduling.core.form_times import parse_start

EXAMPLE = "write Rink; 12/06/2014 1:00 PM; 12/06/2014 2:30 PM; Association"


@dataclass(frozen=True, slots=True)
class IceRow:
    """One slot; `association` by id, None where every team may have it."""

    row: int
    rink: int
    starts: dt.datetime
    ends: dt.datetime
    association: int | None


def read_ice(
    grid: Grid, rinks: Mapping[int, str], associations: Mapping[int, str], zone: ZoneInfo
) -> tuple[tuple[IceRow, ...], tuple[Finding, ...]]:
    """The rows of a list of ice and what is wrong with others: rink, start, end, and perhaps an association."""
    found: list[Finding] = [finding for finding in grid.findings if finding.severity == "refuse"]
    rows: list[IceRow] = []
    seen: dict[tuple[int, dt.datetime], int] = {}
    for number, cells in enumerate(grid.rows, 1):
        if not any(cell.strip() for cell in cells) or plain(cells[0]) in ("rink", "location"):
            continue
        where = f"row {number}"
        name, start, end, whose = [*(cell.strip() for cell in cells[:4]), "", "", "", ""][:4]
        rink = _named(name, rinks)
        if rink is None:
            found.append(Finding("unknown-rink", f"the league has no rink {name!r}", where=where, remedy=EXAMPLE))
        association = _named(whose, associations) if whose else None
        if whose and association is None:
            found.append(Finding("unknown-association", f"there is no association {whose!r}", where=where))
        starts, ends = (_moment(text, zone, where, found) for text in (start, end))
        if rink is None or starts is None or ends is None:
            continue
        if ends <= starts:
            found.append(Finding("backwards", "the ice ends before it starts", where=where))
        elif (rink, starts) in seen:
            message = f"this ice stands in row {seen[rink, starts]} already"
            found.append(Finding("twice", message, where=where, remedy="keep one of the two"))
        else:
            seen[rink, starts] = number
            rows.append(IceRow(number, rink, starts, ends, association))
    return tuple(rows), tuple(found)


def _named(name: str, known: Mapping[int, str]) -> int | None:
    found = [id for id, other in known.items() if plain(other) == plain(name)]
    return found[0] if len(found) == 1 else None


def _moment(text: str, zone: ZoneInfo, where: str, found: list[Finding]) -> dt.datetime | None:
    clock = parse_start(text, where)
    if isinstance(clock, Finding):
        found.append(clock)
        return None
    try:
        return moment_of(clock.date(), clock.time(), zone)
    except (SkippedTime, OverflowError) as wrong:
        found.append(Finding("no-such-time", str(wrong), where=where))
        return None
