"""Measures how soon what follows from a report can be read, with one worker, while reports keep coming in."""

import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection, connections

from bench import seasons
from bench.table import Figure, at_most, shown
from league.core.reports import ReportContent, ReportedPenalty, SideReport
from league.models import Game, RecomputeRequest, Season
from league.services.reporting import report_game
from rulings.services import recompute_pending

TITLE = "From a report accepted to standings and suspensions readable, 10 reports a second, one worker"
A_SECOND = 10
LOOK = 0.008  # seconds between two looks at what is still to be worked off; each takes from who sends reports


def figures() -> Iterator[Figure]:
    """Measure with one season in the database and with fifty."""
    seconds = int(os.environ["RINKSIDE_BENCH_SECONDS"])
    alone, rate = _measure(1, seconds)
    yield shown("reports sent", f"{len(alone)}, {rate:.1f} a second")
    yield from _figures("1 season", alone)
    among_many, rate = _measure(50, seconds)
    yield shown("reports sent among 50 seasons", f"{len(among_many)}, {rate:.1f} a second")
    yield from _figures("50 seasons", among_many)
    ratio = statistics.median(among_many) / statistics.median(alone)
    yield at_most("ratio of the medians, 50 seasons to 1", ratio, 1.3, "", 2)


def _figures(where: str, taken: list[float]) -> Iterator[Figure]:
    yield at_most(f"median, {where}", statistics.median(taken) * 1000, 300, "ms", 0)
    yield at_most(f"95th percentile, {where}", statistics.quantiles(taken, n=20)[-1] * 1000, 1000, "ms", 0)


def _measure(number: int, seconds: int) -> tuple[list[float], float]:
    """Seconds from each report's acceptance to the removal of the last request that it left; reports a second."""
    call_command("migrate", verbosity=0)
    _empty()
    reports = seconds * A_SECOND
    season = seasons.make(number, to_report=(reports + 1) // 2)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")  # as a database is that has stood for a night
    with _worker(season), _Watch() as watch:
        rate = _report(season, reports, watch)
        watch.wait_for_all()
    return watch.taken, rate


def _empty() -> None:
    from django.apps import apps

    names = ", ".join(f'"{model._meta.db_table}"' for model in apps.get_models())
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_auditentry DISABLE TRIGGER audit_trail_stays")
        cursor.execute(f"TRUNCATE {names} CASCADE")


@contextmanager
def _worker(season: Season) -> Iterator[None]:
    """One Celery worker with one process, warm."""
    command = [
        sys.executable,
        "-m",
        "celery",
        "--quiet",
        "-A",
        "league.project",
        "worker",
        "--concurrency=1",
        "--loglevel=ERROR",
    ]
    worker = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        RecomputeRequest.objects.create(season=season, kind="division", target_id=season.divisions.first().pk)
        from rulings.tasks import nudge

        nudge()
        while RecomputeRequest.objects.exists():
            if time.monotonic() > deadline:
                raise RuntimeError("the worker didn't start")
            time.sleep(0.05)
        yield
    finally:
        worker.terminate()
        worker.wait()
        recompute_pending()


class _Watch:
    """Looks every few milliseconds which reports have nothing left to be worked off."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self._waiting: list[tuple[float, set[int]]] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "_Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def accepted(self, at: float, requests: set[int]) -> None:
        """A report was accepted `at`, and left these requests."""
        with self._lock:
            self._waiting.append((at, requests))

    def wait_for_all(self) -> None:
        """Until nothing is left, at most a minute."""
        deadline = time.monotonic() + 60
        while self._waiting:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{len(self._waiting)} reports were never worked off")
            time.sleep(0.05)

    def _look(self) -> None:
        try:
            while not self._ended.is_set():
                with self._lock:
                    waiting = list(self._waiting)
                standing = _standing()
                now = time.perf_counter()
                done = [entry for entry in waiting if not entry[1] & standing]
                with self._lock:
                    self._waiting = [entry for entry in self._waiting if entry not in done]
                self.taken += [now - at for at, _ in done]
                time.sleep(LOOK)
        finally:
            connections.close_all()


def _report(season: Season, number: int, watch: _Watch) -> float:
    """Send `number` reports in an even rhythm, both teams of a game one after the other; how many a second went out."""
    from django.utils import timezone

    users = seasons.reporters(season)
    chance = random.Random(1)
    games = list(Game.objects.filter(season=season, outcome="scheduled").select_related("home", "away", "season"))
    rosters = {
        team.pk: [spot.person.key for spot in team.roster.select_related("person")] for team in season.teams.all()
    }
    begun = time.perf_counter()
    for turn in range(number):
        game = games[turn // 2]
        team = game.home if turn % 2 == 0 else game.away
        content = _content(random.Random(game.pk), rosters[game.home_id], rosters[game.away_id])
        time.sleep(max(0.0, begun + turn / A_SECOND - time.perf_counter()))
        report_game(
            game=game,
            team=team,
            content=content,
            by=users[team.pk],
            token=f"bench-{turn}-{chance.random()}",
            seen_version=Game.objects.values_list("version", flat=True).get(pk=game.pk),
            now=timezone.now(),
        )
        at = time.perf_counter()
        watch.accepted(at, _standing())
    return number / (time.perf_counter() - begun)


def _standing() -> set[int]:
    """The requests that are still to be worked off, without what the ORM would cost."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id FROM {RecomputeRequest._meta.db_table}")
        return {pk for (pk,) in cursor.fetchall()}


def _content(chance: random.Random, home: list[str], away: list[str]) -> ReportContent:
    return ReportContent(home=_side(chance, home), away=_side(chance, away))


def _side(chance: random.Random, people: list[str]) -> SideReport:
    penalties = [ReportedPenalty("minor", "tripping", chance.choice(people), "2", 600) for _ in range(4)]
    if chance.random() < 0.2:
        fighter = chance.choice(people)
        penalties += [
            ReportedPenalty("major", "fighting", fighter, "3", 300, incident="fight"),
            ReportedPenalty("game-misconduct", "fighting", fighter, "3", 300, incident="fight"),
        ]
    return SideReport(goals=tuple(chance.randrange(4) for _ in range(3)), penalties=tuple(penalties))
