"""An administrator sets up a season on a phone: from nothing to a roster, every page accessible."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from league.models import Game, League, Role, RosterSpot, Season
from league.services.rulebooks import publish_shipped
from tests import factories

PHONE = {"width": 360, "height": 740}
PICTURES = os.environ.get("RINKSIDE_PICTURES")
"""Where pictures of the pages are kept, if anywhere."""

ROSTER = """\
No\tName\tPosition\tBirth date
1\tAlva Birke\tG\t2000-01-31
7\tBo Castell\tLW\t5/16/2000
\tIra Juhl\tHead coach\t
"""


@pytest.fixture
def league(transactional_db: None) -> League:
    publish_shipped()
    return factories.league(slug="north", name="North League")


@pytest.fixture
def administrator(page: Page, league: League, live_server: object) -> Page:
    """The phone of the league's administrator, signed in."""
    client = Client()
    client.force_login(factories.member(Role.ADMINISTRATOR, league))
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": str(live_server)}])
    page.set_viewport_size(PHONE)
    return page


def look(page: Page, name: str, assert_accessible: Callable[[Page], None]) -> None:
    """Have axe look at the page, and keep a picture of it where pictures are wanted."""
    if PICTURES:
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 740})
            page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True)
    assert_accessible(page)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)


def test_a_season_is_set_up_from_nothing_to_a_roster_on_a_phone(
    administrator: Page, league: League, assert_accessible: Callable[[Page], None]
) -> None:
    page = administrator
    page.goto("/leagues/north/setup/")
    look(page, "league", assert_accessible)
    page.get_by_role("link", name="New season").click()
    page.get_by_label("Name").fill("2014-15")
    page.get_by_label("Rule book and version").select_option(
        label="District 9 league rules, sections 3 to 5, version 1"
    )
    page.get_by_label("First day", exact=True).fill("2014-10-30")
    page.get_by_label("Last day").fill("2015-03-15")
    look(page, "new-season", assert_accessible)
    page.get_by_role("button", name="Open the season").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Set up")
    look(page, "overview", assert_accessible)
    page.get_by_role("link", name="Divisions", exact=True).last.click()
    expect(page.get_by_label("First day of league games")).to_have_value("2014-10-30")
    page.get_by_label("Names, one a line").fill("Bantam A\nBantam B")
    page.get_by_label("Level").select_option("bantam")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("link", name="Bantam B")).to_be_visible()
    look(page, "divisions", assert_accessible)

    page.get_by_role("navigation", name="Set up").get_by_role("link", name="Teams").click()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("alert")).to_contain_text("This field is required")
    page.get_by_label("Names, one a line").fill("Otters\nLynx")
    page.get_by_label("Division").select_option(label="Bantam A")
    page.get_by_role("button", name="Add").click()
    look(page, "teams", assert_accessible)

    page.get_by_role("navigation", name="Set up").get_by_role("link", name="Rosters").click()
    look(page, "rosters", assert_accessible)
    page.get_by_role("link", name="Otters").click()
    page.get_by_role("link", name="Paste or upload a roster").first.click()
    page.get_by_label("Or the cells").fill(ROSTER.replace("LW", "quarterback"))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text('"quarterback" is no position')).to_be_visible()
    look(page, "roster-faults", assert_accessible)
    page.get_by_label("Or the cells").fill(ROSTER)
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_text("Nothing is saved yet")).to_be_visible()
    assert not RosterSpot.objects.exists()
    look(page, "roster-dry-run", assert_accessible)
    page.get_by_role("button", name="Confirm and save").click()
    expect(page.get_by_role("link", name="Bo Castell")).to_be_visible()
    look(page, "roster", assert_accessible)
    page.get_by_role("link", name="Bo Castell").click()
    look(page, "roster-spot", assert_accessible)
    assert RosterSpot.objects.filter(team__name="Otters").count() == 3


def test_a_game_is_set_and_a_person_of_the_name_is_asked_about(
    administrator: Page, league: League, assert_accessible: Callable[[Page], None]
) -> None:
    page = administrator
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    season = factories.season(league=league, rulebook=book, slug="2014-15")
    division = factories.division(season=season)
    otters, lynx = (factories.team(division=division, name=name, key=name) for name in ("Otters", "Lynx"))
    factories.player(lynx, name="Alva Birke")
    page.goto("/leagues/north/2014-15/setup/games/new/")
    page.get_by_label("Home").select_option(label="Otters, Bantam A")
    page.get_by_label("Away").select_option(label="Lynx, Bantam A")
    page.get_by_label("Day").fill("2015-02-20")
    page.get_by_label("Start").fill("13:00")
    page.get_by_role("button", name="Set the game").click()
    expect(page.get_by_text("outside the division's window")).to_be_visible()
    expect(page.get_by_role("link", name="rule 3.6")).to_be_visible()
    expect(page.get_by_label("Start")).to_have_value("13:00")
    look(page, "game", assert_accessible)
    page.get_by_label("Day").fill("2014-11-08")
    page.get_by_role("button", name="Set the game").click()
    expect(page.get_by_role("link", name="Otters \u2013 Lynx")).to_be_visible()
    look(page, "games", assert_accessible)
    assert Game.objects.get().starts is not None

    page.goto(f"/leagues/north/2014-15/setup/rosters/{otters.pk}/")
    page.get_by_label("Name").fill("Alva Birke")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("group", name="Who is Alva Birke?")).to_be_visible()
    look(page, "who-is-it", assert_accessible)
    page.get_by_label("The same person as Alva Birke").check()
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Confirm as shown").click()
    expect(page.get_by_text("Alva Birke is on the roster.")).to_be_visible()
    assert Season.objects.get().season_people.count() == 1
