"""Decides what is read of the conditions that directors set: who is under special ones, on which days."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import Q, QuerySet

from discipline.models import Condition, ConditionKind
from league.core import facts as core
from league.models import Season

SpecialDays = tuple[Mapping[str, list[core.Span]], Mapping[str, list[core.Span]]]


def special_days(season: Season, people: Collection[int]) -> SpecialDays:
    """Days under special conditions by person and by team, as a director set them. One query."""
    found = Condition.objects.filter(season=season, kind=ConditionKind.SPECIAL_CONDITIONS)
    found = found.filter(Q(person__in=people) | Q(team__isnull=False)).select_related("person", "team")
    by_person: dict[str, list[core.Span]] = defaultdict(list)
    by_team: dict[str, list[core.Span]] = defaultdict(list)
    for row in found.order_by("starts", "pk"):
        if row.person is not None:
            by_person[row.person.key].append((row.starts, row.ends))
        elif row.team is not None:
            by_team[row.team.key].append((row.starts, row.ends))
    return by_person, by_team


def conditions(season: Season) -> QuerySet[Condition]:
    """The season's conditions, the newest first, with whom they are for."""
    return Condition.objects.filter(season=season).select_related("person", "team", "set_by", "lifted_by")
