"""Decides how the rows of score sheets become facts: penalties, conduct, lineups, by game.

Rows are read as plain values: a division has hundreds of penalties, and its table is made again after
every report.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from league.core import facts as core
from league.models import ConductEvent, LineupSpot, Penalty, UnlistedPerson


@dataclass(frozen=True, slots=True)
class Sheets:
    """What stands on the score sheets, by primary key of the game; lineups with the primary key of the team."""

    penalties: Mapping[int, tuple[core.Penalty, ...]]
    conduct: Mapping[int, tuple[core.ConductEvent, ...]]
    lineups: Mapping[int, tuple[tuple[int, core.LineupSpot], ...]] = field(default_factory=dict)
    unlisted: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


def sheets_of(
    games: Collection[int], teams: Mapping[int, str], *, people: Collection[int] | None, lineups: bool
) -> Sheets:
    """The sheets of these games; of all people on them, or of some. `teams` are the ids of the facts.

    Penalties of nobody in person come along with some people's: somebody may have to answer for them.

    Four queries, two without `lineups`, which tables don't need.
    """
    of_people = {"game__in": games} if people is None else {"game__in": games, "person__in": people}
    of_somebody = Q() if people is None else Q(person__in=people) | Q(person=None)
    penalties = Penalty.objects.filter(of_somebody, game__in=games).values_list("game", *_PENALTY)
    conduct = ConductEvent.objects.filter(game__in=games).values_list("game", "team", "kind")
    found = Sheets(
        penalties=_by_game((row[0], _penalty(row[1:], teams)) for row in _in_order(penalties)),
        conduct=_by_game((game, core.ConductEvent(teams[team], kind)) for game, team, kind in _in_order(conduct)),
    )
    if not lineups:
        return found
    spots = LineupSpot.objects.filter(**of_people).values_list("game", "team", "person__key", "number", "line")
    unlisted = UnlistedPerson.objects.filter(**of_people).values_list("game", "person__key")
    return Sheets(
        found.penalties,
        found.conduct,
        _by_game((game, (team, core.LineupSpot(*spot))) for game, team, *spot in _in_order(spots)),
        _by_game(_in_order(unlisted)),
    )


def _in_order(rows: Any) -> Iterable[Any]:
    return rows.order_by("position", "pk")  # type: ignore[no-any-return]


def _by_game(rows: Iterable[tuple[int, Any]]) -> Mapping[int, tuple[Any, ...]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for game, item in rows:
        found[game].append(item)
    return {game: tuple(items) for game, items in found.items()}


_PENALTY = (
    "key", "team", "penalty_class", "person__key", "offence", "incident", "seconds", "clock", "stands_for",
    "served_by__key", "note", "period", "left_seconds", "flags",
)  # fmt: skip


def _penalty(row: tuple[Any, ...], teams: Mapping[int, str]) -> core.Penalty:
    (
        key, team, penalty_class, person, offence, incident, seconds, clock, stands_for,
        served_by, note, period, left, flags,
    ) = row  # fmt: skip
    return core.Penalty(
        id=key,
        team=teams[team],
        penalty_class=penalty_class,
        person=person,
        offence=offence,
        incident=key if incident is None else incident,
        seconds=seconds,
        clock=clock,
        stands_for=stands_for or "minor",
        served_by=served_by,
        note=note or "",
        period=int(period) if period and period.isdecimal() else period,
        left=left,
        flags=frozenset(flags),
    )
