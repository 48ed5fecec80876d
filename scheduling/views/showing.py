"""Decides how a game stands on the schedule pages: its state, where it was before, what it is at once with, a map."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import quote_plus
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.face.spans import lasting
from league.models import Game, GameMove, Outcome, Season, Venue
from league.views.lines import Line, line_of
from scheduling.core.conflicts import Conflict, Outing, conflicts

MAP = "https://www.openstreetmap.org/search?query="


@dataclass(frozen=True, slots=True)
class Shown:
    """A game on the schedule. `was` is its old place while that is still marked; `conflicts` are told in words."""

    season: Season
    line: Line
    was: GameMove | None
    conflicts: tuple[str, ...]
    map: str

    @property
    def game(self) -> Game:
        """The game."""
        return self.line.game

    @property
    def day(self) -> dt.date | None:
        """The day of the game on its season's clock."""
        return _day(self.game, self.season)

    @property
    def off(self) -> bool:
        """Whether it isn't played."""
        return self.game.outcome not in (Outcome.SCHEDULED, Outcome.PLAYED)


@dataclass(frozen=True, slots=True)
class Group:
    """Games under one heading: a day, or a rink with its days."""

    day: dt.date | None
    rink: Venue | None
    games: tuple[Shown, ...]


def map_of(rink: Venue | None) -> str:
    """Where a map shows the rink; "" for one of which nobody wrote the address."""
    return MAP + quote_plus(" ".join(rink.address.split())) if rink is not None and rink.address.strip() else ""


def shown(
    season: Season,
    games: Iterable[Game],
    old: Mapping[int, GameMove],
    now: dt.datetime,
    unscored: Collection[str],
    told: Collection[int] = (),
) -> list[Shown]:
    """The games as the page shows them; of those whose ids are `told`, conflicts are looked for."""
    rows = list(games)
    found = _conflicts([game for game in rows if game.pk in told and _takes_place(game)])
    return [
        Shown(season, line_of(game, now, unscored), old.get(game.pk), tuple(found[game.pk]), map_of(game.venue))
        for game in rows
    ]


def _takes_place(game: Game) -> bool:
    return game.starts is not None and game.outcome in (Outcome.SCHEDULED, Outcome.PLAYED)


def _conflicts(games: Iterable[Game]) -> dict[int, list[str]]:
    rows = {game.pk: game for game in games}
    outings = [
        Outing(game.pk, game.starts, game.occupied_until, game.venue_id)
        for game in rows.values()
        if game.starts is not None and game.occupied_until is not None
    ]
    told: dict[int, list[str]] = defaultdict(list)
    for conflict in conflicts(outings):
        told[conflict.first].append(_words(conflict, rows[conflict.second]))
        told[conflict.second].append(_words(conflict, rows[conflict.first]))
    return told


def _words(conflict: Conflict, other: Game) -> str:
    game = _("%(away)s at %(home)s") % {"away": other.away, "home": other.home}
    if conflict.at_once:
        return _("At the same time as %(game)s") % {"game": game}
    return _("Only %(span)s apart from %(game)s on another rink") % {"span": lasting(conflict.between), "game": game}


def by_day(games: Iterable[Shown], season: Season) -> list[Group]:
    """The games in days, in the order given."""
    return [Group(day, None, tuple(found)) for day, found in groupby(games, key=lambda one: _day(one.game, season))]


def by_rink(games: Iterable[Shown], season: Season) -> list[Group]:
    """The games in rinks by name, in each by day; those without a rink last."""
    rows = sorted(games, key=lambda one: (one.game.venue is None, str(one.game.venue or ""), one.game.venue_id or 0))
    return [
        Group(day, found[0].game.venue, tuple(found))
        for (_rink, day), group in groupby(rows, key=lambda one: (one.game.venue_id, _day(one.game, season)))
        if (found := list(group))
    ]


def _day(game: Game, season: Season) -> dt.date | None:
    return game.starts.astimezone(ZoneInfo(season.timezone)).date() if game.starts else None
