"""Walks through signing in and accepting an invitation, as people do it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from league import tasks
from league.models import Membership, Role, Season, User
from league.services import audit
from league.services.invitation_mail import send_waiting_invitations
from league.services.rulebooks import publish_shipped
from tests import factories

Check = Callable[[Page], None]


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Links are mailed at once, as they are when the broker is away."""
    monkeypatch.setattr(tasks, "nudge", lambda *_: False)


@pytest.fixture
def season(transactional_db: None) -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    season = factories.season(rulebook=book, league=factories.league(slug="d9", name="District 9"))
    factories.team(division=factories.division(season=season), name="Lynx")
    return season


def mailed_link(page: Page) -> str:
    """The address in the newest mail, on the live server."""
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found.group(1)


def sign_in(page: Page, user: User, password: str = factories.PASSWORD) -> None:
    page.goto("/sign-in/")
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def test_by_password_and_out_again(page: Page, season: Season, assert_accessible: Check) -> None:
    user = factories.user(name="Nor Quell")
    page.goto("/sign-in/")
    assert_accessible(page)
    sign_in(page, user, "wrong")
    expect(page.get_by_role("alert")).to_contain_text("belong together")
    assert_accessible(page)
    sign_in(page, user)
    expect(page.locator("header")).to_contain_text("Nor Quell")
    page.goto("/account/")
    assert_accessible(page)
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_role("status").first).to_contain_text("You are signed out.")


def test_a_forgotten_password_is_set_anew_by_mail(page: Page, season: Season, assert_accessible: Check) -> None:
    user = factories.user(name="Nor Quell")
    page.goto("/sign-in/")
    page.get_by_role("link", name="Get a link by mail instead").click()
    assert_accessible(page)
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_text("Look into your mailbox")).to_be_visible()
    page.goto(mailed_link(page))
    assert_accessible(page)
    page.get_by_role("button", name="Sign me in").click()
    page.goto("/account/password/")
    assert_accessible(page)
    page.get_by_label("New password").fill("three-goals-and-a-hat")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_text("Your new password holds")).to_be_visible()
    user.refresh_from_db()
    assert user.check_password("three-goals-and-a-hat")


def test_an_administrator_invites_and_somebody_new_accepts(
    page: Page, season: Season, assert_accessible: Check
) -> None:
    administrator = factories.member(Role.ADMINISTRATOR, season.league)
    sign_in(page, administrator)
    page.goto(f"/leagues/d9/{season.slug}/people/invite/")
    page.get_by_label("Role").select_option("Team representative")
    page.get_by_label("Team", exact=True).select_option(index=1)
    page.get_by_label("E-mail addresses").fill("new@example.org, nobody at example")
    page.get_by_role("button", name="Send the invitations").click()
    expect(page.get_by_text("nobody at example").first).to_be_visible()
    assert_accessible(page)
    page.get_by_label("E-mail addresses").fill("new@example.org")
    page.get_by_role("button", name="Send the invitations").click()
    expect(page.get_by_text("1 invitation is on its way.")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("button", name="Sign out").first.click()
    expect(page.get_by_text("You are signed out.")).to_be_visible()

    send_waiting_invitations(now=timezone.now())
    page.goto(mailed_link(page))
    expect(page.get_by_role("heading", level=1)).to_have_text("District 9 invites you")
    assert_accessible(page)
    page.get_by_label("Name").fill("Nor Quell")
    page.get_by_label("New password").fill("three-goals-and-a-hat")
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("You have the role: Team representative.")).to_be_visible()
    expect(page.locator("header")).to_contain_text("Nor Quell")
    assert Membership.objects.get(user__email="new@example.org").role == Role.TEAM_REPRESENTATIVE


def test_the_audit_trail_shows_before_and_after(page: Page, season: Season, assert_accessible: Check) -> None:
    administrator = factories.member(Role.ADMINISTRATOR, season.league)
    change: dict[str, Any] = {"before": {"score": {"home": 2}}, "after": {"score": {"home": 3}}, "reason": "The sheet"}
    with transaction.atomic():
        audit.record(action="correct-game", target=season, season=season, actor=administrator, **change)
    sign_in(page, administrator)
    page.goto(f"/leagues/d9/{season.slug}/audit/")
    page.get_by_text("Before and after").click()
    expect(page.get_by_role("cell", name="3", exact=True)).to_be_visible()
    assert_accessible(page)
    page.get_by_label("What").fill("no such thing")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.get_by_text("No entries")).to_be_visible()
