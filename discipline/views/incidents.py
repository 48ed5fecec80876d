"""Incident reports: the official's form at the rink, the list of what is owed and filed, one with its questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_http_methods, require_safe

from discipline.core import incident_reports as core
from discipline.core.book_process import ABOUT_OFFICIAL
from discipline.face import incident_words as words
from discipline.forms.incident_reports import IncidentForm, MessageForm, typed
from discipline.models import IncidentFileContent, IncidentReport
from discipline.queries import incident_reports as queries
from discipline.services import incident_reports as services
from discipline.views.reading import address, trail
from league.face.report_words import offence_name
from league.models import Game, PenaltyClass
from league.permissions import Action
from league.services.attachments import LARGEST, File
from league.services.errors import Refused
from league.views.place import PageRequest, page

BY_SCRIPT = "X-Draft"
"""The header of a draft that the page's script saves while somebody types."""

_PARTS = (
    (lazy("Game"), ("date", "time", "league", "division", "game_number")),
    (lazy("Home"), ("home_team", "home_coach", "home_manager")),
    (lazy("Visitors"), ("visiting_team", "visiting_coach", "visiting_manager")),
    (
        lazy("Officials"),
        ("referee", "referee_phone", "linesman_1", "linesman_1_phone", "linesman_2", "linesman_2_phone"),
    ),
)
"""The head of the form, part by part."""


@page(Action.FILE_INCIDENTS)
def incidents(request: PageRequest) -> HttpResponseBase:
    """What is owed, one's own reports, and for the directors everything that was filed. Constant queries."""
    season = request.place.season
    assert season is not None
    reads_all = request.access.may(Action.READ_INCIDENTS, request.place)
    now = timezone.now()
    context = {
        "owed": [(item, item.overdue(now)) for item in queries.owed(season)],
        "own": queries.own(season, request.user),
        "filed": queries.filed(season) if reads_all else None,
        "breadcrumbs": trail(season, (_("Incident reports"), "")),
    }
    return render(request, "discipline/incidents/list.html", context)


@page(Action.FILE_INCIDENTS)
@require_http_methods(["GET", "HEAD", "POST"])
def incident_form(request: PageRequest) -> HttpResponseBase:
    """An official's report of one game: show it, keep it while it is typed, or file it."""
    game = request.place.game
    assert game is not None
    rules = queries.rules_for(game)
    report = IncidentReport.objects.filter(game=game, author=request.user).first()
    if request.method != "POST":
        content = report.draft if report else _begun(request, game)
        if report and (key := request.GET.get("penalty")):
            content = _with_penalty(content, game, key)
        return _show(request, game, IncidentForm(rules=rules, initial=content["fields"], rows=content["rows"]), report)
    action = request.POST.get("action", "file")
    content = typed(request.POST)
    if action != "file":
        if action.startswith("take:"):
            content = _with_penalty(content, game, action.removeprefix("take:"))
        report = services.save_draft(game=game, author=request.user, content=content, now=timezone.now())
        if request.headers.get(BY_SCRIPT):
            return HttpResponse(status=204)
        if action == "save":
            messages.success(request, _("The draft is kept. Nobody but you can see it."))
            return redirect(address("discipline:incident_form", game.season, game=game.pk))
        form = IncidentForm(rules=rules, initial=content["fields"], rows=content["rows"], more=action == "more")
        return _show(request, game, form, report, at="rows")
    return _file(request, game, content)


def _file(request: PageRequest, game: Game, content: Mapping[str, Any]) -> HttpResponseBase:
    """File the report; whatever is missing, what was typed stays in the draft."""
    rules = queries.rules_for(game)
    form = IncidentForm(request.POST, request.FILES, rules=rules)
    report = services.save_draft(game=game, author=request.user, content=content, now=timezone.now())
    if form.is_valid():
        try:
            report = services.file_report(
                game=game,
                author=request.user,
                content=form.content(),
                token=_token(request),
                now=timezone.now(),
                files=[File(file.name or "", file.read(LARGEST + 1)) for file in form.cleaned_data["attachments"]],
            )
        except Refused as refused:
            form.refused(refused.findings)
        else:
            messages.success(request, _("Thank you. The report is filed; only the directors and you can read it."))
            if report.late:
                messages.warning(request, _("It came in late and is marked so."))
            return redirect(address("discipline:incident", game.season, incident=report.pk))
    return _show(request, game, form, report)


def _token(request: PageRequest) -> str:
    return "".join(letter for letter in request.POST.get("token", "") if letter.isalnum())[:64] or uuid4().hex


def _begun(request: PageRequest, game: Game) -> dict[str, Any]:
    """A new report: what is known of the game, and the penalty that was asked for."""
    fields = queries.prefilled(game) | {"kind": "incident", "referee": request.user.name}
    return _with_penalty({"fields": fields, "rows": []}, game, request.GET.get("penalty", ""))


