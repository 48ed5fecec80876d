"""The representative's first page: which games to report, with the hours left, and which come next."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.face.spans import lasting
from league.permissions import Action
from league.queries.due import Due, coming, due
from league.queries.rulebooks import levels_without_score
from league.views.lines import line_of
from league.views.place import PageRequest, page
from league.views.schedule import season_trail


@page(Action.REPORT_GAME)
def due_page(request: PageRequest) -> HttpResponseBase:
    """What the visitor's teams have to report. The same queries for one game and for forty."""
    season = request.place.season
    assert season is not None
    now, unscored = timezone.now(), levels_without_score(season)
    teams = request.access.teams(season)
    to_report, reported = due(season, teams, now)
    context = {
        "teams": teams,
        "due": [(item, *_told(item)) for item in to_report],
        "reported": [(item, line_of(item.game, now, unscored)) for item in reported],
        "coming": [line_of(game, now, unscored) for game in coming(season, teams, now)],
        "breadcrumbs": [*season_trail(season), (_("Report"), "")],
    }
    return render(request, "league/reports/due.html", context)


def _told(item: Due) -> tuple[str, str]:
    """The badge of a game to report and its words."""
    if item.left is None:
        return "unreported", ""
    if item.late:
        return "late", _("%(span)s late") % {"span": lasting(item.left)}
    return "due", _("%(span)s left") % {"span": lasting(item.left)}
