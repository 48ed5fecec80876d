"""Decides how what is recorded off the game sheets is read, for discipline and for the tables that it moves."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from discipline.models import Decision, Infraction
from league.core import facts as core
from league.models import Season


def infractions(season: Season, divisions: Collection[int] | None = None) -> tuple[core.Infraction, ...]:
    """The infractions of a season, or those about some divisions' teams and games, in the file's order. One query."""
    rows = Infraction.objects.filter(season=season)
    if divisions is not None:
        of_game = Q(game__home__division__in=divisions) | Q(game__away__division__in=divisions)
        rows = rows.filter(of_game | Q(game__division__in=divisions) | Q(team__division__in=divisions))
    related = rows.select_related("person", "team", "game").order_by("position", "pk")
    return tuple(
        core.Infraction(row.key, row.date, row.offence, key_of(row.person), key_of(row.team), key_of(row.game))
        for row in related
    )


def decisions_on(season: Season, acts: Collection[str]) -> tuple[core.Decision, ...]:
    """What was decided on these incidents, penalties or infractions, in the file's order. One query."""
    return decisions(Decision.objects.filter(season=season, on__in=acts))


def decisions(rows: QuerySet[Decision]) -> tuple[core.Decision, ...]:
    """Decisions as facts, in the file's order. One query."""
    return tuple(
        core.Decision(
            row.on,
            row.date,
            key_of(row.person),
            row.games,
            row.until,
            row.indefinite,
            row.dismissed,
            row.confirmed,
            row.counts_missed,
            row.reason or "",
            row.ground,
        )
        for row in rows.select_related("person").order_by("position", "pk")
    )


def key_of(row: Any) -> str | None:
    """The id in the season file of a record that may be missing."""
    return row.key if row is not None else None
