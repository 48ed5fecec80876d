"""The representative's first page: what is due, the oldest first, and what waits for others."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Role
from tests import factories
from tests.report_pages import address, recent_evening, signed_in
from tests.reporting import Evening, content

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db: None) -> Evening:
    """A game that ended two hours ago."""
    return recent_evening()


@pytest.fixture
def coach(played: Evening) -> Client:
    """The home team's coach, signed in."""
    return signed_in(played.home_coach)


@pytest.mark.clause("mn-district-9", "5.1")
def test_what_is_due_comes_oldest_first_with_the_hours_left_or_late(played: Evening, coach: Client) -> None:
    old = factories.game(
        home=played.away,
        away=played.home,
        starts=timezone.now() - dt.timedelta(hours=31),
        occupied_until=timezone.now() - dt.timedelta(hours=29, minutes=30),
    )
    later = factories.game(home=played.home, away=played.away, starts=timezone.now() + dt.timedelta(days=1))
    factories.game(division=played.division, starts=timezone.now() - dt.timedelta(days=2))  # of other teams
    context = coach.get(address("due", played)).context
    assert [(item.game, state, words) for item, state, words in context["due"]] == [
        (old, "late", "5 hours late"),
        (played.game, "due", "21 hours left"),
    ]
    assert [line.game for line in context["coming"]] == [later]
    assert context["reported"] == []


def test_a_reported_game_is_no_longer_due_and_waits_for_the_other_team(played: Evening, coach: Client) -> None:
    played.report(played.home, content(), now=timezone.now())
    context = coach.get(address("due", played)).context
    assert (context["due"], [item.game for item, _line in context["reported"]]) == ([], [played.game])
    context = signed_in(played.away_coach).get(address("due", played)).context
    assert ([item.game for item, *_ in context["due"]], context["reported"]) == ([played.game], [])


def test_whoever_represents_both_teams_reports_for_each(played: Evening, coach: Client) -> None:
    factories.member(Role.TEAM_REPRESENTATIVE, played.season.league, team=played.away, user=played.home_coach)
    played.report(played.home, content(), now=timezone.now())
    context = coach.get(address("due", played)).context
    assert [item.team for item, *_ in context["due"]] == [played.away]
    assert [item.team for item, _line in context["reported"]] == [played.home]


@pytest.mark.parametrize("games", [1, 6])
def test_the_page_asks_the_same_queries_for_one_game_and_for_many(
    played: Evening, coach: Client, django_assert_num_queries: Any, games: int
) -> None:
    for day in range(2, games + 1):
        starts = timezone.now() - dt.timedelta(days=day)
        factories.game(home=played.home, away=played.away, starts=starts)
    coach.get(address("due", played))
    with django_assert_num_queries(7):  # session, user, season, memberships, books, games, coming
        response = coach.get(address("due", played))
    assert len(response.context["due"]) == games
