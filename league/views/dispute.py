"""Decides how a dispute is settled: both reports side by side, a choice for each field, and what follows, first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.report_about import About
from league.core.report_checks import check_report, refused
from league.core.report_game import as_played, content_of
from league.core.reports import ReportContent, Side, as_json, differences
from league.face.report_words import VISITORS_FIRST, compared, field_label
from league.forms.settling import DisputeForm, ReasonForm
from league.models import Attachment, Game, GameReport, ReportState
from league.permissions import Action
from league.queries import reports as queries
from league.services.errors import Conflict, Refused
from league.services.posting import changed_meanwhile
from league.services.settling import accept, settle, settlement
from league.views import changing
from league.views.naming import about_of
from league.views.place import PageRequest, page

Reports = Mapping[Side, GameReport]
Said = Mapping[Side, ReportContent]


@page(Action.SETTLE_REPORTS)
@require_http_methods(["GET", "HEAD", "POST"])
def dispute(request: PageRequest) -> HttpResponseBase:
    """Settle a game in dispute, or verify a provisional one by the statistician's own word. Constant queries."""
    game = request.place.game
    assert game is not None
    about = about_of(request.access, request.place, game)
    reports = queries.current_reports(game)
    if game.report_state == ReportState.PROVISIONAL and not _settling(request):
        return _accept(request, game, about, reports)
    if len(reports) < 2 or (game.report_state != ReportState.DISPUTED and not _settling(request)):
        return _page(request, game, about, reports, {})
    return _settle(request, game, about, reports)


def _settling(request: PageRequest) -> bool:
    """Whether the page that was sent was that of a dispute, whatever the game is now."""
    return request.method == "POST" and request.POST.get("of") == "dispute"


def _settle(request: PageRequest, game: Game, about: About, reports: Reports) -> HttpResponseBase:
    said = _said(reports)
    home, away = said["home"], said["away"]
    teams = _teams(about)
    sent = request.method == "POST"
    form = DisputeForm(
        request.POST if sent else None, differing=differences(home, away), teams=teams, called=about.called
    )
    context: dict[str, Any] = {"form": form, "rows": form.rows()}
    content = _content(form, home, away, about, context) if sent and form.is_valid() else None
    if content is None:
        return _page(request, game, about, reports, context, said=said)
    what = as_json(content)
    if not request.htmx and request.POST.get("step") == "save" and changing.was_shown(request, game, what):
        try:
            settle(
                game=game,
                choices=form.choices(),
                by=request.user,
                seen_version=changing.seen_version(request),
                now=timezone.now(),
                token=changing.token_of(request),
            )
        except Conflict as conflict:
            return _conflict(request, about, content, conflict, context)
        except Refused as no:
            context["found"] = form.add_findings(no.findings)
        else:
            messages.success(request, _("The dispute is settled and the result verified."))
            return redirect(changing.of_season("league:desk", game.season))
    elif not request.htmx and changing.seen_version(request) != game.version:
        return _conflict(request, about, content, None, context)
    context |= changing.follows(request, about, _after(about, content), what)
    return _page(request, game, about, reports, context, said=said)


def _content(
    form: DisputeForm, home: ReportContent, away: ReportContent, about: About, context: dict[str, Any]
) -> ReportContent | None:
    """What the choices make of the two reports; None where something is missing or can't be, told in the page."""
    try:
        content = settlement(home, away, form.choices())
    except Refused as no:
        context["found"] = form.add_findings(no.findings)
        return None
    found = check_report(content, about)
    teams = _teams(about)
    context["found"] = changing.told_by(found, lambda where: field_label(where, teams))
    return None if refused(found) else content


def _accept(request: PageRequest, game: Game, about: About, reports: Reports) -> HttpResponseBase:
    """Verify what one team posted."""
    form = ReasonForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"form": form, "posted": _posted(about)}
    if request.method == "POST" and form.is_valid():
        try:
            accept(
                game=game,
                reason=form.cleaned_data["reason"],
                by=request.user,
                seen_version=changing.seen_version(request),
                now=timezone.now(),
                token=changing.token_of(request),
            )
        except Conflict as conflict:
            return _conflict(request, about, _posted(about), conflict, context)
        except Refused as no:
            context["found"] = no.findings
        else:
            messages.success(request, _("The result is verified."))
            return redirect(changing.of_season("league:desk", game.season))
    return _page(request, game, about, reports, context)


def _conflict(
    request: PageRequest, about: About, mine: ReportContent | None, conflict: Conflict | None, context: dict[str, Any]
) -> HttpResponseBase:
    """Show both versions: the game as somebody else left it, and what was typed, which stays in the form."""
    left = conflict.theirs if conflict else request.place.game
    assert isinstance(left, Game)
    request.place.game.refresh_from_db()  # type: ignore[union-attr]
    now = about_of(request.access, request.place, left)
    theirs = _posted(now)
    if theirs is not None and mine is not None:
        context["conflict"] = compared(theirs, mine, _teams(now), now.called)
    context["found"] = conflict.findings if conflict else [changed_meanwhile()]
    return _page(request, left, now, queries.current_reports(left), context, status=409)


def _after(about: About, content: ReportContent) -> Any:
    """The game's facts once the content is posted and verified."""
    numbers = count(1)
    return replace(as_played(about.game, content, lambda: f"new-{next(numbers)}"), provisional=False)


def _posted(about: About) -> ReportContent | None:
    """What stands as the game's result."""
    return content_of(about.game) if about.game.outcome == "played" else None


def _teams(about: About) -> dict[Side, str]:
    return {side: about.team_name(side) for side in VISITORS_FIRST}


def _page(
    request: PageRequest,
    game: Game,
    about: About,
    reports: Reports,
    context: dict[str, Any],
    status: int = 200,
    said: Said | None = None,
) -> HttpResponseBase:
    """The page, with the reports beside each other; `said` where they have been read already."""
    if request.htmx:
        return render(request, "league/desk/_follows.html", context | {"book": about.book})
    teams = _teams(about)
    history = changing.history_of(game)
    files = list(Attachment.objects.filter(game=game).select_related("report__team"))
    current = {report.pk for report in reports.values()}
    context = {
        "sides": [_side(side, teams[side], reports.get(side), files) for side in VISITORS_FIRST],
        "compare": _compare(about, _said(reports) if said is None else said, teams),
        "other_files": [file for file in files if file.report_id not in current],
        "entries": changing.spoken(history),
        "last": history[-1] if history else None,
        "token": request.POST.get("token") or uuid4().hex,
        "seen_version": game.version,
        "about": about,
        "book": about.book,
        **changing.frame(request, _("Settle") if game.report_state == ReportState.DISPUTED else _("Verify")),
        **context,
        "game": game,
    }
    return render(request, "league/desk/dispute.html", context, status=status)


def _side(side: Side, team: str, report: GameReport | None, files: Iterable[Attachment]) -> dict[str, Any]:
    own = [file for file in files if report is not None and file.report_id == report.pk]
    return {"side": side, "team": team, "report": report, "files": own}


def _said(reports: Reports) -> Said:
    """What each report says, read once: at most one query a report."""
    return {side: queries.report_content(report) for side, report in reports.items()}


def _compare(about: About, said: Said, teams: Mapping[Side, str]) -> list[Any]:
    """Both reports, or the one beside nothing."""
    if len(said) == 2:
        left, right = (said[side] for side in VISITORS_FIRST)
        return compared(left, right, teams, about.called)
    one = next(iter(said.values()), None) or _posted(about)
    return compared(one, one, teams, about.called) if one is not None else []
