"""Checks the schedule of chosen teams, a rink's day sheet and the officials' list: what is on them, and for whom."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Game, GameMove, Role, Season, Team
from league.services.rulebooks import publish_shipped
from league.services.setup_games import change_game
from scheduling.models import Assignment
from tests import factories

pytestmark = pytest.mark.django_db

START = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)
HERE = "/leagues/d9/2014-15/"


@pytest.fixture
def season() -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    return factories.season(league=factories.league(slug="d9"), slug="2014-15", rulebook=book)


@pytest.fixture
def teams(season: Season) -> list[Team]:
    division = factories.division(season=season)
    return [factories.team(division=division, name=name) for name in ("Otters", "Lynx", "Terns", "Bears")]


@pytest.fixture
def game(season: Season, teams: list[Team]) -> Game:
    rink = factories.venue(league=season.league, name="Ice Hall", address="1 Rink Road\nNorth Fork")
    return factories.game(home=teams[0], away=teams[1], starts=START, venue=rink)


def text(client: Client, address: str) -> str:
    answer = client.get(HERE + address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_schedule_shows_the_games_of_the_teams_in_its_address(
    client: Client, teams: list[Team], game: Game
) -> None:
    factories.game(home=teams[2], away=teams[3], starts=START + dt.timedelta(days=1))
    shown = text(client, f"schedule/?all=1&team={teams[1].pk}")
    assert "Lynx at Otters" in shown
    assert "Bears at Terns" not in shown
    assert "https://www.openstreetmap.org/search?query=1+Rink+Road+North+Fork" in shown
    assert f"webcal://testserver/leagues/d9/2014-15/teams/{teams[1].pk}/games.ics" in shown


def test_games_gone_by_are_left_out_unless_asked_for(client: Client, teams: list[Team], game: Game) -> None:
    assert "Lynx at Otters" not in text(client, f"schedule/?team={teams[1].pk}")


def test_without_a_team_a_week_is_shown(client: Client, teams: list[Team], game: Game) -> None:
    assert "Lynx at Otters" in text(client, "schedule/?from=2014-11-08")
    assert "Lynx at Otters" in text(client, "schedule/?from=2014-11-02")
    assert "Lynx at Otters" not in text(client, "schedule/?from=2014-11-09")
    assert "Lynx at Otters" not in text(client, "schedule/?from=2014-11-01")


@pytest.mark.parametrize("query", ["team=x&team=999999", "from=nonsense", "by=", "from=0001-01-01", "all=&team="])
def test_an_odd_address_shows_what_there_is(client: Client, teams: list[Team], query: str) -> None:
    text(client, f"schedule/?{query}")


def test_by_rink_the_rinks_are_headings(client: Client, teams: list[Team], game: Game) -> None:
    shown = text(client, f"schedule/?all=1&by=rink&team={teams[0].pk}")
    assert "<h2>Ice Hall</h2>" in shown


def test_a_moved_game_shows_its_old_time_for_two_weeks(client: Client, teams: list[Team], game: Game) -> None:
    later = START + dt.timedelta(days=1)
    change_game(game=game, values={"starts": later, "occupied_until": later + dt.timedelta(minutes=75)}, version=0)
    address = f"schedule/?all=1&team={teams[0].pk}"
    shown = text(client, address)
    assert "Moved" in shown
    assert "Sat, Nov 8, 1:00 PM" in shown
    GameMove.objects.update(moved_at=timezone.now() - dt.timedelta(days=15))
    assert "Moved" not in text(client, address)


def test_a_game_that_is_back_where_it_was_shows_nothing(client: Client, teams: list[Team], game: Game) -> None:
    later = START + dt.timedelta(days=1)
    for number, starts in enumerate((later, START)):
        game = change_game(
            game=game, values={"starts": starts, "occupied_until": starts + dt.timedelta(minutes=75)}, version=number
        )
    assert "Moved" not in text(client, f"schedule/?all=1&team={teams[0].pk}")
    assert game.sequence == 2


def test_an_unpublished_season_keeps_no_history(season: Season, game: Game) -> None:
    Season.objects.update(published=False)
    game.season.refresh_from_db()
    change_game(game=game, values={"starts": None, "ends": None, "occupied_until": None}, version=0)
    assert not GameMove.objects.exists()


def test_two_childrens_games_at_once_are_told(client: Client, teams: list[Team], game: Game) -> None:
    factories.game(home=teams[2], away=teams[3], starts=START + dt.timedelta(minutes=30))
    both = f"schedule/?all=1&team={teams[0].pk}&team={teams[2].pk}"
    assert "At the same time as Bears at Terns" in text(client, both)
    assert "At the same time" not in text(client, f"schedule/?all=1&team={teams[0].pk}")


def test_postponed_games_are_listed_without_a_date(client: Client, teams: list[Team], game: Game) -> None:
    change_game(game=game, values={"starts": None, "ends": None, "occupied_until": None}, version=0)
    assert "Postponed, without a new date" in text(client, f"schedule/?team={teams[0].pk}")


@pytest.mark.parametrize("number", [1, 25])
def test_the_schedule_takes_as_many_queries_for_one_game_as_for_many(
    client: Client, teams: list[Team], game: Game, number: int, django_assert_num_queries: Any
) -> None:
    for place in range(1, number):
        factories.game(home=teams[0], away=teams[1], starts=START + dt.timedelta(days=place), venue=game.venue)
    with django_assert_num_queries(6):
        client.get(f"{HERE}schedule/?all=1&team={teams[0].pk}&team={teams[1].pk}")


def test_a_rinks_day_sheet_shows_the_day_to_everybody_and_officials_to_few(
    client: Client, season: Season, teams: list[Team], game: Game
) -> None:
    official = factories.person(league=season.league, name="Cleo Dorn")
    Assignment.objects.create(game=game, person=official)
    factories.game(home=teams[2], away=teams[3], starts=START + dt.timedelta(days=1), venue=game.venue)
    shown = text(client, f"rinks/{game.venue_id}/?day=2014-11-08")
    assert "Lynx at Otters" in shown
    assert "Bears at Terns" not in shown
    assert "Cleo Dorn" not in shown
    client.force_login(factories.member(Role.OFFICIAL, season.league))
    assert "Cleo Dorn, Referee" in text(client, f"rinks/{game.venue_id}/?day=2014-11-08")
    assert "No games on this rink that day" in text(client, f"rinks/{game.venue_id}/?day=2014-12-24")
    assert "Bears at Terns" in text(client, f"rinks/{game.venue_id}/?day=oops")


def test_the_officials_list_and_its_form(client: Client, season: Season, game: Game) -> None:
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    assert "1 game has nobody yet" in text(client, "officials/?from=2014-11-08")
    address = f"{HERE}games/{game.pk}/officials/"
    assert "Choose an official, or write a name" in client.post(address, {"role": "referee"}).content.decode()
    answer = client.post(address, {"role": "referee", "name": " Cleo  Dorn "})
    assert answer.status_code == 302
    made = Assignment.objects.get()
    assert (made.person.name, made.game) == ("Cleo Dorn", game)
    assert "Cleo Dorn, Referee" in text(client, "officials/?from=2014-11-08")
    assert (
        "assigned to the game already"
        in client.post(address, {"role": "referee", "person": made.person_id}).content.decode()
    )
    assert client.post(f"{address}release/{made.pk}/").status_code == 302
    assert not Assignment.objects.exists()
    assert client.post(f"{address}release/{made.pk}/").status_code == 404


def test_a_name_of_several_people_is_asked_about(client: Client, season: Season, game: Game) -> None:
    for _ in range(2):
        factories.person(league=season.league, name="Cleo Dorn")
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    answer = client.post(f"{HERE}games/{game.pk}/officials/", {"role": "referee", "name": "Cleo Dorn"})
    assert "Several people of the league have this name" in answer.content.decode()
    assert not Assignment.objects.exists()
