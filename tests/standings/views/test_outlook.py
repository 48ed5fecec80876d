"""Shows the page on what can still happen: places certain, in reach and out of reach, and how that was found."""

import pytest
from django.urls import reverse

from standings.views.outlook import _chance
from tests.seasons import imported, season_file


def look(client, season):
    kwargs = {"league": season.league.slug, "season": season.slug, "division": season.divisions.get().pk}
    return client.get(reverse("standings:outlook", kwargs=kwargs))


def told(response):
    return [(row.name, row.best, row.worst, [place.state for place in row.places]) for row in response.context["rows"]]


def test_with_one_game_left_every_end_is_worked_out(client, db):
    games = ["A 3-0 B", "A 3-0 C", "B 1-0 C", "A 3-0 B", "C v B"]
    response = look(client, imported(season_file(games, teams=3)))
    assert response.context["outlook"].method == "exact"
    assert told(response)[0] == ("Ashby Otters", 1, 1, ["clinched", "clinched", "clinched"])
    assert "1 game is left" in response.text
    assert "Exact: all" in response.text


def test_a_season_that_is_over_is_settled(client, db):
    response = look(client, imported(season_file(["A 3-0 B"], teams=2)))
    assert told(response) == [
        ("Ashby Otters", 1, 1, ["clinched", "clinched"]),
        ("Brook Bears", 2, 2, ["out-of-reach", "clinched"]),
    ]


def test_with_many_games_left_it_says_that_it_is_simulated_and_how_far_off_it_may_be(client, db):
    keys = "ABCD"
    season = imported(season_file([f"{home} v {away}" for home in keys for away in keys if home != away]))
    response = look(client, season)
    outlook = response.context["outlook"]
    assert outlook.method == "simulated"
    assert f"{outlook.runs} simulated ends" in response.text
    assert f"up to {response.context['error']} percentage points" in response.text
    again = look(client, season)
    assert [row.places for row in again.context["rows"]] == [row.places for row in response.context["rows"]]


@pytest.mark.parametrize(
    ("status", "times", "state", "share"),
    [
        ("clinched", 300, "clinched", ""),
        ("out", 0, "out-of-reach", ""),
        ("in-reach", 0, "in-reach", "< 1 %"),
        ("in-reach", 300, "in-reach", "> 99 %"),
        ("in-reach", 299, "in-reach", "99 %"),
        ("in-reach", 150, "in-reach", "50 %"),
    ],
)
def test_a_share_never_claims_what_is_not_certain(status, times, state, share):
    chance = _chance(status, times, 300)
    assert (chance.state, chance.share) == (state, share)


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_scores_has_nothing_to_look_ahead_from(client, db):
    assert (
        "There is no table to look ahead from"
        in look(client, imported(season_file(["A v B"], teams=2, level="mite"))).text
    )


@pytest.mark.parametrize("teams", [3, 8])
def test_looking_ahead_takes_the_same_queries_for_few_teams_and_many(client, db, teams, django_assert_num_queries):
    keys = [chr(ord("A") + number) for number in range(teams)]
    season = imported(season_file([f"{home} v {away}" for home in keys for away in keys if home < away], teams=teams))
    with django_assert_num_queries(15):
        look(client, season)
