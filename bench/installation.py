"""Measures how many tables two workers make again in a second, in an installation of 5,000 divisions."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

from django.core.management import call_command
from django.db import connection

from bench.table import Figure, shown
from league.models import Division, League, RecomputeRequest, Season, Team
from league.queries.rulebooks import newest_version
from league.services.rulebooks import publish_shipped

TITLE = "All tables of an installation, made again by two workers: 12 teams and 120 games a division"
DIVISIONS = int(os.environ.get("RINKSIDE_BENCH_DIVISIONS", "5000"))
A_SEASON = 8
TEAMS = 12
WORKERS = 2

# Every ordered pair of a division's teams but twelve, each game at a time of its own; scores from the numbers.
_GAMES = f"""
INSERT INTO league_game (
    key, stated, season_id, division_id, kind, starts, occupied_until, clash_recorded, home_id, away_id, outcome,
    at_fault, score_home, score_away, winner_id, fair_play_decisions, report_state, version, created_at, sequence,
    announced_at
)
SELECT concat(home.key, '-', away.key), '{{}}', home.season_id, home.division_id, 'league', moment,
    moment + interval '1 hour', false, home.id, away.id, 'played', '{{}}', goals_home, goals_away,
    CASE WHEN goals_home > goals_away THEN home.id WHEN goals_home < goals_away THEN away.id END,
    '{{}}', 'verified', 1, now(), 0, now()
FROM league_team AS home JOIN league_team AS away ON away.division_id = home.division_id AND away.id <> home.id,
LATERAL (SELECT home.position AS i, away.position AS j) AS place,
LATERAL (SELECT timestamptz '2014-11-01' + make_interval(hours => 12 * (i * {TEAMS} + j)) AS moment,
    (home.id * 7 + away.id * 3) %% 6 AS goals_home, (home.id * 5 + away.id * 11) %% 6 AS goals_away) AS played
WHERE j <> (i + 1) %% {TEAMS} AND home.division_id >= %s
"""


def figures() -> Iterator[Figure]:
    """Fill the database, ask for every table, and let two workers make them."""
    call_command("migrate", verbosity=0)
    fill(DIVISIONS)
    RecomputeRequest.objects.bulk_create(
        [
            RecomputeRequest(season_id=season, kind="division", target_id=division)
            for division, season in Division.objects.values_list("pk", "season")
        ],
        batch_size=5_000,
    )
    number = RecomputeRequest.objects.count()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
    began = time.perf_counter()
    command = [sys.executable, "-c", _WORKER]
    for worker in [subprocess.Popen(command) for _ in range(WORKERS)]:
        worker.wait()
    taken = time.perf_counter() - began
    yield shown("divisions, teams, games", f"{number:,}, {number * TEAMS:,}, {number * 120:,}")
    yield shown("left undone", str(RecomputeRequest.objects.count()))
    yield Figure("divisions a second", f"{number / taken:.0f}", "at least 100", number / taken >= 100)


_WORKER = """
import django
django.setup()
import logging
logging.disable(logging.INFO)
from rulings.services import recompute_pending
recompute_pending(limit=10**9)
"""


def fill(divisions_wanted: int) -> int:
    """Leagues with a season of eight divisions each, all games played; returns the id of the first new division."""
    standing = League.objects.count()
    publish_shipped()
    version = newest_version("mn-district-9")
    assert version is not None
    leagues = League.objects.bulk_create(
        [
            League(slug=f"installation-{number}", name=f"League {number}")
            for number in range(standing, standing + divisions_wanted // A_SEASON)
        ]
    )
    seasons = Season.objects.bulk_create(
        [
            Season(league=league, slug="2014-15", name="2014-15", rulebook=version, timezone="America/Chicago")
            for league in leagues
        ]
    )
    divisions = Division.objects.bulk_create(
        [
            Division(season=season, key=f"d{number}", name=f"Division {number}", level="bantam")
            for season in seasons
            for number in range(A_SEASON)
        ],
        batch_size=5_000,
    )
    Team.objects.bulk_create(
        [
            Team(
                season_id=division.season_id,
                division=division,
                key=f"{division.key}t{number}",
                name=f"Team {number}",
                position=number,
            )
            for division in divisions
            for number in range(TEAMS)
        ],
        batch_size=5_000,
    )
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, [divisions[0].pk])
    return divisions[0].pk
