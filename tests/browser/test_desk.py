"""The statistician in Chromium: settling a dispute, correcting a result, entering an evening; without scripts too."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from discipline.models import Ineligibility
from league.models import Game, GameReport, ReportKind, ReportState
from rulings.services import recompute_pending
from tests import factories
from tests.reporting import Evening, content, evening, penalty

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def played(transactional_db: None) -> Evening:
    """A game that ended three hours ago, and the home team's next."""
    ended = timezone.now().replace(second=0, microsecond=0) - dt.timedelta(hours=3)
    made = evening(starts=ended - dt.timedelta(minutes=75), occupied_until=ended)
    factories.game(
        home=made.home, away=made.away, key="next", starts=ended + dt.timedelta(days=7),
        occupied_until=ended + dt.timedelta(days=7, hours=1),
    )  # fmt: skip
    return made


@pytest.fixture
def disputed(played: Evening) -> Evening:
    """Home says 3 to 6 and a fight of h1, away says 7 to 6 in overtime's absence and no fight."""
    now = timezone.now()
    fight = penalty("major", "fighting", "h1")
    played.report(played.home, content(home_penalties=(fight, penalty(person="h2"))), now=now)
    played.report(played.away, content(home=(5, 1, 1), home_penalties=(penalty(person="h2"),)), now=now)
    recompute_pending()
    assert played.game.report_state == ReportState.DISPUTED
    return played


@pytest.fixture
def statistician(page: Page, live_server: Any) -> Callable[[Evening], Page]:
    """The page, with the statistician signed in."""

    def sign_in(played: Evening) -> Page:
        client = Client()
        client.force_login(played.statistician)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": str(live_server)}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        return page

    return sign_in


def season_of(played: Evening) -> str:
    return f"/leagues/{played.season.league.slug}/{played.season.slug}/"


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_the_statistician_settles_a_dispute_and_table_and_list_change(
    disputed: Evening, statistician: Callable[[Evening], Page], assert_accessible: Callable[[Page], None]
) -> None:
    assert Ineligibility.objects.filter(person=disputed.players["h1"], game__key="next").exists()
    page = statistician(disputed)
    page.goto(f"{season_of(disputed)}waiting/")
    page.get_by_role("link", name="Settle Faribault at Owatonna").click()
    assert_accessible(page)
    for choice in ("Goals, 1st period (Owatonna)", "Majors (Owatonna)"):
        page.get_by_role("group", name=choice).get_by_label("Faribault").check()
    follows = page.locator("#follows")
    page.get_by_label("Reason", exact=True).fill("The officials' sheet says so")
    page.get_by_label("Reason", exact=True).blur()
    expect(follows).to_contain_text("Faribault 6, Owatonna 7")
    expect(follows).to_contain_text("(falls away)")
    expect(follows).to_contain_text("(off the list)")
    assert_accessible(page)
    page.get_by_role("button", name="Settle", exact=True).press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("The dispute is settled and the result verified.")
    expect(page.get_by_text("Nothing waits")).to_be_visible()
    recompute_pending()
    page.goto(f"{season_of(disputed)}standings/divisions/{disputed.division.pk}/")
    first = page.locator("tbody tr").first
    expect(first).to_contain_text("Owatonna")
    assert not Ineligibility.objects.filter(person=disputed.players["h1"]).exists()
    report = GameReport.objects.get(kind=ReportKind.SETTLEMENT)
    assert (report.submitted_by, report.reason) == (disputed.statistician, "The officials' sheet says so")


