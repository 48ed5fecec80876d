"""Shows the page that answers why a table stands as it does: ties step by step, points game by game, two compared."""

import datetime as dt
from itertools import pairwise

import pytest
from django.urls import reverse

from league.models import Role
from standings import services
from tests import factories
from tests.seasons import imported, season_file


def why(client, season, **query):
    division = season.divisions.get()
    kwargs = {"league": season.league.slug, "season": season.slug, "division": division.pk}
    return client.get(reverse("standings:why", kwargs=kwargs), query)


@pytest.mark.clause("mn-district-9", "3.15", "3.15.a")
def test_a_step_that_parts_two_tells_their_points_and_the_order(client, db):
    season = imported(season_file(["A 1-0 B", "C 0-0 A", "B 2-0 C", "C 1-0 D", "D 3-3 A", "B 0-0 D"]))
    points = [(row["team"], row["points"]) for row in season.divisions.get().standings.rows]
    response = why(client, season)
    ties = response.context["ties"]
    assert points[:3] == [("A", 7), ("B", 6), ("C", 6)]
    assert [tie.teams for tie in ties] == ["Brook Bears and Cold Lake Cranes"]
    step = ties[0].steps[0]
    assert (step.clause, step.why) == ("3.15.a", "Most points in the games among the tied teams")
    assert step.figures == [("Brook Bears", "3", ""), ("Cold Lake Cranes", "1", "")]
    assert step.done == "The order is Brook Bears, Cold Lake Cranes."
    assert '/rulebooks/mn-district-9/1/#clause-3.15.a"' in response.text


@pytest.mark.clause("mn-district-9", "3.15", "3.15.a", "3.15.b")
def test_a_tie_of_two_is_told_in_sentences_with_names_figures_and_the_games_that_counted(client, db):
    season = imported(season_file(["A 2-2 B", "A 1-0 C", "C 0-3 B", "B 2-2 A"], teams=3))
    tie = why(client, season).context["ties"][0]
    assert tie.teams == "Ashby Otters and Brook Bears"
    assert [(step.clause, step.figures, step.done) for step in tie.steps[:3]] == [
        ("3.15.a", [("Ashby Otters", "4", ""), ("Brook Bears", "4", "")], "They stay level."),
        ("3.15.b", [("Ashby Otters", "1", ""), ("Brook Bears", "1", "")], "They stay level."),
        ("3.15.c", [("Ashby Otters", "0", ""), ("Brook Bears", "0", "")], "They stay level."),
    ]
    assert tie.steps[-1].clause == "3.15.g"
    assert tie.steps[-1].done == "The order is Brook Bears, Ashby Otters."
    assert [game.result.game.id for game in tie.games] == ["g1", "g4"]


@pytest.mark.clause("mn-district-9", "3.15.e", "3.15.f")
def test_fractions_are_exact_and_shown_as_decimals_beside(client, db):
    tie = why(client, imported(season_file(["A 9-1 B", "B 7-1 A"], teams=2))).context["ties"][0]
    assert [(step.clause, step.figures) for step in tie.steps[-2:]] == [
        ("3.15.e", [("Ashby Otters", "0", ""), ("Brook Bears", "0", "")]),
        ("3.15.f", [("Ashby Otters", "5/4", "1.2500"), ("Brook Bears", "4/5", "0.8000")]),
    ]


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
def test_each_teams_points_are_told_game_by_game(client, db):
    document = season_file(["A 3-2 B", "B 1-1 A", "A v B"], teams=2)
    document["games"][2] |= {"outcome": "no-show", "at_fault": ["A"]}
    document["games"][0]["penalties"] = [
        {"id": f"x{number}", "team": "B", "class": "minor", "offence": "tripping"} for number in range(8)
    ]
    document["adjustments"] = [{"team": "B", "points": -1, "clause": "5.4", "reason": "late form"}]
    response = why(client, imported(document))
    stories = {story.key: story for story in response.context["stories"]}

    def told_of(story):
        return [
            (line.line, line.side.from_result, line.side.from_fair_play, line.side.tally.points) for line in story.games
        ]

    told = {key: told_of(story) for key, story in stories.items()}
    assert told == {
        "A": [("Win", 2, 1, 3), ("Tie", 1, 1, 2), ("Loss", 0, 0, 0)],
        "B": [("Loss", 0, 0, 0), ("Tie", 1, 1, 2), ("Win", 2, 0, 2)],
    }
    assert stories["B"].row.points == 3
    assert stories["B"].row.why[0] == "3 of 9 points: 3 from results, 1 for Fair Play, -1 by adjustment"


@pytest.mark.clause("mn-hockey-fair-play", "P.1.uneven")
def test_two_teams_are_compared_in_either_order(client, db):
    season = imported(season_file(["A 3-2 B", "A 0-1 C", "B 1-1 C"], teams=3))
    for team, other in (("C", "B"), ("B", "C")):
        response = why(client, season, team=team, other=other)
        assert response.context["separation"].why == "By points (P.1.uneven): Cold Lake Cranes 5, Brook Bears 3."
    assert '/rulebooks/mn-district-9/1/#clause-P.1.uneven"' in response.text


@pytest.mark.parametrize(("team", "other"), [("A", "A"), ("A", "nobody"), ("<b>", "A")])
def test_two_teams_that_cannot_be_compared_are_refused_in_words(client, db, team, other):
    season = imported(season_file(["A 3-2 B"], teams=2))
    response = why(client, season, team=team, other=other)
    assert response.status_code == 400
    assert "Choose two different teams of this division." in response.text
    assert "<b>" not in response.text.replace("<b></b>", "")


def test_the_explanation_of_another_day_follows_that_day(client, db):
    season = imported(season_file(["A 3-2 B", "B 9-0 A"], teams=2))
    assert [story.key for story in why(client, season).context["stories"]] == ["B", "A"]
    assert [story.key for story in why(client, season, as_of="2014-11-02").context["stories"]] == ["A", "B"]
    assert why(client, season, as_of="2014-11-99").status_code == 400


@pytest.mark.parametrize("teams", [2, 12])
def test_explaining_takes_seventeen_queries_for_two_teams_and_for_twelve(client, db, teams, django_assert_num_queries):
    keys = [chr(ord("A") + number) for number in range(teams)]
    season = imported(season_file([f"{home} 2-1 {away}" for home, away in pairwise(keys)], teams=teams))
    why(client, season)
    with django_assert_num_queries(17):
        response = why(client, season)
    assert len(response.context["stories"]) == teams


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_recorded_flip_is_told_with_who_and_when_to_whom_it_concerns(client, db):
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
    public = why(client, season)
    assert [(one["order"], one["date"]) for one in public.context["decisions"]] == [
        (["Brook Bears", "Ashby Otters"], dt.date(2015, 2, 2))
    ]
    assert "Ida Frost" not in public.text
    assert why(client, season, as_of="2015-02-01").context["decisions"] == []
    client.force_login(director)
    assert "flipped by Ida Frost, seen by Ole Berg" in why(client, season).text
