"""Drives the system's Chromium against the live server."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from rinkside.chromium import find_chromium

# Playwright keeps an event loop running in this thread, which Django takes for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

_FLAGS = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process."""
    flags = [*_FLAGS, "--no-sandbox"] if os.geteuid() == 0 else _FLAGS
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find_chromium(), headless=True, args=flags)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser, live_server: object) -> Iterator[Page]:
    """A page of its own, without the cookies of another test, on the addresses of the live server."""
    context = browser.new_context(base_url=str(live_server), locale="en-US", timezone_id="America/Chicago")
    context.set_default_timeout(10_000)
    yield context.new_page()
    context.close()
