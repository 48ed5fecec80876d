"""Makes divisions of a book with playoffs, with final tables, and playoff games with results."""

import datetime as dt
from typing import Any

from django.utils import timezone

from league.models import Division, Game, Outcome, ReportState, Role, Season, User
from league.services import recompute
from rulings.services import recompute_pending
from standings import services
from standings.models import PlayoffSeeding
from standings.seeding import seed_playoffs
from tests import factories
from tests.seasons import imported, season_file

DAY = dt.date(2015, 3, 2)
NOW = dt.datetime(2015, 3, 2, 12, tzinfo=dt.UTC)
ORDERED = ["A 6-0 B", "B 5-0 C", "C 4-0 D", "D 3-0 E", "E 2-0 F", "A 1-0 F", "B 1-0 F", "A 1-0 C", "A 1-0 D",
           "B 1-0 D", "C 1-0 F", "C 1-0 E", "D 1-0 F", "A 1-0 E", "B 1-0 E"]  # fmt: skip
"""Six teams, every one beats all behind it."""


def season_of(games: list[str], *, teams: int, book: str = "alberta-mens", **more: Any) -> Season:
    """A season by a book with playoffs."""
    return imported(season_file(games, teams=teams, level="adult", rulebook=book, **more))


def frozen(games: list[str], *, teams: int) -> tuple[Division, User]:
    """A division whose table is final, and its statistician."""
    season = season_of(games, teams=teams)
    division = season.divisions.select_related("season__league").get()
    statistician = factories.member(Role.STATISTICIAN, season.league)
    services.freeze_table(division=division, actor=statistician, day=DAY, now=NOW)
    return division, statistician


def seed(division: Division, actor: User, **more: Any) -> PlayoffSeeding:
    """Seed the playoffs, and have the games set."""
    values = {"stage": "playoffs", "reason": "", "day": DAY, "now": timezone.now()} | more
    seeding = seed_playoffs(division=division, actor=actor, **values)
    recompute_pending()
    return seeding


def bracket_games(division: Division) -> list[str]:
    """The playoff games in order of key: stage, home - away, with a score where there is one."""
    rows = Game.objects.filter(division=division, kind="playoff").select_related("home", "away").order_by("key")
    scores = {row.pk: f" {row.score_home}-{row.score_away}" if row.score_home is not None else "" for row in rows}
    return [f"{row.stage}: {row.home.key}-{row.away.key}{scores[row.pk]}" for row in rows]


def result(division: Division, home: str, away: str, score: tuple[int, int] | None, *, place: int = 0) -> Game:
    """Put a result on a game of these two, the earliest open one (or take it off with None), and renew everything."""
    rows = Game.objects.filter(division=division, kind="playoff", home__key=home, away__key=away).order_by("key")
    game = rows.filter(outcome=Outcome.SCHEDULED).first() if score and not place else rows[max(place - 1, 0)]
    assert game is not None
    game.outcome = Outcome.PLAYED if score else Outcome.SCHEDULED
    game.report_state = ReportState.VERIFIED if score else ReportState.UNREPORTED
    game.score_home, game.score_away = score or (None, None)
    game.starts = game.starts or NOW + dt.timedelta(
        days=Game.objects.filter(division=division, kind="playoff", outcome="played").count()
    )
    game.occupied_until = game.starts + dt.timedelta(minutes=75)
    game.save()
    recompute.request(season=division.season, divisions=[division.pk])
    recompute_pending()
    return game
