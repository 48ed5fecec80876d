"""Shows what readers and officers see of playoffs: the bracket, never a wrong name, and what stands against seeding."""

import datetime as dt
import re

import pytest
from django.urls import reverse

from league.models import Game, GameMove, Role
from league.services import recompute
from rulings.services import recompute_pending
from standings.models import PlayoffSeeding
from tests import factories
from tests.playoffs import NOW, ORDERED, frozen, result, season_of, seed
from tests.seasons import imported, season_file
from tests.standings.views.test_table import address


def told(response):
    """A line a series: its name, its sides, its state, and its games' states."""
    return [
        f"{series.name}: {' v '.join(side.name for side in series.sides)}: {series.told}:"
        f" {' '.join(game.state for game in series.games)}"
        for item in response.context["stages"]
        for number in item["rounds"]
        for series in number["series"]
    ]


@pytest.fixture
def frozen_division(db):
    return frozen(ORDERED, teams=6)


@pytest.mark.clause("alberta-mens", "9-1.e")
def test_before_seeding_the_bracket_shows_places_and_no_team(client, frozen_division):
    division, _ = frozen_division
    assert told(client.get(address(division, "standings:playoffs"))) == [
        "semi-final 1: 1st v 4th: waits for its teams: to-play to-play if-necessary",
        "semi-final 2: 2nd v 3rd: waits for its teams: to-play to-play if-necessary",
        "final: winner of semi-final 1 v winner of semi-final 2: waits for its teams: to-play to-play if-necessary",
    ]


@pytest.mark.clause("alberta-mens", "9-1.d", "9-1.e")
def test_the_bracket_tells_every_series_and_drops_the_third_game(client, frozen_division):
    division, statistician = frozen_division
    seed(division, statistician)
    result(division, "A", "D", (3, 1))
    result(division, "D", "A", (1, 2))
    result(division, "B", "C", (0, 1))
    response = client.get(address(division, "standings:playoffs"))
    assert told(response) == [
        "semi-final 1: Ashby Otters v Dunmore Foxes: Ashby Otters wins the series 2\N{EN DASH}0: played played",
        "semi-final 2: Brook Bears v Cold Lake Cranes: Cold Lake Cranes leads 1\N{EN DASH}0:"
        " played to-play if-necessary",
        "final: Ashby Otters v winner of semi-final 2: waits for its teams: to-play to-play if-necessary",
    ]
    assert response.context["stages"][0]["strays"] == []


def test_a_played_game_of_a_series_that_came_out_otherwise_is_shown_as_a_difference(client, frozen_division):
    division, statistician = frozen_division
    seed(division, statistician)
    for home, away, score in (("A", "D", (3, 1)), ("D", "A", (1, 2)), ("B", "C", (3, 1)), ("C", "B", (1, 2))):
        result(division, home, away, score)
    result(division, "A", "B", (5, 0))
    Game.objects.filter(division=division, stage="semi-final", home__key="A").update(score_home=0, score_away=1)
    result(division, "D", "A", (3, 2), place=1)
    response = client.get(address(division, "standings:playoffs"))
    strays = [(game.home, game.away, game.score) for game in response.context["stages"][0]["strays"]]
    assert strays == [("Ashby Otters", "Brook Bears", "5\N{EN DASH}0")]
    assert "don't belong to any series any more" in response.text


@pytest.mark.clause("maha-adult", "19", "19.a")
def test_a_round_robin_is_a_table_and_the_showdown_waits_for_its_order(client, db):
    season = season_of(["A 3-1 B", "A 2-0 C", "B 4-0 C"], teams=3, book="maha-adult")
    division = season.divisions.get()
    Game.objects.filter(division=division).update(kind="playoff", stage="round-robin")
    response = client.get(address(division, "standings:playoffs"))
    first, second = response.context["stages"]
    rows = [(row["place"], row["name"], row["wins"], row["losses"], row["points"]) for row in first["rows"]]
    assert rows == [(1, "Ashby Otters", 2, 0, 4), (2, "Brook Bears", 1, 1, 2), (3, "Cold Lake Cranes", 0, 2, 0)]
    assert [series.name for number in second["rounds"] for series in number["series"]] == [
        "showdown 1", "showdown 2", "championship",
    ]  # fmt: skip
    seeding = seed(division, factories.member(Role.STATISTICIAN, season.league), stage="showdown")
    assert (seeding.teams, seeding.final) == (["A", "B", "C"], None)
    assert Game.objects.filter(division=division, stage="showdown").count() == 1


def test_a_book_without_stages_says_so(client, db):
    division = imported(season_file(["A 3-2 B"], teams=2)).divisions.get()
    response = client.get(address(division, "standings:playoffs"))
    assert response.context["stages"] == []
    assert "doesn't say how the playoffs are played" in response.text


