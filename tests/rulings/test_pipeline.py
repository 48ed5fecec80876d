"""Shows that what follows from a change is worked out once and for all, whatever breaks on the way."""

import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection, connections, transaction
from kombu import Connection

from discipline.models import Suspension
from league.models import Game, RecomputeRequest
from league.project.celery import app
from league.services import recompute
from league.services.rulebooks import publish_shipped
from rulings import services, tasks
from rulings.importing import import_season
from rulings.reading import open_season_file
from standings.models import StandingsSnapshot
from tests import factories

CASE = Path(__file__).parents[1] / "cases" / "mn-district-9-25-second-fight-as-of" / "season.json"


@pytest.fixture
def season(db):
    """A season of three teams with suspensions, everything worked out once."""
    file = open_season_file(CASE.read_bytes()).file
    version = next(version for version in publish_shipped() if version.slug == file.rulebook)
    made, _ = import_season(file=file, version=version, league=factories.league())
    services.recompute_pending()
    return made


@pytest.fixture
def committed_season(transactional_db):
    """The same, visible to other connections."""
    file = open_season_file(CASE.read_bytes()).file
    version = next(version for version in publish_shipped() if version.slug == file.rulebook)
    made, _ = import_season(file=file, version=version, league=factories.league())
    services.recompute_pending()
    return made


def change_score(season, key="g2", home=9):
    """A correction, with the request beside it."""
    with transaction.atomic():
        Game.objects.filter(season=season, key=key).update(score_home=home)
        division = season.divisions.get()
        recompute.request(season=season, divisions=[division.pk], teams=season.teams.values_list("pk", flat=True))


def goals_against(season, team="ott"):
    """In the snapshot: 13 in the other games, and what the changed one brings (1 as imported)."""
    snapshot = StandingsSnapshot.objects.get(division__season=season)
    return next(row["goals_against"] for row in snapshot.rows if row["team"] == team)


def in_a_thread(work):
    """Run `work` on a database connection of its own; returns the thread, started."""

    def run():
        try:
            work()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_an_import_leaves_nothing_to_do_after_the_workers(season):
    assert RecomputeRequest.objects.count() == 0
    assert StandingsSnapshot.objects.get(division__season=season).version == 1
    assert Suspension.objects.filter(season=season).count() == 4


def test_many_changes_make_one_request_a_target(season):
    for home in range(20):
        change_score(season, home=home)
    assert sorted(RecomputeRequest.objects.values_list("kind", "generation")) == [
        ("division", 20),
        ("team", 20),
        ("team", 20),
        ("team", 20),
    ]
    assert services.recompute_pending() == 4
    assert goals_against(season) == 13 + 19


def test_a_task_that_runs_twice_leaves_the_same(season):
    change_score(season)
    tasks.recompute()
    before = (goals_against(season), list(Suspension.objects.values_list("pk", "status", "remaining")))
    assert tasks.recompute() == 0
    assert tasks.sweep() == 0
    assert (goals_against(season), list(Suspension.objects.values_list("pk", "status", "remaining"))) == before


def test_a_suspension_keeps_its_row_when_it_is_ruled_on_again(season):
    before = dict(Suspension.objects.values_list("incident", "pk"))
    change_score(season)
    services.recompute_pending()
    assert dict(Suspension.objects.values_list("incident", "pk")) == before


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_neither_stops_nor_loses_a_change(committed_season, monkeypatch, caplog):
    with Connection("redis://127.0.0.1:1/0", transport_options=app.conf.broker_transport_options) as nobody:
        send = partial(tasks.recompute.apply_async, connection=nobody)
        monkeypatch.setattr(tasks.recompute, "apply_async", send)
        change_score(committed_season)
    assert "no worker could be nudged" in caplog.text
    assert "Connection refused" in caplog.text
    assert RecomputeRequest.objects.count() == 4
    assert goals_against(committed_season) == 13 + 1
    tasks.sweep()
    assert RecomputeRequest.objects.count() == 0
    assert goals_against(committed_season) == 13 + 9


@pytest.mark.django_db(transaction=True)
def test_a_worker_takes_what_was_asked_for(committed_season, worker):
    change_score(committed_season)
    deadline = time.monotonic() + 20
    while RecomputeRequest.objects.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert goals_against(committed_season) == 13 + 9


