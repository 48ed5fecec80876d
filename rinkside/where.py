"""Decides where our own services keep their files, and tells whether they run right now."""

import json
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = Path(os.environ.get("RINKSIDE_HOME") or ROOT / ".rinkside").resolve()


def running_services(home: Path = HOME) -> dict[str, str]:
    """Return `DATABASE_URL` and `REDIS_URL` of the services running in `home`; empty when none do.

    So that a command typed in another terminal works on the data of the running demo.
    """
    try:
        note = json.loads(note_of(home).read_text())
        # A note that a killed process left behind isn't believed.
        os.kill(int(note["pid"]), 0)
        urls: dict[str, str] = note["urls"]
        return urls
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def note_of(home: Path) -> Path:
    """Return the file that says how the services running in `home` are reached."""
    return home / "services.json"
