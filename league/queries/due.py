"""Decides what a representative has to report: games that are over and lack their team's report, then those to come."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from league.models import Game, GameReport, Outcome, ReportKind, ReportState, Season, Team
from league.queries.desk import Books
from league.queries.reports import deadline
from league.queries.schedule import games_of, of_team

COMING = 10
"""Games to come that are shown."""


@dataclass(frozen=True, slots=True)
class Due:
    """A game that one team has to report. `deadline` None: the book sets none; `left` is negative when it is late."""

    game: Game
    team: Team
    deadline: dt.datetime | None
    left: dt.timedelta | None

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self.left is not None and self.left < dt.timedelta()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game that the team has reported and that isn't verified yet."""

    game: Game
    team: Team


def due(season: Season, teams: Collection[Team], now: dt.datetime) -> tuple[list[Due], list[Waiting]]:
    """What these teams have to report, the oldest first, and what they have reported and waits for others.

    Two queries, however many teams and games.
    """
    own = {team.pk: team for team in teams}
    books = Books.of(season)
    missing: list[Due] = []
    reported: list[Waiting] = []
    found: QuerySet[Any] = of_team(to_report(season, now), *own)
    for game in found:
        last = deadline(game, books.on(game))
        for team_id, done in ((game.away_id, game.away_reported), (game.home_id, game.home_reported)):
            if team_id in own and done:
                reported.append(Waiting(game, own[team_id]))
            elif team_id in own:
                missing.append(Due(game, own[team_id], last, last - now if last else None))
    return missing, reported


def to_report(season: Season, now: dt.datetime) -> QuerySet[Any]:
    """Games that are over and not verified, the oldest first, each with `home_reported` and `away_reported`."""
    over = games_of(season).filter(occupied_until__lt=now, outcome__in=[Outcome.SCHEDULED, Outcome.PLAYED])
    return over.exclude(report_state=ReportState.VERIFIED).annotate(
        home_reported=Exists(_report_of("home")), away_reported=Exists(_report_of("away"))
    )


def coming(season: Season, teams: Collection[Team], now: dt.datetime) -> list[Game]:
    """The next games of these teams, those on the ice included. One query."""
    found = games_of(season).filter(occupied_until__gte=now, outcome=Outcome.SCHEDULED)
    return list(of_team(found, *(team.pk for team in teams))[:COMING])


def _report_of(side: str) -> QuerySet[GameReport]:
    return GameReport.objects.filter(game=OuterRef("pk"), team=OuterRef(side), kind=ReportKind.TEAM, current=True)
