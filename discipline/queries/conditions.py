"""Decides what is read of the conditions that directors set, and of the orders by which a suspension rests."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db.models import Q, QuerySet

from discipline.models import Condition, Stay
from discipline.queries.records import key_of
from league.core import facts as core
from league.models import Person, Season


def condition_facts(season: Season) -> tuple[core.Condition, ...]:
    """The season's conditions, those of a file in its order, then those set here as they begin. One query."""
    rows = Condition.objects.filter(season=season).select_related("person", "team")
    return tuple(
        core.Condition(
            row.kind,
            row.starts,
            key_of(row.person),
            key_of(row.team),
            row.ends,
            row.bond_state or None,
            row.bond_on,
            row.bond_cents,
            row.for_good,
            row.reason,
        )
        for row in rows.order_by("position", "starts", "pk")
    )


def stay_facts(season: Season) -> tuple[core.Stay, ...]:
    """The orders by which suspensions rest, in the file's order. One query."""
    rows = Stay.objects.filter(season=season).select_related("person").order_by("position", "pk")
    return tuple(core.Stay(row.on, row.person.key, row.starts, row.ends, row.by) for row in rows)


def conditions(season: Season) -> QuerySet[Condition]:
    """The season's conditions, the newest first, with whom they are for."""
    found = Condition.objects.filter(season=season).select_related("person", "team", "set_by", "lifted_by")
    return found.order_by("-starts", "-pk")


def kept_out_of_hockey(season: Season, people: Collection[int], kinds: Collection[str], day: dt.date) -> set[int]:
    """Those of these people who are under a condition of these kinds on the day. One query."""
    found = Condition.objects.filter(season=season, person__in=people, kind__in=kinds, starts__lte=day)
    found = found.filter(Q(ends__isnull=True) | Q(ends__gte=day))
    return set(Person.objects.filter(conditions__in=found).order_by().values_list("pk", flat=True))
