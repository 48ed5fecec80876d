"""Walks a tie from the desk to the phone: the flip recorded, the table made final, a parent told why."""

import pytest

from league.models import Role
from rulings.services import recompute_pending
from standings.models import CoinFlip, FinalTable
from tests.browser.test_league_pages import at, sign_in
from tests.browser.width import fits
from tests.seasons import imported, season_file

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = ["A 1-1 B", "B 1-1 A", "A 2-0 C", "C 0-2 B"]


@pytest.mark.clause("mn-district-9", "3.15.i", "5.4")
def test_a_tie_is_flipped_frozen_and_explained_to_a_parent_on_a_phone(page, transactional_db, assert_accessible):
    season = imported(season_file(GAMES, teams=3))
    division = season.divisions.get()
    table = at(season, f"standings/divisions/{division.pk}/")
    sign_in(page, Role.STATISTICIAN, season)

    page.goto(table)
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

    page.context.clear_cookies()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(table)
    page.get_by_role("link", name="Why? Ashby Otters").click()
    page.get_by_role("link", name="Why behind Brook Bears?").click()
    page.get_by_role("heading", name="Why is Ashby Otters behind Brook Bears?").wait_for()
    assert "Level until 3.15.i. A recorded coin flip" in page.inner_text("main")
    assert "1 point more" in page.inner_text("main")
    assert page.get_by_role("link", name="Ashby Otters \N{EN DASH} Brook Bears").first.is_visible()
    assert fits(page)
    page.get_by_role("link", name="The table").click()
    for question in ("What can still happen?", "Pictures", "What has changed?", "What if? Try results"):
        page.get_by_role("link", name=question).click()
        page.get_by_role("link", name="The table").first.click()
    assert_accessible(page)
