"""The demo starts everything, ends everything, and names what went wrong."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil
import pytest

from rinkside import demo as demo_module
from rinkside.demo import demo
from rinkside.processes import working_in
from rinkside.where import ROOT

_ENVIRONMENT = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def _stand_ins(monkeypatch: pytest.MonkeyPatch, **commands: str) -> list[Sequence[str]]:
    """Let the demo run these lines of Python for its processes; returns its calls of manage.py."""
    managed: list[Sequence[str]] = []

    def manage(arguments: Sequence[str], env: Mapping[str, str]) -> None:
        managed.append(arguments)

    monkeypatch.setattr(demo_module, "_manage", manage)
    monkeypatch.setattr(
        demo_module,
        "_commands",
        lambda port, home: {name: [sys.executable, "-c", code] for name, code in commands.items()},
    )
    return managed


def test_a_port_that_is_taken_is_said_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        assert demo(port=number, home=tmp_path / "home") == 1
    assert f"Port {number} is taken" in capsys.readouterr().out
    assert not (tmp_path / "home").exists()


def test_when_one_process_ends_all_end_and_it_is_named(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://somewhere/else")
    monkeypatch.setenv("REDIS_URL", "redis://somewhere")
    note = tmp_path / "pid"
    managed = _stand_ins(
        monkeypatch,
        worker=f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)",
        web="import time; time.sleep(1); print('the web is torn')",
    )
    assert demo(port=port, home=tmp_path) == 1
    assert managed == [["migrate", "--verbosity=0"], ["create_demo"]]
    said = capsys.readouterr().out
    assert "The web process ended by itself" in said
    assert "the web is torn" in said
    assert not psutil.pid_exists(int(note.read_text()))


def _free_of_ours() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _ENVIRONMENT}


def _start(home: Path, port: int, log: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, "-m", "rinkside", "demo", "--port", str(port)],
            env={**_free_of_ours(), "RINKSIDE_HOME": str(home)},
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


def _wait_until_ready(process: subprocess.Popen[bytes], log: Path) -> float:
    begun = time.monotonic()
    while "Rinkside is ready" not in (said := log.read_text()):
        assert process.poll() is None, said
        assert time.monotonic() - begun < 240, said
        time.sleep(0.2)
    return time.monotonic() - begun


def _get(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
        text: str = response.read().decode()
        return text


def test_from_nothing_to_pages_and_back_and_the_second_time_finds_the_first(tmp_path: Path, port: int) -> None:
    home, log = tmp_path / "home", tmp_path / "log"
    demo_process = _start(home, port, log)
    try:
        _wait_until_ready(demo_process, log)
        assert "District 9" in _get(port, "/")
        assert _get(port, "/static/css/rinkside.css")
        assert '"ready": true' in _get(port, "/readyz")
    finally:
        demo_process.send_signal(signal.SIGTERM)
        assert demo_process.wait(60) == 0, log.read_text()
    assert working_in(home / "postgres/data") == []
    assert working_in(home / "valkey") == []

    demo_process = _start(home, port, log)
    try:
        again = _wait_until_ready(demo_process, log)
        assert "District 9" in _get(port, "/")
    finally:
        demo_process.send_signal(signal.SIGINT)
        assert demo_process.wait(60) == 0, log.read_text()
    # The season is there already; making it anew would take longer.
    assert again < 60
