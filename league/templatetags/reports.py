"""The reports of a game as its page shows them: what each team said, side by side, the history, the files."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext as _

from league.core.report_about import About
from league.core.reports import SIDES, Side
from league.face.report_words import compared
from league.models import Attachment, Game, GameReport, ReportKind
from league.permissions import Access, Place
from league.queries import reports as queries
from league.views.naming import readable_names

register = template.Library()


@register.simple_tag
def reports_of(game: Game, access: Access, facts: Any = None) -> dict[str, Any]:
    """Everything about a game's reports: `entries` for a timeline, `rows` to compare, `files`. Three queries or four.

    `facts` are those of the game with both rosters, to name people in the comparison.
    """
    found = list(GameReport.objects.filter(game=game).select_related("team", "submitted_by").order_by("-pk"))
    current: dict[Side, GameReport] = {
        side: report
        for side in SIDES
        for report in found
        if report.kind == ReportKind.TEAM and report.current and report.team_id == queries.team_on(game, side).pk
    }
    teams = {side: queries.team_on(game, side).name for side in SIDES}
    rows = []
    if len(current) == len(SIDES):
        home, away = (queries.report_content(current[side]) for side in SIDES)
        rows = compared(away, home, teams, _caller(game, access, facts))
    files = list(Attachment.objects.filter(game=game).select_related("uploaded_by").order_by("pk"))
    return {
        "entries": [_entry(report, teams) for report in found],
        "rows": rows,
        "left": teams["away"],
        "right": teams["home"],
        "files": files,
        "current": current,
    }


def _entry(report: GameReport, teams: dict[Side, str]) -> dict[str, Any]:
    content = queries.report_content(report)
    score = f"{content.away.score}\N{EN DASH}{content.home.score}"
    titles = {
        ReportKind.TEAM: _("%(team)s reported %(score)s") % {"team": report.team, "score": score},
        ReportKind.STATISTICIAN: _("Entered at %(score)s") % {"score": score},
        ReportKind.SETTLEMENT: _("Settled at %(score)s") % {"score": score},
        ReportKind.CORRECTION: _("Corrected to %(score)s") % {"score": score},
        ReportKind.IMPORT: _("Read from a file: %(score)s") % {"score": score},
    }
    state = "replaced" if not report.current else "late" if report.late else ""
    who = report.submitted_by.get_full_name() if report.submitted_by else ""
    return {
        "at": report.submitted_at,
        "title": titles[ReportKind(report.kind)],
        "who": who,
        "text": report.reason,
        "state": state,
    }


def _caller(game: Game, access: Access, facts: Any) -> Any:
    """How people are called to this reader."""
    if facts is None:
        return str
    place = Place(league=game.season.league, season=game.season, division=game.division, game=game)
    names = readable_names(access, place, game, facts)
    return About(facts, facts.game[game.key], queries.book_of(game), names=names).called
