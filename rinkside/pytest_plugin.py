"""Decides what a test run needs and says: services of its own, the browser, nothing skipped quietly."""

import atexit
import os
from collections.abc import Generator
from contextlib import ExitStack

import pytest

from rinkside.chromium import find_chromium
from rinkside.services import throwaway_services

_services = pytest.StashKey[ExitStack]()

_NO_BROWSER = (
    "The browser tests did not run: no Chromium was found. Install one (apt-get install chromium, "
    "or python -m playwright install chromium), or name it in RINKSIDE_CHROMIUM."
)

OUTSIDE = "stands outside the project"
"""What a skipped test says that needs data which may be missing: it is told, and doesn't fail a run."""


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Start services before Django's settings are read, unless the environment names them.

    In the process that was started; the workers of a parallel run inherit the addresses.
    """
    stack = early_config.stash.setdefault(_services, ExitStack())
    # Also when the run ends before it has begun, with a fault in a conftest for example.
    atexit.register(stack.close)
    os.environ |= stack.enter_context(throwaway_services())
    return (yield)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop what was started."""
    config.stash.get(_services, ExitStack()).close()


def pytest_configure(config: pytest.Config) -> None:
    """Know the markers."""
    config.addinivalue_line("markers", "clause(book, *clauses): shows these clauses of the rule book with that slug")
    config.addinivalue_line("markers", "browser: drives a real browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the browser tests where there is no browser."""
    if find_chromium() is None:
        for item in items:
            if item.get_closest_marker("browser") is not None:
                item.add_marker(pytest.mark.skip(reason="no Chromium"))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where RINKSIDE_FAIL_ON_SKIP is set, a run that left something out has failed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not os.environ.get("RINKSIDE_FAIL_ON_SKIP"):
        return
    if _left_out(reporter) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say plainly what did not run."""
    skipped = terminalreporter.stats.get("skipped", [])
    if any("no Chromium" in str(report.longrepr) for report in skipped):
        terminalreporter.section("browser tests", yellow=True, bold=True)
        terminalreporter.line(_NO_BROWSER)
    left_out = _left_out(terminalreporter)
    if left_out and os.environ.get("RINKSIDE_FAIL_ON_SKIP"):
        terminalreporter.line(f"{len(left_out)} skipped, and RINKSIDE_FAIL_ON_SKIP is set: failed.", red=True)


def _left_out(reporter: pytest.TerminalReporter) -> list[object]:
    """The reports of tests that were skipped and could have run here."""
    return [report for report in reporter.stats.get("skipped", []) if OUTSIDE not in str(report.longrepr)]
