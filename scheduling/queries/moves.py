"""Decides which days are free for moving a game, and which requests there are."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.models import Game, Team
from league.models.games import HOLDING_OUTCOMES
from scheduling.models import RescheduleRequest

AHEAD = dt.timedelta(days=60)
"""How far ahead free days are looked for."""


@dataclass(frozen=True, slots=True)
class FreeDay:
    """A local day on which both teams could play; `taken` are the times at which the game's rink is booked."""

    day: dt.date
    taken: tuple[tuple[dt.datetime, dt.datetime], ...]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days ahead as far as they matter for moving one game. `hard` are days on which games are hard to move."""

    free: tuple[FreeDay, ...]
    hard: frozenset[dt.date]


def calendar_of(game: Game, first: dt.date) -> Calendar:
    """The free days from `first` on, inside the division's window where the game is a league game. One query."""
    season, zone = game.season, ZoneInfo(game.season.timezone)
    last = first + AHEAD
    division = game.division
    if division.window_end and game.kind == "league":
        last = min(last, division.window_end)
        first = max(first, division.window_start or first)
    elif season.ends:
        last = min(last, season.ends)
    start, end = (dt.datetime.combine(day, dt.time.min, zone) for day in (first, last + dt.timedelta(days=1)))
    concerned = Q(home__in=game.team_ids) | Q(away__in=game.team_ids)
    if game.venue_id is not None:
        concerned |= Q(venue=game.venue_id)
    rows = Game.objects.filter(concerned, starts__gte=start, starts__lt=end, outcome__in=HOLDING_OUTCOMES)
    busy: set[dt.date] = set()
    rink: dict[dt.date, list[tuple[dt.datetime, dt.datetime]]] = defaultdict(list)
    for row in rows.exclude(pk=game.pk).order_by("starts"):
        assert row.starts is not None
        day = row.starts.astimezone(zone).date()
        if set(row.team_ids) & set(game.team_ids):
            busy.add(day)
        if row.venue_id is not None and row.venue_id == game.venue_id:
            rink[day].append((row.starts, row.occupied_until or row.starts))
    omitted = {*game.home.omit, *game.away.omit, *season.blocked}
    number = max(0, (last - first).days + 1)
    days = (first + dt.timedelta(days=offset) for offset in range(number))
    free = tuple(FreeDay(day, tuple(rink[day])) for day in days if day not in busy and day not in omitted)
    return Calendar(free, frozenset(season.blocked))


def requests_of(game: Game) -> QuerySet[RescheduleRequest]:
    """The requests for a game that were made here, the newest first."""
    rows = RescheduleRequest.objects.filter(game=game, submitted_by__isnull=False)
    return rows.select_related("by", "awaits").order_by("-submitted_at", "-pk")


def requests_for(season_id: int, teams: list[Team] | None) -> QuerySet[RescheduleRequest]:
    """A season's requests, of these teams or of all, open ones first."""
    rows = RescheduleRequest.objects.filter(season=season_id)
    if teams is not None:
        rows = rows.filter(Q(game__home__in=teams) | Q(game__away__in=teams))
    return rows.select_related("game__home", "game__away", "by", "awaits").order_by("-submitted_at", "-pk")
