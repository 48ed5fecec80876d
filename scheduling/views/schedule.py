"""The schedule as parents want it: my teams, by day or by rink, with what has moved; and a rink's day sheet."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Division, Season, Team
from league.permissions import Action
from league.queries.clock import today
from league.queries.rulebooks import levels_without_score
from league.services.mail import absolute
from league.views.place import PageRequest, page
from league.views.schedule import season_trail
from scheduling.queries import schedule as queries
from scheduling.views.calendar_links import subscribable
from scheduling.views.feeds import rink_of
from scheduling.views.showing import by_day, by_rink, map_of, shown

WEEK = dt.timedelta(days=7)
_MOST_TEAMS = 20


@page(Action.READ_PUBLIC)
@require_safe
def schedule(request: PageRequest) -> HttpResponseBase:
    """Games of the teams chosen, from today on or all; without a team those of one week. Seven queries at most.

    `?team=1&team=2` chooses teams, `?by=rink` the order, `?all=1` games gone by too, `?from=2014-11-01` the
    week. All of it stands in the address, so that it can be kept and passed on. No names of people.
    """
    season = request.place.season
    assert season is not None
    divisions = list(Division.objects.filter(season=season).order_by("position", "pk"))
    teams = list(Team.objects.filter(season=season).order_by("name", "pk"))
    asked = set(request.GET.getlist("team"))
    chosen = [team for team in teams if str(team.pk) in asked][:_MOST_TEAMS]
    first, last = _span(request, season, whole=bool(chosen))
    games = list(queries.coming(season, [team.pk for team in chosen], first, last))
    now = timezone.now()
    told = {game.pk for game in games} if len(chosen) > 1 else set()
    rows = shown(season, games, queries.old_places(games, now), now, levels_without_score(season), told)
    dated = [one for one in rows if one.game.starts]
    rink_order = request.GET.get("by") == "rink"
    context: dict[str, Any] = {
        "groups": by_rink(dated, season) if rink_order else by_day(dated, season),
        "undated": [one for one in rows if not one.game.starts],
        "by_rink": rink_order,
        "all_games": "all" in request.GET,
        "chosen": chosen,
        "choices": [(division, [team for team in teams if team.division_id == division.pk]) for division in divisions],
        "subscriptions": [_subscription(season, team) for team in chosen],
        "conflicts": sum(bool(one.conflicts) for one in rows),
        "week": None if chosen else (first, last, first - WEEK, first + WEEK),
        "rinks": queries.rinks_of(season) if not chosen else [],
        "breadcrumbs": [*season_trail(season), (_("Schedule"), "")],
    }
    return render(request, "scheduling/schedule.html", context)


@page(Action.READ_PUBLIC)
@require_safe
def rink_day(request: PageRequest, rink: int) -> HttpResponseBase:
    """Everything on a rink on one day, to be printed and hung up; officials only for whoever may read who they are."""
    season = request.place.season
    assert season is not None
    found = rink_of(season, rink)
    days = queries.days_on(season, found)
    day = _chosen_day(request.GET.get("day"), days, today(season))
    games = list(queries.on_rink(season, found, day)) if day else []
    now = timezone.now()
    may_read = request.access.may(Action.READ_ASSIGNMENTS, request.place)
    officials = queries.assignments_of(game.pk for game in games) if may_read else {}
    rows = shown(season, games, queries.old_places(games, now), now, levels_without_score(season))
    context = {
        "rink": found,
        "map": map_of(found),
        "day": day,
        "before": max((one for one in days if day and one < day), default=None),
        "after": min((one for one in days if day and one > day), default=None),
        "rows": [(one, officials.get(one.game.pk, [])) for one in rows],
        "shows_officials": may_read,
        "webcal": subscribable(absolute(_address(season, "rink_feed", rink=found.pk))),
        "breadcrumbs": [*season_trail(season), (_("Schedule"), _address(season, "schedule")), (found.name, "")],
    }
    return render(request, "scheduling/rink_day.html", context)


def _span(request: PageRequest, season: Season, *, whole: bool) -> tuple[dt.date, dt.date | None]:
    """The days to show: of chosen teams everything from today or from the beginning, else a week."""
    if whole:
        return (dt.date(1900, 1, 1) if "all" in request.GET else today(season)), None
    first = read_date(request.GET.get("from")) or near_day(season)
    return first, first + WEEK - dt.timedelta(days=1)


def near_day(season: Season) -> dt.date:
    """Today, moved into the season."""
    day = today(season)
    if season.starts is not None and day < season.starts:
        return season.starts
    return (
        max(season.ends - WEEK, season.starts or dt.date.min) if season.ends is not None and day > season.ends else day
    )


def read_date(text: str | None) -> dt.date | None:
    """The day that an address names, None for what is none."""
    try:
        day = dt.date.fromisoformat(text or "")
    except ValueError:
        return None
    return day if 1900 < day.year < 2200 else None


def _chosen_day(asked: str | None, days: list[dt.date], now: dt.date) -> dt.date | None:
    """The day asked for; else today or the next with games, else the last."""
    return read_date(asked) or min((day for day in days if day >= now), default=days[-1] if days else None)


def _subscription(season: Season, team: Team) -> dict[str, Any]:
    address = absolute(_address(season, "team_feed", team=team.pk))
    return {"team": team, "address": address, "webcal": subscribable(address)}


def _address(season: Season, view: str, **parts: int) -> str:
    return reverse(f"scheduling:{view}", kwargs={"league": season.league.slug, "season": season.slug, **parts})
