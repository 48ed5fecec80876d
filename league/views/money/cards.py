"""Paying by card: choose what to pay, go to the card provider, come back; its messages; what doesn't agree."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.csp import csp_override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.core.findings import Finding
from league.face import live
from league.models import CardAccount, Checkout, CheckoutState, EntryKind, LedgerEntry, Season
from league.permissions import Action
from league.services import card_events
from league.services.card_provider import Untrusted, trusted
from league.services.checkouts import account_of, begin, payable
from league.services.errors import Refused
from league.services.mail import absolute
from league.views.money.accounts import Reach, money_url, names_of, trail, url_of
from league.views.money.statements import what_of
from league.views.place import PageRequest, page


@page(Action.PAY_BY_CARD)
@require_http_methods(["GET", "HEAD", "POST"])
def pay(request: PageRequest) -> HttpResponseBase:
    """What is open of an account (`?account=team:7`), to be chosen; one button leads to the card provider's page.

    `?entry=5` chooses one charge beforehand.
    """
    season, account = request.place.season, request.GET.get("account", "")
    assert season is not None
    if not _may(request, account) or account_of(season) is None:
        raise Http404(_("There is no such page."))
    open_ = payable(season, account)
    chosen = _chosen(request, [row.pk for _item, row in open_])
    findings: tuple[Finding, ...] = ()
    if request.method == "POST":
        try:
            made = _begin(request, season, account, chosen)
        except Refused as no:
            findings = no.findings
        else:
            return redirect(made.url)
    name = names_of(season, [account])[account]
    context = {
        "name": name,
        "findings": findings,
        "lines": [
            {"row": row, "cents": item.cents, "what": what_of(row), "chosen": row.pk in chosen} for item, row in open_
        ],
        "currency": open_[0][1].currency if open_ else "",
        "token": secrets.token_hex(16) if findings or request.method != "POST" else request.POST.get("token", ""),
        "back": url_of(account, season),
        "breadcrumbs": trail(season, (name, url_of(account, season)), (_("Pay by card"), "")),
    }
    answer = render(request, "league/money/pay.html", context)
    policy = {**settings.SECURE_CSP, "form-action": [CSP.SELF, settings.STRIPE_PAGES]}
    return csp_override(policy)(lambda _request: answer)(request)


def _chosen(request: PageRequest, open_: list[int]) -> set[int]:
    """The entries that are to be paid: those ticked, the one of the address, or all."""
    if request.method == "POST":
        asked = request.POST.getlist("entry")
    else:
        asked = request.GET.getlist("entry") or [str(pk) for pk in open_]
    return {pk for pk in open_ if str(pk) in asked}


def _begin(request: PageRequest, season: Season, account: str, chosen: set[int]) -> Checkout:
    token = request.POST.get("token", "")
    if not 16 <= len(token) <= 64 or not token.isalnum():
        raise Refused([Finding("token", _("this form was sent for something else"), remedy=_("open it again"))])

    def addresses(checkout: Checkout) -> dict[str, str]:
        return {
            "success": absolute(money_url("money_card", season, checkout=checkout.pk)),
            "cancel": absolute(f"{money_url('money_pay', season)}?account={account}"),
        }

    def called(row: LedgerEntry) -> str:
        clauses = f" ({', '.join(row.clauses)})" if row.clauses else ""
        return f"{season.league.name} {season.name}: {what_of(row)}{clauses}"[:250]

    return begin(
        season=season,
        account=account,
        chosen=chosen,
        called=called,
        by=request.user,
        token=token,
        addresses=addresses,
    )


def _may(request: PageRequest, account: str) -> bool:
    kind, _colon, pk = account.partition(":")
    known = kind in ("team", "association", "person") and pk.isascii() and pk.isdecimal() and len(pk) < 18
    return known and Reach(request).may(account)


@page(Action.READ_ACCOUNTS)
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: PageRequest, checkout: int) -> HttpResponseBase:
    """One card payment: how far it is, its receipts; what doesn't agree is looked at by who keeps the accounts.

    Coming back from the card provider proves nothing: the page waits for its signed message.
    """
    season = request.place.season
    assert season is not None
    found = Checkout.objects.filter(season=season, pk=checkout).select_related("created_by", "seen_by").first()
    if found is None or not _may(request, found.account):
        raise Http404(_("There is no such page."))
    findings: tuple[Finding, ...] = ()
    if request.method == "POST":
        request.access.require(Action.KEEP_ACCOUNTS, request.place)
        try:
            card_events.settle_flag(checkout=found, reason=request.POST.get("reason", ""), by=request.user)
        except Refused as no:
            findings = no.findings
        else:
            messages.success(request, _("Noted."))
            return redirect(request.path)
    version = f"{found.state}-{found.postings}"
    if unchanged := live.nothing_new(request, version):
        return unchanged
    entries = found.entries.filter(kind=EntryKind.PAYMENT, reversal__isnull=True).order_by("pk")
    name = names_of(season, [found.account])[found.account]
    context = {
        "checkout": found,
        "paying": found.state in (CheckoutState.OPEN, CheckoutState.WAITING),
        "name": name,
        "version": version,
        "receipts": [{"entry": row, "what": what_of(row)} for row in entries],
        "findings": findings,
        "typed": request.POST.get("reason", ""),
        "may_keep": request.access.may(Action.KEEP_ACCOUNTS, request.place),
        "back": url_of(found.account, season),
        "breadcrumbs": trail(season, (name, url_of(found.account, season)), (_("Card payment"), "")),
    }
    return render(request, "league/money/_card.html" if request.htmx else "league/money/card.html", context)


@page(Action.KEEP_ACCOUNTS)
def cards(request: PageRequest) -> HttpResponseBase:
    """The season's card payments, those that somebody has to look at first. Constant queries."""
    season = request.place.season
    assert season is not None
    rows = Checkout.objects.filter(season=season).select_related("created_by")
    shown = Paginator(rows, 50).get_page(request.GET.get("page"))
    asked = card_events.to_look_at(season)
    names = names_of(season, [row.account for row in (*asked, *shown)])
    context = {
        "asked": [{"checkout": row, "name": names[row.account]} for row in asked],
        "lines": [{"checkout": row, "name": names[row.account]} for row in shown],
        "page": shown,
        "breadcrumbs": trail(season, (_("Card payments"), "")),
    }
    return render(request, "league/money/cards.html", context)


@csrf_exempt  # the sender is known by its signature, and by nothing else
@page(Action.READ_PUBLIC)
@require_http_methods(["POST"])
def events(request: PageRequest) -> HttpResponseBase:
    """Messages of the card provider. 400, and not a word, for whatever isn't from it for this league, and fresh."""
    league = request.place.league
    assert league is not None
    account = CardAccount.objects.filter(league=league).first()
    try:
        event = trusted(account=account, body=request.body, signature=request.headers.get("Stripe-Signature"))
        card_events.take(league=league, event=event)
    except (Untrusted, ValueError, CardAccount.DoesNotExist):
        return HttpResponse(status=400)
    return HttpResponse(status=200)


def events_url(slug: str) -> str:
    """The address that the provider sends its messages of a league to."""
    return absolute(reverse("league:card_events", kwargs={"league": slug}))
