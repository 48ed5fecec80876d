"""Decides what rule book and calendar have against the games that a schedule would set or move, all at once."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from league.core.facts import Facts, Game
from league.core.findings import Finding
from scheduling.core.bookings import double_bookings, slots
from scheduling.core.faults import ScheduleFault
from scheduling.core.game_counts import limit_faults
from scheduling.core.places import place_faults

if TYPE_CHECKING:
    from scheduling.core.imports.plan import OnRecord, Outcome, PlannedRow

LATEST: Final = dt.datetime.max.replace(tzinfo=dt.UTC)
"""When a game of the file is booked: after everything that is on record, so that a clash is its fault."""


def guarded(rows: list[PlannedRow], record: OnRecord, faulty: Outcome) -> tuple[list[PlannedRow], list[Finding]]:
    """The rows with until when their games hold their rinks, those refused as `faulty`; and every finding, by row.

    Looks at windows and opening days (3.6, 3.7), the number of games (3.9 of District 9) and double bookings.
    """
    named = {_id(row): row for row in rows if row.outcome in ("new", "changed")}
    if not named:
        return rows, []
    facts = _with(record, named)
    later = facts.changed(
        games=tuple(replace(game, booked=LATEST) if game.id in named else game for game in facts.games)
    )
    until = {slot.game.id: slot.ends for slot in slots(later, record.book, [later.game[id] for id in named])}
    faults: list[ScheduleFault] = []
    for id in named:
        faults += place_faults(facts, record.book, facts.game[id])
    faults += limit_faults(facts, record.book)
    faults += double_bookings(later, record.book)
    findings, refused = [], set()
    for fault in faults:
        if fault.game not in named:
            continue
        row = named[fault.game]
        findings.append(_finding(fault, row, record))
        if fault.severity == "refuse":
            refused.add(row.entry.row)
    findings.sort(key=lambda finding: int(finding.where.removeprefix("row ")))
    kept = [replace(row, until=until.get(_id(row))) if _id(row) in named else row for row in rows]
    return [replace(row, outcome=faulty) if row.entry.row in refused else row for row in kept], findings


def _id(row: PlannedRow) -> str:
    return row.game.key if row.game is not None else f"row {row.entry.row} of the file"


def _with(record: OnRecord, named: dict[str, PlannedRow]) -> Facts:
    """The facts as they would be; a season without a first day begins with its first game, once for all."""
    facts = record.facts
    teams = {team.id: team for team in record.teams}
    rinks = {rink.id: rink.key for rink in record.rinks}
    changed: dict[str, Game] = {}
    for id, row in named.items():
        starts, home, away = row.entry.starts, teams[row.home], teams[row.away]
        old = facts.game.get(id)
        rink = rinks[row.rink] if isinstance(row.rink, int) else f"new {row.entry.rink}" if row.rink else None
        base = old or Game(id, home.division, home.key, away.key, kind=row.entry.kind, booked=LATEST)
        changed[id] = replace(
            base,
            home=home.key,
            away=away.key,
            starts=starts,
            day=facts.season.day(starts) if starts else None,
            ends=row.entry.ends,
            venue=rink if row.entry.rink or old is None else old.venue,
        )
    games = [changed.pop(game.id, game) for game in facts.games] + list(changed.values())
    season = facts.season
    if season.starts is None:
        season = replace(season, starts=min((game.day for game in games if game.day), default=None))
    return facts.changed(season=season, games=tuple(games))


def _finding(fault: ScheduleFault, row: PlannedRow, record: OnRecord) -> Finding:
    names = {rink.key: rink.name for rink in record.rinks}
    told = "; ".join(_told(why, names, record) for why in fault.why)
    remedy = "choose another day, time or rink in the file" if fault.severity == "refuse" else ""
    return Finding("schedule", told, fault.severity, f"row {row.entry.row}", fault.clause, remedy)


def _told(why: str, rinks: dict[str, str], record: OnRecord) -> str:
    """A reason without the ids of games on record, which are nobody's words, and with the rink's name."""
    text = re.sub(r" \(([^()]+)\)", lambda found: "" if found[1] in record.facts.game else found[0], why)
    rink, colon, rest = text.partition(": ")
    return f"{rinks[rink]}: {rest}" if colon and rink in rinks else text
