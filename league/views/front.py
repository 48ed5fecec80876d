"""Front pages: of the installation, of a league, of a season."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.face.panels import panels_of
from league.models import League, Role, Season, Team
from league.permissions import Action, Place
from league.queries import schedule
from league.queries.clock import running
from league.queries.rulebooks import levels_without_score
from league.views.lines import line_of
from league.views.place import PageRequest, page
from league.views.schedule import season_trail
from league.views.waiting import waiting

RESULTS = 8
NEXT = 8


@page(Action.READ_PUBLIC)
def home(request: PageRequest) -> HttpResponseBase:
    """The leagues here with their seasons; for somebody signed in what is theirs and what waits for them first."""
    seasons = list(Season.objects.select_related("league").order_by("league__name", "league", "-starts", "-pk"))
    readable = [one for one in seasons if request.access.may(Action.READ_PUBLIC, _place(one))]
    leagues = [(league, list(found)) for league, found in groupby(readable, key=lambda one: one.league)]
    context = {"leagues": leagues, "own": _own(request, readable), "to_open": _to_open(request, readable)}
    return render(request, "league/home.html", context)


def _place(season: Season) -> Place:
    return Place(league=season.league, season=season)


def _own(request: PageRequest, seasons: list[Season]) -> list[dict[str, Any]]:
    """The season that is played in each league in which the visitor has a role, with teams and what waits there."""
    access = request.access
    in_leagues = {item.league_id for item in access.memberships}
    own = []
    for league, found in groupby(seasons, key=lambda one: one.league_id):
        if league in in_leagues:
            season = running(found)
            assert season is not None
            own.append(
                {"season": season, "teams": access.teams(season), "waiting": waiting(access, season, timezone.now())}
            )
    return own


def _to_open(request: PageRequest, seasons: list[Season]) -> list[League]:
    """The leagues that the visitor sets up and that have no season yet."""
    places = [item for item in request.access.memberships if item.season_id is None]
    own = {item.league_id for item in places if item.role == Role.ADMINISTRATOR}
    without = own - {season.league_id for season in seasons}
    return list(League.objects.filter(pk__in=without)) if without else []


def _teams(request: PageRequest, season: Season) -> tuple[Team, ...]:
    """The teams that the visitor represents, and those of associations they preside over: a query for presidents."""
    own = request.access.teams(season)
    presides = [item for item in request.access.memberships if item.role == Role.ASSOCIATION_PRESIDENT]
    associations = [item.association_id for item in presides if item.association_id]
    if not associations:
        return own
    theirs = Team.objects.filter(season=season, association__in=associations).select_related("division")
    return tuple(dict.fromkeys([*own, *theirs.order_by("position", "pk")]))


@page(Action.READ_PUBLIC)
def league(request: PageRequest) -> HttpResponseBase:
    """One league and its seasons, the newest first."""
    found = request.place.league
    assert isinstance(found, League)
    seasons = [
        season
        for season in Season.objects.filter(league=found).select_related("league").order_by("-starts", "-pk")
        if request.access.may(Action.READ_PUBLIC, _place(season))
    ]
    context = {
        "seasons": seasons,
        "may_set_up": request.access.may(Action.SET_UP, request.place),
        "breadcrumbs": [(_("Leagues"), "/"), (found.name, "")],
    }
    return render(request, "league/league.html", context)


@page(Action.READ_PUBLIC)
def season(request: PageRequest) -> HttpResponseBase:
    """The season at a glance: what waits for the visitor, latest results, next games, tables."""
    season = request.place.season
    assert season is not None
    now, unscored = timezone.now(), levels_without_score(season)
    context: dict[str, Any] = {
        "waiting": waiting(request.access, season, now) if request.user.is_authenticated else [],
        "own_teams": _teams(request, season),
        "results": [line_of(game, now, unscored) for game in schedule.latest_results(season, RESULTS)],
        "games": [line_of(game, now, unscored) for game in schedule.next_games(season, now, NEXT)],
        "breadcrumbs": [*season_trail(season)[:1], (season.name, "")],
    }
    context["panels"] = panels_of("season", request, context)
    return render(request, "league/season.html", context)
