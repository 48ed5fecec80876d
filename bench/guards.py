"""Measures what it takes to look at one booking, in a small season and in one of 20,000 games."""

import datetime as dt
from collections.abc import Iterator
from statistics import median
from time import perf_counter
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.table import Figure, at_most, shown
from league.models import Division, Game, League, RuleBookVersion, Season, Team, Venue
from league.services.rulebooks import publish_shipped
from rulings.schedule import propose

TITLE = "Guards of one booking"
TEAMS = 20  # of a division
DAYS = 40  # on each of which every team plays: 400 games of a division
FIRST = dt.datetime(2014, 11, 1, 12, 0, tzinfo=dt.UTC)
TIMES = 50


def figures() -> Iterator[Figure]:
    """Look at bookings of one division's teams, which is alone in its season or one of fifty."""
    call_command("migrate", verbosity=0)
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    league = League.objects.create(name="Guards", slug="guards-bench")
    queries = []
    for divisions in (1, 50):
        season = _season(league, book, divisions)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")
        taken, asked = _looked_at(season)
        queries.append(asked)
        games = Game.objects.filter(season=season).count()
        yield at_most(f"one booking, {games:,} games", taken * 1000, 20, "ms")
    yield shown("queries", " and ".join(map(str, queries)))


def _season(league: League, book: RuleBookVersion, divisions: int) -> Season:
    """Divisions that play round robins, each on its own rink, game after game of a day."""
    season = Season.objects.create(
        league=league,
        rulebook=book,
        name=f"{divisions} divisions",
        slug=str(divisions),
        starts=dt.date(2014, 10, 1),
        timezone="America/Chicago",
    )
    games = []
    for number in range(divisions):
        division = Division.objects.create(season=season, name=f"Squirt {number}", level="squirt", key=f"d{number}")
        rink = Venue.objects.create(league=league, name=f"Rink {divisions}/{number}")
        teams = Team.objects.bulk_create(
            Team(season=season, division=division, name=f"Team {number}/{place}", key=f"t{number}-{place}")
            for place in range(TEAMS)
        )
        for day in range(DAYS):
            fixed, *others = teams
            turned = [fixed, *others[day % len(others) :], *others[: day % len(others)]]
            for place in range(TEAMS // 2):
                starts = FIRST + dt.timedelta(days=day * 2, minutes=75 * place)
                games.append(_game(season, division, rink, turned[place], turned[-1 - place], starts))
    Game.objects.bulk_create(games, batch_size=2_000)
    return season


def _game(season: Season, division: Division, rink: Venue, home: Team, away: Team, starts: dt.datetime) -> Game:
    until = starts + dt.timedelta(minutes=60)
    return Game(season=season, division=division, home=home, away=away, venue=rink, starts=starts, occupied_until=until)


def _looked_at(season: Season) -> tuple[float, int]:
    """The median of the seconds, and the queries of one."""
    game = Game.objects.filter(season=season).select_related("home__division", "away", "venue").order_by("pk")[0]
    values: dict[str, Any] = {"home": game.home, "away": game.away, "kind": "league", "ends": None, "venue": game.venue}
    taken = []
    for number in range(TIMES):
        starts = FIRST + dt.timedelta(days=number, hours=number % 10)
        begun = perf_counter()
        propose(season, values | {"starts": starts})
        taken.append(perf_counter() - begun)
    with CaptureQueriesContext(connection) as asked:
        propose(season, values | {"starts": FIRST})
    return median(taken), len(asked)
