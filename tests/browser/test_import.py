"""An administrator takes in another program's schedule: a date asked about, a name matched, a fault mended, saved."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from league.models import Game, Role, Season
from league.services.rulebooks import publish_shipped
from tests import factories

PHONE = {"width": 360, "height": 740}
PICTURES = os.environ.get("RINKSIDE_PICTURES")
"""Where pictures of the pages are kept, if anywhere."""

FILE = """\
Type,Game Type,Title,Home,Away,Date,Time,Duration,Location
GAME,REGULAR,,Oters,Lynx,06/12/2014,1:00 PM,1:15,Ice Hall
GAME,REGULAR,,Lynx,Otters,07/12/2014,25:00,1:15,Ice Hall
PRACTICE,,,Otters,,08/12/2014,1:00 PM,1:15,Ice Hall
"""


@pytest.fixture
def season(transactional_db: None) -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    made = factories.season(rulebook=book, league=factories.league(slug="north", name="North League"), slug="2014-15")
    division = factories.division(season=made)
    for name in ("Otters", "Lynx"):
        factories.team(division=division, name=name)
    factories.venue(league=made.league, name="Ice Hall")
    return made


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


def test_a_foreign_schedule_is_mended_and_taken_in_on_a_phone(
    page: Page, season: Season, live_server: object, assert_accessible: Callable[[Page], None]
) -> None:
    client = Client()
    client.force_login(factories.member(Role.ADMINISTRATOR, season.league))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": str(live_server)}])
    page.set_viewport_size(PHONE)
    page.goto("/leagues/north/2014-15/setup/games/")
    page.get_by_role("link", name="Import a schedule").first.click()
    page.get_by_label("File", exact=True).set_input_files(
        {"name": "benchapp.csv", "mimeType": "text/csv", "buffer": FILE.encode("cp1252")}
    )
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("BenchApp")).to_be_visible()
    expect(page.get_by_text("can be read in more than one way")).to_be_visible()
    look(page, "import-doubt", assert_accessible)
    page.get_by_label("Dates such as").select_option("day-first")
    page.get_by_role("button", name="Check again").last.click()
    expect(page.get_by_label("Which team is “Oters”?")).to_have_value(str(season.teams.get(name="Otters").pk))
    page.get_by_role("button", name="Check again").last.click()
    expect(page.get_by_text('there is no "25:00"')).to_be_visible()
    text = page.get_by_label("Or the cells").input_value()
    page.get_by_label("Or the cells").fill(text.replace("25:00", "15:00"))
    page.get_by_role("button", name="Check again").last.click()
    look(page, "import", assert_accessible)
    page.get_by_role("button", name="Confirm and save").click()
    expect(page.get_by_text("2 games are set.")).to_be_visible()
    assert sorted(f"{game.starts:%m-%d %H:%M}" for game in Game.objects.all()) == ["12-06 19:00", "12-07 21:00"]
