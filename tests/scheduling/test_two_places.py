"""A booking warns of coaches of two teams and of assigned officials who are at another game then."""

import datetime as dt

import pytest
from pytest_django import DjangoAssertNumQueries

from league.models import Game, Outcome, RosterRole, Team
from scheduling.models import Assignment
from scheduling.queries.two_places import in_two_places
from tests import factories

pytestmark = pytest.mark.django_db

STARTS = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)
ENDS = STARTS + dt.timedelta(minutes=75)
DAY = dt.date(2014, 11, 8)


@pytest.fixture
def teams(db: None) -> list[Team]:
    return factories.teams(4, division=factories.division(name="Bantam A"))


def coach_of(*teams: Team, **spot: object) -> None:
    person = factories.person(league=teams[0].season.league, name="Cleo Dorn")
    for team in teams:
        factories.player(team, person=person, role=RosterRole.COACH, **spot)


def at(home: Team, away: Team, minutes: int, **fields: object) -> Game:
    return factories.game(home=home, away=away, starts=STARTS + dt.timedelta(minutes=minutes), **fields)


def told(teams: list[Team], game: Game | None = None) -> list[str]:
    found = in_two_places(teams[:2], DAY, STARTS, ENDS, game=game)
    assert {finding.severity for finding in found} <= {"warn"}
    return [finding.message for finding in found]


@pytest.mark.parametrize(("minutes", "warned"), [(-75, False), (-74, True), (0, True), (74, True), (75, False)])
def test_a_coach_of_two_teams_is_told_of_while_the_other_plays(teams: list[Team], minutes: int, warned: bool) -> None:
    coach_of(teams[0], teams[2])
    at(teams[2], teams[3], minutes)
    expected = "Cleo Dorn is coach of Cranes (Bantam A) too, who play then: Cranes - Foxes"
    assert told(teams) == ([expected] if warned else [])


def test_a_cancelled_game_keeps_nobody(teams: list[Team]) -> None:
    coach_of(teams[0], teams[2])
    at(teams[2], teams[3], 0, outcome=Outcome.CANCELLED)
    assert told(teams) == []


def test_games_of_the_teams_themselves_are_no_matter_of_their_coach(teams: list[Team]) -> None:
    coach_of(teams[0], teams[2])
    at(teams[0], teams[2], 0)
    assert told(teams) == []


def test_only_who_coaches_on_that_day_counts_and_a_player_of_two_teams_does_not(teams: list[Team]) -> None:
    coach_of(teams[0], teams[2], ends=DAY - dt.timedelta(days=1))
    coach_of(teams[1], teams[2], starts=DAY + dt.timedelta(days=1))
    player = factories.player(teams[0])
    factories.player(teams[2], person=player)
    at(teams[2], teams[3], 0)
    assert told(teams) == []


def test_the_officials_of_a_game_that_moves_are_looked_at(teams: list[Team]) -> None:
    game, other = at(teams[0], teams[1], 600), at(teams[2], teams[3], 30)
    official = factories.person(league=teams[0].season.league, name="Bo Castell")
    for one in (game, other):
        Assignment.objects.create(game=one, person=official)
    assert told(teams, game) == ["Bo Castell is assigned to Cranes - Foxes then"]
    assert told(teams) == []


def test_many_take_as_many_queries_as_one(teams: list[Team], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    game = at(teams[0], teams[1], 600)
    for number in (1, 5):
        for _ in range(number):
            coach_of(teams[0], teams[2])
        if number == 1:
            at(teams[2], teams[3], 0)
        with django_assert_num_queries(3):
            assert len(in_two_places(teams[:2], DAY, STARTS, ENDS, game=game)) >= number
