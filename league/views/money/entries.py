"""Recording money by hand, and one entry's own page: its receipt, what takes it back, what pays or gives it up."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.book_payments import Payments
from league.core.ledger import OWED, open_charges
from league.core.money import amount
from league.forms.fields import add_findings
from league.forms.money import CorrectionForm, RecordForm
from league.models import EntryKind, LedgerEntry, Method, Season
from league.permissions import Action
from league.queries.clock import today
from league.queries.ledger import entry_of
from league.queries.rulebooks import book_for
from league.services import money
from league.services.errors import Refused
from league.services.ledger import standing_entries
from league.views.money.accounts import Reach, all_accounts, money_url, pay_url, trail, url_of
from league.views.money.files import receipt_pdf
from league.views.money.statements import what_of
from league.views.place import PageRequest, page


@page(Action.KEEP_ACCOUNTS)
@require_http_methods(["GET", "HEAD", "POST"])
def record(request: PageRequest) -> HttpResponseBase:
    """Record a payment, a charge, a bond or a credit. `?account=team:7` and `?for=` choose whose and what for."""
    season = request.place.season
    assert season is not None
    asked = {"account": request.GET.get("account", ""), "purpose": request.GET.get("for", "")}
    account = request.POST.get("account") or asked["account"]
    initial = asked | {"date": today(season), "token": secrets.token_hex(16), "amount": request.GET.get("amount", "")}
    form = RecordForm(
        request.POST if request.method == "POST" else None,
        initial=initial,
        accounts=all_accounts(season),
        purposes=_open_of(season, account),
        methods=_methods(season),
    )
    if request.method == "POST" and form.is_valid() and _record(request, season, form):
        messages.success(request, _("Recorded."))
        return redirect(url_of(form.cleaned_data["account"], season))
    context = {"form": form, "breadcrumbs": trail(season, (_("Record money"), ""))}
    return render(request, "league/money/record.html", context)


def _record(request: PageRequest, season: Season, form: RecordForm) -> bool:
    values = form.cleaned_data
    told = money.Told(
        season=season,
        account=values["account"],
        cents=values["amount"],
        date=values["date"],
        by=request.user,
        purpose=values["purpose"],
        reference=values["reference"],
        reason=values["reason"],
        token=values["token"] or None,
    )
    try:
        if values["kind"] == EntryKind.PAYMENT:
            money.record_payment(told=told, method=values["method"])
        else:
            money.enter(told=told, kind=values["kind"], due=values["due"], clauses=values["clauses"])
    except Refused as no:
        add_findings(form, no.findings)
        return False
    return True


def _open_of(season: Season, account: str) -> list[tuple[str, str]]:
    """What an account may pay for: its open charges. One query."""
    if account.partition(":")[0] not in ("team", "association", "person") or not account.partition(":")[2].isdecimal():
        return []
    rows = {row.pk: row for row in standing_entries(season).select_related("game__home", "game__away")}
    found = open_charges([entry_of(row) for row in rows.values()])
    own = [item for item in found if item.cents and item.entry.account == account and item.entry.purpose]
    purposes = dict.fromkeys(item.entry.purpose for item in own)
    choices = []
    for purpose in purposes:
        items = [item for item in own if item.entry.purpose == purpose]
        what = ", ".join(dict.fromkeys(what_of(rows[item.entry.id]) for item in items))
        choices.append((purpose, f"{what} ({amount(sum(item.cents for item in items))})"))
    return choices


def _methods(season: Season) -> list[tuple[str, Any]]:
    """The methods that the season's book takes."""
    rules = book_for(season, today(season)).get(Payments)
    return [(value, label) for value, label in Method.choices if rules is None or rules.refuses(value) is None]


@page(Action.READ_ACCOUNTS)
@require_http_methods(["GET", "HEAD", "POST"])
def entry(request: PageRequest, entry: int) -> HttpResponseBase:
    """One entry; `?as=pdf` gives a payment's receipt. Corrections are for who keeps the accounts."""
    season = request.place.season
    assert season is not None
    rows = LedgerEntry.objects.select_related(
        "team", "association", "person", "reversal", "reverses", "created_by", "game__home", "game__away"
    )
    found = rows.filter(season=season, pk=entry).first()
    if found is None or not Reach(request).may(found.account_key):
        raise Http404(_("There is no such page."))
    if request.GET.get("as") == "pdf" and found.kind == EntryKind.PAYMENT:
        return receipt_pdf(found, season)
    may_keep = request.access.may(Action.KEEP_ACCOUNTS, request.place)
    if request.method == "POST":
        request.access.require(Action.KEEP_ACCOUNTS, request.place)
    left = _left_of(season, found)
    form = CorrectionForm(request.POST if request.method == "POST" else None, steps=_steps(found, left))
    if request.method == "POST" and form.is_valid() and _correct(request, found, form):
        messages.success(request, _("Done. Both entries stay in the ledger."))
        return redirect(url_of(found.account_key, season))
    card_url = pay_url(request, season, found.account_key) if left else ""
    context = {
        "entry": found,
        "what": what_of(found),
        "left": left,
        "account_url": url_of(found.account_key, season),
        "pay_url": f"{money_url('money_record', season)}?account={found.account_key}&for={found.purpose}",
        "card_url": f"{card_url}&entry={found.pk}" if card_url else "",
        "form": form if may_keep and _steps(found, left) else None,
        "may_keep": may_keep,
        "breadcrumbs": trail(season, (str(found.account), url_of(found.account_key, season)), (what_of(found), "")),
    }
    return render(request, "league/money/entry.html", context)


def _left_of(season: Season, found: LedgerEntry) -> int:
    """What is open of a charge, in cents."""
    if found.kind not in OWED:
        return 0
    open_ = open_charges([entry_of(row) for row in standing_entries(season)])
    return next((item.cents for item in open_ if item.entry.id == found.pk), 0)


def _steps(found: LedgerEntry, left: int) -> list[tuple[str, str]]:
    """What can be done about an entry."""
    if found.kind == EntryKind.REVERSAL or hasattr(found, "reversal"):
        return []
    if found.checkout_id is not None:  # it follows the card provider
        return []
    steps = [("reverse", _("Take it back: it was entered by mistake"))] if not found.key.startswith("charge:") else []
    if left:
        steps.append(("write-off", _("Write off what is open")))
    if found.kind == EntryKind.PAYMENT:
        steps.append(("pay-back", _("Pay money back")))
    return steps


def _correct(request: PageRequest, found: LedgerEntry, form: CorrectionForm) -> bool:
    values = form.cleaned_data
    try:
        match values["step"]:
            case "reverse":
                money.reverse(entry=found, reason=values["reason"], by=request.user)
            case "write-off":
                money.write_off(entry=found, reason=values["reason"], by=request.user)
            case _:
                money.pay_back(payment=found, cents=values["amount"] or 0, reason=values["reason"], by=request.user)
    except Refused as no:
        add_findings(form, no.findings)
        return False
    return True
