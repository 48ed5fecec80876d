"""One game from the rink to the table, as everybody lives it: in Chromium, with a worker, all signed in by the form.

The home team's coach reports a fight, the visitors' coach sees it otherwise, the statistician settles; the table
and the do-not-dress list follow while others look at them, and no parent ever reads a player's name.
"""

import datetime as dt
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from celery.worker import WorkController
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from league.models import GameReport, Person, Role, Season, User
from tests import factories
from tests.reporting import Evening, evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SOON = 10_000
"""Milliseconds: what is open in a browser asks every two seconds; the rest is for slow machines."""

NAMES = {"h1": "Zebulon Quartermain", "h2": "Ulric Vandersloot", "a1": "Xavier Thistlewood", "ac": "Hesper Pemberwick"}


@dataclass(frozen=True)
class League:
    """The evening, with its address, a director and a parent."""

    evening: Evening
    director: User
    parent: User

    @property
    def at(self) -> str:
        season: Season = self.evening.season
        return f"/leagues/{season.league.slug}/{season.slug}/"

    @property
    def table(self) -> str:
        return f"{self.at}standings/divisions/{self.evening.division.pk}/"


@pytest.fixture
def league(transactional_db: None) -> League:
    """A public season: a game that ended two hours ago and the home team's next two, a week apart."""
    ended = timezone.now().replace(second=0, microsecond=0) - dt.timedelta(hours=2)
    made = evening(starts=ended - dt.timedelta(minutes=75), occupied_until=ended)
    for week in (1, 2, 3):
        starts = ended + dt.timedelta(days=7 * week)
        factories.game(home=made.home, away=made.away, key=f"next-{week}", starts=starts)
    for key, name in NAMES.items():
        Person.objects.filter(pk=made.players[key].pk).update(name=name)
    Season.objects.filter(pk=made.season.pk).update(published=True)
    director = factories.member(Role.DIRECTOR, made.season.league)
    return League(made, director, factories.user(name="Nobody in particular"))


@pytest.fixture
def visitor(browser: Browser, live_server: object) -> Iterator[Callable[..., Page]]:
    """A window of somebody's own; whoever is named signs in by the form."""
    opened: list[BrowserContext] = []

    def enter(user: User | None = None, **settings: bool) -> Page:
        context = browser.new_context(
            base_url=str(live_server),
            locale="en-US",
            timezone_id="America/Chicago",
            reduced_motion="reduce",
            **settings,
        )
        context.set_default_timeout(SOON)
        opened.append(context)
        page = context.new_page()
        if user is not None:
            page.goto("/sign-in/")
            page.get_by_label("E-mail").fill(user.email)
            page.get_by_label("Password").fill(factories.PASSWORD)
            page.get_by_role("button", name="Sign in", exact=True).click()
            expect(page).not_to_have_url(re.compile("/sign-in/"))
        return page

    yield enter
    for context in opened:
        context.close()


def to_the_form(page: Page, league: League) -> None:
    """From wherever one lands to the report form of the game that is due, as a coach would go."""
    page.goto("/")
    page.get_by_role("link", name="Games to report").click()
    page.get_by_role("link", name=re.compile("^Report.*Faribault at Owatonna")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Faribault at Owatonna")


def type_goals(page: Page, away: tuple[int, ...], home: tuple[int, ...]) -> None:
    for side, goals in (("away", away), ("home", home)):
        for number, value in enumerate(goals, start=1):
            page.locator(f"#id_{side}_goals_{number}").fill(str(value))


def type_penalty(page: Page, row: int, who: str, what: str, offence: str) -> None:
    page.locator(f"#id_penalties-{row}-who").select_option(label=who)
    page.locator(f"#id_penalties-{row}-what").select_option(label=what)
    page.locator(f"#id_penalties-{row}-offence").select_option(label=offence)


@pytest.mark.clause("mn-district-9", "4.4", "5.1.post")
def test_a_game_moves_everything(league: League, visitor: Callable[..., Page], worker: WorkController) -> None:
    everybody = visitor()
    everybody.goto(league.table)
    expect(everybody.get_by_role("heading", level=1)).to_have_text(re.compile("standings"))

    the_home_team_reports(visitor(league.evening.home_coach), league)
    # nobody reloads this page
    expect(row_of(everybody, "Owatonna")).to_contain_text("1 provisional", timeout=SOON)
    expect(points_of(everybody, "Owatonna")).to_have_text("3")
    expect(points_of(everybody, "Faribault")).to_have_text("1")
    the_coach_reads_whom_not_to_dress(visitor(league.evening.home_coach), league)

    the_visitors_disagree(visitor(league.evening.away_coach), league)
    the_statistician_settles(visitor(league.evening.statistician), league)
    expect(points_of(everybody, "Owatonna")).to_have_text("2", timeout=SOON)
    expect(points_of(everybody, "Faribault")).to_have_text("2")
    expect(row_of(everybody, "Owatonna")).not_to_contain_text("provisional")

    the_director_finds_the_rule(visitor(league.director), league)
    for parent in (None, league.parent):
        no_parent_reads_a_name(parent, league)


def row_of(page: Page, team: str) -> Locator:
    return page.locator("table.standings tbody tr", has_text=team)


def points_of(page: Page, team: str) -> Locator:
    heads = page.locator("table.standings thead th").all_inner_texts()
    place = next(place for place, head in enumerate(heads) if head.strip() == "Pts")
    return row_of(page, team).locator("th, td").nth(place)


def the_home_team_reports(page: Page, league: League) -> None:
    """Owatonna won 3 to 2; a player of theirs fought. The result is up, provisionally."""
    to_the_form(page, league)
    type_goals(page, away=(1, 1, 0), home=(1, 1, 1))
    type_penalty(page, 0, f"1 {NAMES['h1']}", "Major", "Fighting")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Thank you. The result is posted")).to_be_visible()
    expect(page.locator("#game")).to_contain_text("Provisional")
    expect(page.locator("#game")).to_contain_text("the other team's report verifies it")


def the_coach_reads_whom_not_to_dress(page: Page, league: League) -> None:
    page.goto(f"{league.at}teams/{league.evening.home.pk}/")
    page.get_by_role("link", name="Do not dress").click()
    expect(page.get_by_role("region", name="Next game")).to_contain_text(NAMES["h1"], timeout=SOON)
    expect(page.locator("main")).not_to_contain_text(NAMES["h2"])
    page.get_by_role("link", name=f"Why {NAMES['h1']} is suspended").first.click()
    expect(page.locator("main")).to_contain_text("Fighting major")


def the_visitors_disagree(page: Page, league: League) -> None:
    """Faribault saw a tie, and both the fight and a minor."""
    to_the_form(page, league)
    type_goals(page, away=(1, 1, 1), home=(1, 1, 1))
    page.context.set_offline(True)
    type_penalty(page, 0, "No. 1", "Major", "Fighting")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("It could not be sent")).to_be_visible()
    page.context.set_offline(False)
    page.reload()  # the phone has dropped the page
    expect(page.get_by_text("Your draft is back")).to_be_visible()
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("#game")).to_contain_text("Disputed")


