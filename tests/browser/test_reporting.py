"""Reporting a game in Chromium: counting along, the draft, a lost connection, the keyboard, and without scripts."""

import datetime as dt
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from league.core.report_checks import worked_out
from league.core.reports import CATEGORIES, ReportContent, SideReport
from league.core.vocabulary import CONDUCT_KINDS
from league.face.report_rules import rules_for_script
from league.models import GameReport, User
from league.queries import reports as queries
from tests.reporting import Evening, content, evening, penalty

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def played(transactional_db: None) -> Evening:
    """A game that ended two hours ago."""
    ended = timezone.now().replace(second=0, microsecond=0) - dt.timedelta(hours=2)
    return evening(starts=ended - dt.timedelta(minutes=75), occupied_until=ended)


@pytest.fixture
def signed_in(page: Page, live_server: Any) -> Callable[[User], Page]:
    """Sign somebody in without the sign-in page, which has tests of its own."""

    def sign_in(user: User) -> Page:
        client = Client()
        client.force_login(user)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": str(live_server)}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        return page

    return sign_in


def season_of(played: Evening) -> str:
    return f"/leagues/{played.season.league.slug}/{played.season.slug}/"


def form_of(played: Evening) -> str:
    return f"{season_of(played)}games/{played.game.pk}/report/{played.home.pk}/"


@pytest.fixture
def form(played: Evening, signed_in: Callable[[User], Page]) -> Page:
    """The home team's coach with the report form open."""
    page = signed_in(played.home_coach)
    page.goto(form_of(played))
    return page


def type_goals(page: Page) -> None:
    for side, goals in (("away", (1, 2, 3)), ("home", (1, 1, 1))):
        for number, value in enumerate(goals, start=1):
            page.locator(f"#id_{side}_goals_{number}").fill(str(value))


def test_the_pages_are_accessible_and_fit_a_phone(
    played: Evening, form: Page, assert_accessible: Callable[[Page], None]
) -> None:
    for fold in form.locator("details").all():
        fold.evaluate("one => { one.open = true }")
    assert_accessible(form)
    form.goto(f"{season_of(played)}due/")
    expect(form.get_by_role("heading", name="Due now")).to_be_visible()
    assert_accessible(form)


def test_a_coach_reports_from_what_is_due(played: Evening, signed_in: Callable[[User], Page]) -> None:
    page = signed_in(played.home_coach)
    page.goto(f"{season_of(played)}due/")
    page.get_by_role("link", name=re.compile("Report.*Faribault at Owatonna")).click()
    type_goals(page)
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Thank you. The result is posted")).to_be_visible()
    assert page.url.endswith(f"/games/{played.game.pk}/")
    played.game.refresh_from_db()
    assert (played.game.score_home, played.game.score_away, played.game.report_state) == (3, 6, "provisional")


def test_it_counts_along(form: Page) -> None:
    type_goals(form)
    expect(form.locator("[data-total=away]")).to_have_text("6")
    away = form.locator("[data-side=away]")
    for _ in range(5):
        away.get_by_role("button", name="One more: Faribault, Minors").click()
    away.get_by_role("button", name="One less: Faribault, Minors").click()
    expect(away.locator("[data-minutes]")).to_have_text("8")
    expect(away.get_by_text("Point kept")).to_be_visible()
    away.locator("#id_away_count_checking-from-behind").fill("1")
    expect(away.locator("[data-minutes]")).to_have_text("20")
    expect(away.get_by_text("Point lost")).to_be_visible()


@pytest.mark.clause("mn-district-9", "5.2")
def test_the_script_counts_as_the_server_does(played: Evening, form: Page) -> None:
    about = queries.about(played.game)
    rules = rules_for_script(about)
    chance = random.Random(9)
    people = [None, "h1", "h2", "hc"]
    offences = ["other", "fighting", "checking-from-behind", "no-mouth-guard"]
    classes = ["minor", "bench-minor", "major", "misconduct", "game-misconduct", "match", "penalty-shot"]
    cases, expected = [], []
    for _ in range(300):
        listed = tuple(
            penalty(
                chance.choice(classes), chance.choice(offences), chance.choice(people),
                incident=chance.choice(["", "1", "2"]), stands_for=chance.choice(["minor", "major"]),
            )
            for _ in range(chance.randrange(6))
        )  # fmt: skip
        counts = {name: chance.randrange(3) for name in CATEGORIES}
        conduct = tuple(kind for kind in CONDUCT_KINDS if chance.random() < 0.1)
        report = ReportContent(home=SideReport((0, 0, 0), counts, listed, conduct), away=SideReport((0, 0, 0)))
        verdict = worked_out(report, about)["home"].verdict
        assert verdict is not None
        expected.append({"minutes": verdict.minutes, "kept": verdict.kept})
        items = [
            {
                "class": item.penalty_class, "offence": item.offence, "standsFor": item.stands_for,
                "person": f"home:{item.person}" if item.person else None, "incident": item.incident or f"own-{place}",
            }
            for place, item in enumerate(listed)
        ]  # fmt: skip
        cases.append({"items": items, "counts": counts, "conduct": list(conduct)})
    found = form.evaluate(
        """([cases, rules]) => cases.map(({ items, counts, conduct }) => {
            const count = window.rinksideFairPlay;
            return count.verdict(items.length ? items : count.fromCounts(counts, rules), conduct, rules);
        })""",
        [cases, rules],
    )
    assert found == expected


