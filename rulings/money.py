"""Decides how the charges that the rulings give, and the payments on record, become what a ledger should say."""

from __future__ import annotations

import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from discipline.core.fines import Fines
from discipline.queries import book_on, suspensions
from league.core.book_fees import Fee
from league.core.facts import Payment
from league.core.ledger import Wanted
from league.models import Division, EntryKind, LedgerRequest, Person, Season, Team
from league.queries.clock import today
from league.queries.rulebooks import book_for
from league.rulebook.book import MissingSection
from league.services.ledger import post, standing_entries
from league.services.locking import lock
from rulings.compose import rule_facts
from rulings.queries import whole_facts
from scheduling.core.charges import LEAGUE, SHARE, Charge, charges
from standings.queries import RuledDivision

logger = logging.getLogger(__name__)

LONGEST_WAIT = dt.timedelta(minutes=5)


def wanted_of(
    raised: Sequence[Charge], payments: Iterable[Payment], accounts: Mapping[str, str], currency: str
) -> list[Wanted]:
    """What the ledger should say, from the rulings' charges and the payments on record.

    `accounts` gives the account of a payer or payee ("team:ID") of the facts. A charge's key is its payer,
    payee, cause, kind and clauses, and which of several such it is (by due day): an instalment.
    """
    found = []
    number: dict[tuple[str, ...], int] = defaultdict(int)
    for charge in sorted(raised, key=lambda one: (one.due is None, one.due or dt.date.min)):
        base = (charge.payer, charge.payee, charge.purpose, charge.kind, "+".join(charge.clauses))
        number[base] += 1
        key = "charge:" + "|".join((*base, str(number[base])))
        passed_on = charge.payer == LEAGUE
        account = accounts.get(charge.payee if passed_on else charge.payer)
        if account is None:
            continue
        sign = -1 if passed_on else 1
        found.append(
            Wanted(
                key=key,
                account=account,
                kind=SHARE if passed_on else "charge",
                cents=None if charge.cents is None else sign * charge.cents,
                currency=charge.currency,
                purpose=charge.purpose,
                due=charge.due,
                charge_kind=charge.kind,
                clauses=charge.clauses,
                why=charge.why,
            )
        )
    for payment in payments:
        account = accounts.get(payment.payer)
        if account is None or not payment.cents:
            continue
        found.append(
            Wanted(
                key=f"payment:{payment.id}",
                account=account,
                kind="payment" if payment.cents > 0 else "charge",
                cents=-payment.cents,
                currency=currency,
                purpose=payment.purpose,
                charge_kind="" if payment.cents > 0 else "paid-back",
                date=payment.date if payment.date != dt.date.min else None,
            )
        )
    return found


def accounts_of(season: Season) -> Mapping[str, str]:
    """The accounts of everybody whom the facts may name. Two queries."""
    teams = Team.objects.filter(season=season).order_by().values_list("key", "pk")
    people = Person.objects.filter(league=season.league_id, seasons__season=season).order_by().values_list("key", "pk")
    return {f"team:{key}": f"team:{pk}" for key, pk in teams} | {f"person:{key}": f"person:{pk}" for key, pk in people}


def suspended_under(season: Season, person: Person) -> set[str]:
    """The clauses under which somebody is or was suspended in the season. One query."""
    rows = suspensions(season).filter(person=person).exclude(status="dismissed")
    return {clause for row in rows for clause in row.data.get("clauses", ())}


def games_cost_otherwise(division: Division, ruled: RuledDivision) -> bool:
    """Whether the ledger says anything else about the games of a division than its rulings. One query.

    Most reports change nothing of what anybody owes: then the season's charges needn't be looked at.
    An amount that the book leaves open is looked at every time.
    """
    raised = charges(ruled.facts, ruled.book, ruled.results, ())
    due = {(charge.purpose, charge.kind, charge.cents) for charge in raised}
    posted = standing_entries(division.season).filter(game__division=division, kind=EntryKind.CHARGE)
    games = {game.id for game in ruled.facts.games}
    said = posted.exclude(key="").order_by().values_list("purpose", "charge_kind", "cents")
    return due != {entry for entry in said if entry[0] in games}


def people_may_owe(season: Season) -> bool:
    """Whether the season's book makes anybody pay for what people do or are: fines, fees."""
    book = book_for(season, today(season))
    return book.get(Fines) is not None or bool(book.all(Fee))


@transaction.atomic
def post_season(*, season: Season) -> None:
    """Bring the season's ledger up to what its rulings say today. Constant queries, bounded by the season.

    Keeps the season to itself before it reads anything: what somebody records meanwhile isn't posted twice.

    Side effects: those of `league.services.ledger.post`.
    """
    season = lock(Season.objects.select_related("league", "rulebook"), season.pk)
    day = today(season)
    facts, book = whole_facts(season), book_for(season, day)
    try:
        raised = rule_facts(facts, book, day, book_on(season)).charges
    except MissingSection:  # a book that can't rule on these facts yet charges nothing
        raised = ()
    post(season=season, wanted=wanted_of(raised, facts.payments, accounts_of(season), book.currency), day=day)


def post_requested() -> int:
    """Work off the requests for posting; returns how many seasons were brought up to date.

    Safe to run twice, in several workers at once, and to be killed at any line: the requests go in the
    transaction that posts, and one worker at a time is at a season's ledger. What fails is tried again later.
    """
    now, done = timezone.now(), 0
    waiting = LedgerRequest.objects.filter(not_before__lte=now).order_by().values_list("season", flat=True)
    for pk in sorted(set(waiting)):
        season = Season.objects.select_related("league", "rulebook").get(pk=pk)
        try:
            with transaction.atomic():
                seen = list(LedgerRequest.objects.filter(season=season).values_list("pk", flat=True))
                if seen:
                    post_season(season=season)
                    LedgerRequest.objects.filter(pk__in=seen).delete()
                    done += 1
        except Exception as error:
            logger.exception("posting failed", extra={"season": pk})
            _put_off(season, error, now)
    return done


def _put_off(season: Season, error: Exception, now: dt.datetime) -> None:
    rows = LedgerRequest.objects.filter(season=season)
    attempts = max(rows.values_list("attempts", flat=True), default=0)
    wait = min(LONGEST_WAIT, dt.timedelta(seconds=2 ** min(attempts, 10)))
    rows.update(attempts=F("attempts") + 1, not_before=now + wait, last_error=f"{type(error).__name__}: {error}"[:2000])
