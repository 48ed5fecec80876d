"""Decides what the schedule pages read: games of teams, rinks and days, where they were before, who officiates."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.models import Game, GameMove, Outcome, Person, Role, RosterSpot, Season, Venue
from league.queries.schedule import games_of, of_team
from scheduling.models import Assignment

MARKED = dt.timedelta(days=14)
"""For how long a moved game shows its old time."""


def between(season: Season, first: dt.date, last: dt.date | None) -> Q:
    """Games from one day to another, both included, on the season's clock; without a last day all later ones."""
    zone = ZoneInfo(season.timezone)
    found = Q(starts__gte=dt.datetime.combine(first, dt.time.min, zone))
    if last is not None:
        found &= Q(starts__lt=dt.datetime.combine(last + dt.timedelta(days=1), dt.time.min, zone))
    return found


def coming(season: Season, teams: Iterable[int], first: dt.date, last: dt.date | None) -> QuerySet[Game]:
    """The games from a day on, of these teams or of all, and those that wait for a date."""
    found = games_of(season)
    chosen = list(teams)
    if chosen:
        found = of_team(found, *chosen)
    return found.filter(between(season, first, last) | Q(starts__isnull=True, outcome=Outcome.SCHEDULED))


def old_places(games: Iterable[Game], now: dt.datetime) -> dict[int, GameMove]:
    """By game where it was two weeks ago, if it has moved since and isn't back there. One query."""
    rows = {game.pk: game for game in games}
    found: dict[int, GameMove] = {}
    moves = GameMove.objects.filter(game__in=rows, moved_at__gte=now - MARKED).select_related("venue")
    for move in moves.order_by("moved_at", "pk"):
        found.setdefault(move.game_id, move)
    return {
        pk: move
        for pk, move in found.items()
        if (move.starts, move.venue_id) != (rows[pk].starts, rows[pk].venue_id) and move.starts is not None
    }


def days_on(season: Season, rink: Venue) -> list[dt.date]:
    """The days on which the season has games on a rink, in order. One query."""
    zone = ZoneInfo(season.timezone)
    starts = Game.objects.filter(season=season, venue=rink, starts__isnull=False).order_by("starts")
    moments = starts.values_list("starts", flat=True)
    return list(dict.fromkeys(moment.astimezone(zone).date() for moment in moments if moment is not None))


def on_rink(season: Season, rink: Venue, day: dt.date) -> QuerySet[Game]:
    """The games on a rink on one day."""
    return games_of(season).filter(between(season, day, day), venue=rink)


def rinks_of(season: Season) -> QuerySet[Venue]:
    """The rinks on which the season has games."""
    return Venue.objects.filter(pk__in=Game.objects.filter(season=season).values("venue")).order_by("name", "pk")


def assignments_of(games: Iterable[int]) -> dict[int, list[Assignment]]:
    """Who officiates which of these games, by game. One query."""
    found: dict[int, list[Assignment]] = defaultdict(list)
    for row in Assignment.objects.filter(game__in=games).select_related("person").order_by("role", "pk"):
        found[row.game_id].append(row)
    return found


def officials_of(season: Season) -> QuerySet[Person]:
    """The people of the league who officiate: by a role, or by an assignment they have or had."""
    by_role = Q(user__memberships__role=Role.OFFICIAL, user__memberships__ended_at__isnull=True)
    by_role &= Q(user__memberships__league=season.league_id)
    assigned = Q(pk__in=Assignment.objects.filter(game__season__league=season.league_id).values("person"))
    return Person.objects.filter(by_role | assigned, league=season.league_id).distinct().order_by("name", "pk")


def assigned_elsewhere(person: Person, game: Game) -> QuerySet[Assignment]:
    """The person's other assignments at the time of a game, in any season."""
    found = Assignment.objects.filter(person=person).exclude(game=game).select_related("game__home", "game__away")
    return found.filter(
        game__starts__lt=game.occupied_until,
        game__occupied_until__gt=game.starts,
        game__outcome__in=[Outcome.SCHEDULED, Outcome.PLAYED],
    )


def playing_then(person: Person, game: Game) -> QuerySet[Game]:
    """Games at the time of a game of teams on whose roster the person stands, this game included."""
    teams = RosterSpot.objects.filter(person=person).values("team")
    found = Game.objects.filter(Q(home__in=teams) | Q(away__in=teams)).select_related("home", "away")
    return found.filter(
        starts__lt=game.occupied_until,
        occupied_until__gt=game.starts,
        outcome__in=[Outcome.SCHEDULED, Outcome.PLAYED],
    )
