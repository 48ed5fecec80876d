"""Looks at every page of the product in the demo, with the eyes of whoever sees most of it and with the public's.

On a phone and a laptop, light and (once a route) dark: axe finds nothing, nothing scrolls sideways, the
browser complains of nothing (refusals of the content security policy included), each page has its title, one
first heading and labels on all its fields, and shows where the keyboard is. The pages come from the routes
and the access table, so that a new one can't be forgotten.
"""

import json
from collections.abc import Iterator
from functools import partial

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings as configured
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

from league.models import User
from tests.browser import places
from tests.browser.places import Places, Visit
from tests.browser.width import fits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ALL_RULES = {"resultTypes": ["violations"]}
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
"""Dark changes nothing but colours."""

UNLABELLED = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => one.type !== "hidden" && !one.labels?.length && !one.ariaLabel
    && !one.getAttribute("aria-labelledby") && !one.closest("[aria-hidden=true]"))
  .map((one) => one.name || one.outerHTML)"""

UNFOLD = """() => [...document.querySelectorAll("main details")].slice(0, 12).forEach((one) => { one.open = true; })"""

FOCUS = """() => {
  const one = document.activeElement, style = getComputedStyle(one);
  const seen = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
  return one === document.body || seen ? "" : one.outerHTML.slice(0, 120);
}"""


class Browsing:
    """One visitor's window, a plain client of the same visitor, and everything the browser complained of."""

    def __init__(self, context: BrowserContext, client: Client) -> None:
        self.page = context.new_page()
        self.client = client
        self.complaints: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status} from {response.url}")


class Windows:
    """A window for each visitor, signed in."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._new = partial(browser.new_context, base_url=address, locale="en-US", timezone_id="America/Chicago")
        self._address = address
        self._open: dict[int | None, tuple[BrowserContext, Browsing]] = {}

    def of(self, user: User | None) -> Browsing:
        """The visitor's window."""
        key = user.pk if user else None
        if key not in self._open:
            context = self._new(reduced_motion="reduce")
            context.set_default_timeout(20_000)
            client, name = Client(raise_request_exception=False), configured.SESSION_COOKIE_NAME
            if user is not None:
                client.force_login(user)
                context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self._address}])
            self._open[key] = context, Browsing(context, client)
        return self._open[key][1]

    def close(self) -> None:
        """Close all windows."""
        for context, _ in self._open.values():
            context.close()


@pytest.fixture
def windows(browser: Browser, live_server: object) -> Iterator[Windows]:
    opened = Windows(browser, str(live_server))
    yield opened
    opened.close()


@pytest.fixture
def demo(transactional_db: None, settings: object) -> Places:
    settings.DEMO = True  # type: ignore[attr-defined]
    return places.demo()


def test_every_page_is_in_order(demo: Places, windows: Windows) -> None:
    visits = list(demo.visits())
    assert len({visit.route.label for visit in visits}) > 60
    found = [f"{visit.role} at {visit.address}: {fault}" for visit in visits for fault in faults(demo, windows, visit)]
    assert not found, "\n".join(found)


def faults(demo: Places, windows: Windows, visit: Visit) -> list[str]:
    """What is wrong with a page."""
    window = windows.of(demo.user(visit.role, visit.values))
    plain = window.client.get(visit.address)
    if plain.status_code != 200 or "text/html" not in plain["Content-Type"]:
        return [] if plain.status_code == 200 else [f"answers {plain.status_code}"]
    page = window.page
    window.complaints.clear()
    page.set_viewport_size({"width": 360, "height": 800})
    page.emulate_media(color_scheme="light")
    response = page.goto(visit.address)
    assert response is not None
    found = [] if response.status == 200 else [f"answers {response.status}"]
    if page.locator("h1").count() != 1:
        found.append(f"{page.locator('h1').count()} first headings")
    if not page.title().partition(" · ")[0] or page.title() == "Rinkside":
        found.append(f"the title {page.title()!r} says nothing")
    found += [f"{name} has no label" for name in page.evaluate(UNLABELLED)]
    for _ in range(4):
        page.keyboard.press("Tab")
        if hidden := page.evaluate(FOCUS):
            found.append(f"the keyboard's place isn't seen: {hidden}")
    page.evaluate(UNFOLD)
    page.evaluate(AXE_SCRIPT)
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        if not fits(page):
            found.append(f"scrolls sideways at {width} pixels")
        for scheme, options in (("light", ALL_RULES), ("dark", COLOURS))[: 2 if visit.first else 1]:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_selector(f"html[data-bs-theme={scheme}]")
            found += [f"{width} pixels, {scheme}: {violation}" for violation in violations(page, options)]
    return found + window.complaints


def violations(page: Page, options: object) -> list[str]:
    """What axe finds on the page as it stands."""
    result = page.evaluate(f"axe.run({json.dumps(options)})")
    assert result["passes"], "axe looked at nothing"
    return [
        f"{one['id']}: {node['html'][:160]}: {node.get('failureSummary', '')}"
        for one in result["violations"]
        for node in one["nodes"][:3]
    ]
