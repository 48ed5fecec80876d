"""Drives the system's Chromium against the live server."""

import os
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from rinkside.chromium import find_chromium
from tests.browser.width import fits

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


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Let axe look at a page as it stands, on a phone and a laptop, light and dark; it may find nothing.

    The page must not scroll sideways on either.
    """

    def check(page: Page) -> None:
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert fits(page), f"too wide for {width} pixels"
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                page.wait_for_selector(f"html[data-bs-theme={scheme}]")
                results = Axe().run(page)
                assert results.response["passes"]
                assert not results.violations_count, f"{width} pixels, {scheme}: {results.generate_report()}"

    return check
