"""A team's report of a game: the form, its check, the pasted mail, what somebody else sent meanwhile, the sending."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.core.findings import Finding
from league.core.report_about import About
from league.core.report_checks import check_report, refused
from league.core.report_mail import LONGEST, read_mail
from league.core.reports import ReportContent, Side, SideReport
from league.forms.report import ReportForm, everybody_who_may, values_of
from league.models import Game, GameReport, ReportState, Team
from league.permissions import Action
from league.queries import reports as queries
from league.services.attachments import LARGEST, File
from league.services.errors import Conflict, Refused
from league.services.reporting import Reported, report_game, why_not
from league.views.changing import seen_version
from league.views.naming import about_of
from league.views.place import PageRequest, page
from league.views.report_page import Sheet, address, show

MORE_ROWS = 3
ASKED_BY_SCRIPT = "X-Report"


@page(Action.REPORT_GAME)
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: PageRequest) -> HttpResponseBase:
    """Show a team's report form, or take it in."""
    game, team = request.place.game, request.place.team
    assert game is not None
    assert team is not None
    side = queries.side_of(game, team)
    about = about_of(request.access, request.place, game)
    closed = tuple(why_not(game, about, timezone.now()))
    if request.method != "POST":
        return show(replace(_empty(request, game, team, side, about), closed=closed))
    form = ReportForm(with_more_rows(request), request.FILES, about=about, sides_dressed=(side,))
    sheet = Sheet(request, game, team, side, about, form, closed=closed)
    if closed and not _sent_before(request):
        form.without_complaints()
        return show(sheet, status=409)
    match request.POST.get("action"):
        case "fill":
            _fill_from_mail(sheet)
        case "more":
            form.without_complaints()
        case "check":
            _check(sheet)
        case _:
            return _send(sheet)
    return show(sheet)


def _empty(request: PageRequest, game: Game, team: Team, side: Side, about: About) -> Sheet:
    """The form as it opens: the team's current report, or nothing but who may dress."""
    own = queries.current_reports(game).get(side)
    if own is not None:
        content = queries.report_content(own)
    else:
        bench = SideReport(dressed=everybody_who_may(about, side))
        content = ReportContent(home=bench) if side == "home" else ReportContent(away=bench)
    form = ReportForm(about=about, sides_dressed=(side,), content=content)
    return Sheet(request, game, team, side, about, form)


def with_more_rows(request: PageRequest) -> Any:
    """What was sent, with more rows where they were asked for."""
    data = request.POST.copy()
    if data.get("action") == "more":
        rows = data.get("penalties-TOTAL_FORMS", "")
        if rows.isascii() and rows.isdecimal() and len(rows) < 4:
            data["penalties-TOTAL_FORMS"] = str(int(rows) + MORE_ROWS)
    return data


def _fill_from_mail(sheet: Sheet) -> None:
    """Put what a pasted mail says into the form, over what was typed there."""
    text = sheet.request.POST.get("mail", "")
    found = read_mail(text, sheet.form.teams)
    sheet.mail_found = found.findings or (Finding("mail.read", _("Everything in it was read."), "info"),)
    if len(text) > LONGEST:
        sheet.mail_found = (Finding("mail.long", _("Only the beginning was read."), "warn"), *sheet.mail_found)
    data = sheet.request.POST.copy()
    for name, value in values_of(found.content).items():
        if name in sheet.form.fields and value not in (None, "", []):
            data[name] = str(value)
    form = ReportForm(data, about=sheet.about, sides_dressed=(sheet.side,))
    if form.is_valid():
        sheet.checked = form.content()
        sheet.mail_found += check_report(sheet.checked, sheet.about)
    else:
        form.without_complaints()
    sheet.form = form


def _check(sheet: Sheet) -> bool:
    """Look at everything and keep what was found; whether the report could be sent."""
    if not sheet.form.is_valid():
        return False
    content = sheet.form.content()
    sheet.found = check_report(content, sheet.about)
    if refused(sheet.found):
        return False
    sheet.checked = content
    return True


def _send(sheet: Sheet) -> HttpResponseBase:
    request = sheet.request
    if not _check(sheet):
        return show(sheet)
    doubts = [item for item in sheet.found if item.severity == "warn"]
    if doubts and request.POST.get("action") != "send-as-it-is":
        sheet.confirm = True
        return show(sheet)
    assert sheet.checked is not None
    try:
        done = report_game(
            game=sheet.game,
            team=sheet.team,
            content=sheet.checked,
            by=request.user,
            token=_token(request),
            seen_version=max(seen_version(request), 0),
            seen_report=_seen_report(request),
            now=timezone.now(),
            files=[File(file.name or "", file.read(LARGEST + 1)) for file in sheet.form.cleaned_data["sheets"]],
        )
    except Conflict as conflict:
        sheet.found = conflict.findings
        sheet.theirs = conflict.theirs if isinstance(conflict.theirs, GameReport) else None
        return show(sheet, status=409)
    except Refused as no:
        sheet.found = no.findings
        return show(sheet)
    return _thank(sheet, done)


def _thank(sheet: Sheet, done: Reported) -> HttpResponseBase:
    """Say what became of the report, on the game's page."""
    told = {
        ReportState.VERIFIED: _("Thank you. Both teams' reports agree: the result is verified."),
        ReportState.DISPUTED: _("Thank you. The two reports differ; the statistician settles it with both teams."),
        ReportState.PROVISIONAL: _("Thank you. The result is posted, provisional until the other team has reported."),
    }
    messages.success(sheet.request, told.get(ReportState(done.game.report_state), _("Thank you.")))
    if done.report.late:
        messages.warning(sheet.request, _("The report came in late and is marked so."))
    for item in done.findings:
        if item.code == "report.same-person":
            messages.warning(sheet.request, item.message)
    url = address("league:game", sheet.game)
    if sheet.request.headers.get(ASKED_BY_SCRIPT):
        return JsonResponse({"location": url})
    return redirect(url)


def _token(request: PageRequest) -> str:
    """The submission's own; a form without one, which no browser sends, gets one."""
    return "".join(letter for letter in request.POST.get("token", "") if letter.isalnum())[:64] or uuid4().hex


def _seen_report(request: PageRequest) -> int | None:
    """The id of the team's report that the form was made from, None for none."""
    typed = request.POST.get("seen_report", "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 19 else None


def _sent_before(request: PageRequest) -> bool:
    """Whether this submission was taken in already: then it is answered as it was, even if the game is closed now."""
    return request.method == "POST" and GameReport.objects.filter(token=_token(request)).exists()
