"""Shows the front pages: of the installation, of a league, of a season, of a team; what waits for whom."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from discipline.models import Review
from league.models import Role
from tests import factories
from tests.seasons import imported, people, season_file


@pytest.fixture
def season(db):
    document = season_file(["A 3-2 B", "B 1-1 A", "A v B"], teams=2)
    people(document)
    return imported(document)


def address(season, view="season", **more):
    return reverse(f"league:{view}", kwargs={"league": season.league.slug, "season": season.slug} | more)


def waiting(response):
    return {item.label: item.number for item in response.context["waiting"]}


# ---------------------------------------------------------------- the installation and a league


def test_the_public_sees_public_seasons_only(client, season):
    factories.season(league=season.league, name="2015-16", published=False)
    factories.season(league=factories.league(name="Hidden League"), published=False)
    response = client.get("/")
    found = [(league.name, [one.name for one in seasons]) for league, seasons in response.context["leagues"]]
    assert found == [("District 9", ["2014-15"])]
    assert response.context["own"] == []
    assert "Hidden League" not in response.text
    page = client.get(reverse("league:league", kwargs={"league": "d9"}))
    assert [one.name for one in page.context["seasons"]] == ["2014-15"]


def test_a_member_sees_what_is_theirs_first(client, season):
    team = season.teams.get(key="A")
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team))
    [own] = client.get("/").context["own"]
    assert (own["season"], own["teams"]) == (season, (team,))
    assert [(item.label, item.number) for item in own["waiting"]] == [("Games to report", 1)]


def test_a_president_sees_the_teams_of_the_association_by_division(client, season):
    association = factories.association(season=season)
    season.teams.filter(key="A").update(association=association)
    higher = factories.division(season=season, name="Bantam AA", key="aa")
    factories.team(division=higher, association=association, name="North Fork", key="nf")
    client.force_login(factories.member(Role.ASSOCIATION_PRESIDENT, season.league, association=association))
    response = client.get(address(season))
    assert {team.key for team in response.context["own_teams"]} == {"A", "nf"}
    assert "North Fork (Bantam AA)" in response.text


def test_a_member_of_the_league_sees_its_unpublished_season(client, season):
    hidden = factories.season(league=season.league, name="2015-16", published=False, starts=dt.date(2015, 1, 30))
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    response = client.get(reverse("league:league", kwargs={"league": "d9"}))
    assert [one.name for one in response.context["seasons"]] == ["2015-16", "2014-15"]
    assert client.get(address(hidden)).status_code == 200


@pytest.mark.parametrize("number", [1, 6])
def test_the_home_page_takes_one_query_for_one_league_and_for_many(client, db, number, django_assert_num_queries):
    for _ in range(number):
        factories.season()
    with django_assert_num_queries(1):
        response = client.get("/")
    assert len(response.context["leagues"]) == number


# ---------------------------------------------------------------- a season


def test_a_season_shows_latest_results_next_games_and_tables(client, season):
    response = client.get(address(season))
    assert [(line.game.key, line.score) for line in response.context["results"]] == [
        ("g2", "1\N{EN DASH}1"),
        ("g1", "2\N{EN DASH}3"),
    ]
    assert [line.game.key for line in response.context["games"]] == []  # the one left should have been played
    [panel] = response.context["panels"]
    [table] = panel.values["tables"]
    assert [(row.name, row.points) for row in table["table"].rows] == [("Ashby Otters", 5), ("Brook Bears", 3)]
    assert response.context["waiting"] == []


def test_games_to_come_are_shown_in_their_order(client, season):
    soon = timezone.now() + dt.timedelta(days=2)
    season.games.filter(key="g3").update(starts=soon, occupied_until=soon + dt.timedelta(minutes=75))
    assert [line.game.key for line in client.get(address(season)).context["games"]] == ["g3"]


def test_what_waits_differs_by_role(client, season):
    now = timezone.now()
    season.games.filter(key="g1").update(report_state="disputed", reported_at=now)
    season.games.filter(key="g2").update(report_state="provisional", reported_at=now)
    Review.objects.create(season=season, kind="bar", team=season.teams.get(key="A"), made_at=now)
    expected = {
        Role.STATISTICIAN: {"Disputed": 1, "Provisional": 1, "Unreported": 1},
        Role.DIRECTOR: {"Reviews": 1},
        Role.OFFICIAL: {},
    }
    for role, found in expected.items():
        client.force_login(factories.member(role, season.league))
        assert waiting(client.get(address(season))) == found
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=season.teams.get(key="A")))
    assert waiting(client.get(address(season))) == {"Games to report": 3}


def test_a_game_is_not_waited_for_once_the_team_has_reported(client, season):
    team = season.teams.get(key="A")
    season.games.filter(key="g1").update(report_state="provisional", reported_at=timezone.now())
    factories.report(season.games.get(key="g1"), team)
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team))
    assert waiting(client.get(address(season))) == {"Games to report": 1}  # the unplayed one


@pytest.mark.parametrize("games", [1, 40])
def test_a_season_takes_the_same_queries_for_one_game_and_for_many(client, db, games, django_assert_num_queries):
    season = imported(season_file(["A 3-2 B"] * games, teams=2))
    with django_assert_num_queries(5):
        response = client.get(address(season))
    assert len(response.context["results"]) == min(games, 8)


# ---------------------------------------------------------------- a team


def test_a_team_shows_its_games_and_its_place_to_everybody(client, season):
    response = client.get(address(season, "team", team=season.teams.get(key="B").pk))
    assert [line.game.key for line in response.context["lines"]] == ["g1", "g2", "g3"]
    [place] = response.context["panels"]
    assert (place.values["row"].rank, place.values["of"]) == (2, 2)
    assert response.context["roster"] is None
    assert "Player B1" not in response.text


@pytest.mark.parametrize(
    ("role", "key", "reads"),
    [
        (Role.TEAM_REPRESENTATIVE, "B", True),
        (Role.TEAM_REPRESENTATIVE, "A", False),
        (Role.OFFICIAL, None, True),
        (Role.STATISTICIAN, None, True),
    ],
)
def test_a_roster_is_read_by_the_team_officials_and_officers(client, season, role, key, reads):
    fields = {"team": season.teams.get(key=key)} if key else {}
    client.force_login(factories.member(role, season.league, **fields))
    response = client.get(address(season, "team", team=season.teams.get(key="B").pk))
    names = [(spot.number, spot.person.name) for spot in response.context["roster"] or ()]
    assert names == ([(1, "Player B1"), (2, "Player B2")] if reads else [])
    assert ("Do not dress" in response.text) is reads


def test_a_roster_is_that_of_today_with_goalies_after_skaters(client, season):
    team = season.teams.get(key="B")
    factories.player(team, name="Gone Ago", ends=dt.date(2015, 1, 1))
    factories.player(team, name="Net Minder", role="goalie", number=30)
    client.force_login(factories.member(Role.OFFICIAL, season.league))
    response = client.get(address(season, "team", team=team.pk))
    assert [spot.person.name for spot in response.context["roster"]] == ["Player B1", "Player B2", "Net Minder"]


@pytest.mark.parametrize("number", [1, 20])
def test_a_team_takes_the_same_queries_for_one_game_and_for_many(client, db, number, django_assert_num_queries):
    document = season_file(["A 3-2 B"] * number, teams=2)
    people(document, each=number)
    season = imported(document)
    client.force_login(factories.member(Role.OFFICIAL, season.league))
    url = address(season, "team", team=season.teams.get(key="A").pk)
    client.get(url)
    with django_assert_num_queries(10):
        response = client.get(url)
    assert len(response.context["roster"]) == number


def test_another_seasons_team_is_not_found(client, season):
    assert client.get(address(season, "team", team=factories.team().pk)).status_code == 404
