"""Decides how what follows from a change is worked out: requests claimed, ruled on and removed in one transaction."""

import datetime as dt
import logging
from collections.abc import Collection, Iterable

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from discipline import services as discipline
from league.core import results
from league.models import Division, RecomputeKind, RecomputeRequest, Season
from league.queries.clock import today
from league.services.ledger import request_posting
from rulings.money import games_cost_otherwise, people_owe_otherwise, post_requested
from standings.bracket_games import fill_in
from standings.queries import rule_divisions
from standings.services import store_snapshot

logger = logging.getLogger(__name__)

PEOPLE_AT_ONCE = 200
DIVISIONS_AT_ONCE = 10  # whoever reports a game of one of them waits for all
LONGEST_WAIT = 300  # seconds until a request that failed is tried again, at most

_CLAIM = f"""
    SELECT id FROM {RecomputeRequest._meta.db_table}
    WHERE claimed_at IS NULL OR claimed_at < %(now)s - make_interval(secs => least(power(2, attempts), %(longest)s))
    ORDER BY attempts, requested_at, id
    LIMIT 1 FOR UPDATE SKIP LOCKED
"""


def recompute_pending(*, limit: int = 1000) -> int:
    """Work off requests until none is left or `limit` were; returns how many were.

    Safe to run twice, in several workers at once, and to be killed at any line: a request is
    removed in the transaction that writes its snapshot, and whoever holds one keeps others off it.
    What they change may change who owes what: in the end the ledgers are brought up to date.
    """
    done = 0
    while done < limit and (worked := recompute_next()):
        done += worked
    post_requested()
    return done


def recompute_next() -> int:
    """Claim the oldest request that nobody holds, with others that go with it, and work it off.

    Returns how many requests that were, 0 when there is none. A request that fails stays, with its
    error, and waits longer each time.
    """
    claimed: list[RecomputeRequest] = []
    try:
        with transaction.atomic():
            claimed = _claim()
            if claimed:
                _work_off(claimed)
                RecomputeRequest.objects.filter(pk__in=[request.pk for request in claimed]).delete()
    except Exception as error:
        if not claimed:
            raise
        logger.exception("recompute failed", extra={"targets": [str(request) for request in claimed]})
        _put_off(claimed, error)
    return len(claimed)


def _claim() -> list[RecomputeRequest]:
    """The next request, and further ones of its season that are worked off with it; all locked."""
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, {"now": timezone.now(), "longest": LONGEST_WAIT})
        row = cursor.fetchone()
    if row is None:
        return []
    found = RecomputeRequest.objects.select_related("season__league", "season__rulebook")
    first = found.defer("season__rulebook__text").get(pk=row[0])
    if first.attempts:
        return [first]  # one that failed is tried alone, so that it can't hold up others
    kinds, at_once = _TOGETHER[RecomputeKind(first.kind)]
    others = RecomputeRequest.objects.select_for_update(skip_locked=True).filter(
        season=first.season_id, kind__in=kinds, attempts=0
    )
    return [first, *others.exclude(pk=first.pk)[: at_once - 1]]


_PEOPLE = ((RecomputeKind.TEAM, RecomputeKind.PERSON), PEOPLE_AT_ONCE)
_TOGETHER = {
    RecomputeKind.DIVISION: ((RecomputeKind.DIVISION,), DIVISIONS_AT_ONCE),
    RecomputeKind.TEAM: _PEOPLE,
    RecomputeKind.PERSON: _PEOPLE,
}
"""Which kinds of requests are worked off together, and how many at most."""


def _work_off(claimed: list[RecomputeRequest]) -> None:
    season = claimed[0].season
    asked = {kind: {one.target_id for one in claimed if one.kind == kind} for kind in RecomputeKind}
    if divisions := asked[RecomputeKind.DIVISION]:
        recompute_divisions(season=season, divisions=divisions)
    people, teams = asked[RecomputeKind.PERSON], asked[RecomputeKind.TEAM]
    if people or teams:
        ruled = discipline.recompute_people(season=season, people=people, teams=teams, as_of=today(season))
        if people_owe_otherwise(season, ruled.owed, ruled.people, ruled.teams):
            request_posting(season=season)


def _put_off(claimed: Iterable[RecomputeRequest], error: Exception) -> None:
    RecomputeRequest.objects.filter(pk__in=[request.pk for request in claimed]).update(
        attempts=F("attempts") + 1, claimed_at=timezone.now(), last_error=f"{type(error).__name__}: {error}"[:2000]
    )


@transaction.atomic
def recompute_divisions(*, season: Season, divisions: Collection[int], as_of: dt.date | None = None) -> None:
    """Make the tables of these divisions again, from all of their facts known by `as_of` (default: today there).

    Side effects: the StandingsSnapshot of each; the reviews that its refused games open; a request to
    post the season's charges, where the ledger doesn't say what its games cost; the games that the brackets of
    its playoffs now need. A division that is gone is passed over.
    """
    found = list(Division.objects.filter(season=season, pk__in=divisions).order_by("pk"))
    if not found:
        return
    now = timezone.now()
    rulings = dict(zip(found, rule_divisions(season, found, as_of or today(season)), strict=True))
    for division, ruled in rulings.items():
        division.season = season
        store_snapshot(division=division, ruled=ruled, made_at=now)
    reviews = [item for ruled in rulings.values() for item in results.refusal_reviews(ruled.results, ruled.book)]
    discipline.store_team_reviews(season=season, divisions=found, reviews=reviews)
    otherwise = games_cost_otherwise(season, {division.pk: ruled for division, ruled in rulings.items()})
    for division in found:
        if division.pk in otherwise:
            request_posting(season=season, division=division)
    for division, ruled in rulings.items():
        fill_in(division=division, ruled=ruled, now=now)  # last: it may write to the audit trail


@transaction.atomic
def request_everything(*, season: Season) -> None:
    """Ask for every snapshot of a season again, as after an import or a change of its rule book.

    Side effects: one request for each division, each person with a discipline record and each team that itself has
    to answer for something, one for the ledger.
    """
    from league.services import recompute

    request_posting(season=season)
    recompute.request(
        season=season,
        divisions=Division.objects.filter(season=season).values_list("pk", flat=True),
        people=discipline.people_with_records(season=season),
        teams=discipline.team_matters(season),
    )
