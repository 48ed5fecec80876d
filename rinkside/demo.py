"""Decides how the demo runs: services, data, a worker and the web page, started and stopped together."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from rinkside import processes
from rinkside.services import AlreadyRunning, services
from rinkside.where import HOME, ROOT

_HOST = "127.0.0.1"
_READY_SECONDS = 60

type Running = dict[str, subprocess.Popen[bytes]]


def demo(*, port: int, home: Path = HOME) -> int:
    """Run the demo until Ctrl-C, SIGTERM, or the end of one of its processes; returns an exit status.

    0 when it was asked to stop, 1 when something failed (and is named). The data stays in `home`.
    """
    if not _is_free(port):
        print(f"Port {port} is taken. Stop what listens there, or choose another: make demo PORT=8080")
        return 1
    with ExitStack() as stack:
        stack.enter_context(processes.ending_signals_raise())
        try:
            urls = stack.enter_context(services(home, durable=True))
            return _run(port=port, home=home, urls=urls, stack=stack)
        except AlreadyRunning:
            print(f"The demo runs already from {home}.")
            return 1
        except RuntimeError as error:
            print(error)
            return 1
        except KeyboardInterrupt:
            # A second Ctrl-C would leave something running.
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            print("\nStopping ...", flush=True)
            return 0


def _run(*, port: int, home: Path, urls: Mapping[str, str], stack: ExitStack) -> int:
    env = {
        **os.environ,
        **urls,
        "DJANGO_SETTINGS_MODULE": "league.project.settings.local",
        "DEBUG": "false",
        "DEMO": "true",
        "SITE_URL": f"http://{_HOST}:{port}",
        "PYTHONUNBUFFERED": "1",
    }
    logs = home / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    for arguments in (["migrate", "--verbosity=0"], ["create_demo"]):
        _manage(arguments, env)

    running: Running = {}
    for name, command in _commands(port, home).items():
        log = logs / f"{name}.log"
        log.unlink(missing_ok=True)
        running[name] = processes.start(command, log=log, env=env, cwd=ROOT)
        stack.callback(processes.stop, running[name])
    address = f"http://{_HOST}:{port}"
    if _wait_until_ready(address, running):
        print(
            f"\nRinkside is ready: {address}\nLogs are in {logs}, mails in {home / 'mail'}. Ctrl-C stops everything.\n",
            flush=True,
        )
    while (ended := _first_ended(running)) is None:
        time.sleep(0.5)
    log = logs / f"{ended}.log"
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:])
    raise RuntimeError(f"The {ended} process ended by itself. {log} ends with:\n{tail}")


def _commands(port: int, home: Path) -> dict[str, Sequence[str | Path]]:
    """One worker with the beat inside, and one web server: as much as two cores carry."""
    python = [sys.executable, "-m"]
    return {
        "worker": [
            *python,
            *("celery", "--app=league.project", "worker", "--beat", "--concurrency=1"),
            *("--loglevel=INFO", "--without-gossip", "--without-mingle"),
            f"--schedule={home / 'beat-schedule'}",
        ],
        "web": [
            *python,
            *("granian", "--interface=wsgi", f"--host={_HOST}", f"--port={port}"),
            *("--workers=1", "--blocking-threads=4", "league.project.wsgi:application"),
        ],
    }


def _manage(arguments: Sequence[str], env: Mapping[str, str]) -> None:
    done = subprocess.run([sys.executable, "manage.py", *arguments], env=env, cwd=ROOT, check=False)
    if done.returncode:
        raise RuntimeError(f"manage.py {' '.join(arguments)} failed with status {done.returncode}.")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError:
            return False
    return True


def _first_ended(running: Running) -> str | None:
    return next((name for name, process in running.items() if process.poll() is not None), None)


def _wait_until_ready(address: str, running: Running) -> bool:
    """Ask until the page answers; False when a process ended before that."""
    deadline = time.monotonic() + _READY_SECONDS
    while _first_ended(running) is None:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=5):
                return True
        except (urllib.error.URLError, TimeoutError, ConnectionError) as error:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{address} isn't ready after {_READY_SECONDS} seconds: {error}") from error
            time.sleep(0.2)
    return False
