"""The list of a season's games: by day, a month at a time, of all teams, of a division or of one team."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Division, Season, Team
from league.permissions import Action
from league.queries import schedule
from league.queries.clock import today
from league.queries.rulebooks import levels_without_score
from league.views.lines import Day, by_day
from league.views.place import PageRequest, page


@page(Action.READ_PUBLIC)
def games(request: PageRequest) -> HttpResponseBase:
    """Games by day. `?month=2014-11`, `?division=` and `?team=` choose which. Six queries at most."""
    season = request.place.season
    assert season is not None
    divisions = list(Division.objects.filter(season=season).order_by("position", "pk"))
    teams = list(Team.objects.filter(season=season).order_by("division__position", "division", "name", "pk"))
    division = _chosen(request.GET.get("division"), divisions)
    team = _chosen(request.GET.get("team"), teams)
    found = schedule.games_of(season)
    if division is not None:
        found = found.filter(division=division)
    if team is not None:
        found = schedule.of_team(found, team.pk)
    months = schedule.months_of(found, season)
    month = _month(request.GET.get("month"), months, today(season))
    shown = schedule.in_month(found, season, month) if month else found.none()
    undated = list(found.filter(starts__isnull=True))
    now, unscored = timezone.now(), levels_without_score(season)
    days = by_day(shown, season, now, unscored)
    context = {
        "days": days,
        "nearest": _nearest(days, today(season)),
        "undated": by_day(undated, season, now, unscored),
        "month": month,
        "before": max((one for one in months if month and one < month), default=None),
        "after": min((one for one in months if month and one > month), default=None),
        "divisions": divisions,
        "groups": _grouped(teams, divisions),
        "division": division,
        "team": team,
        "breadcrumbs": [*season_trail(season), (_("Games"), "")],
    }
    return render(request, "league/games.html", context)


def _nearest(days: list[Day], today: dt.date) -> dt.date | None:
    """Today or the next day with games, where the reader would otherwise have to look for it below days gone by."""
    coming = next((one.day for one in days if one.day and one.day >= today), None)
    return coming if days and coming != days[0].day else None


def season_trail(season: Season) -> list[tuple[str, str]]:
    """The breadcrumbs down to a season's front page; the season's league must be loaded."""
    of_league = {"league": season.league.slug}
    return [
        (season.league.name, reverse("league:league", kwargs=of_league)),
        (season.name, reverse("league:season", kwargs=of_league | {"season": season.slug})),
    ]


def _chosen(asked: str | None, known: list[Any]) -> Any:
    """The row that the address asks for, None when it asks for none. Raises Http404 for one that isn't there."""
    if not asked:
        return None
    for row in known:
        if str(row.pk) == asked:
            return row
    raise Http404(_("There is no such division or team in this season."))


def _month(asked: str | None, months: list[dt.date], day: dt.date) -> dt.date | None:
    """The month asked for, else the one of today, else the next with games, else the last."""
    for month in months:
        if asked == f"{month:%Y-%m}":
            return month
    current = day.replace(day=1)
    return min((month for month in months if month >= current), default=months[-1] if months else None)


def _grouped(teams: list[Team], divisions: list[Division]) -> list[tuple[Division, list[Team]]]:
    return [(division, [team for team in teams if team.division_id == division.pk]) for division in divisions]
