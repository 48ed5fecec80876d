"""The page on which games are placed by themselves: ice, wishes, how far it is, and the proposal."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.core.findings import Finding
from league.core.rosters.grid import read_text
from league.face import live
from league.models import Association
from league.permissions import Action
from league.services.errors import Refused
from league.views.place import PageRequest, page
from scheduling.core.imports.files import SCHEDULE
from scheduling.core.rounds.form import FORM, written
from scheduling.core.rounds.ice import read_ice
from scheduling.forms.placing import IceForm, PlacingForm
from scheduling.models import IceSlot, PlacingRun, Round, RunState
from scheduling.queries.placing import to_place
from scheduling.queries.rounds import Desk, desk_of
from scheduling.services import placing as services
from scheduling.tasks import place_games
from scheduling.views.rounds import round_trail, the_round

_WISHES = {
    "rest": lazy("Games on two days running"),
    "three-away": lazy("Third away games in a row"),
    "busy-week": lazy("Games beyond two a week"),
    "travel": lazy("Kilometres of travel"),
}
_RULES = {
    "window": lazy("the window of the division"),
    "same-association": lazy("the last day for teams of one association"),
    "omit-date": lazy("the days on which the team can't play"),
    "blocked-day": lazy("the day that the season keeps free"),
    "own-ice": lazy("ice that only this association has"),
    "pinned": lazy("a pinned game"),
    "one-a-day": lazy("the other games of the team: one a day"),
}


@page(Action.MAKE_SCHEDULE)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def placing(request: PageRequest, round: int) -> HttpResponseBase:
    """Enter ice, start, watch, stop, take."""
    found = the_round(request.place.season, round)
    run = PlacingRun.objects.filter(round=found).order_by("-pk").first()
    if request.method != "POST":
        if unchanged := live.nothing_new(request, _version(run)):
            return unchanged
        return _page(request, found, run)
    match request.POST.get("do"):
        case "ice":
            return _ice(request, found, run)
        case "start":
            return _start(request, found, run)
        case "pin":
            services.pin(round=found, keys=request.POST.getlist("pinned"), by=request.user)
        case "stop" if run is not None:
            services.stop(run=run, now=timezone.now())
        case "take" if run is not None:
            _take(request, run)
    return redirect(request.path)


def _version(run: PlacingRun | None) -> str:
    return f"{run.pk}.{run.state}.{run.progress.get('solutions', 0)}" if run else "0"


def _take(request: PageRequest, run: PlacingRun) -> None:
    try:
        number = services.take(run=run, by=request.user, now=timezone.now())
    except Refused as no:
        messages.error(request, str(no))
    else:
        text = ngettext("%(n)s game is set in the draft.", "%(n)s games are set in the draft.", number)
        messages.success(request, text % {"n": number})


def _ice(request: PageRequest, found: Round, run: PlacingRun | None) -> HttpResponseBase:
    form = IceForm(request.POST)
    if not form.is_valid():
        return _page(request, found, run, ice_form=form)
    desk = desk_of(found.season)
    associations = dict(Association.objects.filter(season=found.season).values_list("pk", "name"))
    shape = type(FORM)(rows=SCHEDULE.rows, bytes=SCHEDULE.bytes, cell=FORM.cell)
    rows, faults = read_ice(read_text(form.cleaned_data["ice"], shape, ";"), desk.rink_names, associations, desk.zone)
    if faults:
        return _page(request, found, run, ice_form=form, ice_faults=faults)
    number = services.set_ice(season=found.season, rows=rows, by=request.user)
    messages.success(request, ngettext("%(n)s slot of ice.", "%(n)s slots of ice.", number) % {"n": number})
    return redirect(request.path)


def _start(request: PageRequest, found: Round, run: PlacingRun | None) -> HttpResponseBase:
    form = PlacingForm(request.POST)
    if form.is_valid():
        try:
            services.ask(round=found, wishes=form.wishes(), seconds=form.cleaned_data["seconds"], by=request.user)
        except Refused as no:
            for finding in no.findings:
                form.add_error(None, finding.message)
        else:
            place_games.delay_on_commit()
            return redirect(request.path)
    return _page(request, found, run, form=form)


def _page(
    request: PageRequest,
    found: Round,
    run: PlacingRun | None,
    *,
    form: PlacingForm | None = None,
    ice_form: IceForm | None = None,
    ice_faults: tuple[Finding, ...] = (),
) -> HttpResponseBase:
    desk = desk_of(found.season)
    ice = list(IceSlot.objects.filter(season=found.season).select_related("venue", "association"))
    context: dict[str, Any] = {
        "round": found,
        "run": run,
        "version": _version(run),
        "here": request.path,
        "at_work": run is not None and run.state in (RunState.WAITING, RunState.RUNNING),
        "form": form or PlacingForm(),
        "ice_form": ice_form or IceForm(initial={"ice": _written(ice, desk)}),
        "ice_faults": ice_faults,
        "ice": len(ice),
        "to_place": len(to_place(desk, found, "set")),
        "settled": [game for game in desk.of(found) if game.is_set and game.game_id is None],
        "breadcrumbs": round_trail(found, (_("Place games"), "")),
    }
    if run is not None:
        context |= _result(run, found, desk, {slot.pk: slot for slot in ice})
    template = "scheduling/rounds/_run.html" if request.htmx else "scheduling/rounds/placing.html"
    return render(request, template, context)


def _written(ice: list[IceSlot], desk: Desk) -> str:
    lines = []
    for slot in ice:
        cells = [str(slot.venue), written(slot.starts, desk.zone), written(slot.ends, desk.zone)]
        lines.append("; ".join([*cells, *([str(slot.association)] if slot.association else [])]))
    return "\n".join(lines)


def _result(run: PlacingRun, found: Round, desk: Desk, ice: dict[int, IceSlot]) -> dict[str, Any]:
    result = run.result
    games = {game.key: game for game in desk.of(found)}
    placed: list[dict[str, Any]] = [
        {"game": games[key], "slot": ice[slot]}
        for key, slot in (result.get("placing") or {}).items()
        if key in games and slot in ice
    ]
    placed.sort(key=lambda one: (one["slot"].starts, one["game"].pk))
    return {
        "placed": placed,
        "scores": [{**score, "label": _WISHES.get(score["wish"], score["wish"])} for score in result.get("scores", ())],
        "conflict": [{**rule, "label": _RULES.get(rule["kind"], rule["kind"])} for rule in result.get("conflict", ())],
        "may_take": run.state in (RunState.DONE, RunState.STOPPED) and bool(placed) and run.seen == found.version,
    }
