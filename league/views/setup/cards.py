"""The page on which a league begins and ends taking card payments; its keys go in and never come out."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.card_payments import WANTED
from league.forms.fields import add_findings
from league.forms.money import CardKeysForm
from league.models import CardAccount
from league.permissions import Action
from league.services.card_accounts import remove_keys, set_keys
from league.services.errors import Refused
from league.views.money.cards import events_url
from league.views.place import PageRequest, page
from league.views.setup.frame import league_frame


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def set_up_cards(request: PageRequest) -> HttpResponseBase:
    """Whether card payments are taken, with what keys the provider knows the league, and what it has to be told."""
    league = request.place.league
    assert league is not None
    removing = request.method == "POST" and "remove" in request.POST
    form = CardKeysForm(request.POST if request.method == "POST" and not removing else None)
    if removing:
        remove_keys(league=league, by=request.user)
        messages.success(request, _("Card payments are no longer taken. What was paid stays."))
        return redirect(request.path)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            set_keys(
                league=league,
                secret_key=values["secret_key"],
                webhook_secret=values["webhook_secret"],
                by=request.user,
                now=timezone.now(),
            )
        except Refused as no:
            add_findings(form, no.findings)
        else:
            messages.success(request, _("The keys are kept. Card payments are taken from now on."))
            return redirect(request.path)
    context = {
        "form": form,
        "account": CardAccount.objects.filter(league=league).select_related("set_by").first(),
        "address": events_url(league.slug),
        "wanted": WANTED,
    }
    return render(request, "league/setup/cards.html", context | league_frame(request, _("Card payments")))
