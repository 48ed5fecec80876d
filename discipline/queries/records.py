"""Decides how what is recorded off the game sheets is read, for discipline and for the tables that it moves."""

from typing import Any

from django.db.models import Q

from discipline.models import Infraction
from league.core import facts as core
from league.models import Division, Season


def infractions(season: Season, division: Division | None = None) -> tuple[core.Infraction, ...]:
    """The infractions of a season, or those about a division's teams and games, in the file's order. One query."""
    rows = Infraction.objects.filter(season=season)
    if division is not None:
        of_game = Q(game__home__division=division) | Q(game__away__division=division)
        rows = rows.filter(of_game | Q(game__division=division) | Q(team__division=division))
    related = rows.select_related("person", "team", "game").order_by("position", "pk")
    return tuple(
        core.Infraction(row.key, row.date, row.offence, _key(row.person), _key(row.team), _key(row.game))
        for row in related
    )


def _key(row: Any) -> str | None:
    return row.key if row is not None else None
