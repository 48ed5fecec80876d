"""Decides what is read of one person: suspensions of all seasons of the league, and the games around them."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Prefetch, Q

from discipline.models import Ineligibility, ServedGame, Suspension
from league.models import Game, LineupSpot, Person, RosterSpot, Season, Team


def teams_of(person: Person, season: Season) -> list[Team]:
    """The teams of a season whose people may have to know: on whose roster the person stands or was suspended with."""
    rosters = RosterSpot.objects.filter(person=person, team__season=season).values("team")
    suspended = Suspension.objects.filter(person=person, season=season).values("team")
    found = Team.objects.filter(Q(pk__in=rosters) | Q(pk__in=suspended), season=season)
    return list(found.select_related("division").order_by("position", "pk"))


def suspensions_of(person: Person, seasons: Collection[int]) -> list[Suspension]:
    """The person's suspensions of these seasons, with the games served; the earliest first. Two queries."""
    served = ServedGame.objects.select_related("game__home", "game__away").order_by("game__starts", "pk")
    found = Suspension.objects.filter(person=person, season__in=seasons).select_related("season__league", "team")
    return list(
        found.select_related("game__home", "game__away")
        .prefetch_related(Prefetch("served_games", served))
        .order_by("season__starts", "season", "given", "pk")
    )


def games_around(person: Person, seasons: Collection[int]) -> list[Game]:
    """The dated games of these seasons of every team on whose roster the person stands, in order. One query."""
    teams = RosterSpot.objects.filter(person=person, team__season__in=seasons).values("team")
    found = Game.objects.filter(Q(home__in=teams) | Q(away__in=teams), season__in=seasons, starts__isnull=False)
    found = found.filter(outcome__in=["scheduled", "played", "forfeit"])
    return list(found.select_related("home", "away", "season__league").order_by("starts", "pk"))


def barred_games(person: Person, seasons: Collection[int]) -> dict[int, Ineligibility]:
    """The games from which the person is kept, or should have been, by game. One query."""
    rows = Ineligibility.objects.filter(person=person, season__in=seasons).order_by("pk")
    return {row.game_id: row for row in rows}


def dressed_in(person: Person, seasons: Collection[int]) -> set[int]:
    """The games on whose sheet the person stands. One query."""
    found = LineupSpot.objects.filter(person=person, game__season__in=seasons)
    return set(found.order_by().values_list("game", flat=True))
