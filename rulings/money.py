"""Decides how the charges that the rulings give, and the payments on record, become what a ledger should say."""

from __future__ import annotations

import datetime as dt
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from discipline.core.fines import FINE
from discipline.queries import book_on, suspensions
from league.core.charges import Raised
from league.core.facts import Payment
from league.core.ledger import Wanted
from league.models import ChargeAmount, Division, EntryKind, LedgerRequest, Person, RosterSpot, Season, Team
from league.queries.clock import today
from league.queries.rulebooks import book_for
from league.rulebook.book import MissingSection
from league.services.ledger import Within, post, standing_entries
from league.services.locking import lock
from rulings.compose import rule_facts
from rulings.queries import whole_facts
from scheduling.core.charges import LEAGUE, SHARE, Charge, charges
from scheduling.core.fee_book import GameCharge
from standings.queries import RuledDivision, rule_division

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


def games_cost_otherwise(season: Season, ruled: Mapping[int, RuledDivision]) -> list[int]:
    """The ids of those of a season's divisions about whose games the ledger says otherwise than its rulings. One query.

    Most reports change nothing of what anybody owes: then the division's charges needn't be looked at.
    An amount that the book leaves open is looked at every time.
    """
    posted = standing_entries(season).filter(game__division__in=ruled, kind=EntryKind.CHARGE).exclude(key="")
    said = defaultdict(set)
    for division, *entry in posted.order_by().values_list("game__division", "purpose", "charge_kind", "cents", "due"):
        said[division].add(tuple(entry))
    return [division for division, found in ruled.items() if _due(found) != _about(said[division], found)]


def _due(ruled: RuledDivision) -> set[tuple[Any, ...]]:
    raised = charges(ruled.facts, ruled.book, ruled.results, ())
    return {(charge.purpose, charge.kind, charge.cents, charge.due) for charge in raised if charge.payer != LEAGUE}


def _about(entries: Iterable[tuple[Any, ...]], ruled: RuledDivision) -> set[tuple[Any, ...]]:
    """Those of the entries whose purpose is one of the division's games."""
    games = {game.id for game in ruled.facts.games}
    return {entry for entry in entries if entry[0] in games}


def people_owe_otherwise(
    season: Season, raised: Iterable[Raised], people: Collection[int], asked: Collection[int]
) -> bool:
    """Whether the ledger says anything else of what people owe than `raised`, which rulings on them gave. Two queries.

    `asked` are the ids of teams that were ruled on themselves.

    Where it says the same, nothing is to be posted. Of a team's fines the rulings on some of its people show
    only a part: then it may say "otherwise" once too often, and never once too seldom.
    """
    rows = Person.objects.filter(pk__in=people).order_by().values_list("key", flat=True)
    payers = {f"person:{key}" for key in rows}
    due: set[tuple[object, ...]] = set()
    teams: set[str] = set()
    for charge in (item.charge for item in raised):
        kind, _colon, key = charge.payer.partition(":")
        if kind == "team":
            teams.add(key)
        elif charge.payer not in payers:
            continue
        due.add((charge.payer, charge.purpose, charge.kind, charge.cents, charge.due))
    spots = RosterSpot.objects.filter(team__season=season, person__in=people).values("team")
    own = Q(person__in=people) | Q(team__key__in=teams) | Q(team__in=spots) | Q(team__in=asked)
    posted = standing_entries(season).filter(own, key__startswith="charge:", kind=EntryKind.CHARGE, game=None)
    columns = ("person__key", "team__key", "purpose", "charge_kind", "cents", "due")
    said = set()
    for person, team, *rest in posted.order_by().values_list(*columns):
        if person is not None or rest[1] == FINE:
            said.add((f"person:{person}" if person is not None else f"team:{team}", *rest))
    return due != said


@transaction.atomic
def post_division(*, division: Division) -> bool:
    """Bring the ledger up to what a division's games cost today; returns whether that could be done by itself.

    Work and queries are bounded by the division. Where an amount is still to be set, or the ledger has other
    charges for the same causes, only the season as a whole is exact, and nothing is done. The result is that of
    `post_season` for these charges. Side effects: those of `league.services.ledger.post`.
    """
    season = lock(Season.objects.select_related("league", "rulebook"), division.season_id)
    division.season = season
    day = today(season)
    try:
        ruled = rule_division(division, day)
    except MissingSection:
        return False
    own = charges(ruled.facts, ruled.book, ruled.results, ())
    kinds = frozenset({SHARE, *(rule.cause for rule in ruled.book.all(GameCharge))})
    within = Within(kinds, frozenset(game.id for game in ruled.facts.games))
    others = standing_entries(season).filter(key__startswith="charge:", purpose__in=within.purposes)
    unset = ChargeAmount.objects.filter(season=season).exists()
    if unset or any(charge.cents is None for charge in own) or others.exclude(charge_kind__in=kinds).exists():
        return False
    post(
        season=season,
        wanted=wanted_of(own, (), accounts_of(season), ruled.book.currency),
        day=day,
        within=within,
    )
    return True


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
                seen = list(LedgerRequest.objects.filter(season=season).select_related("division"))
                if seen:
                    _post(season, {request.division for request in seen})
                    LedgerRequest.objects.filter(pk__in=[request.pk for request in seen]).delete()
                    done += 1
        except Exception as error:
            logger.exception("posting failed", extra={"season": pk})
            _put_off(season, error, now)
    return done


def _post(season: Season, wanted: Collection[Division | None]) -> None:
    """Post what was asked for: divisions by themselves where that is exact, else the season."""
    divisions = sorted((one for one in wanted if one is not None), key=lambda division: division.pk)
    if None in wanted or not all(post_division(division=division) for division in divisions):
        post_season(season=season)


def _put_off(season: Season, error: Exception, now: dt.datetime) -> None:
    rows = LedgerRequest.objects.filter(season=season)
    attempts = max(rows.values_list("attempts", flat=True), default=0)
    wait = min(LONGEST_WAIT, dt.timedelta(seconds=2 ** min(attempts, 10)))
    rows.update(attempts=F("attempts") + 1, not_before=now + wait, last_error=f"{type(error).__name__}: {error}"[:2000])
