"""Decides what the page of a team's report shows: the form, what was found, the version that somebody else sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.book import Results
from league.core.findings import Finding
from league.core.report_about import About
from league.core.report_checks import WorkedOut, worked_out
from league.core.report_mail import LONGEST
from league.core.reports import CATEGORIES, ReportContent, Side
from league.face.panels import panels_of
from league.face.report_rules import rules_for_script
from league.face.report_words import CATEGORY, VISITORS_FIRST, compared, field_label
from league.forms.report import OVERTIME, ReportForm
from league.models import Game, GameReport, Team
from league.queries import reports as queries
from league.views.lines import DASH
from league.views.place import PageRequest
from league.views.schedule import season_trail

ALWAYS_SHOWN = ("minor", "major", "misconduct", "checking-from-behind")
"""Categories that every report form shows; the others stand in a fold."""

_ASKED = ("minutes", "fair_play", "dressed")


@dataclass(slots=True)
class Sheet:
    """One report form while it is being answered."""

    request: PageRequest
    game: Game
    team: Team
    side: Side
    about: About
    form: ReportForm
    closed: tuple[Finding, ...] = ()
    found: tuple[Finding, ...] = ()
    mail_found: tuple[Finding, ...] = ()
    checked: ReportContent | None = None
    theirs: GameReport | None = None
    confirm: bool = False


def show(sheet: Sheet, *, status: int = 200) -> HttpResponseBase:
    """Answer with the form as it stands, and everything there is to say about it."""
    request, game, about, form = sheet.request, sheet.game, sheet.about, sheet.form
    due = queries.deadline(game, about.book)
    own = sheet.theirs or queries.current_reports(game).get(sheet.side)
    seen = request.method == "POST" and sheet.theirs is None
    made = worked_out(sheet.checked, about) if sheet.checked else {}
    compare = None
    if sheet.theirs is not None and sheet.checked is not None:
        compare = compared(queries.report_content(sheet.theirs), sheet.checked, form.teams, about.called)
    context = {
        "game": game,
        "team": sheet.team,
        "side": sheet.side,
        "about": about,
        **parts(form, about, made),
        "closed": sheet.closed,
        "found": named(sheet.found, form),
        "mail_found": named(sheet.mail_found, form),
        "mail": request.POST.get("mail", "")[:LONGEST],
        "mail_open": bool(sheet.mail_found),
        "confirm": sheet.confirm,
        "theirs": sheet.theirs,
        "compare": compare,
        "own": own,
        "token": request.POST.get("token") if seen and request.POST.get("token") else uuid4().hex,
        "seen_version": request.POST.get("seen_version", "") if seen else game.version,
        "seen_report": request.POST.get("seen_report", "") if seen else (own.pk if own else ""),
        "draft": f"report:{game.pk}:{sheet.team.pk}:{request.user.pk}",
        "checked": sheet.checked,
        "deadline": due,
        "late": due is not None and due < timezone.now(),
        "book": about.book,
        "breadcrumbs": [
            *season_trail(game.season),
            (_("Report"), address("league:due", game, without_game=True)),
            (f"{game.away} {DASH} {game.home}", address("league:game", game)),
            (_("Report for %(team)s") % {"team": sheet.team}, ""),
        ],
    }
    context["panels"] = panels_of("report", request, context)
    return render(request, "league/reports/report.html", context, status=status)


def parts(form: ReportForm, about: About, made: Mapping[Side, WorkedOut]) -> dict[str, Any]:
    """What `league/reports/_fields.html` and its script need; `made` is worked out of a checked form."""
    rules = rules_for_script(about)
    results = about.book.get(Results)
    return {
        "form": form,
        "sides": [_side(form, about, side, made.get(side)) for side in VISITORS_FIRST],
        "overtime_open": _has_overtime(form),
        "rules": rules,
        "rules_json": json.dumps(rules),
        "no_score_clause": results.no_score_clause if results else None,
    }


def _side(form: ReportForm, about: About, side: Side, made: WorkedOut | None) -> dict[str, Any]:
    """One team's part of the form."""
    counts = [(name, CATEGORY[name], form[f"{side}_count_{name}"]) for name in CATEGORIES]
    filled = {name for name, _label, field in counts if field.value() not in (None, "", 0, "0")}
    keeps_score = about.keeps_score
    return {
        "side": side,
        "team": form.teams[side],
        "goals": [form[f"{side}_goals_{number}"] for number in range(1, OVERTIME)] if keeps_score else [],
        "overtime": form[f"{side}_goals_{OVERTIME}"] if keeps_score else None,
        "total": form[f"{side}_total"] if keeps_score else None,
        "counts": [item for item in counts if item[0] in ALWAYS_SHOWN],
        "rare": [item for item in counts if item[0] not in ALWAYS_SHOWN],
        "rare_open": bool(filled - set(ALWAYS_SHOWN)),
        "conduct": form[f"{side}_conduct"],
        # what the form of somebody else than a team doesn't ask for
        **{name: form[f"{side}_{name}"] if f"{side}_{name}" in form.fields else None for name in _ASKED},
        "made": made,
    }


def _has_overtime(form: ReportForm) -> bool:
    names = [*(f"{side}_goals_{OVERTIME}" for side in VISITORS_FIRST), "shootout_winner"]
    return any(name in form.fields and form[name].value() not in (None, "") for name in names)


def named(found: Iterable[Finding], form: ReportForm) -> list[Finding]:
    """Findings whose places are called as the form calls them."""
    return [replace(item, where=field_label(item.where, form.teams)) for item in found]


def address(view: str, game: Game, *, without_game: bool = False) -> str:
    """The address of a page of the game, or of its season."""
    kwargs: dict[str, Any] = {"league": game.season.league.slug, "season": game.season.slug}
    if not without_game:
        kwargs["game"] = game.pk
    return reverse(view, kwargs=kwargs)
