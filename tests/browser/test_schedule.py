"""A parent chooses the teams of two children on a phone: what is on, what has moved, and what is at once."""

import datetime as dt
import os
from collections.abc import Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Role, Season
from league.services.rulebooks import publish_shipped
from league.services.setup_games import change_game
from scheduling.models import Assignment
from tests import factories

PHONE = {"width": 360, "height": 740}
PICTURES = os.environ.get("RINKSIDE_PICTURES")
"""Where pictures of the pages are kept, if anywhere."""


@pytest.fixture
def season(transactional_db: None) -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    today = timezone.localdate()
    return factories.season(
        league=factories.league(slug="north", name="North League"),
        slug="now",
        name="This winter",
        rulebook=book,
        starts=today - dt.timedelta(days=30),
        ends=today + dt.timedelta(days=90),
    )


def look(page: Page, name: str, assert_accessible: Callable[[Page], None]) -> None:
    """Have axe look at the page, and keep pictures of it where pictures are wanted."""
    if PICTURES:
        for width, scheme in ((360, "light"), (1280, "light"), (1280, "dark")):
            page.set_viewport_size({"width": width, "height": 740})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=Path(PICTURES) / f"{name}-{width}-{scheme}.png", full_page=True)
    assert_accessible(page)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)


def test_a_parent_sees_both_childrens_games_and_what_has_moved(
    page: Page, season: Season, live_server: object, assert_accessible: Callable[[Page], None]
) -> None:
    bantams, peewees = (factories.division(season=season, name=name) for name in ("Bantam A", "Peewee B"))
    otters, lynx = (factories.team(division=bantams, name=name, colours="green") for name in ("Otters", "Lynx"))
    terns, bears = (factories.team(division=peewees, name=name) for name in ("Terns", "Bears"))
    hall = factories.venue(league=season.league, name="Ice Hall", address="1 Rink Road\nNorth Fork")
    pond = factories.venue(league=season.league, name="Pond Arena")
    zone = ZoneInfo(season.timezone)
    start = timezone.now().replace(minute=0, second=0, microsecond=0) + dt.timedelta(days=3)
    game = factories.game(home=otters, away=lynx, starts=start + dt.timedelta(days=2), venue=hall)
    change_game(game=game, values={"starts": start, "occupied_until": start + dt.timedelta(minutes=75)}, version=0)
    factories.game(home=terns, away=bears, starts=start + dt.timedelta(minutes=30), venue=pond)
    Assignment.objects.create(game=game, person=factories.person(league=season.league, name="Cleo Dorn"))

    page.set_viewport_size(PHONE)
    page.goto("/leagues/north/now/schedule/")
    look(page, "schedule-week", assert_accessible)
    page.get_by_label("Otters").check()
    page.get_by_label("Terns").check()
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("At the same time as Bears at Terns")).to_be_visible()
    expect(page.locator(".was del")).to_be_visible()
    expect(page.get_by_role("link", name="Map to Ice Hall")).to_be_visible()
    look(page, "schedule", assert_accessible)
    page.get_by_label("In order of").select_option("rink")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Pond Arena")).to_be_visible()
    look(page, "schedule-rinks", assert_accessible)

    page.get_by_role("link", name="Ice Hall", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ice Hall")
    expect(page.get_by_text("Cleo Dorn")).to_have_count(0)
    look(page, "rink-day", assert_accessible)

    client = Client()
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": str(live_server)}])
    page.goto(f"/leagues/north/now/officials/?from={start.astimezone(zone).date()}")
    look(page, "officials", assert_accessible)
    page.get_by_role("link", name="Lynx at Otters").click()
    page.get_by_label("Somebody else").fill("Dag Ekman")
    page.get_by_role("button", name="Assign").click()
    expect(page.get_by_role("button", name="Release Dag Ekman")).to_be_visible()
    look(page, "game-officials", assert_accessible)
    page.goto("/account/calendars/")
    page.get_by_label("Name").fill("My telephone")
    page.get_by_role("button", name="Make an address").click()
    expect(page.get_by_label("Address to subscribe to")).to_be_visible()
    look(page, "calendars", assert_accessible)