def _with_penalty(content: Mapping[str, Any], game: Game, key: str) -> dict[str, Any]:
    """The report with one penalty of the sheet more, unless it is there already."""
    rows = list(content["rows"])
    taken = {row.get("penalty") for row in rows}
    found = next((item for item in queries.sheet(game) if item.key == key), None)
    if found is not None and key not in taken:
        rows.append(queries.row_of(found, game, queries.numbers_of(game)))
    return {"fields": content["fields"], "rows": rows}


def _show(
    request: PageRequest, game: Game, form: IncidentForm, report: IncidentReport | None, at: str = ""
) -> HttpResponseBase:
    season, rules = game.season, queries.rules_for(game)
    due = core.due(game.starts, rules)
    taken = {row["penalty"].value() for row in form.rows}
    numbers = queries.numbers_of(game)
    sheet = [
        (item, numbers.get((item.person_id or 0, item.team_id), ""), item.key in taken, _called(item.offence))
        for item in queries.sheet(game)
    ]
    context = {
        "game": game,
        "form": form,
        "report": report,
        "rules": rules,
        "asked": [form[name] for name in ABOUT_OFFICIAL if name in form.fields],
        "abuse_open": any(form[name].errors or form[name].value() for name in ABOUT_OFFICIAL if name in form.fields),
        "parts": [
            (title, [form[name] for name in names], any(name in form.errors for name in names))
            for title, names in _PARTS
        ],
        "due": due,
        "late": core.is_late(timezone.now(), due),
        "sheet": sheet,
        "at": at,
        "token": uuid4().hex,
        "draft": f"incident:{game.pk}:{request.user.pk}",
        "saved": int(report.saved_at.timestamp() * 1000) if report else 0,
        "breadcrumbs": trail(
            season, (_("Incident reports"), address("discipline:incidents", season)), (_("Report"), "")
        ),
    }
    return render(request, "discipline/incidents/form.html", context)


@page(Action.FILE_INCIDENTS)
def incident(request: PageRequest, incident: int) -> HttpResponseBase:
    """One report with its questions and answers; POST asks or answers. 404 to all but its author and the directors."""
    report = _own(request, incident)
    season = report.season
    asks = report.author_id != request.user.pk
    form = MessageForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            services.say(
                report=report, by=request.user, text=form.cleaned_data["text"], question=asks, now=timezone.now()
            )
        except Refused as refused:
            for finding in refused.findings:
                form.add_error("text", str(finding))
        else:
            messages.success(request, _("Sent."))
            return redirect(address("discipline:incident", season, incident=report.pk))
    versions = list(report.versions.all())
    context = {
        "report": report,
        "current": _readable(versions[-1].content) if versions else None,
        "versions": versions,
        "talk": list(report.messages.select_related("by")),
        "files": list(report.files.all()),
        "form": form,
        "asks": asks,
        "route": _route(report),
        "breadcrumbs": trail(
            season, (_("Incident reports"), address("discipline:incidents", season)), (str(report.game), "")
        ),
    }
    return render(request, "discipline/incidents/report.html", context)


def _route(report: IncidentReport) -> Any:
    rules = queries.rules_for(report.game)
    newest = report.versions.last()
    return rules.route(newest.content["fields"].get("kind", "")) if rules and newest else None


def _own(request: PageRequest, pk: int) -> IncidentReport:
    """The report, if the visitor may open it. Raises Http404."""
    season = request.place.season
    assert season is not None
    everything = request.access.may(Action.READ_INCIDENTS, request.place)
    report = queries.readable(season, request.user, everything=everything).filter(pk=pk).first()
    if report is None:
        raise Http404(_("There is no such page."))
    report.season = report.game.season = season
    return report


def _readable(content: Mapping[str, Any]) -> dict[str, Any]:
    """A version in the form's words: its parts, with what was left empty left out."""
    fields, labels = content["fields"], IncidentForm.base_fields

    def part(*names: str) -> list[tuple[str, str]]:
        return [(str(labels[name].label), fields[name]) for name in names if fields.get(name)]

    return {
        "kind": words.KINDS.get(fields.get("kind", ""), ""),
        "parts": [(title, part(*names)) for title, names in _PARTS],
        "injury": part(*core.INJURY),
        "narrative": part(*core.NARRATIVE),
        "abuse": part(*ABOUT_OFFICIAL),
        "rows": [
            row
            | {
                "team": words.SIDES.get(row["side"], ""),
                "what": dict(PenaltyClass.choices).get(row["penalty_class"], ""),
                "for": _called(row["offence"]),
            }
            for row in content["rows"]
        ],
    }


def _called(offence: str) -> str:
    return str(offence_name(offence)) if offence else ""


@page(Action.FILE_INCIDENTS)
@require_safe
def incident_file(request: PageRequest, incident: int, file: int) -> HttpResponseBase:
    """A file that came with a report, to those who may open the report."""
    report = _own(request, incident)
    found = IncidentFileContent.objects.select_related("file").filter(file=file, file__report=report).first()
    if found is None:
        raise Http404(_("There is no such file."))
    response = HttpResponse(bytes(found.data), content_type=found.file.content_type)
    response["Content-Disposition"] = str(content_disposition_header(True, found.file.file_name))
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cache-Control"] = "private, no-store"
    return response
