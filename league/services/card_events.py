"""Decides what the card provider's messages do to the ledger: each payment is in it exactly once, whatever arrives."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.card_payments import ENDED, PAID, Standing, Told, read, split, standing
from league.core.findings import Finding
from league.core.money import amount
from league.models import CardAccount, CardEvent, Checkout, CheckoutState, EntryKind, League, LedgerEntry, Season, User
from league.services import audit
from league.services.errors import Refused
from league.services.locking import lock
from league.services.money import Told as Entered
from league.services.money import record_payment, take_back

_FIELDS = ("kind", "object", "payment", "checkout", "cents", "currency", "status", "at")
_ORDER = {CheckoutState.OPEN: 0, CheckoutState.WAITING: 1}
"""A checkout goes on from these states; what has ended stays ended, unless it is paid after all."""


@transaction.atomic
def take(*, league: League, event: Mapping[str, Any]) -> bool:
    """Take one trusted message of the provider; returns whether it was new and of use.

    Sent again it changes nothing. Messages of a league are taken one after another, and each makes the
    ledger say what everything told of that payment comes to: so they may arrive in any order. A message
    about something that was not begun here is kept and moves nothing.
    Side effects: a CardEvent; entries taken back and made, the checkout's state and flag, audit entries,
    postings and recomputing asked for. Raises ValueError for a message that can't be read.
    """
    told = read(event)
    if told is None:
        return False
    CardAccount.objects.select_for_update().get(league=league)
    name = str(event["id"])
    values = {field: getattr(told, field) for field in _FIELDS}
    _row, new = CardEvent.objects.get_or_create(league=league, event=name, defaults=values)
    checkout = _concerned(league, told)
    if new and checkout is not None:
        _follow(checkout, told)
    return new


def _concerned(league: League, told: Told) -> Checkout | None:
    """The checkout that a message is about: by the name that it bears, else by its payment. Its season is locked."""
    rows = Checkout.objects.filter(season__league=league)
    found = rows.filter(key=told.checkout).first() if told.checkout else None
    if found is None and told.payment:
        found = rows.filter(payment=told.payment).first()
    if found is None:
        return None
    season = lock(Season.objects.select_related("league", "rulebook"), found.season_id)
    found = lock(Checkout.objects.all(), found.pk)
    found.season = season
    return found


def _follow(checkout: Checkout, told: Told) -> None:
    """Bring checkout and ledger up to everything that was told. Side effects as those of `take`."""
    before = audit.snapshot(checkout, "state", "payment", "flag")
    if told.kind == ENDED and checkout.state in _ORDER:
        checkout.state = CheckoutState(told.status)
    if told.kind == PAID and checkout.payment in (None, told.payment):
        checkout.state, checkout.payment = CheckoutState.PAID, told.payment
    flags = []
    if checkout.payment is not None:
        every = _told_of(checkout)
        found = standing(every)
        flags = _differences(checkout, found)
        if not any(finding.code == "currency" for finding in flags):
            flags += _enter(checkout, found, told, min(one.at for one in every if one.kind == PAID))
    if told.kind == PAID and told.payment != checkout.payment:
        flags.append(Finding("paid-twice", _("paid a second time (%(payment)s)") % {"payment": told.payment}))
    flag = "; ".join(finding.message for finding in flags)
    if flag != checkout.flag:
        checkout.flag, checkout.seen_by, checkout.seen_reason = flag, None, ""
    checkout.save()
    after = audit.snapshot(checkout, "state", "payment", "flag")
    if after != before:
        season = checkout.season
        audit.record(
            action="card-payment", target=checkout, before=before, after=after, league=season.league, season=season
        )


def _told_of(checkout: Checkout) -> list[Told]:
    rows = CardEvent.objects.filter(league=checkout.season.league, payment=checkout.payment)
    return [Told(**{field: getattr(row, field) for field in _FIELDS}) for row in rows]


def _differences(checkout: Checkout, found: Standing) -> list[Finding]:
    """Where what came in isn't what was asked for, and what was taken away again."""
    flags = []
    if found.currency != checkout.currency:
        values = {"cents": amount(found.received), "is": found.currency, "asked": checkout.currency}
        flags.append(
            Finding("currency", _("%(cents)s %(is)s came in where %(asked)s was asked for; not entered") % values)
        )
    elif found.received != checkout.cents:
        values = {"is": amount(found.received), "asked": amount(checkout.cents)}
        flags.append(Finding("amount", _("%(is)s came in where %(asked)s was asked for") % values))
    if found.refunded + found.disputed > found.received:
        flags.append(Finding("more-back", _("more went back than came in")))
    if found.disputed:
        flags.append(
            Finding("disputed", _("%(cents)s is disputed by the card holder") % {"cents": amount(found.disputed)})
        )
    return flags


