"""Decides what waits for the statistician of a season: disputes, missing reports, unclear games, failed work."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import TruncDate

from league.core import facts as core
from league.core import results
from league.core.book import Results
from league.models import (
    Division,
    Game,
    GameReport,
    Outcome,
    Person,
    RecomputeKind,
    RecomputeRequest,
    ReportKind,
    ReportState,
    Season,
    Team,
)
from league.queries.reports import deadline
from league.queries.rulebooks import books_of
from league.queries.schedule import games_of
from league.rulebook.book import RuleBook

DECIDED_WITHOUT_PLAY = (Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.REFUSED, Outcome.CANCELLED)


@dataclass(frozen=True, slots=True)
class Counts:
    """How much of each sort waits; `mark` changes with every change of a game."""

    disputed: int
    provisional: int
    unreported: int
    mark: str


@dataclass(frozen=True, slots=True)
class Books:
    """A season's rule books by the day from which each holds."""

    season: Season
    entries: list[tuple[dt.date | None, RuleBook]] = field(default_factory=list)

    @classmethod
    def of(cls, season: Season) -> Books:
        """All of a season's. One query, books from memory."""
        return cls(season, books_of(season))

    def on(self, game: Game) -> RuleBook:
        """The book in force on the day of the game; without a date, the first."""
        day = game.starts.astimezone(ZoneInfo(self.season.timezone)).date() if game.starts else dt.date.min
        return [book for starts, book in self.entries if starts is None or starts <= day][-1]

    def without_score(self, game: Game) -> tuple[str, ...]:
        """The levels at which that book keeps no score."""
        rules = self.on(game).get(Results)
        return rules.no_score_levels if rules else ()


def counts(season: Season, division: Division | None, now: dt.datetime) -> Counts:
    """How many games wait, of one division or of all. One query."""
    found = _of(Game.objects.filter(season=season), division).aggregate(
        disputed=Count("pk", filter=Q(report_state=ReportState.DISPUTED)),
        provisional=Count("pk", filter=Q(report_state=ReportState.PROVISIONAL)),
        unreported=Count("pk", filter=_unreported(now)),
        changes=Sum("version", default=0),
    )
    mark = ".".join(str(found[name]) for name in ("changes", "disputed", "provisional", "unreported"))
    return Counts(found["disputed"], found["provisional"], found["unreported"], mark)


def disputed(season: Season, division: Division | None) -> QuerySet[Game]:
    """Games in dispute, the one reported first on top; `reporters` are the ids of the teams that have reported."""
    return _reported(season, division, ReportState.DISPUTED)


def provisional(season: Season, division: Division | None) -> QuerySet[Game]:
    """Games that one team's word stands for, as `disputed`."""
    return _reported(season, division, ReportState.PROVISIONAL)


def unreported(season: Season, division: Division | None, now: dt.datetime) -> QuerySet[Game]:
    """Games that are over and that nobody has reported, the oldest first."""
    return _of(games_of(season), division).filter(_unreported(now)).order_by("occupied_until", "pk")


def unclear(season: Season, division: Division | None, books: Books) -> list[tuple[Game, str]]:
    """Games whose outcome can't count yet, with what the league must still say ("notice" or "at fault").

    One query; those without play are few in any season.
    """
    rows = _of(games_of(season), division).filter(outcome__in=DECIDED_WITHOUT_PLAY)
    found = ((game, results.results(_facts(game), books.on(game))[game.key]) for game in rows)
    return [(game, "notice" if game.outcome == Outcome.CANCELLED else "at fault") for game, it in found if it.unclear]


def failed(season: Season) -> list[RecomputeRequest]:
    """What could not be worked out again, the oldest first."""
    return list(RecomputeRequest.objects.filter(season=season, attempts__gt=0).order_by("requested_at", "pk"))


def named(requests: Iterable[RecomputeRequest]) -> Mapping[tuple[str, int], str]:
    """What the requests' targets are called, by kind and id. At most three queries."""
    wanted: dict[str, set[int]] = {}
    for request in requests:
        wanted.setdefault(request.kind, set()).add(request.target_id)
    models = {RecomputeKind.DIVISION: Division, RecomputeKind.TEAM: Team, RecomputeKind.PERSON: Person}
    return {
        (kind, pk): name
        for kind, ids in wanted.items()
        for pk, name in models[RecomputeKind(kind)].objects.filter(pk__in=ids).order_by().values_list("pk", "name")  # type: ignore[attr-defined]
    }


def late_by(game: Game, books: Books, now: dt.datetime) -> dt.timedelta | None:
    """How long ago a report of the game was due: negative while there is time, None where none is due."""
    due = deadline(game, books.on(game))
    return None if due is None else now - due


def _reported(season: Season, division: Division | None, state: ReportState) -> QuerySet[Game]:
    reports = GameReport.objects.filter(game=OuterRef("pk"), kind=ReportKind.TEAM, current=True).order_by("pk")
    found = _of(games_of(season), division).filter(report_state=state)
    return found.annotate(reporters=ArraySubquery(reports.values("team"))).order_by("reported_at", "pk")


def _of(games: QuerySet[Game], division: Division | None) -> QuerySet[Game]:
    return games if division is None else games.filter(division=division)


def _unreported(now: dt.datetime) -> Q:
    return Q(report_state=ReportState.UNREPORTED, outcome=Outcome.SCHEDULED, occupied_until__lt=now)


def _facts(game: Game) -> core.Facts:
    """As much of one game as says what it counts for; sides stand for the teams."""
    sides = {game.home_id: "home", game.away_id: "away"}
    fact = core.Game(
        id=game.key,
        division="",
        home="home",
        away="away",
        starts=game.starts,
        kind=game.kind,
        outcome=game.outcome,
        at_fault=tuple(sides[pk] for pk in game.at_fault),
        notice=game.notice,
        excused=game.excused,
        winner=sides.get(game.winner_id or 0),
    )
    return core.Facts(season=core.Season("", "UTC"), games=(fact,))


@dataclass(frozen=True, slots=True)
class GameDay:
    """A day with games, in the season's zone, and how many of them nobody has reported though they are over."""

    day: dt.date
    games: int
    unreported: int


def game_days(season: Season, division: Division | None, now: dt.datetime) -> list[GameDay]:
    """Every day on which games are scheduled or were played, in order. One query."""
    day = TruncDate("starts", tzinfo=ZoneInfo(season.timezone))
    found = _of(Game.objects.filter(season=season, starts__isnull=False), division).order_by().annotate(day=day)
    rows = found.values("day").annotate(games=Count("pk"), unreported=Count("pk", filter=_unreported(now)))
    return [GameDay(row["day"], row["games"], row["unreported"]) for row in rows.order_by("day")]


def games_on(season: Season, division: Division | None, day: dt.date) -> QuerySet[Game]:
    """The games that start on a day in the season's zone, by division and start."""
    first = dt.datetime.combine(day, dt.time.min, ZoneInfo(season.timezone))
    last = dt.datetime.combine(day + dt.timedelta(days=1), dt.time.min, ZoneInfo(season.timezone))
    found = _of(games_of(season), division).filter(starts__gte=first, starts__lt=last)
    return found.order_by("division__position", "division", "starts", "pk")
