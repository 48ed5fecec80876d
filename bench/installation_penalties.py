"""Measures how soon the effect of one new penalty can be read, with few and with millions of penalties on record."""

import json
import os
import random
import statistics
import time
from collections.abc import Iterator
from itertools import count

from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from bench.installation import fill
from bench.reports import _empty as empty
from bench.table import Figure, at_most, shown
from discipline.models import Suspension
from league.models import LedgerRequest, Penalty, RecomputeRequest, RosterSpot
from league.services import recompute
from rulings.services import recompute_pending

TITLE = "From a new penalty to its suspension readable, by the penalties on record (no lineups on the sheets)"
FEW = 30_000
MANY = int(os.environ.get("RINKSIDE_BENCH_PENALTIES", "3000000"))
A_GAME = 20
A_DIVISION = 120 * A_GAME
PLAYERS = 15
TIMES = 25
LARGE = 50_000
"""Rows from which a table may not be read from end to end."""

_PEOPLE = f"""
WITH made AS (
    INSERT INTO league_person (key, stated, league_id, name)
    SELECT concat('p', team.id, '-', number), '{{}}', season.league_id, concat('Player ', number)
    FROM league_team AS team JOIN league_season AS season ON season.id = team.season_id,
    generate_series(1, {PLAYERS}) AS number
    WHERE team.division_id >= %(first)s
    RETURNING id, key
), named AS (
    SELECT id, split_part(substr(key, 2), '-', 1)::bigint AS team, split_part(key, '-', 2)::int AS number FROM made
), spots AS (
    INSERT INTO league_rosterspot (stated, person_id, team_id, role, number, status)
    SELECT '{{}}', id, team, 'skater', number, 'regular' FROM named
)
INSERT INTO league_seasonperson (stated, season_id, person_id, special_conditions, carded)
SELECT '{{}}', team.season_id, named.id, false, false FROM named JOIN league_team AS team ON team.id = named.team
"""

# Minors of both teams in turn, by everybody on the roster; every fortieth is a fighting major.
_PENALTIES = f"""
INSERT INTO league_penalty (
    key, stated, game_id, team_id, person_id, offence, class, clock, period, flags, position
)
SELECT concat('x', turn), '{{}}', game.id, side.team, spot.person_id,
    CASE WHEN fight THEN 'fighting' ELSE 'tripping' END, CASE WHEN fight THEN 'major' ELSE 'minor' END,
    'stop', '2', '{{}}', turn
FROM league_game AS game, generate_series(1, {A_GAME}) AS turn,
LATERAL (SELECT CASE WHEN turn %% 2 = 0 THEN game.home_id ELSE game.away_id END AS team,
    1 + (game.id * 7 + turn * 3) %% {PLAYERS} AS worn, (game.id + turn) %% 40 = 0 AS fight) AS side
JOIN league_rosterspot AS spot ON spot.team_id = side.team AND spot.number = side.worn
WHERE game.division_id >= %(first)s
"""


def figures() -> Iterator[Figure]:
    """Measure with few penalties, fill up, and measure again; look at the plans of what was asked."""
    call_command("migrate", verbosity=0)
    empty()
    few, many = _measured(FEW), _measured(MANY)
    for number, taken in (few, many):
        yield at_most(
            f"median, {number:,} penalties", statistics.median(wall for wall, _ in taken) * 1000, 300, "ms", 0
        )
        cpu = statistics.median(cpu for _, cpu in taken)
        yield shown("  of it this process's own time", f"{cpu * 1000:.0f} ms")
    walls = [statistics.median(wall for wall, _ in taken) for _, taken in (few, many)]
    yield at_most("ratio of the medians, many to few", walls[1] / walls[0], 1.3, "", 2)
    own = [statistics.median(cpu for _, cpu in taken) for _, taken in (few, many)]
    yield shown("  of the process's own time", f"{own[1] / own[0]:.2f}")
    scans = sorted(_scans())
    yield Figure("large tables read from end to end", ", ".join(scans) or "none", "none", not scans)


def _measured(penalties: int) -> tuple[int, list[tuple[float, float]]]:
    """How many penalties there are, and seconds (by the clock, of this process) for each new one."""
    missing = penalties - Penalty.objects.count()
    if missing > 0:
        divisions = max(8, -(-missing // A_DIVISION // 8) * 8)
        first = fill(divisions)
        with connection.cursor() as cursor:
            cursor.execute(_PEOPLE, {"first": first})
            cursor.execute(_PENALTIES, {"first": first})
    RecomputeRequest.objects.all().delete()
    LedgerRequest.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")
    chance = random.Random(1)
    spots = list(RosterSpot.objects.order_by("pk").values_list("pk", flat=True))
    _new_penalty(chance.choice(spots))  # the first one reads the books
    return Penalty.objects.count(), [_new_penalty(chance.choice(spots)) for _ in range(TIMES)]


_number = count(1)


def _new_penalty(spot_pk: int) -> tuple[float, float]:
    """Put a fight on a sheet and work off what follows; seconds by the clock and of this process."""
    spot = RosterSpot.objects.select_related("team__season__league", "person").get(pk=spot_pk)
    season = spot.team.season
    # two fights of one person in one game may be one suspension
    game = spot.team.home_games.exclude(penalties__person=spot.person).order_by("pk")[0]
    key = f"new-{next(_number)}"
    began, own = time.perf_counter(), time.process_time()
    with transaction.atomic():
        Penalty.objects.create(
            game=game, key=key, team=spot.team, person=spot.person, offence="fighting", penalty_class="major"
        )
        recompute.request(season=season, divisions=[game.division_id], teams=game.team_ids, people=[spot.person_id])
    recompute_pending()
    taken = time.perf_counter() - began, time.process_time() - own
    failed = list(RecomputeRequest.objects.exclude(last_error="").values_list("last_error", flat=True)[:1])
    assert not failed, failed
    assert Suspension.objects.filter(season=season, person=spot.person, incident=key).exists(), key
    return taken


def _scans() -> set[str]:
    """Tables of more than `LARGE` rows that some query of the work reads from end to end."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > %s", [LARGE])
        large = {name for (name,) in cursor.fetchall()}
    spot = RosterSpot.objects.order_by("-pk").values_list("pk", flat=True)[0]
    with CaptureQueriesContext(connection) as queries:
        _new_penalty(spot)
    found: set[str] = set()
    for query in queries.captured_queries:
        if query["sql"].startswith("SELECT"):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {query['sql']}".replace("%", "%%"))
                plan = cursor.fetchone()[0]
                found |= _in_plan(json.loads(plan) if isinstance(plan, str) else plan)
    return found & large


def _in_plan(node: object) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(_in_plan, node)) if node else set()
    if not isinstance(node, dict):
        return set()
    own = {str(node["Relation Name"])} if node.get("Node Type") == "Seq Scan" else set()
    return own | _in_plan(list(node.values()))
