"""Decides what `make check` looks at: everything that can be said without running the product."""

import os
import secrets
import subprocess
import sys
from collections.abc import Mapping, Sequence

from rinkside.services import throwaway_services
from rinkside.where import ROOT

# Made up, and complete: production settings refuse to start with less.
_PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "league.project.settings.production",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "ALLOWED_HOSTS": "league.example.org",
    "EMAIL_URL": "smtp+tls://mailer:secret@mail.example.org",
    "DEFAULT_FROM_EMAIL": "league@example.org",
}


def check() -> int:
    """Run every check, also after one has failed; returns 0 when all are well, else 1."""
    with throwaway_services() as urls:
        env = {**os.environ, **urls}
        failed = [name for name, command, extra in _steps() if not _passes(name, command, {**env, **extra})]
    print(f"\nchecks: {len(_steps()) - len(failed)} passed, {len(failed)} failed")
    for name in failed:
        print(f"  failed: {name}")
    return 1 if failed else 0


def _steps() -> list[tuple[str, Sequence[str], Mapping[str, str]]]:
    """Name, command and environment of each check."""

    def module(*arguments: str) -> list[str]:
        return [sys.executable, "-m", *arguments]

    def manage(*arguments: str) -> list[str]:
        return [sys.executable, "manage.py", *arguments]

    return [
        ("lint", module("ruff", "check"), {}),
        ("format", module("ruff", "format", "--check"), {}),
        ("types", module("mypy"), {}),
        ("import directions", [os.path.join(os.path.dirname(sys.executable), "lint-imports")], {}),
        ("migrations up to date", manage("makemigrations", "--check", "--dry-run"), {}),
        ("rule books", manage("lint_rulebook", "--all"), {}),
        ("coverage of the clauses up to date", manage("rulebook_coverage", "--check"), {}),
        (
            "production settings",
            manage("check", "--deploy", "--fail-level=WARNING"),
            _PRODUCTION,
        ),
    ]


def _passes(name: str, command: Sequence[str], env: Mapping[str, str]) -> bool:
    print(f"\n== {name}", flush=True)
    return subprocess.run(command, env=env, cwd=ROOT, check=False).returncode == 0
