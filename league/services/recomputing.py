"""Decides how work that failed is tried again when a person asks for it."""

from __future__ import annotations

from django.db import transaction

from league.models import RecomputeKind, RecomputeRequest, Season, User
from league.services import audit, recompute


@transaction.atomic
def try_again(*, season: Season, by: User) -> int:
    """Ask anew for everything of the season that could not be worked out; returns how much that is.

    Side effects: the requests are due at once, an audit entry.
    """
    failed = RecomputeRequest.objects.filter(season=season, attempts__gt=0).order_by("pk")
    asked = [(row.kind, row.target_id) for row in failed]
    if not asked:
        return 0
    of_kind = {kind: [pk for one, pk in asked if one == kind] for kind in RecomputeKind}
    recompute.request(
        season=season,
        divisions=of_kind[RecomputeKind.DIVISION],
        teams=of_kind[RecomputeKind.TEAM],
        people=of_kind[RecomputeKind.PERSON],
    )
    audit.record(
        action="try-again",
        target=season,
        after={"targets": [f"{kind} {pk}" for kind, pk in asked]},
        actor=by,
        league=season.league,
        season=season,
    )
    return len(asked)
