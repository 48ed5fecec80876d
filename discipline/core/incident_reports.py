"""Decides what an incident report must say, when it is due, and which penalties still wait for one."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from discipline.core.book_process import IncidentReports
from league.core.findings import Finding

NEEDED = ("date", "time", "home_team", "visiting_team")
"""What every report says about its game."""
INJURY = ("injured", "injury", "injury_details")
NARRATIVE = ("before", "incident", "after")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the penalty summary, as written; `penalty` is the id of the penalty on the sheet, if it is there."""

    name: str = ""
    number: str = ""
    side: str = ""
    period: str = ""
    left: str = ""
    penalty_class: str = ""
    offence: str = ""
    rule: str = ""
    entered: bool = True
    injury: bool = False
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class OnSheet:
    """A penalty of the game's sheet, as far as a report refers to it."""

    key: str
    side: str
    number: str
    penalty_class: str


def due(starts: dt.datetime | None, rules: IncidentReports | None) -> dt.datetime | None:
    """When a report is due: so many hours after the stated start; None where nobody says. In UTC."""
    return starts + dt.timedelta(hours=rules.hours) if starts is not None and rules is not None else None


def is_late(at: dt.datetime, until: dt.datetime | None) -> bool:
    """Whether a report that came `at` is late: the last moment itself is in time."""
    return until is not None and at > until


def about_official(rows: Iterable[Row], rules: IncidentReports | None) -> bool:
    """Whether one of the penalties asks for the questions about abuse of an official."""
    return bool(rules and rules.abuse and any(row.offence in rules.abuse.offences for row in rows))


def missing(fields: Mapping[str, Any], rows: Iterable[Row], rules: IncidentReports | None) -> list[Finding]:
    """Everything that a report lacks, all at once; `where` is the name of the field. Without rules: the bare needs."""
    rows = tuple(rows)
    narrative = rules.narrative_clause if rules else None
    found = [_lack(name, None) for name in NEEDED if not fields.get(name)]
    if not _said(fields, "incident"):
        found.append(_lack("incident", narrative))
    if any(row.injury for row in rows):
        clause = rules.injury_clause if rules else None
        found.extend(_lack(name, clause) for name in INJURY if not _said(fields, name))
    if about_official(rows, rules):
        assert rules is not None
        assert rules.abuse is not None
        found.extend(_lack(name, rules.abuse.clause) for name in rules.abuse.asks if not _said(fields, name))
    return found


def linked(rows: Iterable[Row], sheet: Iterable[OnSheet]) -> tuple[str, ...]:
    """The ids of the penalties that the rows report: those chosen, and those that can only be the one described."""
    sheet = tuple(sheet)
    known = {item.key for item in sheet}
    found: list[str] = []
    for row in rows:
        if row.penalty in known:
            found.append(row.penalty)
            continue
        like = [item.key for item in sheet if _describes(row, item)]
        if len(like) == 1:
            found.extend(like)
    return tuple(dict.fromkeys(found))


def _describes(row: Row, item: OnSheet) -> bool:
    mine = (row.side, row.number.strip(), row.penalty_class)
    return bool(row.number.strip()) and mine == (item.side, item.number, item.penalty_class)


def _said(fields: Mapping[str, Any], name: str) -> bool:
    return bool(str(fields.get(name) or "").strip())


def _lack(name: str, clause: str | None) -> Finding:
    return Finding("report-lacks", "this is needed before the report can go", where=name, clause=clause)
