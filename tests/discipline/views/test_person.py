"""Shows a person's page: suspensions and games across teams and seasons, and who may read it."""

import datetime as dt

import pytest
from django.urls import reverse

from discipline.face.timeline import MOST, Mark, timeline
from league.models import Role
from tests import factories
from tests.seasons import fight, imported, people, season_file

PLAYER = "Quillan Zyxwort"


@pytest.fixture
def season(db):
    """A-1 fought in the first game, sat out the second, and is barred from the first of the two to come."""
    document = season_file(["A 3-2 B", "C 4-1 A", "B v A", "A v C", "C v B"], teams=3)
    people(document)
    fight(document["games"][0], "A", "A-1")
    document["people"][0]["name"] = PLAYER
    return imported(document)


def page_of(client, season, key="A-1"):
    who = season.league.people.get(key=key)
    kwargs = {"league": season.league.slug, "season": season.slug, "person": who.pk}
    return client.get(reverse("discipline:person", kwargs=kwargs))


def sign_in(client, season, role, key=None):
    fields = {"team": season.teams.get(key=key)} if key else {}
    client.force_login(factories.member(role, season.league, **fields))


def test_the_team_reads_game_by_game_what_it_was_and_why(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "A")
    answer = page_of(client, season)
    ((_, rows),) = answer.context["seasons"]
    assert [(row.game.key, row.state) for row in rows] == [
        ("g1", "other"),
        ("g2", "served"),
        ("g3", "out"),
        ("g4", "other"),
    ]
    assert "Served in the game against Cold Lake Cranes on Nov 8" in rows[1].why[0]  # away, and never against their own
    assert rows[2].why == ("1 game left of 2 (4.4).",)
    assert answer.text.count("<circle") == 4 + 3  # the games, and what the marks mean
    assert "Served in the game against" in answer.text


def test_somebody_without_a_suspension_has_a_page_too(client, season):
    sign_in(client, season, Role.DIRECTOR)
    answer = page_of(client, season, "B-2")
    assert answer.status_code == 200
    assert answer.context["suspensions"] == []


@pytest.mark.parametrize(
    ("role", "team", "status"),
    [
        (Role.TEAM_REPRESENTATIVE, "B", 404),
        (Role.OFFICIAL, None, 403),
        (None, None, 302),
    ],
)
def test_nobody_else_reads_it(client, season, role, team, status):
    if role:
        sign_in(client, season, role, team)
    answer = page_of(client, season)
    assert answer.status_code == status
    assert PLAYER not in answer.text


def test_somebody_of_another_league_is_not_found(client, season):
    sign_in(client, season, Role.DIRECTOR)
    other = factories.person()
    kwargs = {"league": season.league.slug, "season": season.slug, "person": other.pk}
    assert client.get(reverse("discipline:person", kwargs=kwargs)).status_code == 404


@pytest.mark.parametrize("games", [0, 20])
def test_the_page_asks_the_same_number_of_queries_however_many_games(client, season, games, django_assert_num_queries):
    home, away = season.teams.get(key="A"), season.teams.get(key="B")
    for number in range(games):
        starts = dt.datetime(2015, 2, 1 + number, 18, tzinfo=dt.UTC)
        factories.game(home=home, away=away, starts=starts, occupied_until=starts + dt.timedelta(hours=1))
    sign_in(client, season, Role.DIRECTOR)
    page_of(client, season)
    who = season.league.people.get(key="A-1")
    kwargs = {"league": season.league.slug, "season": season.slug, "person": who.pk}
    with django_assert_num_queries(11):
        answer = client.get(reverse("discipline:person", kwargs=kwargs))
    assert len(answer.context["seasons"][0][1]) == 4 + games


def test_a_long_season_goes_on_in_a_second_row_and_no_two_marks_share_a_place():
    picture = timeline([("one", [Mark("played", "")] * (MOST + 1)), ("two", [Mark("out", "")])])
    places = [(item.x, item.y) for item in picture.marks]
    assert len(set(places)) == MOST + 2
    assert all(0 < x < picture.width and 0 < y < picture.height for x, y in places)
    assert [name for name, _ in picture.heads] == ["one", "two"]
