"""What the database refuses about rosters and people, and that ids come back byte for byte."""

import datetime as dt

import pytest

from league.models import Person, RosterSpot, SeasonPerson, Team
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def team() -> Team:
    return factories.team()


def test_one_number_is_worn_by_one_person_at_a_time(team: Team) -> None:
    factories.player(team, number=7)
    with refused_by("roster_number_once_a_team"):
        factories.player(team, number=7)
    factories.player(team, number=8)


def test_a_number_is_free_again_the_day_after(team: Team) -> None:
    factories.player(team, number=7, ends=dt.date(2014, 11, 30))
    with refused_by("roster_number_once_a_team"):
        factories.player(team, number=7, starts=dt.date(2014, 11, 30))
    factories.player(team, number=7, starts=dt.date(2014, 12, 1))
    assert RosterSpot.objects.filter(team=team, number=7).count() == 2


def test_a_number_is_worn_on_every_team(team: Team) -> None:
    factories.player(team, number=7)
    factories.player(factories.team(division=team.division), number=7)
    assert RosterSpot.objects.filter(number=7).count() == 2


def test_officials_without_a_number_do_not_clash(team: Team) -> None:
    factories.player(team, role="coach")
    factories.player(team, role="trainer")
    assert RosterSpot.objects.filter(team=team, number=None).count() == 2


def test_one_person_may_hold_two_roles_under_one_number(team: Team) -> None:
    person = factories.player(team, number=7)
    factories.player(team, person=person, role="coach", number=7)
    assert [spot.role for spot in person.roster_spots.all()] == ["skater", "coach"]


def test_a_spot_ends_on_or_after_its_first_day(team: Team) -> None:
    day = dt.date(2014, 11, 30)
    factories.player(team, starts=day, ends=day, number=3)
    with refused_by("roster_spot_ends_after_its_start"):
        factories.player(team, starts=day, ends=day - dt.timedelta(days=1), number=4)


def test_roles_and_statuses_are_those_of_the_vocabulary(team: Team) -> None:
    with refused_by("roster_role_known"):
        factories.player(team, role="mascot")
    with refused_by("roster_status_known"):
        factories.player(team, status="guest")


def test_a_person_is_listed_once_a_season(team: Team) -> None:
    person = factories.player(team)
    with refused_by("person_once_a_season"):
        SeasonPerson.objects.create(season=team.season, person=person)


def test_a_person_id_is_unique_in_its_league(team: Team) -> None:
    league = team.season.league
    factories.person(league=league, key="p1")
    with refused_by("person_key_once_a_league"):
        factories.person(league=league, key="p1")
    factories.person(key="p1")


@pytest.mark.parametrize(
    "key",
    [
        "łoś-7",
        "李明",
        "أحمد",
        "zoë-å",  # composed
        "zoe\u0308-a\u030a",  # the same to the eye, decomposed
        " spaces around ",
        "tab\tand\nline",
        "<b>&amp;\"quoted\" 'too'</b>",
        "🦊" * 50,
        "../../etc",
        "-",
    ],
)
def test_an_id_comes_back_byte_for_byte(team: Team, key: str) -> None:
    factories.person(league=team.season.league, key=key)
    assert [person.key for person in Person.objects.filter(key=key)] == [key]


def test_ids_that_only_look_alike_are_two(team: Team) -> None:
    league = team.season.league
    factories.person(league=league, key="zoë")
    factories.person(league=league, key="zoe\u0308")
    factories.person(league=league, key="Zoë")
    assert Person.objects.filter(league=league).count() == 3


def test_a_person_made_here_gets_a_short_id_of_its_own(team: Team) -> None:
    keys = {factories.person(league=team.season.league).key for _ in range(20)}
    assert len(keys) == 20
    assert {len(key) for key in keys} == {10}
