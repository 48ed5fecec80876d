"""Decides what is read for the season's end: probations to review, bonds to give back, with what they rest on."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from discipline.core.book_due_process import SeasonEnd
from discipline.core.season_end import EndTask, Standing, last_day_of, tasks
from discipline.models import BondState, Condition, ConditionKind
from league.core import facts as core
from league.core.penalty_minutes import personal_seconds
from league.models import Game, GameKind, Penalty, Season
from league.queries.rulebooks import book_for
from league.rulebook.book import RuleBook

CALLED_OFF = ("cancelled",)


@dataclass(frozen=True, slots=True)
class AtTheEnd:
    """One thing to do about a condition; `minutes` and `penalties` are its person's of the season, None for a team."""

    condition: Condition
    task: EndTask
    minutes: int | None
    penalties: int | None


def at_the_end(season: Season, day: dt.date) -> list[AtTheEnd]:
    """What the season's book asks for at its end, by day. Four queries at most, one by a book that asks for nothing."""
    book = book_for(season, day)
    rules = book.all(SeasonEnd)
    if not rules:
        return []
    kinds = {kind for rule in rules for kind in rule.kinds}
    rows = list(Condition.objects.filter(season=season, kind__in=kinds).select_related("person", "team"))
    last = _last_day(season) if rows else None
    record = _record(season, {row.person_id for row in rows if row.person_id is not None}, book)
    found = [
        AtTheEnd(row, task, *record.get(row.person_id or 0, (0, 0) if row.person_id else (None, None)))
        for row in rows
        for task in tasks(_standing(row), rules, last)
    ]
    return sorted(found, key=lambda item: (item.task.due or dt.date.max, item.condition.pk, item.task.what))


def _standing(row: Condition) -> Standing:
    held = row.kind == ConditionKind.BOND and row.bond_state == BondState.POSTED
    return Standing(row.kind, row.starts, row.ends, lifted=row.lifted_at is not None, bond_held=held)


def _last_day(season: Season) -> dt.date | None:
    """When the season is over, as its schedule stands."""
    zone = ZoneInfo(season.timezone)
    dated = Game.objects.filter(season=season, starts__isnull=False).exclude(outcome__in=CALLED_OFF).order_by()
    days: dict[str, list[dt.date]] = defaultdict(list)
    for kind, starts in dated.filter(kind__in=[GameKind.LEAGUE, GameKind.PLAYOFF]).values_list("kind", "starts"):
        if starts is not None:
            days[kind].append(starts.astimezone(zone).date())
    return last_day_of(days[GameKind.PLAYOFF], days[GameKind.LEAGUE], season.ends)


def _record(season: Season, people: Collection[int], book: RuleBook) -> Mapping[int, tuple[int, int]]:
    """Minutes and number of penalties of the season by person."""
    found: dict[int, tuple[int, int]] = {}
    if not people:
        return found
    rows = Penalty.objects.filter(person__in=people, game__season=season).order_by("pk")
    for row in rows.select_related("team__division"):
        item = core.Penalty(
            row.key,
            "",
            row.penalty_class,
            person=str(row.person_id),
            offence=row.offence,
            seconds=row.seconds,
            clock=row.clock,
            stands_for=row.stands_for or "minor",
            flags=frozenset(row.flags),
        )
        seconds = personal_seconds(item, row.team.division.level, book)
        minutes, number = found.get(row.person_id or 0, (0, 0))
        found[row.person_id or 0] = (minutes + seconds // 60, number + 1)
    return found