KILLED = """
import django, os, time
django.setup()
from rulings import services

def stuck(**kwargs):
    print("inside", flush=True)
    time.sleep(60)

services.store_snapshot = stuck
services.recompute_pending()
"""


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_loses_nothing(committed_season):
    change_score(committed_season)
    environment = os.environ | {"DATABASE_URL": database_url()}
    worker = subprocess.Popen([sys.executable, "-c", KILLED], env=environment, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None
    assert worker.stdout.readline() == "inside\n"
    # while it holds the request nobody else takes it
    assert services.recompute_pending() == 3
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    worker.stdout.close()
    assert RecomputeRequest.objects.count() == 1
    assert goals_against(committed_season) == 13 + 1
    wait_for(lambda: services.recompute_pending() == 1)
    assert goals_against(committed_season) == 13 + 9


def database_url():
    """The address of the test's own database."""
    server = urlsplit(os.environ["DATABASE_URL"])
    return urlunsplit(server._replace(path=f"/{connection.settings_dict['NAME']}"))


def wait_for(condition, seconds=10):
    """Until the server has noticed that a killed client is gone."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.django_db(transaction=True)
def test_two_workers_race_and_each_request_is_worked_off_once(committed_season, monkeypatch):
    worked = []
    original = services._work_off

    def counting(claimed):
        worked.extend((request.kind, request.target_id) for request in claimed)
        original(claimed)

    monkeypatch.setattr(services, "_work_off", counting)
    change_score(committed_season)
    threads = [in_a_thread(services.recompute_pending) for _ in range(4)]
    for thread in threads:
        thread.join()
    assert len(worked) == len(set(worked)) == 4
    assert RecomputeRequest.objects.count() == 0
    assert StandingsSnapshot.objects.get(division__season=committed_season).version == 2


@pytest.mark.django_db(transaction=True)
def test_a_change_that_comes_while_its_target_is_worked_on_is_worked_off_after_it(committed_season, monkeypatch):
    reading, changed = threading.Event(), threading.Event()
    original = services.store_snapshot

    def slow(**kwargs):
        reading.set()
        changed.wait(0.5)
        original(**kwargs)

    monkeypatch.setattr(services, "store_snapshot", slow)
    change_score(committed_season, home=5)
    worker = in_a_thread(services.recompute_next)
    assert reading.wait(5)
    change_score(committed_season, home=7)  # waits for the row that the worker holds, then asks anew
    changed.set()
    worker.join()
    monkeypatch.undo()
    services.recompute_pending()
    assert goals_against(committed_season) == 13 + 7


def test_a_request_that_fails_waits_and_does_not_hold_up_others(season, monkeypatch):
    def broken(**kwargs):
        raise RuntimeError("no ice")

    change_score(season)
    with monkeypatch.context() as patched:
        patched.setattr(services, "recompute_divisions", broken)
        assert services.recompute_pending(limit=10) == 4
    failed = RecomputeRequest.objects.get()
    assert (failed.kind, failed.attempts, failed.last_error) == ("division", 1, "RuntimeError: no ice")
    assert services.recompute_pending() == 0  # not again at once
    RecomputeRequest.objects.update(claimed_at=failed.claimed_at - services.dt.timedelta(seconds=3))
    assert services.recompute_pending() == 1
    assert goals_against(season) == 13 + 9


def test_a_new_change_tries_a_failed_request_at_once(season, monkeypatch):
    change_score(season)
    with monkeypatch.context() as patched:
        patched.setattr(services, "recompute_divisions", lambda **kwargs: 1 / 0)
        services.recompute_pending()
    change_score(season, home=4)
    assert services.recompute_pending() == 4
    assert goals_against(season) == 13 + 4


def test_divisions_of_a_season_are_worked_off_together_and_each_alone_once_they_failed(season, monkeypatch):
    other = factories.division(season=season)
    asked = {other.pk, season.divisions.exclude(pk=other.pk).get().pk}
    elsewhere = factories.division()
    recompute.request(season=season, divisions=asked)
    recompute.request(season=elsewhere.season, divisions=[elsewhere.pk])
    worked = []
    with monkeypatch.context() as patched:
        patched.setattr(services, "recompute_divisions", lambda season, divisions: worked.append(divisions) or 1 / 0)
        services.recompute_pending()
    assert worked == [asked, {elsewhere.pk}]
    monkeypatch.setattr(services, "recompute_divisions", lambda season, divisions: worked.append(divisions))
    RecomputeRequest.objects.update(claimed_at=None)
    assert services.recompute_pending() == 3
    assert sorted(worked[2:], key=min) == [{pk} for pk in sorted({*asked, elsewhere.pk})]
