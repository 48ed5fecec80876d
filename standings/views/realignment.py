"""The page on which an officer sets a moved team's points by the average of its new division, working shown."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from league.models import Division, Team
from league.permissions import Action
from league.queries.clock import today
from league.services.errors import Refused
from league.views.place import PageRequest, page
from standings import queries
from standings.forms import RealignForm, ReopenForm, put
from standings.realigning import Working, applied, realign, rule_of, undo_realignment, working
from standings.views.table import address, trail


@page(Action.REALIGN_TEAMS)
def realignment(request: PageRequest) -> HttpResponseBase:
    """Work out what `?team=` would start with; with POST apply it, or with `undo` take it back."""
    division = request.place.division
    assert division is not None
    day = today(division.season)
    ruled = queries.rule_division(division, day)
    teams = list(Team.objects.filter(division=division).order_by("name", "pk"))
    chosen = _chosen(request, teams)
    found = working(division, ruled, chosen) if chosen is not None else None
    posted = request.POST if request.method == "POST" else None
    undoing = posted is not None and "undo" in posted
    form = RealignForm(posted if not undoing else None)
    undo_form = ReopenForm(posted if undoing else None)
    if posted is not None and (done := _saved(request, division, found, form, undo_form, undoing)):
        return done
    context = {
        "division": division,
        "rule": rule_of(ruled),
        "book": ruled.version,
        "teams": teams,
        "found": found,
        "form": form,
        "undo_form": undo_form,
        "applied": applied(division, ruled),
        "table_url": address("standings:division", division),
        "address": address("standings:realignment", division),
        "breadcrumbs": trail(request, (division.name, address("standings:division", division)), (_("Moved team"), "")),
    }
    return render(request, "standings/realignment.html", context)


def _saved(
    request: PageRequest, division: Division, found: Working | None, form: Any, undo_form: Any, undoing: bool
) -> HttpResponse | None:
    """Apply or undo what was sent; None where the page has to be shown again with what is wrong."""
    day = today(division.season)
    at = undo_form if undoing else form
    if not at.is_valid():
        return None
    try:
        if undoing:
            number = request.POST["undo"]
            undo_realignment(
                division=division,
                adjustment=int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0,
                reason=at.cleaned_data["reason"],
                actor=request.user,
                day=day,
            )
            messages.success(request, _("The points are as they were before."))
        elif found is not None:
            realign(
                division=division, team=found.team, confirmed=at.cleaned_data["confirmed"], actor=request.user, day=day
            )
            messages.success(request, _("The team's points are set; the table follows in a moment."))
        else:
            return None
    except Refused as refused:
        put(at, refused.findings)
        return None
    return redirect(address("standings:realignment", division))


def _chosen(request: PageRequest, teams: list[Team]) -> Team | None:
    asked = request.GET.get("team", "")
    if not asked:
        return None
    for team in teams:
        if str(team.pk) == asked:
            return team
    raise Http404(_("There is no such team in this division."))
