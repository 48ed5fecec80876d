"""Decides how requests to move games are read as facts."""

from typing import Any

from league.core import facts as core
from league.models import Season
from scheduling.models import RescheduleRequest


def scheduling_facts(season: Season) -> dict[str, Any]:
    """The season's requests, by name of the facts' list. Three queries."""
    requests = RescheduleRequest.objects.filter(season=season).select_related("game", "by").order_by("position", "pk")
    return {"requests": tuple(request_facts(row) for row in requests.prefetch_related("agreements__team"))}


def request_facts(row: RescheduleRequest) -> core.RescheduleRequest:
    """A request as a fact; its game, team and agreements are loaded, or asked for."""
    return core.RescheduleRequest(
        id=row.key,
        game=row.game.key,
        by=row.by.key,
        received=row.received,
        new_start=row.new_start,
        reason=row.reason,
        agreed=tuple(agreement.team.key for agreement in row.agreements.all()),
        decision=row.decision,
    )
