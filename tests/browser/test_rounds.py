"""A scheduling round from its pairings to its publication, with a faulty workbook on the way."""

import datetime as dt
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from openpyxl import Workbook, load_workbook
from playwright.sync_api import Page, expect

from league.models import Game, Role, Season, Team, User
from league.services.rulebooks import publish_shipped
from tests import factories

PICTURES = os.environ.get("RINKSIDE_PICTURES")
"""Where pictures of the pages are kept, if anywhere."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


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


def sign_in(page: Page, user: User, live_server: object) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": str(live_server)}])


def upload(page: Page, book: Workbook) -> None:
    data = io.BytesIO()
    book.save(data)
    page.locator("[name=file]").set_input_files({"name": "form.xlsx", "mimeType": XLSX, "buffer": data.getvalue()})
    page.get_by_role("button", name="Check the file").click()


@pytest.mark.clause("mn-district-9", "3.5")
def test_a_round_from_pairings_to_publication(
    page: Page, season: Season, live_server: object, assert_accessible: Callable[[Page], None]
) -> None:
    statistician = factories.member(Role.STATISTICIAN, season.league)
    teams = {name: Team.objects.get(name=name) for name in ("Otters", "Lynx")}
    coaches = {
        name: factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team) for name, team in teams.items()
    }
    sign_in(page, statistician, live_server)
    page.goto("/leagues/north/2014-15/rounds/")
    page.locator("[name=name]").fill("October")
    page.get_by_label("Games of each team").fill("4")
    look(page, "rounds", assert_accessible)
    page.get_by_role("button", name="Open it and pair the games").click()
    expect(page.get_by_text("The round is open")).to_be_visible()
    board = page.url
    look(page, "round-board", assert_accessible)
    page.get_by_role("link", name="Check and publish").click()
    expect(page.get_by_text("can't be published yet")).to_be_visible()
    look(page, "round-not-yet", assert_accessible)

    sign_in(page, coaches["Otters"], live_server)
    page.goto(board)
    page.get_by_role("link", name="Otters").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the form").click()
    book = load_workbook(io.BytesIO(Path(download.value.path()).read_bytes()))
    sheet: Any = book.active
    sheet["A2"], sheet["C2"] = dt.datetime(2014, 12, 6, 13, 0), "Ice Hall"
    sheet["A3"], sheet["C3"] = "13/12/2014 1:00 PM", "Ice Hall"
    upload(page, book)
    expect(page.get_by_text("One thing is wrong.")).to_be_visible()
    expect(page.get_by_text("row 3, column Start_Date_Time").first).to_be_visible()
    look(page, "round-faulty-file", assert_accessible)
    sheet["A3"] = "12/13/2014 1:00 PM"
    upload(page, book)
    page.get_by_role("button", name="Confirm and save").click()
    expect(page.get_by_text("2 home games are set.")).to_be_visible()

    sign_in(page, coaches["Lynx"], live_server)
    page.goto(board)
    page.get_by_role("link", name="Lynx").click()
    for number, day in enumerate(("01/03/2015", "01/10/2015")):
        page.get_by_label("Start, Otters").nth(number).fill(f"{day} 1:00 PM")
        page.get_by_label("Rink, Otters", exact=True).nth(number).fill("Ice Hall")
    look(page, "round-grid", assert_accessible)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("2 home games are set.")).to_be_visible()
    assert Game.objects.count() == 0

    sign_in(page, statistician, live_server)
    page.goto(board)
    page.get_by_role("link", name="Check and publish").click()
    expect(page.get_by_text("Told by mail").first).to_be_visible()
    look(page, "round-publish", assert_accessible)
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_text("Version 1 is published.")).to_be_visible()
    page.get_by_role("link", name="Place games automatically").click()
    look(page, "round-placing", assert_accessible)
    assert Game.objects.count() == 4
