"""Decides how money is recorded by hand: payments, credits, write-offs, money paid back, and reversals."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.core.book_payments import Payments
from league.core.findings import Finding
from league.core.ledger import open_charges
from league.models import Checkout, EntryKind, LedgerEntry, Payment, Person, RosterSpot, Season, User, new_key
from league.queries.clock import today
from league.queries.ledger import entry_of
from league.queries.rulebooks import book_for
from league.services import audit, recompute
from league.services.editing import constraint_of
from league.services.errors import Refused
from league.services.ledger import owner, request_posting, reversal_of, standing_entries
from league.services.locking import lock

MOST = 100_000_000
"""Cents; more is a slip of the finger."""

Sentenced = Callable[[Season, Person], Collection[str]]
"""Gives the clauses under which somebody was suspended in a season."""

_sentenced: list[Sentenced] = []


def ask_sentences(provider: Sentenced) -> None:
    """Have `provider` asked under which clauses somebody is suspended. Apps call this once, when they start."""
    if provider not in _sentenced:
        _sentenced.append(provider)


@dataclass(frozen=True, slots=True)
class Told:
    """What every entry by hand tells: whose account ("team:7"), how much, for what, when, by whom."""

    season: Season
    account: str
    cents: int
    date: dt.date
    by: User | None
    purpose: str = ""
    reference: str = ""
    reason: str = ""
    token: str | None = None


@transaction.atomic
def record_payment(*, told: Told, method: str, checkout: Checkout | None = None) -> LedgerEntry:
    """Record money that came in, `told.cents` of it; sent twice with one token it is recorded once.

    `checkout` is the visit to the card provider's page where the money came from.

    Side effects: the ledger's entry, the payment of the season file (an association's has none there), a
    posting and what it may free asked for, an audit entry. Raises Refused for a method that the rule book
    doesn't take (8-1.b and 8-1.c of the Alberta book) and for what can't be an amount.
    """
    season = lock(Season.objects.select_related("league"), told.season.pk)
    if (again := _same(told)) is not None:
        return again
    rules = book_for(season, today(season)).get(Payments)
    findings = _amount_findings(told.cents)
    if rules is not None and (clause := rules.refuses(method)):
        taken = ", ".join(rules.methods) or _("another method")
        message = _("the rule book doesn't take %(method)s") % {"method": method.replace("-", " ")}
        findings.append(
            Finding("method", message, where="method", clause=clause, remedy=_("take %(taken)s") % {"taken": taken})
        )
    if findings:
        raise Refused(findings)
    key = ""
    if not told.account.startswith("association:"):
        payment = Payment.objects.create(
            key=new_key(),
            season=season,
            amount_cents=told.cents,
            currency=currency_of(season),
            date=told.date,
            purpose=told.purpose or None,
            **owner(told.account),
        )
        key = f"payment:{payment.key}"
    return _enter(told, season, EntryKind.PAYMENT, -told.cents, key=key, method=method, checkout=checkout)


@transaction.atomic
def enter(*, told: Told, kind: str, due: dt.date | None = None, clauses: Collection[str] = ()) -> LedgerEntry:
    """Enter a charge, a bond or a credit that no ruling gives, with the reason for it.

    Side effects: the entry, an audit entry, a posting asked for. Raises Refused without a reason or an amount.
    """
    season = lock(Season.objects.select_related("league"), told.season.pk)
    if (again := _same(told)) is not None:
        return again
    findings = [*_amount_findings(told.cents), *_reason_findings(told.reason)]
    if kind not in (EntryKind.CHARGE, EntryKind.BOND, EntryKind.CREDIT):
        findings.append(Finding("kind", _("this is no entry that is made by hand"), where="kind"))
    if findings:
        raise Refused(findings)
    sign = -1 if kind == EntryKind.CREDIT else 1
    return _enter(told, season, kind, sign * told.cents, due=due, clauses=list(clauses), charge_kind=str(kind))


@transaction.atomic
def write_off(*, entry: LedgerEntry, reason: str, by: User, token: str | None = None) -> LedgerEntry:
    """Give up what is open of a charge. Side effects and errors as those of `enter`; refused where nothing is open."""
    season = lock(Season.objects.select_related("league"), entry.season_id)
    open_ = open_charges([entry_of(row) for row in standing_entries(season)])
    left = next((item.cents for item in open_ if item.entry.id == entry.pk), 0)
    findings = _reason_findings(reason)
    if left <= 0:
        findings.append(Finding("nothing-open", _("nothing of this is open"), where="entry"))
    if findings:
        raise Refused(findings)
    told = Told(season, entry.account_key, left, today(season), by, purpose=entry.purpose, reason=reason, token=token)
    return _enter(told, season, EntryKind.WRITE_OFF, -left, clauses=entry.clauses, charge_kind=entry.charge_kind)


@transaction.atomic
def pay_back(*, payment: LedgerEntry, cents: int, reason: str, by: User, token: str | None = None) -> LedgerEntry:
    """Pay money back of a payment, at most what the account has in its favour.

    Side effects: the entry, an audit entry. Raises Refused where the rule book keeps it (17 of the MAHA
    book, 8-1.b of the Alberta book), without a reason, for more than there is, and for what came by card.
    """
    season = lock(Season.objects.select_related("league"), payment.season_id)
    findings = [*_amount_findings(cents), *_reason_findings(reason)]
    rows = list(standing_entries(season).filter(**owner(payment.account_key)).select_related("person"))
    if payment.kind != EntryKind.PAYMENT or payment.pk not in {row.pk for row in rows}:
        findings.append(Finding("no-payment", _("there is no such payment to pay back"), where="entry"))
    findings += [*_by_card(payment), *_kept(season, payment, rows)]
    favour = max(0, -sum(row.cents for row in rows))
    barred = [finding for finding in findings if finding.code in ("kept", "by-card")]
    if not barred and cents > min(favour, -payment.cents):
        message = _("the account has %(sum)s in its favour") % {"sum": f"{favour / 100:.2f}"}
        findings.append(
            Finding("too-much", message, where="amount", remedy=_("take back or write off the charge first"))
        )
    if findings:
        raise Refused(findings)
    told = Told(
        season, payment.account_key, cents, today(season), by, purpose=payment.purpose, reason=reason, token=token
    )
    return _enter(told, season, EntryKind.REFUND, cents)


@transaction.atomic
def reverse(*, entry: LedgerEntry, reason: str, by: User) -> LedgerEntry:
    """Take back an entry that was made by hand; both stay in the ledger.

    A payment leaves the season file too. Side effects: the reversal, the payment removed, an audit entry,
    postings asked for. Raises Refused for a charge that the rulings give (what it is for is undone
    instead), for a reversal, for one taken back already, and without a reason.
    """
    season = lock(Season.objects.select_related("league"), entry.season_id)
    return take_back(entry=entry, season=season, reason=reason, by=by, findings=_by_card(entry))


def take_back(
    *, entry: LedgerEntry, season: Season, reason: str, by: User | None, findings: Collection[Finding] = ()
) -> LedgerEntry:
    """Take an entry back in a season that is locked; `reverse` says how, with `findings` that stand against it."""
    findings = [*_reason_findings(reason), *findings]
    if entry.kind == EntryKind.REVERSAL or LedgerEntry.objects.filter(reverses=entry).exists():
        findings.append(Finding("reversed", _("this has been taken back already"), where="entry"))
    elif entry.key.startswith("charge:"):
        remedy = _("undo what it is for, or write it off")
        findings.append(Finding("ruled", _("this follows from the rulings"), where="entry", remedy=remedy))
    if findings:
        raise Refused(findings)
    if entry.key:
        Payment.objects.filter(season=season, key=entry.key.removeprefix("payment:")).delete()
    made = reversal_of(entry, reason.strip(), today(season), by)
    try:
        with transaction.atomic():
            made.save(force_insert=True)
    except IntegrityError as error:
        raise Refused([Finding("reversed", _("this has been taken back already"), where="entry")]) from error
    _ask(season, made)
    _tell("reverse-entry", made, season, by)
    return made


def _by_card(entry: LedgerEntry) -> list[Finding]:
    """What came by card goes back by card: the ledger follows the card provider, and never runs ahead of it."""
    if entry.checkout_id is None:
        return []
    remedy = _("refund it at the card provider; the ledger follows by itself")
    return [Finding("by-card", _("this was paid by card"), where="entry", remedy=remedy)]


def currency_of(season: Season) -> str:
    """The currency of the season's rule book."""
    return book_for(season, today(season)).currency


