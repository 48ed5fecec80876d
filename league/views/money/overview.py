"""The league's money at a glance: who owes what, what is overdue and who was reminded, amounts to be set."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from league.forms.money import AmountForm
from league.models import ChargeAmount, Checkout, DunningNotice, Season
from league.permissions import Action
from league.queries.clock import today
from league.queries.ledger import Account, accounts
from league.services.dunning import ask_to_pay
from league.services.errors import Refused
from league.services.ledger import set_amount
from league.services.money import currency_of
from league.tasks import nudge, send_dunning
from league.views.money.accounts import Reach, money_url, trail, with_urls
from league.views.place import PageRequest, page


@page(Action.READ_ACCOUNTS)
def money(request: PageRequest) -> HttpResponseBase:
    """Who owes what: every account that the visitor may read, those that are overdue first. Constant queries."""
    season = request.place.season
    assert season is not None
    found = accounts(Reach(request).entries(), today(season))
    may_keep = request.access.may(Action.KEEP_ACCOUNTS, request.place)
    unset = ChargeAmount.objects.filter(season=season, cents__isnull=True, waiting__gt=0).count() if may_keep else 0
    overdue = sorted((one for one in found if one.overdue), key=lambda one: (one.since or today(season), one.name))
    context = {
        "overdue": with_urls(overdue, season),
        "accounts": with_urls(found, season),
        "owed": sum(one.balance for one in found if one.balance > 0),
        "favour": -sum(one.balance for one in found if one.balance < 0),
        "late": sum(one.overdue for one in found),
        "currency": currency_of(season),
        "unset": unset,
        "cards": _cards(season) if may_keep else None,
        "may_keep": may_keep,
        "may_set": request.access.may(Action.SET_AMOUNTS, request.place),
        "breadcrumbs": [*trail(season)[:-1], (_("Money"), "")],
    }
    return render(request, "league/money/overview.html", context)


def _cards(season: Season) -> dict[str, Any] | None:
    """How many card payments there are, and how many somebody has to look at; None where there are none. One query."""
    unseen = Q(seen_by__isnull=True) & ~Q(flag="")
    found = Checkout.objects.filter(season=season).aggregate(all=Count("pk"), ask=Count("pk", filter=unseen))
    return found if found["all"] else None


@page(Action.KEEP_ACCOUNTS)
@require_http_methods(["GET", "HEAD", "POST"])
def remind(request: PageRequest) -> HttpResponseBase:
    """The dunning list: everybody who is overdue, when they were last reminded; reminders by one button."""
    season = request.place.season
    assert season is not None
    day = today(season)
    found = [one for one in accounts(Reach(request).entries(), day) if one.overdue]
    if request.method == "POST":
        chosen = set(request.POST.getlist("account"))
        asked = ask_to_pay(
            season=season, accounts=[one for one in found if one.key in chosen], day=day, by=request.user
        )
        nudge(send_dunning)
        told = ngettext("%(n)s account is reminded today.", "%(n)s accounts are reminded today.", asked) % {"n": asked}
        messages.success(request, told)
        return redirect(money_url("money_reminders", season))
    context = {
        "lines": _reminded(found, season),
        "day": day,
        "breadcrumbs": trail(season, (_("Overdue"), "")),
    }
    return render(request, "league/money/reminders.html", context)


def _reminded(found: list[Account], season: Any) -> list[dict[str, Any]]:
    """Overdue accounts with their last reminder. One query."""
    last: dict[str, DunningNotice] = {}
    for notice in DunningNotice.objects.filter(season=season).order_by("day", "pk"):
        last[notice.account] = notice
    lines = with_urls(sorted(found, key=lambda one: (one.since, one.name)), season)
    return [line | {"last": last.get(line["account"].key)} for line in lines]


@page(Action.SET_AMOUNTS)
@require_http_methods(["GET", "HEAD", "POST"])
def amounts(request: PageRequest) -> HttpResponseBase:
    """Amounts that the rule book leaves to the league: what waits for them, and each set with a reason."""
    season = request.place.season
    assert season is not None
    rows = list(ChargeAmount.objects.filter(season=season).select_related("set_by"))
    forms = [AmountForm(_sent(request, row), amount=row, prefix=f"amount-{row.pk}") for row in rows]
    for row, form in zip(rows, forms, strict=True):
        if not form.is_bound or not form.is_valid():
            continue
        try:
            values = form.cleaned_data
            set_amount(amount=row, cents=values["amount"], reason=values["reason"], by=request.user, now=timezone.now())
        except Refused as no:
            form.add_error(None, str(no))
            continue
        messages.success(request, _("The amount is set; what waited for it is being charged."))
        return redirect(money_url("money_amounts", season))
    context = {"forms": forms, "breadcrumbs": trail(season, (_("Amounts to be set"), ""))}
    return render(request, "league/money/amounts.html", context)


def _sent(request: PageRequest, row: ChargeAmount) -> Any:
    """What was sent for this row; several forms share the page."""
    return request.POST if request.method == "POST" and request.POST.get("row") == str(row.pk) else None
