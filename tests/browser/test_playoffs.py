"""Walks the playoffs at the desk: a tie flipped, the table final, the bracket seeded, a third game that goes."""

import pytest

from league.models import Game, Role
from rulings.services import recompute_pending
from standings.models import CoinFlip, FinalTable, PlayoffSeeding
from tests.browser.test_league_pages import at, sign_in
from tests.playoffs import result, season_of

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = ["A 1-1 B", "B 1-1 A", "A 2-0 C", "C 0-2 B"]


@pytest.mark.clause("alberta-mens", "9-1.a", "9-1.d", "9-1.e")
def test_a_tie_is_flipped_the_playoffs_seeded_and_the_third_game_is_gone(page, transactional_db, assert_accessible):
    season = season_of(GAMES, teams=3)
    division = season.divisions.select_related("season__league").get()
    table = at(season, f"standings/divisions/{division.pk}/")
    sign_in(page, Role.STATISTICIAN, season)

    page.goto(table)
    page.get_by_role("link", name="Make final").click()
    page.get_by_text("Some teams are level until a coin is flipped").wait_for()
    page.get_by_role("link", name="Back to the table").click()
    page.get_by_role("link", name="Record a coin flip").click()
    page.get_by_label("Winner").select_option(label="Brook Bears")
    page.get_by_label("Day of the flip").fill("2015-02-02")
    page.get_by_label("League official who flipped").fill("Ida Frost")
    page.get_by_label("Director who saw it").fill("Ole Berg")
    page.get_by_role("button", name="Record").click()
    page.get_by_text("The coin flip is recorded").wait_for()
    recompute_pending()
    assert CoinFlip.objects.get().places == ["B", "A"]

    page.goto(table)
    page.get_by_role("link", name="Make final").click()
    page.get_by_role("button", name="Make it final").click()
    page.get_by_text("The table is final.").wait_for()
    assert [row["team"] for row in FinalTable.objects.get().rows] == ["B", "A", "C"]

    page.get_by_role("link", name="Playoffs").click()
    page.get_by_role("heading", name="Final", exact=True).wait_for()
    assert page.locator(".series em").all_inner_texts() == ["1st", "2nd"]
    page.get_by_role("link", name="Seed the playoffs").click()
    assert page.locator("main ol.panel li").all_inner_texts() == ["Brook Bears", "Ashby Otters"]
    assert_accessible(page)
    page.get_by_role("button", name="Seed them").click()
    page.get_by_text("The playoffs are seeded").wait_for()
    recompute_pending()
    assert PlayoffSeeding.objects.get().teams == ["B", "A"]

    bracket = f"{table}playoffs/"
    page.goto(bracket)
    games = page.locator(".series-games > li")
    assert games.count() == 3
    assert "If necessary" in games.nth(2).inner_text()
    assert Game.objects.filter(division=division, kind="playoff").count() == 2
    assert_accessible(page)

    result(division, "B", "A", (3, 1))
    page.goto(bracket)
    assert "Brook Bears leads 1\N{EN DASH}0" in page.inner_text(".series")
    assert games.count() == 3
    result(division, "A", "B", (0, 2))

    page.context.clear_cookies()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(bracket)
    assert "Brook Bears wins the series 2\N{EN DASH}0" in page.inner_text(".series")
    assert games.count() == 2
    assert Game.objects.filter(division=division, kind="playoff").count() == 2
    assert page.get_by_role("link", name="Seed again").count() == 0
    games.first.get_by_role("link").click()
    page.get_by_role("heading", level=1).wait_for()
    assert "Brook Bears" in page.inner_text("h1")