def _enter(told: Told, season: Season, kind: str, cents: int, **fields: object) -> LedgerEntry:
    entry = LedgerEntry(
        season=season,
        kind=kind,
        cents=cents,
        currency=currency_of(season),
        date=told.date,
        purpose=told.purpose,
        reference=told.reference,
        reason=told.reason.strip(),
        token=told.token,
        created_by=told.by,
        **owner(told.account),
        **fields,
    )
    try:
        with transaction.atomic():
            entry.save(force_insert=True)
    except IntegrityError as error:
        if constraint_of(error) != "league_ledgerentry_token_key":
            raise
        raise Refused(
            [Finding("token", _("this form was sent for something else"), remedy=_("open it again"))]
        ) from error
    _ask(season, entry)
    _tell(f"record-{kind}", entry, season, told.by)
    return entry


def _same(told: Told) -> LedgerEntry | None:
    """What the same form made when it was sent before."""
    return LedgerEntry.objects.filter(token=told.token, season=told.season).first() if told.token else None


def _ask(season: Season, entry: LedgerEntry) -> None:
    """Ask for what an entry may change: charges and shares, and whom unpaid charges keep out."""
    request_posting(season=season)
    teams = {entry.team_id} if entry.team_id else set()
    people = {entry.person_id} if entry.person_id else set()
    # What one owes may keep a whole team off the ice (8-1.b of the Alberta book).
    spots = RosterSpot.objects.filter(team__season=season, person__in=people)
    teams |= set(spots.order_by().values_list("team", flat=True)) if people else set()
    recompute.request(season=season, teams=teams, people=people)


