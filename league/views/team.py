"""One team's page: its games, its place in the table, its roster as far as the visitor may read it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from league.face.panels import panels_of
from league.models import RosterRole, RosterSpot, Team
from league.permissions import Action
from league.queries import schedule
from league.queries.clock import today
from league.queries.rulebooks import levels_without_score
from league.views.lines import line_of
from league.views.place import PageRequest, page
from league.views.schedule import season_trail

ORDER = {role: place for place, role in enumerate(RosterRole.values)}


@page(Action.READ_PUBLIC)
def team(request: PageRequest) -> HttpResponseBase:
    """Show the team. Constant queries; the roster only to whoever may read its names."""
    team, season = request.place.team, request.place.season
    assert team is not None
    assert season is not None
    now, unscored = timezone.now(), levels_without_score(season)
    lines = [line_of(game, now, unscored) for game in schedule.of_team(schedule.games_of(season), team.pk)]
    may_read = request.access.may(Action.READ_NAMES, request.place)
    context: dict[str, Any] = {
        "team": team,
        "lines": lines,
        "next": next((line for line in lines if line.state == "scheduled" and line.game.starts), None),
        "roster": _roster(team, today(season)) if may_read else None,
        "may_manage_roster": request.access.may(Action.MANAGE_ROSTER, request.place),
        "breadcrumbs": [*season_trail(season), (team.name, "")],
    }
    context["panels"] = panels_of("team", request, context)
    return render(request, "league/team.html", context)


def _roster(team: Team, day: Any) -> list[RosterSpot]:
    """Everybody on the roster on this day, goalies and skaters by number, then the staff. One query."""
    spots = RosterSpot.objects.filter(Q(starts=None) | Q(starts__lte=day), Q(ends=None) | Q(ends__gte=day), team=team)
    found = spots.select_related("person").order_by("number", "person__name", "pk")
    return sorted(found, key=lambda spot: ORDER[spot.role])
