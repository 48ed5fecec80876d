"""Decides how a change asks for what follows from it: a request beside the change, a nudge after the commit."""

import logging
from collections.abc import Callable, Iterable

from django.db import connection, transaction

from league.models import RecomputeKind, RecomputeRequest, Season

logger = logging.getLogger(__name__)

_UPSERT = f"""
    INSERT INTO {RecomputeRequest._meta.db_table} AS standing (season_id, kind, target_id)
    SELECT %s, wanted.kind, wanted.target_id FROM unnest(%s::text[], %s::bigint[]) AS wanted (kind, target_id)
    ON CONFLICT (season_id, kind, target_id)
    DO UPDATE SET generation = standing.generation + 1, attempts = 0, claimed_at = NULL
"""

_nudges: list[Callable[[], None]] = []


def on_request(nudge: Callable[[], None]) -> None:
    """Have `nudge` called after every commit that left a request; it wakes a worker.

    It may fail: whatever nobody took is picked up by the sweep.
    """
    if nudge not in _nudges:
        _nudges.append(nudge)


def request(
    *, season: Season, divisions: Iterable[int] = (), teams: Iterable[int] = (), people: Iterable[int] = ()
) -> None:
    """Ask for the snapshots of these divisions, teams and people to be made again.

    Must run in the transaction of the change that makes them necessary. There is one row a target
    however often it is asked for; asking again raises its generation. After the commit a worker is
    nudged. Side effects: rows in RecomputeRequest.
    """
    targets = {
        *((RecomputeKind.DIVISION, pk) for pk in divisions),
        *((RecomputeKind.TEAM, pk) for pk in teams),
        *((RecomputeKind.PERSON, pk) for pk in people),
    }
    if not targets:
        return
    # one statement, in one order everywhere, so that two reports can't wait for each other in a circle
    kinds, ids = zip(*sorted(targets), strict=True)
    with connection.cursor() as cursor:
        cursor.execute(_UPSERT, [season.pk, list(kinds), list(ids)])
    transaction.on_commit(_nudge)


def _nudge() -> None:
    for nudge in _nudges:
        try:
            nudge()
        except Exception:  # the broker may be away: the request stands in the database and the sweep finds it
            logger.warning("no worker could be nudged; the sweep will pick the requests up", exc_info=True)
