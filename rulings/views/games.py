"""Pages that set a season's games by hand: the list, one game set, moved or postponed, and what is wrong with all."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.forms.fields import add_findings
from league.forms.games import GameForm
from league.models import Game, Outcome
from league.permissions import Action
from league.services.errors import Conflict, Refused
from league.services.setup_games import add_game, change_game, remove_game
from league.views.changing import seen_version
from league.views.place import PageRequest, page
from league.views.setup.frame import address, posted, season_frame, the_season
from rulings.schedule import Proposal, faults_of, propose

_PER_PAGE = 50
_VALUES = ("kind", "home", "away", "starts", "ends", "venue", "stage")
_WITHOUT_A_DATE = {"starts": None, "ends": None}


@page(Action.SET_UP)
@require_safe
def games(request: PageRequest) -> HttpResponse:
    """The season's games, those without a date first; of one division where one is chosen."""
    season = the_season(request)
    divisions = list(season.divisions.order_by("position", "pk"))
    chosen = request.GET.get("division", "")
    found = Game.objects.filter(season=season).select_related("home", "away", "venue", "division")
    if chosen in {str(division.pk) for division in divisions}:
        found = found.filter(division=int(chosen))
    rows = found.order_by(F("starts").asc(nulls_first=True), "pk")
    context = {
        "page": Paginator(rows, _PER_PAGE).get_page(request.GET.get("page")),
        "divisions": divisions,
        "chosen": chosen,
    }
    return render(request, "rulings/games.html", context | season_frame(request, _("Games")))


@page(Action.SET_UP)
@require_safe
def check(request: PageRequest) -> HttpResponse:
    """Everything that the rule book and the calendar have against the schedule as it stands."""
    found = faults_of(the_season(request))
    above = (_("Games"), address(request.place, "rulings:set_up_games"))
    return render(
        request, "rulings/schedule.html", {"found": found} | season_frame(request, _("Check the schedule"), above)
    )


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: PageRequest) -> HttpResponseBase:
    """Set one game; the rule book and the calendar are asked first."""
    season = the_season(request)
    form = GameForm(posted(request), season=season)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        values = {name: form.cleaned_data[name] for name in _VALUES}
        proposal = propose(season, values)
        context["found"] = proposal.findings
        if not proposal.refused and _added(request, form, values, proposal):
            again = "again" in request.POST
            return redirect(request.path if again else address(request.place, "rulings:set_up_games"))
    return _show(request, context, _("New game"))


def _added(request: PageRequest, form: GameForm, values: dict[str, Any], proposal: Proposal) -> bool:
    season, until = the_season(request), proposal.occupied_until
    try:
        game = add_game(season=season, values=values | {"occupied_until": until}, now=timezone.now())
    except Refused as refused:
        add_findings(form, refused.findings)
        return False
    messages.success(request, _("%(game)s is set.") % {"game": game})
    _warn(request, proposal)
    return True


@page(Action.SET_UP)
@require_http_methods(["GET", "HEAD", "POST"])
def one_game(request: PageRequest) -> HttpResponseBase:
    """Give a game that is still to come another time, rink or opponent, or postpone it without a date."""
    game, season = _game(request), the_season(request)
    form = GameForm(posted(request), season=season, initial=GameForm.values_of(game))
    context: dict[str, Any] = {"form": form, "game": game, "to_come": game.outcome == Outcome.SCHEDULED}
    if request.method == "POST" and form.is_valid():
        values = {name: form.cleaned_data[name] for name in _VALUES}
        if "postpone" in request.POST:
            values |= _WITHOUT_A_DATE
        proposal = propose(season, values, game=game)
        context["found"] = proposal.findings
        if not proposal.refused and _changed(request, form, values, proposal, context):
            return redirect(address(request.place, "rulings:set_up_games"))
    return _show(request, context, str(game))


def _changed(
    request: PageRequest, form: GameForm, values: dict[str, Any], proposal: Proposal, context: dict[str, Any]
) -> bool:
    try:
        game = change_game(
            game=_game(request),
            values=values | {"occupied_until": proposal.occupied_until},
            version=form.cleaned_data["version"] if form.cleaned_data["version"] is not None else -1,
            reason=form.cleaned_data["reason"],
        )
    except Conflict as conflict:
        context |= _both(form, conflict)
    except Refused as refused:
        add_findings(form, refused.findings)
    else:
        messages.success(request, _("%(game)s is saved.") % {"game": game})
        _warn(request, proposal)
        return True
    return False


def _both(form: GameForm, conflict: Conflict) -> dict[str, Any]:
    """What somebody else left beside what was typed; saving again then saves what was typed."""
    theirs: Any = conflict.theirs
    values, data = GameForm.values_of(theirs), form.data.copy()  # type: ignore[attr-defined]
    data["version"] = str(theirs.version)
    form.data = data
    shown = ("kind", "home", "away", "day", "start", "end", "venue")
    rows = [
        {"label": form.fields[name].label, "left": values[name], "right": form.cleaned_data[name]} for name in shown
    ]
    return {"conflict": rows}


def _warn(request: PageRequest, proposal: Proposal) -> None:
    for finding in proposal.findings:
        messages.warning(request, str(finding))


@page(Action.SET_UP)
@require_POST
def remove(request: PageRequest) -> HttpResponse:
    """Take out a game that was set by mistake."""
    game = _game(request)
    try:
        remove_game(game=game, version=seen_version(request, "version"))
    except Refused as refused:
        messages.error(request, f"{game}: {refused}")
        return redirect(address(request.place, "rulings:set_up_game", game=game.pk))
    messages.success(request, _("%(game)s is taken out.") % {"game": game})
    return redirect(address(request.place, "rulings:set_up_games"))


def _game(request: PageRequest) -> Game:
    assert request.place.game is not None
    return request.place.game


def _show(request: PageRequest, context: dict[str, Any], title: str) -> HttpResponse:
    above = (_("Games"), address(request.place, "rulings:set_up_games"))
    return render(request, "rulings/set_up_game.html", context | season_frame(request, title, above))
