"""Decides how far a season has been set up: how many of each part it has, and which teams still lack something."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from league.models import (
    Association,
    Division,
    Game,
    Membership,
    Role,
    RosterSpot,
    Season,
    Team,
)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of each a season has; `without_roster` and `without_representative` count teams."""

    divisions: int
    associations: int
    teams: int
    people: int
    games: int
    without_roster: int
    without_representative: int


def progress(season: Season) -> Progress:
    """How far the season has been set up. One query."""
    named = Membership.objects.filter(team=OuterRef("pk"), role=Role.TEAM_REPRESENTATIVE, ended_at__isnull=True)
    roster = RosterSpot.objects.filter(team=OuterRef("pk"))
    teams = Team.objects.filter(season=OuterRef("pk"))
    counts = {
        "divisions": _count(Division.objects.filter(season=OuterRef("pk"))),
        "associations": _count(Association.objects.filter(season=OuterRef("pk"))),
        "teams": _count(teams),
        "people": _count(RosterSpot.objects.filter(team__season=OuterRef("pk")), "team__season"),
        "games": _count(Game.objects.filter(season=OuterRef("pk"))),
        "without_roster": _count(teams.filter(~Exists(roster))),
        "without_representative": _count(teams.filter(~Exists(named))),
    }
    found = Season.objects.filter(pk=season.pk).values_list(*counts.values()).get()
    return Progress(**dict(zip(counts, found, strict=True)))


def _count(rows: QuerySet[Any], by: str = "season") -> Coalesce:
    """How many rows the season at hand has."""
    counted = rows.order_by().values(by).annotate(found=Count("pk")).values("found")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
