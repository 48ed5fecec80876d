"""Money in Chromium: a move quoted at $75, agreed, approved, charged and paid; a no-show with its share passed on."""

import datetime as dt
import os
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import User
from league.services.card_accounts import set_keys
from league.services.money import Told, enter
from rulings.services import recompute_pending
from tests import card_provider
from tests.reporting import Evening, evening
from tests.scheduling.test_moves import SEASON, Asking, asking

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def sign_in(page: Page, live_server: Any) -> Callable[[User], Page]:
    """The page, with somebody signed in."""

    def go(user: User) -> Page:
        client = Client()
        client.force_login(user)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": str(live_server)}
        page.context.clear_cookies()
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        return page

    return go


def look(page: Page, name: str) -> None:
    """Keep pictures of the page, where somebody wants to look at them."""
    folder = os.environ.get("RINKSIDE_PICTURES")
    if folder:
        for width, scheme in ((360, "light"), (1280, "light"), (1280, "dark")):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)


def season_of(played: Evening) -> str:
    return f"/leagues/{played.season.league.slug}/{played.season.slug}/"


@pytest.mark.clause("mn-district-9", "3.11.i")
def test_a_move_is_quoted_agreed_approved_charged_and_paid(
    transactional_db: None,
    monkeypatch: pytest.MonkeyPatch,
    sign_in: Callable[[User], Page],
    assert_accessible: Callable[[Page], None],
) -> None:
    made: Asking = asking()
    for where in (
        "scheduling.services.moves",
        "scheduling.services.move_answers",
        "scheduling.views.moves",
        "rulings.money",
        "league.views.money.entries",
    ):
        monkeypatch.setattr(f"{where}.today", lambda season: dt.date(SEASON, 12, 7))
    played = made.played
    page = sign_in(played.home_coach)
    page.goto(f"{season_of(played)}games/{made.game.pk}/")
    page.get_by_role("link", name="Ask to move it for Owatonna").click()
    page.get_by_label("New day").fill(f"{SEASON}-12-13")
    page.get_by_label("New time").fill("12:00")
    page.get_by_label("What the other team").fill("The rink is flooded.")
    page.get_by_role("button", name="Show what it costs").click()
    quote = page.locator("section", has=page.get_by_role("heading", name="What it costs"))
    expect(quote).to_contain_text("$75.00: $50.00 (rule 3.10.b) + $25.00 (rule 3.11.i)")
    assert_accessible(page)
    look(page, "quote")
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_text("waits for Faribault")).to_be_visible()
    address = page.url

    page = sign_in(played.away_coach)
    page.goto(address)
    assert_accessible(page)
    look(page, "answer")
    page.get_by_role("button", name="Agree to the new date").click()
    expect(page.get_by_text("waits for the director")).to_be_visible()

    page = sign_in(made.director)
    page.goto(address)
    page.get_by_label("Approve: the game moves").check()
    page.get_by_label("Reason").fill("Agreed by both")
    look(page, "decide")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator(".timeline")).to_contain_text("Approved")
    recompute_pending()

    page = sign_in(played.statistician)
    page.goto(f"{season_of(played)}money/")
    assert_accessible(page)
    page.get_by_role("link", name="Owatonna").first.click()
    expect(page.locator(".lede")).to_contain_text("$75.00")
    assert_accessible(page)
    look(page, "statement")
    page.locator("table").first.get_by_role("link").first.click()
    assert_accessible(page)
    look(page, "entry")
    page.get_by_role("link", name="Record its payment").click()
    expect(page.get_by_label("For", exact=True)).to_contain_text("Charge: moved game, Charge: late form (75.00)")
    page.get_by_label("Amount").fill("75.00")
    look(page, "record")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator(".lede")).to_contain_text("Everything is paid.")


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_no_show_passes_its_share_on(
    transactional_db: None, sign_in: Callable[[User], Page], assert_accessible: Callable[[Page], None]
) -> None:
    played = evening()
    page = sign_in(played.statistician)
    page.goto(f"{season_of(played)}games/{played.game.pk}/outcome/")
    page.get_by_label("No-show").check()
    page.get_by_label("Faribault").first.check()
    page.locator("[name=reason]").fill("Nobody came")
    page.locator("[name=reason]").blur()
    expect(page.locator("#follows")).to_contain_text("300.00 USD")
    expect(page.locator("#follows")).to_contain_text("200.00 USD of it go to Owatonna once it is paid.")
    expect(page.locator("#follows")).to_contain_text("The teams are free then.")
    look(page, "outcome")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    recompute_pending()
    page.goto(f"{season_of(played)}money/")
    look(page, "money")
    page.get_by_role("link", name="Faribault").first.click()
    page.get_by_role("link", name="Charge: no-show").first.click()
    page.get_by_role("link", name="Record its payment").click()
    page.get_by_label("Amount").fill("300.00")
    page.get_by_role("button", name="Record", exact=True).click()
    recompute_pending()
    page = sign_in(played.home_coach)
    page.goto(f"{season_of(played)}money/teams/{played.home.pk}/")
    expect(page.locator(".lede")).to_contain_text("$200.00")
    expect(page.get_by_role("link", name="Share passed on")).to_be_visible()
    assert_accessible(page)


def test_a_coach_pays_by_card_and_has_the_receipt(
    transactional_db: None,
    live_server: Any,
    settings: Any,
    sign_in: Callable[[User], Page],
    assert_accessible: Callable[[Page], None],
) -> None:
    played = evening()
    league = played.season.league
    set_keys(
        league=league, secret_key=card_provider.KEY, webhook_secret=card_provider.SIGNING, by=played.statistician,
        now=timezone.now(),
    )  # fmt: skip
    due = dt.date(2014, 11, 19)
    for cents, reason in ((5000, "ice time"), (2500, "late form")):
        told = Told(played.season, f"team:{played.home.pk}", cents, due, played.statistician, reason=reason)
        enter(told=told, kind="charge", due=due)
    with card_provider.provider() as provider:
        settings.STRIPE_API = settings.STRIPE_PAGES = provider.url
        settings.SITE_URL = str(live_server)
        provider.hook = f"{live_server}/payments/stripe/{league.slug}/"
        page = sign_in(played.home_coach)
        page.goto(f"{season_of(played)}money/teams/{played.home.pk}/")
        page.get_by_role("link", name="Pay by card").click()
        assert_accessible(page)
        look(page, "pay")
        page.get_by_role("button", name="Go on to pay").click()
        page.get_by_role("button", name="Pay now").click()
        expect(page.get_by_text("Paid and entered in the ledger.")).to_be_visible()
        assert_accessible(page)
        look(page, "paid")
        with page.expect_download() as receipt:
            page.get_by_role("link", name="Receipt as PDF").click()
        assert receipt.value.suggested_filename.startswith("receipt-")
        page.get_by_role("link", name="Statement", exact=True).click()
        expect(page.locator(".lede")).to_contain_text("Everything is paid.")
        page = sign_in(played.statistician)
        page.goto(f"{season_of(played)}money/cards/")
        assert_accessible(page)
        look(page, "cards")
        expect(page.get_by_role("cell", name="$75.00")).to_be_visible()
