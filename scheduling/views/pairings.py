"""The pages of a round's pairings: made anew, changed one by one, and listed for the teams that place them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.forms.fields import add_findings
from league.models import Division, Team
from league.permissions import Action
from league.services.errors import Refused
from league.views.place import PageRequest, page
from scheduling.core.rounds.balance import balance_findings
from scheduling.forms.pairings import AgainForm, PairingForm
from scheduling.models import Round, RoundGame
from scheduling.services.pairing_edits import add_pairing, change_pairing, remove_pairing
from scheduling.services.rounds import pair_again
from scheduling.views.rounds import address, round_trail, the_round


@page(Action.MAKE_SCHEDULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pairings(request: PageRequest, round: int) -> HttpResponseBase:
    """A division's pairings (`?of=`): made anew with another number, changed (`?game=`), added, taken out.

    What they leave out of balance stands above them. Constant queries.
    """
    found = the_round(request.place.season, round)
    entries = list(found.divisions.select_related("division"))
    if not entries:
        raise Http404(_("There is no such page."))
    entry = next((one for one in entries if str(one.division_id) == request.GET.get("of")), entries[0])
    division = entry.division
    teams = list(Team.objects.filter(division=division).order_by("position", "pk"))
    rows = RoundGame.objects.filter(round=found, division=division).select_related("home", "away", "venue")
    games = list(rows.order_by("home__position", "home", "pk"))
    chosen = next((game for game in games if game.key == request.GET.get("game")), None)
    seen = {"version": found.version}
    first = {"home": chosen.home_id, "away": chosen.away_id} if chosen else {}
    pairing = PairingForm(_sent(request, "change", "add"), teams=teams, initial=seen | first)
    again = AgainForm(_sent(request, "again"), initial=seen | {"games": entry.games})
    here = f"{address(found, 'scheduling:round_pairings')}?of={division.pk}"
    if request.method == "POST" and _done(request, found, division, chosen, pairing, again):
        return redirect(here)
    names = {str(team.pk): str(team) for team in teams}
    balance = balance_findings([(str(game.home_id), str(game.away_id)) for game in games], entry.games, names)
    context = {
        "round": found,
        "division": division,
        "tabs": [
            (str(one.division), f"{address(found, 'scheduling:round_pairings')}?of={one.division_id}", one.games)
            for one in entries
        ],
        "divisions": len(entries),
        "games": games,
        "balance": balance,
        "chosen": chosen,
        "pairing": pairing,
        "again": again,
        "may_pair_again": not found.published and not any(game.starts for game in games),
        "here": here,
        "breadcrumbs": round_trail(found, (_("Pairings"), "")),
    }
    return render(request, "scheduling/rounds/pairings.html", context)


def _sent(request: PageRequest, *steps: str) -> Any:
    """What was sent, where it was for one of these steps."""
    return request.POST if request.method == "POST" and request.POST.get("step") in steps else None


def _done(
    request: PageRequest,
    found: Round,
    division: Division,
    chosen: RoundGame | None,
    pairing: PairingForm,
    again: AgainForm,
) -> bool:
    """Whether what was sent is done; what hinders it stands in its form, or is told."""
    step, by = request.POST.get("step"), request.user
    form: forms.Form = again if step in ("again", "remove") else pairing
    if step == "remove":  # a button of its own: nothing is typed
        form = AgainForm({"version": request.POST.get("version"), "games": 1})
    if step not in ("change", "add", "again", "remove") or not form.is_valid():
        if step == "remove":
            messages.error(request, _("Look at the round again."))
        return False
    values = form.cleaned_data
    try:
        if step == "again":
            pair_again(round=found, division=division, games=values["games"], version=values["version"], by=by)
        elif step == "remove":
            remove_pairing(round=found, key=request.GET.get("game", ""), version=values["version"], by=by)
        elif step == "change":
            change_pairing(
                round=found,
                key=chosen.key if chosen else "",
                home=values["home"],
                away=values["away"],
                version=values["version"],
                by=by,
            )
        else:
            add_pairing(
                round=found,
                division=division,
                home=values["home"],
                away=values["away"],
                version=values["version"],
                by=by,
            )
    except Refused as no:
        if step == "remove":
            messages.error(request, str(no))
        add_findings(form, no.findings)
        return False
    messages.success(request, _("The pairings are changed."))
    return True


@page(Action.READ_DRAFTS)
@never_cache
@require_http_methods(["GET", "HEAD"])
def to_place(request: PageRequest, round: int) -> HttpResponseBase:
    """Every team's games of the round to be printed and placed: at home with room to write, away to know of.

    Officers see all teams, others their own. Constant queries. Implements 3.2 of District 9.
    """
    found = the_round(request.place.season, round)
    rows = [
        row.team
        for row in found.teams.select_related("team__division", "team__association").order_by(
            "team__division__position", "team__division", "team__name", "pk"
        )
    ]
    teams = request.access.of_teams(Action.READ_DRAFTS, request.place, rows)
    if not teams:
        raise Http404(_("There is no such page."))
    drafted = RoundGame.objects.filter(round=found).select_related("home", "away", "venue").order_by("away__name", "pk")
    games = list(drafted)
    context = {
        "round": found,
        "sheets": [
            {
                "team": team,
                "home": [game for game in games if game.home_id == team.pk],
                "away": [game for game in games if game.away_id == team.pk],
            }
            for team in teams
        ],
        "breadcrumbs": round_trail(found, (_("Games to place"), "")),
    }
    return render(request, "scheduling/rounds/to_place.html", context)