def _tell(action: str, entry: LedgerEntry, season: Season, by: User | None) -> None:
    audit.record(
        action=action,
        target=entry,
        after=audit.snapshot(entry, "kind", "cents", "currency", "date", "purpose", "method", "reference", "reverses"),
        reason=entry.reason,
        actor=by,
        league=season.league,
        season=season,
    )


def _kept(season: Season, payment: LedgerEntry, rows: Collection[LedgerEntry]) -> list[Finding]:
    """By which clauses the rule book keeps what was paid."""
    rules = book_for(season, today(season)).get(Payments)
    if rules is None:
        return []
    kinds = {row.charge_kind for row in rows if row.kind == EntryKind.CHARGE and row.purpose == payment.purpose}
    under: set[str] = set()
    if payment.person is not None:
        under.update(*(provider(season, payment.person) for provider in _sentenced))
    clauses = {kind: clause for kind in sorted(kinds) if (clause := rules.keeps(kind, under))}
    return [
        Finding(
            "kept",
            _("what was paid for this isn't given back (%(kind)s)") % {"kind": kind},
            where="entry",
            clause=clause,
        )
        for kind, clause in clauses.items()
    ]


def _amount_findings(cents: int) -> list[Finding]:
    if 0 < cents <= MOST:
        return []
    return [Finding("amount", _("an amount above zero is needed"), where="amount", remedy=_("such as 50.00"))]


def _reason_findings(reason: str) -> list[Finding]:
    return [] if reason.strip() else [Finding("reason", _("a reason is needed"), where="reason", remedy=_("say why"))]
