"""Services of our own start, stop, keep their data, and come back after a crash."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from rinkside import services as services_module
from rinkside.processes import working_in
from rinkside.services import AlreadyRunning, services, throwaway_services
from rinkside.where import ROOT, note_of, running_services

_RUN = """
import sys, time
from pathlib import Path
from rinkside.processes import ending_signals_raise
from rinkside.services import services
with ending_signals_raise(), services(Path(sys.argv[1]), durable=True, environ={}):
    print("up", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def _run_elsewhere(home: Path) -> subprocess.Popen[str]:
    """Run the services in another process; returns when they are up."""
    process = subprocess.Popen([sys.executable, "-c", _RUN, str(home)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout as said:
        assert said.readline() == "up\n"
    return process


def _soon(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 15
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _working(home: Path) -> list[int]:
    """Process ids of the two servers in `home`, without what PostgreSQL starts below itself."""
    servers = [*working_in(home / "postgres/data"), *working_in(home / "valkey")]
    pids = {process.pid for process in servers}
    return [process.pid for process in servers if process.ppid() not in pids]


def test_both_start_answer_and_stop(home: Path) -> None:
    with services(home, durable=False, environ={}) as urls:
        with psycopg.connect(urls["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT current_database()").fetchone() == ("rinkside",)
        with redis.Redis.from_url(urls["REDIS_URL"]) as client:
            assert client.ping()
        pids = _working(home)
        assert len(pids) == 2
    assert not any(psutil.pid_exists(pid) for pid in pids)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(urls["DATABASE_URL"])


def test_postgres_never_runs_as_root_and_its_socket_is_closed_to_others(home: Path) -> None:
    with services(home, durable=False, environ={}) as urls:
        postmaster = psutil.Process(int((home / "postgres/data/postmaster.pid").read_text().split()[0]))
        assert postmaster.uids().effective != 0
        with psycopg.connect(urls["DATABASE_URL"]) as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
            sockets = connection.execute("SHOW unix_socket_directories").fetchone()
        assert sockets is not None
        assert Path(sockets[0]).stat().st_mode & 0o077 == 0


def test_valkey_asks_for_its_password(home: Path) -> None:
    with services(home, durable=False, environ={}) as urls:
        without = "redis://" + urls["REDIS_URL"].split("@")[1]
        with redis.Redis.from_url(without) as client, pytest.raises(redis.AuthenticationError):
            client.ping()
        assert (home / "valkey/valkey.conf").stat().st_mode & 0o077 == 0


def test_the_next_run_finds_the_data_of_the_last(home: Path) -> None:
    with services(home, durable=True, environ={}) as urls, psycopg.connect(urls["DATABASE_URL"]) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 42 AS value")
    with services(home, durable=True, environ={}) as urls, psycopg.connect(urls["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT value FROM kept").fetchone() == (42,)


def test_what_the_environment_names_is_used_as_it_is(home: Path) -> None:
    given = {"DATABASE_URL": "postgres://somewhere/else", "REDIS_URL": "redis://somewhere"}
    with services(home, durable=True, environ=given) as urls:
        assert urls == given
    assert not home.exists()


def test_only_what_is_not_named_is_started(home: Path) -> None:
    with services(home, durable=True, environ={"DATABASE_URL": "postgres://somewhere/else"}) as urls:
        assert urls["DATABASE_URL"] == "postgres://somewhere/else"
        with redis.Redis.from_url(urls["REDIS_URL"]) as client:
            assert client.ping()
        assert not (home / "postgres").exists()


def test_two_runs_at_once_are_refused_and_the_first_goes_on(home: Path) -> None:
    with services(home, durable=True, environ={}) as urls:
        with pytest.raises(AlreadyRunning), services(home, durable=True, environ={}):
            pass
        with psycopg.connect(urls["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)


def test_commands_in_another_terminal_find_the_services_while_they_run(home: Path) -> None:
    assert running_services(home) == {}
    with services(home, durable=True, environ={}) as urls:
        assert running_services(home) == urls
        assert note_of(home).stat().st_mode & 0o077 == 0
    assert running_services(home) == {}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_an_ending_signal_stops_both_in_order(home: Path, number: signal.Signals) -> None:
    process = _run_elsewhere(home)
    pids = _working(home)
    assert len(pids) == 2
    process.send_signal(number)
    process.wait(30)
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert not (home / "postgres/data/postmaster.pid").exists()
    assert not note_of(home).exists()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells children of a death")
def test_kill_9_takes_both_along_and_the_next_run_copes(home: Path) -> None:
    process = _run_elsewhere(home)
    pids = _working(home)
    assert len(pids) == 2
    process.kill()
    process.wait(30)
    assert _soon(lambda: not any(psutil.pid_exists(pid) for pid in pids))
    assert running_services(home) == {}
    with services(home, durable=True, environ={}) as urls, psycopg.connect(urls["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_crash_of_the_whole_machine_is_coped_with(home: Path) -> None:
    process = _run_elsewhere(home)
    for pid in (process.pid, *_working(home)):
        os.kill(pid, signal.SIGKILL)
    process.wait(30)
    # Its note of a process id is still there, as after a loss of power.
    assert (home / "postgres/data/postmaster.pid").exists()
    with services(home, durable=True, environ={}) as urls, psycopg.connect(urls["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_data_directory_left_half_made_is_made_anew(home: Path) -> None:
    (home / "postgres/data.unfinished").mkdir(parents=True)
    (home / "postgres/data").mkdir()
    (home / "postgres/data/PG_VERSION").write_text("18\n")
    with services(home, durable=True, environ={}) as urls, psycopg.connect(urls["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_data_of_another_version_is_refused_with_what_to_do(home: Path) -> None:
    (home / "postgres/data/global").mkdir(parents=True)
    (home / "postgres/data/global/pg_control").touch()
    (home / "postgres/data/PG_VERSION").write_text("16\n")
    with (
        pytest.raises(RuntimeError, match=r"made by PostgreSQL 16, this is 18\. Remove .* to start"),
        services(home, durable=True, environ={}),
    ):
        pass


def test_throwaway_services_leave_nothing_and_sweep_up_after_the_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services_module, "HOME", tmp_path)
    abandoned = tmp_path / "throwaway/abandoned"
    (abandoned / "postgres").mkdir(parents=True)
    (abandoned / "lock").touch()
    begun = tmp_path / "throwaway/begun"
    begun.mkdir()
    given = {"DATABASE_URL": "postgres://somewhere/else", "REDIS_URL": "redis://somewhere"}
    with throwaway_services(given):
        assert not abandoned.exists()
        assert begun.exists()
    assert [path.name for path in (tmp_path / "throwaway").iterdir()] == ["begun"]