def test_a_dispute_is_settled_without_scripts(
    disputed: Evening, browser: Browser, live_server: Any, statistician: Callable[[Evening], Page]
) -> None:
    cookies = statistician(disputed).context.cookies()
    context = browser.new_context(base_url=str(live_server), java_script_enabled=False)
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{season_of(disputed)}games/{disputed.game.pk}/dispute/")
    for choice in ("Goals, 1st period (Owatonna)", "Majors (Owatonna)"):
        page.get_by_role("group", name=choice).get_by_label("Owatonna").check()
    page.get_by_label("Reason", exact=True).fill("Looked at the sheet")
    page.get_by_role("button", name="Settle", exact=True).click()
    expect(page.locator("#follows")).to_contain_text("Faribault 6, Owatonna 3")
    page.get_by_role("button", name="Settle", exact=True).click()
    expect(page.get_by_text("The dispute is settled and the result verified.")).to_be_visible()
    context.close()
    disputed.game.refresh_from_db()
    assert (disputed.game.report_state, disputed.game.score_home) == (ReportState.VERIFIED, 3)


def test_a_correction_is_shown_before_it_is_saved(
    played: Evening, statistician: Callable[[Evening], Page], assert_accessible: Callable[[Page], None]
) -> None:
    for team in (played.home, played.away):
        played.report(team, content(home_penalties=(penalty("major", "fighting", "h1"),)), now=timezone.now())
    recompute_pending()
    page = statistician(played)
    page.goto(f"{season_of(played)}games/{played.game.pk}/result/")
    page.get_by_label("Owatonna, goals, period 1", exact=True).fill("6")
    page.get_by_role("textbox", name="Reason").fill("Misread")
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.locator("#follows")).to_contain_text("Faribault 6, Owatonna 8")
    assert_accessible(page)
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/games/{played.game.pk}/")
    played.game.refresh_from_db()
    assert (played.game.score_home, played.game.report_state) == (8, ReportState.VERIFIED)


def test_an_outcome_shows_what_follows_while_it_is_chosen(
    played: Evening, statistician: Callable[[Evening], Page], assert_accessible: Callable[[Page], None]
) -> None:
    page = statistician(played)
    page.goto(f"{season_of(played)}games/{played.game.pk}/outcome/")
    page.get_by_label("No-show: one team did not come").check()
    expect(page.locator("#follows")).to_contain_text("Which team was at fault?")
    page.get_by_role("group", name="Team at fault").get_by_label("Faribault").check()
    expect(page.locator("#follows")).to_contain_text("300.00 USD")
    assert_accessible(page)
    page.get_by_label("Reason").fill("Their bus broke down")
    page.get_by_label("Reason").blur()
    page.wait_for_timeout(500)
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/games/{played.game.pk}/")
    played.game.refresh_from_db()
    assert (played.game.outcome, played.game.at_fault) == ("no-show", [played.away.pk])


def test_an_evening_is_entered_by_keyboard(
    played: Evening, statistician: Callable[[Evening], Page], assert_accessible: Callable[[Page], None]
) -> None:
    lynx, otters = (factories.team(division=played.division, name=name) for name in ("Lynx", "Otters"))
    second = factories.game(
        home=lynx, away=otters, starts=played.game.starts + dt.timedelta(minutes=1),
        occupied_until=played.game.occupied_until,
    )  # fmt: skip
    page = statistician(played)
    page.goto(f"{season_of(played)}evening/")
    assert_accessible(page)
    page.get_by_label("Goals, 1st period (Faribault)").focus()
    for figure in ("1", "2", "3"):
        page.keyboard.type(figure)
        page.keyboard.press("Tab")
    page.get_by_label("Goals, 1st period (Faribault)").press("ArrowDown")
    expect(page.get_by_label("Goals, 1st period (Owatonna)")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    game = page.locator(f"#game-{played.game.pk}")
    expect(game).to_contain_text("Not saved")
    expect(page.get_by_label("Goals, 2nd period (Owatonna)")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(game).to_contain_text("Saved")
    expect(page.get_by_label("Goals, 1st period (Otters)")).to_be_focused()
    page.get_by_label("Total of goals (Otters)").fill("2")
    page.get_by_label("Total of goals (Lynx)").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator(f"#game-{second.pk}")).to_contain_text("Saved")
    assert_accessible(page)
    states = Game.objects.filter(pk__in=[played.game.pk, second.pk]).values_list("report_state", "score_home")
    assert sorted(states) == [("verified", 3), ("verified", 4)]
