"""Decides what waits for whom in a season: the figures on its front page and on the visitor's own."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from league.models import Game, Outcome, ReportState, Season
from league.permissions import Access, Action, Place
from league.queries.schedule import without_report_of


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits: how much of it, and the page where it is dealt with."""

    label: str
    number: int
    url: str
    note: str = ""
    tone: str = "warn"


Provider = Callable[[Access, Season], Iterable[Waiting]]
"""What an app adds for this visitor in this season."""

_providers: list[Provider] = []


def add(provider: Provider) -> None:
    """Have `provider` asked for what waits. Apps call this once, when they start."""
    if provider not in _providers:
        _providers.append(provider)


def waiting(access: Access, season: Season, now: dt.datetime) -> list[Waiting]:
    """Everything that waits for this visitor in the season; what waits for nobody isn't listed. Few queries."""
    found = [*_for_representatives(access, season, now), *_for_statisticians(access, season, now)]
    for provider in _providers:
        found.extend(provider(access, season))
    return [item for item in found if item.number]


def _for_representatives(access: Access, season: Season, now: dt.datetime) -> Iterable[Waiting]:
    teams = [team.pk for team in access.teams(season)]
    if teams:
        number = without_report_of(season, teams, now).count()
        yield Waiting(_("Games to report"), number, page_of("league:due", season))


def _for_statisticians(access: Access, season: Season, now: dt.datetime) -> Iterable[Waiting]:
    if not access.may(Action.SETTLE_REPORTS, Place(league=season.league, season=season)):
        return
    counts = Game.objects.filter(season=season).aggregate(
        disputed=Count("pk", filter=Q(report_state=ReportState.DISPUTED)),
        provisional=Count("pk", filter=Q(report_state=ReportState.PROVISIONAL)),
        unreported=Count("pk", filter=Q(outcome=Outcome.SCHEDULED, occupied_until__lt=now)),
    )
    desk = page_of("league:desk", season)
    yield Waiting(_("Disputed"), counts["disputed"], desk, tone="bad")
    yield Waiting(_("Provisional"), counts["provisional"], desk)
    yield Waiting(_("Unreported"), counts["unreported"], desk)


def page_of(view: str, season: Season) -> str:
    """The address of a page of the season, empty where there is none."""
    try:
        return reverse(view, kwargs={"league": season.league.slug, "season": season.slug})
    except NoReverseMatch:
        return ""
