"""Decides how a season's games are read for lists: by day, by month, by team, and what waits for a report."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import TruncMonth

from league.models import Game, GameReport, Outcome, ReportKind, ReportState, Season


def games_of(season: Season) -> QuerySet[Game]:
    """The season's games with what a list shows, by start; those without a date last."""
    found = Game.objects.filter(season=season).select_related("home", "away", "division", "venue")
    return found.order_by("starts", "position", "pk")


def of_team(games: QuerySet[Game], *teams: int) -> QuerySet[Game]:
    """Those of `games` in which one of these teams plays."""
    return games.filter(Q(home__in=teams) | Q(away__in=teams))


def months_of(games: QuerySet[Game], season: Season) -> list[dt.date]:
    """The months in which these games are, by their first days, in the season's time zone. One query."""
    month = TruncMonth("starts", tzinfo=ZoneInfo(season.timezone))
    found = games.filter(starts__isnull=False).order_by().annotate(month=month).values_list("month", flat=True)
    return sorted({moment.date() for moment in found.distinct()})


def in_month(games: QuerySet[Game], season: Season, month: dt.date) -> QuerySet[Game]:
    """Those of `games` that start in the month, whose first day is given, in the season's time zone."""
    zone = ZoneInfo(season.timezone)
    after = (month.replace(day=28) + dt.timedelta(days=4)).replace(day=1)
    first = dt.datetime.combine(month.replace(day=1), dt.time.min, zone)
    return games.filter(starts__gte=first, starts__lt=dt.datetime.combine(after, dt.time.min, zone))


def latest_results(season: Season, number: int) -> list[Game]:
    """The last games that have an outcome, the newest first. One query."""
    return list(games_of(season).exclude(outcome=Outcome.SCHEDULED).filter(starts__isnull=False).reverse()[:number])


def next_games(season: Season, now: dt.datetime, number: int) -> list[Game]:
    """The next games to be played. One query."""
    return list(games_of(season).filter(outcome=Outcome.SCHEDULED, starts__gte=now)[:number])


def without_report_of(season: Season, teams: Collection[int], now: dt.datetime) -> QuerySet[Game]:
    """Games of these teams that are over and that one of them still has to report."""
    reported = GameReport.objects.filter(game=OuterRef("pk"), team__in=teams, kind=ReportKind.TEAM, current=True)
    over = Game.objects.filter(season=season, occupied_until__lt=now, outcome__in=[Outcome.SCHEDULED, Outcome.PLAYED])
    return of_team(over, *teams).exclude(report_state=ReportState.VERIFIED).exclude(Exists(reported)).order_by("starts")
