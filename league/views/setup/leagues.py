"""Pages that set up a league itself: what it says of itself, its seasons, and a season opened or copied."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.forms.fields import add_findings
from league.forms.setup import LeagueForm, NewSeasonForm
from league.models import League, RuleBookVersion, Season
from league.permissions import Action
from league.services.editing import state_of
from league.services.errors import Conflict, Refused
from league.services.setup_leagues import LEAGUE_FIELDS, change_league
from league.services.setup_seasons import create_season
from league.views.place import PageRequest, page
from league.views.setup.frame import address, league_frame, posted


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def set_up_league(request: PageRequest) -> HttpResponseBase:
    """A league's name, privacy and language, and the way to its seasons, rinks and roles."""
    league = _league(request)
    initial = LeagueForm.values_of(league) | {"seen": state_of(league, *LEAGUE_FIELDS)}
    form = LeagueForm(posted(request), initial=initial)
    context: dict[str, Any] = {"form": form, "seasons": league.seasons.select_related("rulebook")}
    if request.method == "POST" and form.is_valid():
        try:
            change_league(league=league, values=form.cleaned_data, seen=form.cleaned_data["seen"])
        except Conflict as conflict:
            context |= both(form, conflict, LeagueForm.values_of(conflict.theirs), LEAGUE_FIELDS)  # type: ignore[arg-type]
        else:
            messages.success(request, _("The league is saved."))
            return redirect(request.path)
    return render(request, "league/setup/league.html", context | league_frame(request, _("League")))


def both(form: Any, conflict: Conflict, theirs: dict[str, Any], fields: tuple[str, ...]) -> dict[str, Any]:
    """What somebody else left beside what was typed; saving again then saves what was typed."""
    form.carry(state_of(conflict.theirs, *fields))  # type: ignore[arg-type]
    shown = {name: field.label for name, field in form.fields.items() if name in theirs}
    rows = [
        {"label": label, "left": theirs[name], "right": form.cleaned_data.get(name)} for name, label in shown.items()
    ]
    return {"conflict": rows, "found": conflict.findings}


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def new_season(request: PageRequest) -> HttpResponseBase:
    """Open a season: its name, days and rule book, from nothing or as a copy of an earlier one."""
    league = _league(request)
    form = NewSeasonForm(posted(request), league=league, initial=_suggested(league))
    if request.method == "POST" and form.is_valid():
        values = dict(form.cleaned_data)
        try:
            season = create_season(
                league=league,
                values=values,
                copy_from=values.pop("copy_from"),
                with_rosters=values.pop("with_rosters"),
            )
        except Refused as refused:
            add_findings(form, refused.findings)
        else:
            messages.success(
                request, _("%(season)s is open. Only members see it until it is public.") % {"season": season.name}
            )
            return redirect(address(request.place, "league:set_up", season=season.slug))
    versions = RuleBookVersion.objects.defer("text").select_related("extends").order_by("slug", "-pk")
    context = {"form": form, "versions": versions} | league_frame(request, _("New season"))
    return render(request, "league/setup/new_season.html", context)


def _suggested(league: League) -> dict[str, Any]:
    """What a new season most likely takes over from the last one: its rule book and time zone."""
    last = Season.objects.filter(league=league).first()
    if last is None:
        return {"timezone": "America/Chicago"}
    return {"timezone": last.timezone, "rulebook": last.rulebook_id, "copy_from": last.pk, "half": last.half}


def _league(request: PageRequest) -> League:
    assert request.place.league is not None
    return request.place.league
