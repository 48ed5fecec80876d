"""Due process as its people live it: an official files from a phone at the rink, and the director reads it."""

import datetime as dt
import re
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from discipline.models import IncidentReport
from league.models import Season, User
from tests import factories
from tests.due_process import NAME, Process, process

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def made(transactional_db: None) -> Process:
    ended = timezone.now().replace(second=0, microsecond=0) - dt.timedelta(hours=1)
    made = process(starts=ended - dt.timedelta(minutes=75), occupied_until=ended)
    Season.objects.filter(pk=made.season.pk).update(published=True)
    return made


@pytest.fixture
def visitor(browser: Browser, live_server: object) -> Iterator[Callable[..., Page]]:
    """A window of somebody's own, signed in by the form."""
    opened: list[BrowserContext] = []

    def enter(user: User, **settings: object) -> Page:
        context = browser.new_context(
            base_url=str(live_server),
            locale="en-US",
            timezone_id="America/Chicago",
            reduced_motion="reduce",
            **settings,
        )
        context.set_default_timeout(15_000)
        opened.append(context)
        page = context.new_page()
        page.goto("/sign-in/")
        page.get_by_label("E-mail").fill(user.email)
        page.get_by_label("Password").fill(factories.PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page).not_to_have_url(re.compile("/sign-in/"))
        return page

    yield enter
    for context in opened:
        context.close()


@pytest.mark.clause("nb-minor-discipline", "4.b.v", "gir.3", "gir.6", "gir.7")
def test_an_official_files_from_a_phone_and_the_director_asks(
    made: Process, visitor: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    phone = visitor(made.official, viewport=PHONE)
    phone.goto(made.address("incidents"))
    phone.get_by_role("link", name=re.compile("Faribault at Owatonna")).first.click()
    expect(phone.get_by_label("Name").first).to_have_value(NAME)
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.get_by_label("Before", exact=False).fill("Two shifts of words.")
    expect(phone.locator("[data-draft-state]")).to_have_text("Kept")
    phone.reload()  # the phone ran out of power
    expect(phone.get_by_label("Before", exact=False)).to_have_value("Two shifts of words.")
    phone.get_by_label("Somebody was hurt").first.check()
    phone.get_by_role("button", name="File the report").click()
    expect(phone.locator(".form-errors")).to_contain_text("4 things must be put right")
    phone.get_by_label("The incident and the call").fill("He swung his stick.")
    phone.get_by_label("Who was hurt?").fill("No. 7 of the visitors")
    phone.get_by_label("What injury?").fill("Wrist")
    phone.get_by_label("What happened, and what was done?").fill("Ice, and the first-aider.")
    assert_accessible(phone)
    phone.set_viewport_size(PHONE)
    phone.get_by_role("button", name="File the report").click()
    expect(phone.get_by_role("status").first).to_contain_text("The report is filed")
    expect(phone.get_by_text("He swung his stick.")).to_be_visible()
    assert IncidentReport.objects.get().penalties == ["p1"]

    desk = visitor(made.director)
    desk.goto(made.address("incidents"))
    desk.locator("#filed ~ * a, section[aria-labelledby=filed] a").first.click()
    assert_accessible(desk)
    desk.get_by_label("Your words").fill("Which hand?")
    desk.get_by_role("button", name="Send it back with this question").click()
    expect(desk.get_by_text("Which hand?")).to_be_visible()
    phone.goto(made.address("incident_form", game=made.game.pk))
    expect(phone.get_by_text("The director has a question")).to_be_visible()