def test_the_number_of_queries_does_not_grow_with_games(client, frozen_division, django_assert_num_queries):
    division, statistician = frozen_division
    url = address(division, "standings:playoffs")
    client.get(url)
    with django_assert_num_queries(QUERIES):
        client.get(url)
    seed(division, statistician)
    result(division, "A", "D", (3, 1))
    with django_assert_num_queries(QUERIES):
        client.get(url)


QUERIES = 21


def test_officers_see_who_goes_in_and_seed_with_one_click(client, frozen_division):
    division, statistician = frozen_division
    client.force_login(statistician)
    url = address(division, "standings:seed")
    response = client.get(url)
    assert response.context["seeds"] == ["Ashby Otters", "Brook Bears", "Cold Lake Cranes", "Dunmore Foxes"]
    assert client.post(url)["Location"] == address(division, "standings:playoffs")
    assert PlayoffSeeding.objects.get().teams == ["A", "B", "C", "D"]
    response = client.post(url, {"reason": "again"})
    assert response.status_code == 200
    assert PlayoffSeeding.objects.count() == 1


def test_a_stage_that_is_not_in_the_book_is_not_found(client, frozen_division):
    division, statistician = frozen_division
    client.force_login(statistician)
    assert client.get(address(division, "standings:seed") + "?stage=cup").status_code == 404


def test_others_may_not_seed(client, frozen_division):
    division, _ = frozen_division
    client.force_login(factories.member(Role.DIRECTOR, division.season.league))
    assert client.get(address(division, "standings:seed")).status_code == 403
    assert reverse("standings:seed", kwargs=_kwargs(division)) not in client.get(
        address(division, "standings:playoffs")
    ).text  # fmt: skip


def _kwargs(division):
    season = division.season
    return {"league": season.league.slug, "season": season.slug, "division": division.pk}


def lines(response, name):
    """The lines of one series' games as a reader sees them."""
    text = re.sub(r"<[^>]+>", "", response.text.split(f"<h4>{name}", 1)[1].split("</ol>", 1)[0])
    return " ".join(text.split())


def semi(division, home="A"):
    return Game.objects.filter(division=division, stage="semi-final", home__key=home).order_by("key").first()


def renew(division):
    recompute.request(season=division.season, divisions=[division.pk])
    recompute_pending()


@pytest.mark.clause("alberta-mens", "7-1.b", "9-1.g")
def test_a_forfeited_game_loses_the_series_and_what_is_left_of_it_is_off(client, frozen_division):
    division, statistician = frozen_division
    seed(division, statistician)
    result(division, "A", "D", (3, 1))
    game = semi(division, "D")
    game.outcome, game.report_state, game.starts, game.at_fault = "forfeit", "verified", NOW, [game.away_id]
    game.occupied_until = NOW + dt.timedelta(minutes=75)
    game.save()
    renew(division)
    response = client.get(address(division, "standings:playoffs"))
    assert told(response)[0] == (
        "semi-final 1: Ashby Otters v Dunmore Foxes: Dunmore Foxes goes on: a forfeit decided it: played played"
    )
    assert "forfeit, won by Dunmore Foxes" in lines(response, "Semi-final 1")
    assert told(response)[2].startswith("final: Dunmore Foxes v ")


def test_a_disputed_result_is_marked_and_the_series_says_that_it_can_change(client, frozen_division):
    division, statistician = frozen_division
    seed(division, statistician)
    game = result(division, "A", "D", (3, 1))
    result(division, "B", "C", (3, 1))
    Game.objects.filter(pk=game.pk).update(report_state="disputed", reported_at=NOW)
    Game.objects.filter(pk=semi(division, "B").pk).update(report_state="provisional", reported_at=NOW)
    response = client.get(address(division, "standings:playoffs"))
    assert "One of its results is disputed: this can still change." in lines(response, "Semi-final 1")
    assert "Disputed" in lines(response, "Semi-final 1")
    assert "Provisional" in lines(response, "Semi-final 2")
    assert "can still change" not in lines(response, "Semi-final 2")


def test_a_postponed_game_of_a_series_says_so_and_one_that_never_had_a_day_does_not(client, frozen_division):
    division, statistician = frozen_division
    seed(division, statistician)
    game = semi(division)
    GameMove.objects.create(game=game, starts=NOW, ends=None)
    response = client.get(address(division, "standings:playoffs"))
    assert "Postponed a new day follows" in lines(response, "Semi-final 1")
    assert "no day yet" in lines(response, "Semi-final 1")
    assert "Postponed" not in lines(response, "Semi-final 2")


def test_a_series_that_is_played_out_without_a_winner_waits_for_an_officer(client, frozen_division):
    division, statistician = frozen_division
    seed(division, statistician)
    result(division, "A", "D", (3, 1))
    result(division, "D", "A", (3, 1))
    result(division, "A", "D", (2, 2))
    assert told(client.get(address(division, "standings:playoffs")))[0] == (
        "semi-final 1: Ashby Otters v Dunmore Foxes: every game is played and nobody has won: an officer decides:"
        " played played played"
    )
