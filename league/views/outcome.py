"""Decides how an outcome is recorded, taken back, or a game postponed: every consequence first, then with a reason."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core import facts as core
from league.core.cut import unplayed
from league.core.findings import Finding
from league.core.report_about import About
from league.forms.outcomes import OutcomeForm, Step
from league.models import Game
from league.permissions import Action
from league.services.errors import Conflict, Refused
from league.services.outcomes import (
    foresee_outcome,
    foresee_undoing,
    set_outcome,
    undo_outcome,
    withdraw_reports,
)
from league.services.setup_games import change_game
from league.views import changing
from league.views.naming import about_of
from league.views.place import PageRequest, page

USUAL_LENGTH = dt.timedelta(minutes=75)
"""How long a game holds its rink where no other of its division says."""
_FIELDS = {"notice": "notice_time", "starts": "time", "start": "time", "venue": "day"}


@page(Action.SETTLE_REPORTS)
@require_http_methods(["GET", "HEAD", "POST"])
def outcome(request: PageRequest) -> HttpResponseBase:
    """Record what became of a game that wasn't played. Constant queries."""
    game = request.place.game
    assert game is not None
    about = about_of(request.access, request.place, game)
    form = OutcomeForm(request.POST if request.method == "POST" else None, game=game, about=about, now=timezone.now())
    context: dict[str, Any] = {"form": form}
    if request.method != "POST":
        return _page(request, game, about, context)
    valid = form.is_valid()
    if not valid and not (request.htmx and set(form.errors) == {"reason"}):
        return _page(request, game, about, context)
    after, findings = _foreseen(form, game, about)
    what = form.what()
    saving = valid and not request.htmx and request.POST.get("step") == "save"
    if not findings and saving and changing.was_shown(request, game, what):
        return _save(request, form, game, about, context)
    if not request.htmx and changing.seen_version(request) != game.version:
        return _conflict(request, game, about, context)
    context["found"] = _to_fields(form, findings)
    if not findings:
        context |= changing.follows(request, about, after, what)
    return _page(request, game, about, context)


def _foreseen(form: OutcomeForm, game: Game, about: About) -> tuple[core.Game, list[Finding]]:
    """The game's facts after it, and why it would be refused."""
    match form.done():
        case Step.UNDO:
            return foresee_undoing(game=game, about=about), []
        case Step.WITHDRAW:
            return unplayed(about.game), []
        case Step.POSTPONE:
            return replace(about.game, starts=None, day=None, ends=None), []
        case Step.DATE:
            starts = form.cleaned_data["starts"]
            return replace(about.game, starts=starts, day=about.facts.season.day(starts), ends=None), []
    return foresee_outcome(game=game, about=about, **form.values())


def _save(
    request: PageRequest, form: OutcomeForm, game: Game, about: About, context: dict[str, Any]
) -> HttpResponseBase:
    reason, seen = form.cleaned_data["reason"], changing.seen_version(request)
    told = {"game": game, "reason": reason, "by": request.user, "seen_version": seen, "now": timezone.now()}
    try:
        match form.done():
            case Step.UNDO:
                undo_outcome(**told)
            case Step.WITHDRAW:
                withdraw_reports(**told)
            case Step.POSTPONE | Step.DATE:
                change_game(game=game, values=_times(game, form.cleaned_data["starts"]), version=seen, reason=reason)
            case _:
                set_outcome(**told, **form.values())
    except Conflict:
        return _conflict(request, game, about, context)
    except Refused as no:
        context["found"] = _to_fields(form, no.findings)
        return _page(request, game, about, context)
    messages.success(request, _("Saved. What follows from it is being worked out."))
    return redirect(changing.of_game("league:game", game))


def _times(game: Game, starts: dt.datetime | None) -> dict[str, Any]:
    """A game's times when it is moved: it takes as long as the last game of its division."""
    if starts is None:
        return {"starts": None, "ends": None, "occupied_until": None}
    dated = Game.objects.filter(division=game.division_id, starts__isnull=False).order_by("-starts")
    times = dated.values_list("starts", "occupied_until").first()
    length = times[1] - times[0] if times and times[0] and times[1] else USUAL_LENGTH
    return {"starts": starts, "ends": None, "occupied_until": starts + length}


def _to_fields(form: OutcomeForm, findings: Any) -> list[Finding]:
    """Put findings to the fields that they are about; returns the others."""
    left = []
    for item in findings:
        name = _FIELDS.get(item.where, item.where)
        if name in form.fields and not item.clause:
            form.add_error(name, f"{item.message} {item.remedy}".strip())
        else:
            left.append(replace(item, where=str(form.fields[name].label) if name in form.fields else item.where))
    return left


def _conflict(request: PageRequest, game: Game, about: About, context: dict[str, Any]) -> HttpResponseBase:
    """Somebody changed the game meanwhile: how it was left is shown, and what was typed stays."""
    game.refresh_from_db()
    about = about_of(request.access, request.place, game)
    form = OutcomeForm(request.POST, game=game, about=about, now=timezone.now())
    form.is_valid()
    history = changing.history_of(game)
    return _page(request, game, about, context | {"form": form, "conflict": True, "last": history[-1:]}, status=409)


def _page(
    request: PageRequest, game: Game, about: About, context: dict[str, Any], status: int = 200
) -> HttpResponseBase:
    if request.htmx:
        context["found"] = [*(context.get("found") or ()), *_complaints(context["form"])]
        return render(request, "league/desk/_follows.html", context | {"book": about.book})
    context = {
        **changing.frame(request, _("Outcome")),
        "about": about,
        "book": about.book,
        "seen_version": game.version,
        **context,
        "game": game,
    }
    return render(request, "league/desk/outcome.html", context, status=status)


def _complaints(form: OutcomeForm) -> list[Finding]:
    """What the form has against what was chosen so far, for the script; a missing reason comes last anyway."""
    return [
        Finding("form", str(error), "warn", where=str(form.fields[name].label) if name in form.fields else "")
        for name, errors in form.errors.items()
        if name != "reason"
        for error in errors
    ]