def the_statistician_settles(page: Page, league: League) -> None:
    page.goto("/")
    page.get_by_role("link", name="Disputed").first.click()
    page.get_by_role("link", name="Settle Faribault at Owatonna").click()
    page.get_by_role("group", name="Goals, 3rd period (Faribault)").get_by_label("Faribault").check()
    page.get_by_label("Reason", exact=True).fill("The officials' sheet has three goals for Faribault")
    page.get_by_label("Reason", exact=True).blur()
    expect(page.locator("#follows")).to_contain_text("Faribault 3, Owatonna 3")
    page.get_by_role("button", name="Settle", exact=True).click()
    expect(page.get_by_text("The dispute is settled and the result verified.")).to_be_visible()


def the_director_finds_the_rule(page: Page, league: League) -> None:
    page.goto(league.at)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Suspensions").click()
    page.get_by_role("link", name=NAMES["h1"]).click()
    page.locator("main").get_by_role("link", name="4.4").first.click()
    expect(page.get_by_role("region", name=re.compile("^4.4 "))).to_be_in_viewport()


def no_parent_reads_a_name(parent: User | None, league: League) -> None:
    """Every page that a parent can reach by links, signed in or not; and what they might guess is refused."""
    client = Client()
    if parent is not None:
        client.force_login(parent)
    seen, waiting = {"/", league.at}, deque(["/", league.at])
    secrets = [name for whole in NAMES.values() for name in whole.split()]
    while waiting:
        address = waiting.popleft()
        answer = client.get(address, follow=True)
        assert answer.status_code == 200, address
        html = answer.content.decode()
        assert [name for name in secrets if name in html] == [], address
        assert "/suspensions/" not in html, address
        for link in re.findall(r'href="(/[^"#]*)"', html):
            if link not in seen and not link.startswith(("/static/", "/rulebooks/", "/account/")):
                seen.add(link)
                waiting.append(link)
    game = f"{league.at}games/{league.evening.game.pk}/"
    assert {game, league.table, f"{league.at}teams/{league.evening.home.pk}/"} <= seen
    for hidden in ("suspensions/", f"suspensions/teams/{league.evening.home.pk}/", "waiting/", "due/", "audit/"):
        answer = client.get(league.at + hidden)
        assert answer.status_code == (403 if parent else 302)
        assert not any(name in answer.content.decode() for name in secrets)


def test_from_signing_in_to_the_sent_report_without_scripts(league: League, visitor: Callable[..., Page]) -> None:
    page = visitor(league.evening.home_coach, java_script_enabled=False)
    to_the_form(page, league)
    type_goals(page, away=(1, 1, 0), home=(1, 1, 1))
    type_penalty(page, 0, f"1 {NAMES['h1']}", "Major", "Fighting")
    page.get_by_role("button", name="Send the report").click()
    expect(page.get_by_text("Thank you. The result is posted")).to_be_visible()
    assert [len(GameReport.objects.get().content[side]["penalties"]) for side in ("home", "away")] == [1, 0]


def test_from_signing_in_to_the_sent_report_by_keyboard(league: League, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/sign-in/")
    tab_to(page, "E-mail")
    page.keyboard.type(league.evening.home_coach.email)
    tab_to(page, "Password")
    page.keyboard.type(factories.PASSWORD)
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile("/sign-in/"))
    page.goto(f"{league.at}due/")
    tab_to(page, "Report: Faribault at Owatonna")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Faribault at Owatonna")
    tab_to(page, page.locator("#id_away_goals_1").get_attribute("aria-label") or "")
    for goals in "110111":
        page.keyboard.type(goals)
        page.keyboard.press("Tab")
    tab_to(page, "Send the report")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Thank you. The result is posted")).to_be_visible()
    content = GameReport.objects.get().content
    assert (content["away"]["goals"], content["home"]["goals"]) == ([1, 1, 0], [1, 1, 1])


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the keyboard is at what begins with this name."""
    for _ in range(150):
        found = page.evaluate(
            """() => { const one = document.activeElement;
            if (one === document.body) return "";
            const said = one.ariaLabel || one.labels?.[0]?.textContent || one.textContent;
            return said.replace(/\\s+/g, " ").trim(); }"""
        )
        if found.startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard doesn't get to {name}")