def test_a_draft_comes_back_and_goes_when_the_report_is_sent(played: Evening, form: Page) -> None:
    type_goals(form)
    form.locator("#id_penalties-0-who").select_option("away:a1")
    expect(form.locator("[data-rows] [data-row]")).to_have_count(1)
    for _ in range(6):
        form.get_by_role("button", name="Add a penalty").click()
    form.locator("#id_penalties-6-who").select_option("home:")
    form.locator("#id_penalties-6-what").select_option("bench-minor")
    token = form.locator("[name=token]").input_value()
    form.reload()
    expect(form.get_by_text("Your draft is back")).to_be_visible()
    expect(form.locator("#id_away_goals_3")).to_have_value("3")
    expect(form.locator("#id_penalties-6-what")).to_have_value("bench-minor")
    assert form.locator("[name=token]").input_value() == token
    form.locator("#id_penalties-0-what").select_option("minor")
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_text("Thank you.")).to_be_visible()
    assert GameReport.objects.get().token == token
    assert form.evaluate("localStorage.length") == 0


def test_a_draft_can_be_dropped(form: Page) -> None:
    form.locator("#id_away_goals_1").fill("7")
    form.reload()
    form.get_by_role("button", name="Start over").click()
    expect(form.locator("#id_away_goals_1")).to_have_value("")
    expect(form.get_by_text("Your draft is back")).to_be_hidden()


def test_nothing_is_lost_when_the_connection_drops_and_a_retry_sends_it_once(played: Evening, form: Page) -> None:
    type_goals(form)
    form.context.set_offline(True)
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_text("It could not be sent")).to_be_visible()
    expect(form.locator("#id_away_goals_3")).to_have_value("3")
    form.context.set_offline(False)
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_text("Thank you.")).to_be_visible()
    assert GameReport.objects.count() == 1


def test_an_answer_that_was_lost_makes_no_second_report(played: Evening, form: Page) -> None:
    type_goals(form)
    form.route("**/report/**", lambda route: (route.fetch(), route.abort()), times=1)
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_text("It could not be sent")).to_be_visible()
    assert GameReport.objects.count() == 1
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_text("Thank you.").first).to_be_visible()
    assert GameReport.objects.count() == 1


def test_whoever_was_signed_out_meanwhile_keeps_the_report(played: Evening, form: Page, live_server: Any) -> None:
    type_goals(form)
    form.context.clear_cookies(name="sessionid")
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_text("It was not taken")).to_be_visible()
    client = Client()
    client.force_login(played.home_coach)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": str(live_server)}
    form.context.add_cookies([session])  # type: ignore[list-item]
    form.get_by_role("link", name="open this page again").click()
    expect(form.get_by_text("Your draft is back")).to_be_visible()
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_text("Thank you.")).to_be_visible()
    assert GameReport.objects.count() == 1


def test_doubts_are_shown_in_place_and_files_stay_chosen(form: Page) -> None:
    type_goals(form)
    form.locator("#id_sheets").set_input_files(
        {"name": "sheet.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4\n1 0 obj\nstartxref\n9\n%%EOF\n"}
    )
    form.locator("[data-side=away]").get_by_role("radio", name="Lost").check()
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_role("heading", name="Please look at this before it goes")).to_be_visible()
    expect(form.get_by_text("by the book it is kept")).to_be_visible()
    form.get_by_role("button", name="Send it as it is").click()
    expect(form.get_by_text("Thank you.")).to_be_visible()
    assert [file.file_name for file in GameReport.objects.get().attachments.all()] == ["sheet.pdf"]


def test_somebody_elses_report_is_shown_beside_mine(played: Evening, form: Page) -> None:
    type_goals(form)
    played.report(played.home, content(away=(1, 2, 4)), by=played.home_coach, now=timezone.now())
    form.get_by_role("button", name="Send the report").click()
    expect(form.get_by_role("heading", name="Somebody else has sent this report meanwhile")).to_be_visible()
    expect(form.locator(".comparison .differs")).to_have_count(1)
    form.get_by_role("button", name="Send mine in its place").click()
    expect(form.get_by_text("Thank you.")).to_be_visible()
    assert GameReport.objects.get(current=True).content["away"]["goals"] == [1, 2, 3]


def test_a_report_by_keyboard_alone(played: Evening, form: Page) -> None:
    form.locator("#id_away_goals_1").focus()
    for value in ("1", "2", "3", "1", "1", "1"):
        form.keyboard.type(value)
        form.keyboard.press("Tab")
    form.get_by_role("button", name="Send the report").focus()
    form.keyboard.press("Enter")
    expect(form.get_by_text("Thank you.")).to_be_visible()
    assert GameReport.objects.get().content["away"]["goals"] == [1, 2, 3]


def test_a_report_without_scripts(played: Evening, browser: Browser, live_server: Any) -> None:
    client = Client()
    client.force_login(played.home_coach)
    context = browser.new_context(base_url=str(live_server), java_script_enabled=False)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": str(live_server)}
    context.add_cookies([session])  # type: ignore[list-item]
    page = context.new_page()
    page.goto(form_of(played))
    page.get_by_text("Paste an e-mail in the league's layout").click()
    page.get_by_label("The e-mail's text").fill("Faribault ~ 1, 2, 3 = 6\nOwatonna ~ 1, 1, 1 = 3\n4 minutes late")
    page.get_by_role("button", name="Fill the form from it").click()
    expect(page.get_by_text("can't read '4 minutes late'")).to_be_visible()
    page.get_by_role("button", name="More rows").click()
    expect(page.locator("#id_penalties-5-who")).to_be_visible()
    page.locator("#id_penalties-5-who").select_option("away:a1")
    page.locator("#id_penalties-5-what").select_option("checking-from-behind")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Thank you.")).to_be_visible()
    report = GameReport.objects.get()
    assert (report.content["away"]["goals"], len(report.content["away"]["penalties"])) == ([1, 2, 3], 2)
    context.close()
