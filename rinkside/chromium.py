"""Decides which Chromium the browser tests drive, and installs one where that is allowed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def find_chromium() -> Path | None:
    """Return the browser named in RINKSIDE_CHROMIUM, else the system's, else Playwright's, else None."""
    if named := os.environ.get("RINKSIDE_CHROMIUM"):
        return Path(named)
    for name in _NAMES:
        if found := shutil.which(name):
            return Path(found)
    downloads = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    found_there = sorted(downloads.glob("chromium*/chrome-*/*chrom*"), reverse=True)
    executables = [path for path in found_there if path.is_file() and os.access(path, os.X_OK)]
    return executables[0] if executables else None


def ensure_chromium() -> Path | None:
    """Return a browser, installing one first when there is none; None when that isn't possible.

    From the distribution where we are root and it has apt-get, else Playwright's own.
    """
    if (found := find_chromium()) is not None:
        return found
    print("Installing Chromium for the browser tests ...", flush=True)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for arguments in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            _try(["apt-get", "--quiet=2", *arguments], quiet)
        if (found := find_chromium()) is not None:
            return found
    _try([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ))
    return find_chromium()


def _try(command: list[str], env: dict[str, str]) -> None:
    """Run an installer for at most five minutes; its failure only means that there is no browser."""
    try:
        subprocess.run(command, env=env, stdin=subprocess.DEVNULL, check=False, timeout=300)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)
