"""Shows how administrators read the audit trail: newest first, filtered, before and after, at a constant cost."""

import datetime as dt
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from league.models import AuditEntry, Role, Season, User
from league.services import audit
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return factories.season()


@pytest.fixture
def administrator(season: Season, client: Client) -> User:
    user = factories.member(Role.ADMINISTRATOR, season.league)
    client.force_login(user)
    return user


def record(season: Season, **values: Any) -> AuditEntry:
    with transaction.atomic():
        return audit.record(**({"action": "settle-dispute", "target": season, "season": season} | values))


def shown(client: Client, season: Season, whole: bool = False, **query: str) -> str:
    place = season.league.slug if whole else f"{season.league.slug}/{season.slug}"
    return client.get(f"/leagues/{place}/audit/", query).content.decode().split("</form>", 1)[-1]


def test_before_and_after_are_shown_and_what_is_the_same_is_not(
    client: Client, season: Season, administrator: User
) -> None:
    before = {"score": {"home": 2, "away": 1}, "late": False, "files": ["a.pdf"]}
    after = {"score": {"home": 3, "away": 1}, "late": False, "files": ["a.pdf", "b.pdf"], "note": "<b>"}
    record(season, before=before, after=after, reason="The sheet shows it", actor=administrator)
    page = shown(client, season)
    for text in ("score.home", "<td>2</td>", "<td>3</td>", "a.pdf, b.pdf", "&lt;b&gt;", "The sheet shows it"):
        assert text in page
    assert "score.away" not in page
    assert administrator.email in page


def test_the_newest_comes_first_and_filters_narrow(client: Client, season: Season, administrator: User) -> None:
    other = factories.user(email="other@example.org")
    record(season, action="report-game", actor=administrator)
    record(season, action="end-role", actor=other, reason="moved away")
    page = shown(client, season)
    assert page.index("End role") < page.index("Report game")
    assert "Report game" not in shown(client, season, who="other@")
    assert "End role" not in shown(client, season, what="report game")
    assert "Report game" not in shown(client, season, what="moved")
    tomorrow = (dt.datetime.now(dt.UTC) + dt.timedelta(days=2)).date().isoformat()
    assert "No entries" in shown(client, season, start=tomorrow)
    assert "End role" in shown(client, season, end=tomorrow)


def test_a_day_is_that_of_the_season(client: Client, season: Season, administrator: User) -> None:
    entry = record(season)
    local = entry.at.astimezone(dt.timezone(dt.timedelta(hours=-6))).date()
    assert season.timezone == "America/Chicago"
    day = dt.timedelta(days=1)
    hits = [
        "Settle dispute" in shown(client, season, start=str(at), end=str(at))
        for at in (local - day, local, local + day)
    ]
    assert hits.count(True) == 1


def test_a_season_shows_its_own_entries_and_a_league_all_of_its_seasons(
    client: Client, season: Season, administrator: User
) -> None:
    later, elsewhere = factories.season(league=season.league), factories.season()
    record(season, action="in-this-season")
    record(later, action="in-the-later-one")
    record(elsewhere, action="in-another-league")
    assert "In the later one" not in shown(client, season)
    page = shown(client, season, whole=True)
    assert ("In this season" in page, "In the later one" in page) == (True, True)
    assert "In another league" not in page


def test_pages_of_fifty_at_the_same_cost(
    client: Client, season: Season, administrator: User, django_assert_num_queries: Any
) -> None:
    record(season)
    with django_assert_num_queries(6):
        shown(client, season)
    for number in range(60):
        record(season, action=f"change-{number}", after={"number": number}, actor=administrator)
    with django_assert_num_queries(6):
        page = shown(client, season)
    assert page.count("Change ") == 50
    assert shown(client, season, page="2").count("Change ") == 10


@pytest.mark.parametrize(
    "query", [{"page": "x"}, {"page": "-4"}, {"start": "soon"}, {"end": "9999-12-31"}, {"who": "é" * 900}]
)
def test_odd_filters_are_answered(client: Client, season: Season, administrator: User, query: dict[str, str]) -> None:
    record(season)
    assert client.get(f"/leagues/{season.league.slug}/{season.slug}/audit/", query).status_code == 200
