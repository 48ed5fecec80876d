"""Walks the playoffs at the desk: a tie flipped, the table final, the bracket seeded, a third game that goes."""

import re

import pytest

from league.models import Game, Role
from rulings.services import recompute_pending
from standings.models import CoinFlip, FinalTable, PlayoffSeeding
from tests.browser.test_league_pages import at, sign_in
from tests.playoffs import ORDERED, frozen, result, season_of, seed
from tests.standings.test_shootouts import game_of, season_with_a_level_game

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
    decided = page.locator("main ul.panel li").inner_text()
    assert decided.startswith("Coin flip: Brook Bears, Ashby Otters · places 1 to 2")
    assert "flipped by Ida Frost, seen by Ole Berg" in decided
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


@pytest.mark.clause("alberta-mens", "9-1.c", "9-1.c.a", "9-1.c.b")
def test_a_shootout_is_entered_on_a_telephone_by_keyboard_and_without_scripts(
    page, browser, live_server, transactional_db, assert_accessible
):
    season = season_with_a_level_game(kind="playoff", stage="final")
    game = game_of(season)
    sign_in(page, Role.STATISTICIAN, season)
    page.goto(at(season, f"games/{game.pk}/"))
    page.get_by_role("link", name="Enter the shootout round by round").click()
    page.get_by_role("heading", name="Overtime and shootout").wait_for()
    assert_accessible(page)

    plain = browser.new_context(
        base_url=str(live_server), java_script_enabled=False, viewport={"width": 360, "height": 740}
    )
    plain.add_cookies(page.context.cookies())
    telephone = plain.new_page()
    telephone.goto(at(season, f"games/{game.pk}/shootout/"))
    telephone.get_by_label("Overtime before it").select_option("skipped")
    telephone.get_by_label("Ashby Otters", exact=True).focus()
    telephone.keyboard.press("Space")
    for number in range(1, 6):
        for team in ("Ashby Otters", "Brook Bears"):
            telephone.get_by_label(f"Shooter of {team}, round {number}").select_option(f"{team[0]}-{min(number, 4)}")
            telephone.get_by_label(f"Shot of {team}, round {number}").select_option("no")
    telephone.get_by_label("Shot of Brook Bears, round 5").focus()
    telephone.get_by_role("button", name="Save").press("Enter")
    told = telephone.locator(".findings").inner_text()
    assert "nobody has won yet" in told
    assert "Player A4 shoots again" in told
    assert "Player B4 shoots again" in told
    telephone.get_by_label("Shooter of Ashby Otters, round 5").select_option("A-5")
    telephone.get_by_label("Shooter of Brook Bears, round 5").select_option("B-5")
    telephone.get_by_label("Shot of Ashby Otters, round 6").select_option("no")
    telephone.get_by_label("Shot of Brook Bears, round 6").select_option("goal")
    telephone.get_by_role("button", name="Save").click()
    assert "Brook Bears won" in telephone.locator(".findings").inner_text()
    telephone.get_by_role("button", name="Save it as it is").click()
    telephone.get_by_text("The shootout is on record.").wait_for()
    plain.close()
    recompute_pending()
    assert game_of(season).winner.key == "B"

    page.context.clear_cookies()
    page.goto(at(season, f"games/{game.pk}/"))
    rounds = page.locator(".shootout-rounds > li").all_inner_texts()
    assert rounds[5] == "Ashby Otters: no goal · Brook Bears: goal"
    assert "Player" not in page.inner_text("main")
    assert_accessible(page)


@pytest.mark.clause("alberta-mens", "9-1.d", "9-1.e")
def test_an_open_bracket_renews_itself_and_prints_on_one_sheet(page, transactional_db, assert_accessible):
    division, statistician = frozen(ORDERED, teams=6)
    seed(division, statistician)
    sign_in(page, Role.ADMINISTRATOR, division.season)
    bracket = at(division.season, f"standings/divisions/{division.pk}/playoffs/")
    page.goto(bracket)
    assert page.get_by_role("link", name="Set the day").count() == 4
    assert_accessible(page)
    result(division, "A", "D", (3, 1))
    page.get_by_text("Ashby Otters leads 1\N{EN DASH}0").wait_for()
    sheet = page.pdf(format="Letter", landscape=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    page.get_by_role("link", name="Set the day").first.click()
    page.get_by_role("heading", level=1).wait_for()
    assert "/setup/games/" in page.url
