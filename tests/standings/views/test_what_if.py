"""Shows the page on which results are tried: the table that would result, what is wrong with an entry, no trace."""

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.seasons import imported, season_file

GAMES = ["A 3-2 B", "B 4-1 C", "A v C", "C v B"]


@pytest.fixture
def season(db):
    return imported(season_file(GAMES, teams=3))


def address(season):
    kwargs = {"league": season.league.slug, "season": season.slug, "division": season.divisions.get().pk}
    return reverse("standings:what_if", kwargs=kwargs)


def scores(season, **games):
    """A query: `g3="2-1"` or `g3="2-2 shootout-home"`."""
    query = {}
    for key, text in games.items():
        pk = season.games.get(key=key).pk
        score, _space, end = text.partition(" ")
        home, away = score.split("-")
        query |= {f"home_{pk}": home, f"away_{pk}": away, f"end_{pk}": end}
    return query


def told(response):
    return [(row.rank, row.was, row.name, row.points_before, row.points) for row in response.context["compared"].rows]


def test_games_to_come_are_offered_and_those_played_are_not(client, season):
    response = client.get(address(season))
    assert [game.id for game in response.context["form"].games.values()] == ["g3", "g4"]
    assert "compared" not in response.context


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
def test_the_table_that_would_result_marks_who_moves(client, season):
    response = client.get(address(season), scores(season, g3="0-5", g4="2-0"))
    assert told(response) == [
        (1, 3, "Cold Lake Cranes", "1", "7"),
        (2, 1, "Ashby Otters", "3", "4"),
        (3, 2, "Brook Bears", "4", "5"),
    ]
    assert response.context["tried"] == 2
    assert "2 places up" in response.text


@pytest.mark.parametrize(
    ("home", "away", "end", "message"),
    [
        ("2", "", "", "Give both teams"),
        ("-1", "2", "", "greater than or equal to 0"),
        ("100", "2", "", "less than or equal to 99"),
        ("x", "2", "", "Enter a whole number"),
        ("3", "2", "shootout-home", "A shootout follows level goals"),
        ("2", "2", "overtime", "Overtime that decides a game"),
        ("2", "1", "penalty-shots", "is not one of the available choices"),
    ],
)
def test_entries_that_cannot_be_are_said_beside_them_and_stay_as_typed(client, season, home, away, end, message):
    pk = season.games.get(key="g3").pk
    response = client.get(address(season), {f"home_{pk}": home, f"away_{pk}": away, f"end_{pk}": end})
    assert response.status_code == 400
    assert message in response.text
    assert f'value="{home}"' in response.text
    assert "compared" not in response.context


def test_a_shootout_goes_to_the_side_that_was_chosen(client, season):
    response = client.get(address(season), scores(season, g4="2-2 shootout-away"))
    assert {row.name: row.points for row in response.context["compared"].rows}["Brook Bears"] == "7"


def test_trying_asks_the_database_only_to_read_and_leaves_every_row_as_it_was(client, season):
    def rows():
        return {model._meta.label: model.objects.count() for model in apps.get_models()}

    before = rows()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address(season), scores(season, g3="0-5", g4="2-0")).context["tried"] == 2
    assert {query["sql"].split()[0] for query in asked} == {"SELECT"}
    assert rows() == before
    assert [row["points"] for row in season.divisions.get().standings.rows] == [3, 4, 1]


def test_a_post_is_no_way_to_try(client, season):
    assert client.post(address(season), scores(season, g3="0-5")).context.get("tried") is None


@pytest.mark.parametrize("teams", [3, 12])
def test_trying_takes_the_same_queries_for_few_games_and_many(client, db, teams, django_assert_num_queries):
    keys = [chr(ord("A") + number) for number in range(teams)]
    season = imported(season_file([f"{home} v {away}" for home in keys for away in keys if home < away], teams=teams))
    client.get(address(season))
    with django_assert_num_queries(16):
        client.get(address(season), scores(season, g1="0-5"))


@pytest.mark.clause("mn-district-9", "5.3")
def test_without_a_table_there_is_nothing_to_try(client, db):
    season = imported(season_file(["A v B"], teams=2, level="mite"))
    assert "No games are left to try" in client.get(address(season)).text
