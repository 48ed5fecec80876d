"""What officers do with a table: make it final, reopen it, record a coin flip."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Division, Team
from league.permissions import Action
from league.queries.clock import today
from league.services.errors import Refused
from league.views.place import PageRequest, page
from standings import queries, services
from standings.checks import freezing_findings, waiting
from standings.forms import FlipForm, ReopenForm, WithdrawForm, put
from standings.models import CoinFlip
from standings.views.explain import told_decision
from standings.views.rows import table_of
from standings.views.table import address, flip_clause, trail


@page(Action.FREEZE_TABLE)
def freeze(request: PageRequest) -> HttpResponseBase:
    """Show the table that would become final and what stands against it; with POST make it final."""
    division = _division(request)
    day = today(division.season)
    if request.method == "POST":
        try:
            services.freeze_table(division=division, actor=request.user, day=day, now=timezone.now())
        except Refused:
            pass  # the page below lists the findings anew
        else:
            messages.success(request, _("The table is final."))
            return redirect(address("standings:division", division))
    ruled = queries.rule_division(division, day)
    findings = freezing_findings(division, ruled)
    refused = any(finding.severity == "refuse" for finding in findings)
    context = {
        "division": division,
        "findings": findings,
        "refused": refused,
        "book": ruled.version,
        "table": table_of(ruled.content(), queries.teams_in_table(division.pk), division.season),
        "address": address("standings:division", division),
        "earlier": queries.earlier_final_tables(division),
        "breadcrumbs": _trail(request, division, _("Make final")),
    }
    return render(request, "standings/freeze.html", context, status=409 if request.method == "POST" else 200)


@page(Action.FREEZE_TABLE)
def reopen(request: PageRequest) -> HttpResponseBase:
    """Ask why, then open the final table again."""
    division = _division(request)
    form = ReopenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.reopen_table(
                division=division, actor=request.user, reason=form.cleaned_data["reason"], now=timezone.now()
            )
        except Refused as refused:
            put(form, refused.findings)
        else:
            messages.success(request, _("The table is open again."))
            return redirect(address("standings:division", division))
    context = {
        "division": division,
        "form": form,
        "final": queries.final_table(division),
        "address": address("standings:division", division),
        "breadcrumbs": _trail(request, division, _("Reopen")),
    }
    return render(request, "standings/reopen.html", context)


@page(Action.RECORD_COIN_FLIP)
def flip(request: PageRequest) -> HttpResponseBase:
    """Record what parts teams that nothing else parts, `?set=` among several sets; `withdraw` takes one back."""
    division = _division(request)
    day = today(division.season)
    recorded = list(queries.decisions_on_record(division))
    asked = _to_withdraw(request, recorded)
    taking_back = WithdrawForm(request.POST if asked else None, prefix="back")
    if asked and taking_back.is_valid() and _withdrawn(request, asked, taking_back):
        return redirect(address("standings:flip", division))
    ruled = queries.rule_division(division, day)
    waits = waiting(ruled)
    groups = list(waits)
    chosen = _chosen(request, groups)
    names = {team.key: team.name or team.key for team in Team.objects.filter(division=division)}
    form = None
    if chosen is not None:
        teams = {key: names.get(key, key) for key in groups[chosen]}
        level = waits[groups[chosen]]
        form = FlipForm(
            request.POST if request.method == "POST" and not asked else None,
            teams=teams,
            played_in=level.played_in,
            witnessed=level.witnessed,
            initial={"date": day},
        )
        if form.is_bound and form.is_valid() and _recorded(request, division, form, day):
            return redirect(address("standings:division", division))
    context = {
        "division": division,
        "form": form,
        "chosen": chosen,
        "groups": [", ".join(names.get(key, key) for key in group) for group in groups],
        "level": waits[groups[chosen]] if chosen is not None else None,
        "clause": flip_clause(division),
        "flips": [_shown(item, names) for item in recorded],
        "withdraw_form": taking_back,
        "asked": asked,
        "address": address("standings:division", division),
        "breadcrumbs": _trail(request, division, _("Coin flip")),
    }
    return render(request, "standings/flip.html", context)


def _recorded(request: PageRequest, division: Division, form: FlipForm, day: Any) -> bool:
    data = form.cleaned_data
    try:
        services.record_coin_flip(
            division=division,
            order=form.order(),
            official=data["official"],
            witness=data["witness"],
            date=data["date"],
            reason=data.get("reason", ""),
            actor=request.user,
            day=day,
        )
    except Refused as refused:
        put(form, refused.findings)
        return False
    played_in = "reason" in form.fields
    messages.success(
        request,
        _("The play-in is recorded; the table follows in a moment.")
        if played_in
        else _("The coin flip is recorded; the table follows in a moment."),
    )
    return True


def _to_withdraw(request: PageRequest, recorded: list[CoinFlip]) -> CoinFlip | None:
    """The recorded decision that is to be withdrawn. Raises Http404 for one that isn't the division's."""
    if request.method != "POST" or "withdraw" not in request.POST:
        return None
    for item in recorded:
        if str(item.pk) == request.POST["withdraw"]:
            return item
    raise Http404(_("There is no such decision."))


def _withdrawn(request: PageRequest, decision: CoinFlip, form: WithdrawForm) -> bool:
    try:
        services.withdraw_decision(
            decision=decision, actor=request.user, reason=form.cleaned_data["why"], now=timezone.now()
        )
    except Refused as refused:
        put(form, refused.findings)
        return False
    messages.success(request, _("The decision is withdrawn; its teams are level again in a moment."))
    return True


def _chosen(request: PageRequest, groups: list[tuple[str, ...]]) -> int | None:
    """The number of the set asked for, the first without a word. Raises Http404 for one that isn't there."""
    if not groups:
        return None
    numbers = {str(number): number for number in range(len(groups))}
    asked = request.GET.get("set", "0")
    if asked not in numbers:
        raise Http404(_("These teams don't wait for a coin flip."))
    return numbers[asked]


def _shown(item: CoinFlip, names: dict[str, str]) -> dict[str, Any]:
    return {"row": item} | told_decision(item, names, named=True)


def _division(request: PageRequest) -> Division:
    division = request.place.division
    assert division is not None
    return division


def _trail(request: PageRequest, division: Division, here: str) -> list[tuple[str, str]]:
    return trail(request, (division.name, address("standings:division", division)), (here, ""))
