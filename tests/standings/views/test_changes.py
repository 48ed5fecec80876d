"""Shows the page that compares two moments of a table: two days, since the last correction, since it was final."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import AuditEntry, Role
from league.services import outcomes
from rulings.services import recompute_pending
from standings import services
from tests import factories
from tests.seasons import imported, season_file

GAMES = ["A 3-2 B", "B 4-1 C", "C 2-2 A", "A v C"]


@pytest.fixture
def season(db):
    return imported(season_file(GAMES, teams=3))


def address(season):
    kwargs = {"league": season.league.slug, "season": season.slug, "division": season.divisions.get().pk}
    return reverse("standings:changes", kwargs=kwargs)


def told(response):
    return [
        (
            row.rank,
            row.was,
            row.name,
            row.points_before,
            row.points,
            [(cause.label, cause.words) for cause in row.causes],
        )
        for row in response.context["compared"].rows
    ]


def test_between_two_days_places_figures_and_the_games_that_did_it_are_told(client, season):
    response = client.get(address(season), {"from": "2014-11-07", "to": "2014-11-08"})
    game = "Brook Bears \N{EN DASH} Cold Lake Cranes"
    assert told(response) == [
        (1, 1, "Ashby Otters", "3", "3", []),
        (2, 2, "Brook Bears", "1", "4", [(game, "4\N{EN DASH}1")]),
        (3, 3, "Cold Lake Cranes", "0", "1", [(game, "4\N{EN DASH}1")]),
    ]
    assert response.context["summary"] == "Figures change, every team keeps its place."
    assert f"games/{season.games.get(key='g2').pk}/" in response.text


def test_where_nothing_happened_nothing_changes(client, season):
    response = client.get(address(season))
    assert response.context["summary"] == "Nothing changes."
    assert "Since the last correction" not in response.text


def test_since_the_last_correction_the_corrected_game_stands_with_both_ends(client, season):
    statistician = factories.member(Role.STATISTICIAN, season.league)
    game = season.games.get(key="g1")
    outcomes.set_outcome(
        game=game,
        outcome="no-show",
        at_fault=[game.home],
        reason="they never came",
        by=statistician,
        seen_version=game.version,
        now=timezone.now(),
    )
    recompute_pending()
    assert AuditEntry.objects.filter(action="set-outcome").count() == 1
    response = client.get(address(season), {"since": "correction"})
    game = "Ashby Otters \N{EN DASH} Brook Bears"
    rows = {row[2]: row for row in told(response)}
    assert rows["Brook Bears"][:2] == (1, 2)
    assert rows["Brook Bears"][5] == [(game, "3\N{EN DASH}2 → forfeit")]
    assert rows["Cold Lake Cranes"][5] == []
    assert rows["Ashby Otters"][3:5] == ("5", "2")
    assert "they never came" not in response.text


def test_since_the_table_was_made_final_its_rows_are_compared(client, db):
    season = imported(season_file(["A 3-2 B"], teams=2))
    statistician = factories.member(Role.STATISTICIAN, season.league)
    services.freeze_table(
        division=season.divisions.get(), actor=statistician, day=dt.date(2015, 2, 2), now=timezone.now()
    )
    season.games.update(score_home=0, winner=season.teams.get(key="B"))
    response = client.get(address(season), {"since": "final"})
    assert [(row.rank, row.was, row.name) for row in response.context["compared"].rows] == [
        (1, 2, "Brook Bears"),
        (2, 1, "Ashby Otters"),
    ]


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_flip_counts_from_its_day(client, db):
    season = imported(season_file(["A 1-1 B", "B 1-1 A"], teams=2))
    director = factories.member(Role.DIRECTOR, season.league)
    services.record_coin_flip(
        division=season.divisions.get(),
        order=["B", "A"],
        official="Ida Frost",
        witness="Ole Berg",
        date=dt.date(2015, 2, 2),
        actor=director,
        day=dt.date(2015, 2, 3),
    )
    response = client.get(address(season), {"from": "2015-02-01", "to": "2015-02-02"})
    assert [(row[2], row[5]) for row in told(response)] == [("Brook Bears", []), ("Ashby Otters", [("Coin flip", "")])]


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        ({"from": "x", "to": "2014-11-08"}, 1),
        ({"from": "2014-02-30", "to": "9999-12-31"}, 2),
        ({"from": "2014-12-08", "to": "2014-11-08"}, 1),
        ({"from": "0001-01-01", "to": "0001-01-01"}, 0),
        ({"since": "nothing"}, 0),
        ({"since": "correction"}, 0),
        ({"since": "final"}, 0),
    ],
)
def test_days_that_are_none_are_all_said(client, season, query, faults):
    response = client.get(address(season), query)
    assert (response.status_code, len(response.context["faults"])) == (400 if faults else 200, faults)


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_scores_has_nothing_to_compare(client, db):
    assert (
        "There is no table to compare"
        in client.get(address(imported(season_file(["A 0-0 B"], teams=2, level="mite")))).text
    )


@pytest.mark.parametrize("teams", [3, 12])
def test_comparing_takes_the_same_queries_for_few_teams_and_many(client, db, teams, django_assert_num_queries):
    keys = [chr(ord("A") + number) for number in range(teams)]
    season = imported(season_file([f"{home} 1-0 {away}" for home in keys for away in keys if home < away], teams=teams))
    client.get(address(season))
    with django_assert_num_queries(29):
        client.get(address(season), {"from": "2014-11-01", "to": "2015-02-01"})
