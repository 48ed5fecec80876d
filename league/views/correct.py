"""Decides how the statistician enters or corrects a result: the report form, what it changes, then why."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.findings import Finding
from league.core.report_about import About
from league.core.report_checks import check_report, refused, worked_out
from league.core.report_game import as_played, content_of
from league.core.reports import ReportContent, as_json
from league.face.report_words import compared
from league.forms.result import ResultForm
from league.models import Game, ReportState
from league.permissions import Action
from league.services.errors import Conflict, Refused
from league.services.posting import changed_meanwhile
from league.services.settling import correct as correct_result
from league.services.settling import enter
from league.views import changing
from league.views.naming import about_of
from league.views.place import PageRequest, page
from league.views.report_page import named, parts
from league.views.reporting import ASKED_BY_SCRIPT, with_more_rows


@page(Action.SETTLE_REPORTS)
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: PageRequest) -> HttpResponseBase:
    """Enter a result that nobody reported, or correct one with a reason, having seen what it changes."""
    game = request.place.game
    assert game is not None
    about = about_of(request.access, request.place, game)
    form = _form(request, game, about)
    context: dict[str, Any] = {}
    if request.method != "POST":
        return _page(request, game, about, form, context)
    if request.POST.get("action") == "more":
        form.without_complaints()
        return _page(request, game, about, form, context)
    if not form.is_valid():
        return _page(request, game, about, form, context)
    content = form.content()
    found = check_report(content, about)
    context["found"] = named(found, form)
    if refused(found):
        return _page(request, game, about, form, context)
    context["made"] = worked_out(content, about)
    what = as_json(content)
    if request.POST.get("action") == "save" and changing.was_shown(request, game, what):
        return _save(request, game, about, form, content, context)
    if changing.seen_version(request) != game.version:
        return _conflict(request, game, about, form, content, context, [changed_meanwhile()])
    context |= changing.follows(request, about, _after(about, content), what)
    return _page(request, game, about, form, context)


def _form(request: PageRequest, game: Game, about: About) -> ResultForm:
    """The form, filled with what stands as the result."""
    return ResultForm(
        with_more_rows(request) if request.method == "POST" else None,
        about=about,
        content=content_of(about.game) if about.game.outcome == "played" else ReportContent(),
        reason_needed=game.report_state != ReportState.UNREPORTED,
    )


def _save(
    request: PageRequest, game: Game, about: About, form: ResultForm, content: ReportContent, context: dict[str, Any]
) -> HttpResponseBase:
    service = enter if game.report_state == ReportState.UNREPORTED else correct_result
    try:
        service(
            game=game,
            content=content,
            reason=form.cleaned_data["reason"],
            by=request.user,
            seen_version=changing.seen_version(request),
            now=timezone.now(),
            token=changing.token_of(request),
        )
    except Conflict as conflict:
        return _conflict(request, game, about, form, content, context, list(conflict.findings))
    except Refused as no:
        context["found"] = named(no.findings, form)
        return _page(request, game, about, form, context)
    messages.success(request, _("Saved. What follows from it is being worked out."))
    url = changing.of_game("league:game", game)
    return JsonResponse({"location": url}) if request.headers.get(ASKED_BY_SCRIPT) else redirect(url)


def _after(about: About, content: ReportContent) -> Any:
    """The game's facts once this is its result."""
    numbers = count(1)
    after = as_played(about.game, content, lambda: f"new-{next(numbers)}")
    return replace(after, provisional=False)


def _conflict(
    request: PageRequest,
    game: Game,
    about: About,
    form: ResultForm,
    content: ReportContent,
    context: dict[str, Any],
    found: list[Finding],
) -> HttpResponseBase:
    """Show both versions: the game as somebody else left it, and what was typed, which stays in the form."""
    game.refresh_from_db()
    now = about_of(request.access, request.place, game)
    history = changing.history_of(game)
    context |= {"found": found, "last": history[-1] if history else None, "conflict": []}
    if now.game.outcome == "played":
        context["conflict"] = compared(content_of(now.game), content, form.teams, now.called)
    return _page(request, game, now, form, context | {"changed": True}, status=409)


def _page(
    request: PageRequest, game: Game, about: About, form: ResultForm, context: dict[str, Any], status: int = 200
) -> HttpResponseBase:
    entering = game.report_state == ReportState.UNREPORTED
    context = {
        **changing.frame(request, _("Enter the result") if entering else _("Correct the result")),
        **parts(form, about, context.pop("made", {})),
        "about": about,
        "book": about.book,
        "entering": entering,
        "totals_title": _("Only the score is known"),
        "totals_help": _("Where nobody knows the goals by period: the score of both teams, and no goals above."),
        "seen_version": game.version,
        "token": request.POST.get("token") or uuid4().hex,
        "draft": f"result:{game.pk}:{game.version}:{request.user.pk}",
        **context,
        "game": game,
    }
    return render(request, "league/desk/correct.html", context, status=status)
