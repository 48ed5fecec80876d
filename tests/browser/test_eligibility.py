"""Drives eligibility in Chromium: a coach sees a player barred, then free; an official reads the evening on a phone."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from discipline.services.evening import open_evening
from league.models import Role, Season
from league.queries.clock import today
from league.services import recompute
from rulings.services import recompute_pending
from tests import factories
from tests.seasons import fight, imported, people, season_file

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYER = "Quillan Zyxwort"


@pytest.fixture
def season(transactional_db: None) -> Season:
    """A-1 fought in the last game played and owes two games: one this evening, one in a week."""
    document = season_file(["A 3-2 B", "B v A", "A v B", "B v A"], teams=2)
    people(document)
    fight(document["games"][0], "A", "A-1")
    document["people"][0]["name"] = PLAYER
    made = imported(document)
    evening = timezone.now().replace(minute=0, second=0, microsecond=0)
    for number, key in enumerate(("g2", "g3", "g4")):
        starts = evening + dt.timedelta(days=7 * number)
        made.games.filter(key=key).update(starts=starts, occupied_until=starts + dt.timedelta(minutes=75))
    _work_out(made)
    return made


def _work_out(season: Season) -> None:
    recompute.request(season=season, teams=[team.pk for team in season.teams.all()])
    recompute_pending()


def _sign_in(page: Page, email: str) -> None:
    page.goto("/sign-in/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(factories.PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).not_to_have_url(re.compile("/sign-in/"))


def test_a_coach_sees_a_player_barred_and_free_after_the_last_game(
    page: Page, season: Season, assert_accessible: Callable[[Page], None]
) -> None:
    team = season.teams.get(key="A")
    _sign_in(page, factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team).email)
    address = f"/leagues/{season.league.slug}/{season.slug}/suspensions/teams/{team.pk}/"
    page.goto(address)
    expect(page.get_by_text("2 games left of 2")).to_be_visible()
    for key, days in (("g2", 2), ("g3", 1)):
        ended = timezone.now() - dt.timedelta(days=days)
        starts = ended - dt.timedelta(minutes=75)
        result = {"outcome": "played", "score_home": 1, "score_away": 0, "report_state": "verified"}
        season.games.filter(key=key).update(starts=starts, occupied_until=ended, **result)
    _work_out(season)
    page.goto(address)
    expect(page.get_by_text("Everybody may play.")).to_be_visible()
    assert page.get_by_text(PLAYER).count() == 0
    assert_accessible(page)


def test_an_official_reads_the_evening_and_the_code_shows_it_to_whoever_holds_the_sheet(
    page: Page, season: Season, assert_accessible: Callable[[Page], None]
) -> None:
    official = factories.member(Role.OFFICIAL, season.league)
    _row, token = open_evening(season=season, day=today(season), rink=None, by=official, now=timezone.now())
    page.goto(f"/tonight/{token}/")
    expect(page.get_by_text(PLAYER)).to_be_visible()
    assert page.get_by_text("games left").count() == 0
    assert_accessible(page)
    _sign_in(page, official.email)
    page.goto(f"/leagues/{season.league.slug}/{season.slug}/suspensions/evening/")
    expect(page.get_by_text(PLAYER)).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("leads nowhere any more")).to_be_visible()
    answer = page.goto(f"/tonight/{token}/")
    assert answer is not None
    assert answer.status == 404
