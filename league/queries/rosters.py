"""Decides how rosters are read: what is on record before a table is taken in, and a team's roster as it stands."""

import datetime as dt
from collections.abc import Iterable

from django.db.models import Count, F, Q, QuerySet

from league.core.rosters.columns import plain
from league.core.rosters.people import KnownPerson
from league.core.rosters.plan import KnownTeam, OnRecord
from league.core.rosters.spots import PLAYERS, Spot
from league.models import Person, RosterSpot, Season, Team


def on_record(season: Season, teams: Iterable[Team]) -> OnRecord:
    """The teams that rows may name, everybody of the league, and all roster spots of the season. Two queries.

    Somebody with a merged record is found by that one's name too.
    """
    people = Person.objects.filter(league=season.league_id).select_related("merged_into")
    people = people.order_by(F("merged_into").asc(nulls_last=True), "pk")
    spots = RosterSpot.objects.filter(team__season=season).order_by("pk")
    return OnRecord(
        teams=tuple(KnownTeam(team.pk, team.name, team.division.name) for team in teams),
        people=tuple(
            KnownPerson(stands.pk, row.name, stands.born, stands.registration or "")
            for row in people
            if (stands := row.merged_into or row) is row or plain(stands.name) != plain(row.name)
        ),
        spots=tuple(spot_of(spot) for spot in spots),
    )


def spot_of(row: RosterSpot) -> Spot:
    """A roster spot as the core knows it."""
    return Spot(
        row.person_id, row.team_id, row.role, row.number, row.line, row.status, row.starts, row.ends, id=row.pk
    )  # fmt: skip


def roster(team: Team) -> QuerySet[RosterSpot]:
    """Everybody on a team's roster in the season: players by number, then the team's officials. One query."""
    players = Q(role__in=sorted(PLAYERS))
    spots = RosterSpot.objects.filter(team=team).select_related("person")
    return spots.alias(plays=players).order_by("-plays", "number", "role", "person__name", "pk")


def teams_with_sizes(season: Season, day: dt.date) -> QuerySet[Team]:
    """The season's teams with `players`, `officials` and `numberless` on the roster that day. One query."""
    now = (Q(roster__starts__isnull=True) | Q(roster__starts__lte=day)) & (
        Q(roster__ends__isnull=True) | Q(roster__ends__gte=day)
    )
    plays = Q(roster__role__in=sorted(PLAYERS))
    teams = Team.objects.filter(season=season).select_related("division", "association")
    return teams.annotate(
        players=Count("roster", filter=now & plays),
        officials=Count("roster", filter=now & ~plays),
        numberless=Count("roster", filter=now & plays & Q(roster__number__isnull=True)),
    ).order_by("division__position", "division__pk", "position", "pk")


def last_teams(people: Iterable[int]) -> dict[int, str]:
    """Of each person the team and season of the last roster they stand on, to tell namesakes apart. One query."""
    spots = RosterSpot.objects.filter(person__in=set(people)).select_related("team__season")
    return {
        spot.person_id: f"{spot.team.name}, {spot.team.season.name}" for spot in spots.order_by("team__season", "pk")
    }