def _enter(checkout: Checkout, found: Standing, told: Told, paid_at: int) -> list[Finding]:
    """Make the ledger's payments of a checkout those that the money is there for; returns what stood against it."""
    day = dt.datetime.fromtimestamp(paid_at, ZoneInfo(checkout.season.timezone)).date()
    wanted = dict(split(found.kept, [(str(purpose), int(cents)) for purpose, cents in checkout.lines]))
    entries = LedgerEntry.objects.filter(checkout=checkout, kind=EntryKind.PAYMENT, reversal__isnull=True)
    for entry in entries.order_by("pk"):
        if wanted.get(entry.purpose) == -entry.cents:
            del wanted[entry.purpose]
        else:
            take_back(entry=entry, season=checkout.season, reason=_why(found, told), by=None)
    try:
        with transaction.atomic():
            for purpose, cents in wanted.items():
                _pay(checkout, purpose, cents, day)
    except Refused as no:
        return [Finding("not-entered", finding.message) for finding in no.findings]
    return []


def _pay(checkout: Checkout, purpose: str, cents: int, day: dt.date) -> None:
    checkout.postings += 1
    entered = Entered(
        season=checkout.season,
        account=checkout.account,
        cents=cents,
        date=day,
        by=checkout.created_by,
        purpose=purpose,
        reference=checkout.payment or "",
        token=f"checkout:{checkout.pk}:{checkout.postings}",
    )
    record_payment(told=entered, method="card", checkout=checkout)


def _why(found: Standing, told: Told) -> str:
    """Why a payment is taken back, in one sentence."""
    reasons = []
    if found.refunded:
        reasons.append(_("%(cents)s was refunded by card") % {"cents": amount(found.refunded)})
    if found.disputed:
        reasons.append(_("%(cents)s is disputed by the card holder") % {"cents": amount(found.disputed)})
    return f"{'; '.join(reasons) or _('The card provider corrected it')} ({told.object})"


@transaction.atomic
def settle_flag(*, checkout: Checkout, reason: str, by: User) -> Checkout:
    """Say that somebody has looked at what doesn't agree about a checkout. Raises Refused without a reason.

    Side effects: the checkout, an audit entry.
    """
    found = lock(Checkout.objects.select_related("season__league"), checkout.pk)
    if not reason.strip():
        raise Refused([Finding("reason", _("A reason is needed"), where="reason", remedy=_("say why"))])
    before = audit.snapshot(found, "flag", "seen_reason")
    found.seen_by, found.seen_reason = by, reason.strip()
    found.save(update_fields=["seen_by", "seen_reason"])
    audit.record(
        action="look-at-card-payment",
        target=found,
        before=before,
        after=audit.snapshot(found, "flag", "seen_reason"),
        reason=reason.strip(),
        actor=by,
        league=found.season.league,
        season=found.season,
    )
    return found


def to_look_at(season: Season) -> Collection[Checkout]:
    """The season's checkouts about which something doesn't agree, and nobody has looked yet. One query."""
    rows = Checkout.objects.filter(season=season, seen_by__isnull=True).exclude(flag="")
    return list(rows.select_related("created_by"))
