"""Due process as its people live it: a report from the rink, a decision, its notice, an appeal that stops a clock."""

import datetime as dt
import io
import re
from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pypdf import PdfReader

from discipline.models import IncidentReport
from league.models import Role, Season, User
from tests import factories
from tests.browser.width import fits
from tests.due_process import NAME, Process, process, suspended
from tests.seasons import fight, imported, people, season_file

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
    assert fits(phone)
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


def squeezed(text: str) -> str:
    """Without any space: paper breaks lines where the screen doesn't."""
    return "".join(text.split())


def test_the_director_decides_and_the_paper_says_what_the_screen_says(
    transactional_db: None, visitor: Callable[..., Page], assert_accessible: Callable[[Page], None]
) -> None:
    document = season_file(["A 3-2 B", "B v A", "A v B", "B v A"], teams=2)
    people(document)
    fight(document["games"][0], "A", "A-1")
    season = imported(document)
    director = factories.member(Role.DIRECTOR, season.league, user=factories.user(name="Hesper Pemberwick"))
    desk = visitor(director)
    desk.goto(f"/leagues/{season.league.slug}/{season.slug}/suspensions/desk/")
    assert_accessible(desk)
    desk.get_by_role("link", name="Player A1").click()
    expect(desk.get_by_text("nobody has decided yet")).to_be_visible()
    assert_accessible(desk)
    desk.get_by_role("link", name="Decide", exact=True).click()
    expect(desk.get_by_text("No other suspension.")).to_be_visible()
    desk.get_by_label("Confirm the rule book's length").check()
    desk.get_by_role("button", name="Record the decision").click()
    desk.get_by_role("link", name="The case").click()
    desk.get_by_role("link", name="Notice", exact=True).click()
    assert_accessible(desk)
    desk.get_by_label("Language").select_option("fr")
    desk.get_by_role("button", name="Issue the notice").click()
    expect(desk.get_by_role("status").first).to_contain_text("is issued and on its way")
    assert_accessible(desk)
    screen = desk.locator("[data-notice]").inner_text()
    address = desk.get_by_role("link", name="Open the PDF").get_attribute("href")
    answer = desk.request.get(str(address))
    assert answer.headers["content-type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.body()))
    assert len(reader.pages) == 1
    assert squeezed(reader.pages[0].extract_text()) == squeezed(screen)
    assert "Avis de suspension" in screen
    assert "Player A1" in screen


@pytest.mark.clause("nb-minor-discipline", "5.e")
def test_an_appeal_stops_the_clock(made: Process, visitor: Callable[..., Page]) -> None:
    suspended(made)
    desk, coach = visitor(made.director), visitor(made.evening.home_coach)
    desk.goto(made.address("desk"))
    expect(desk.get_by_text("(rule 4.c.vi)")).to_be_visible()
    expect(desk.get_by_text("Stands still")).to_have_count(0)
    coach.goto(made.address("season"))
    coach.get_by_role("link", name=NAME).click()
    coach.get_by_role("link", name="Appeal or ask for a hearing").click()
    coach.get_by_label("Your grounds").fill("It was his twin.")
    coach.get_by_role("button", name="File the appeal").click()
    expect(coach.get_by_role("status").first).to_contain_text("The appeal is filed")
    desk.reload()
    expect(desk.get_by_text("Stands still").first).to_be_visible()
    expect(desk.get_by_text("Appealed")).to_be_visible()
