"""Decides which database and broker are used: those of the environment, or our own."""

import contextlib
import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from rinkside import postgres, valkey
from rinkside.where import HOME, note_of


class AlreadyRunning(Exception):
    """Another process of ours runs the services of this directory."""


@contextlib.contextmanager
def services(home: Path, *, durable: bool, environ: Mapping[str, str] = os.environ) -> Iterator[dict[str, str]]:
    """Provide a database and a broker; yields `DATABASE_URL` and `REDIS_URL`.

    What `environ` names is used as it is; what it doesn't name is started below `home`, which
    belongs to one process at a time, and stopped at the end. While they run their URLs stand in
    `home/services.json`, readable by this user only, for commands typed in another terminal.

    Raises `AlreadyRunning` when another process has them, `RuntimeError` when one doesn't start.
    """
    urls = {name: environ[name] for name in ("DATABASE_URL", "REDIS_URL") if environ.get(name)}
    if len(urls) == 2:
        yield urls
        return
    home.mkdir(parents=True, exist_ok=True)
    note = note_of(home)
    with contextlib.ExitStack() as stack:
        stack.enter_context(_sole_owner(home))
        note.unlink(missing_ok=True)
        if "DATABASE_URL" not in urls:
            urls["DATABASE_URL"] = stack.enter_context(postgres.running(home / "postgres", durable=durable))
        if "REDIS_URL" not in urls:
            urls["REDIS_URL"] = stack.enter_context(valkey.running(home / "valkey"))
        stack.callback(note.unlink, missing_ok=True)
        note.touch(mode=0o600)
        note.write_text(json.dumps({"pid": os.getpid(), "urls": urls}))
        yield urls


@contextlib.contextmanager
def throwaway_services(environ: Mapping[str, str] = os.environ, *, durable: bool = False) -> Iterator[dict[str, str]]:
    """Provide services that leave nothing behind, for tests and checks; yields as `services`.

    What measures wants them `durable`: as slow as where data must not be lost.
    """
    below = HOME / "throwaway"
    below.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(below)
    home = Path(tempfile.mkdtemp(dir=below))
    home.chmod(0o755)
    try:
        with services(home, durable=durable, environ=environ) as urls:
            yield urls
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def _sole_owner(home: Path) -> Iterator[TextIO]:
    """Hold the lock of `home`; the system gives it back however we end."""
    with (home / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(str(home)) from None
        yield lock


def _remove_abandoned(below: Path) -> None:
    """Remove what runs that were killed left behind, and only that."""
    for home in below.iterdir():
        if not (home / "lock").exists():
            continue  # being made at this moment
        with contextlib.suppress(AlreadyRunning, FileNotFoundError), _sole_owner(home):
            postgres.end_leftover(home / "postgres")
            valkey.end_leftover(home / "valkey")
            shutil.rmtree(home, ignore_errors=True)
