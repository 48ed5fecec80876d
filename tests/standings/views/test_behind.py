"""Shows the pages that answer for one team: why its place, why behind another, and what would have turned it round."""

from itertools import pairwise

import pytest
from django.urls import reverse

from tests.seasons import imported, season_file


def place(client, season, key, **query):
    return client.get(address(season, "place", team=season.teams.get(key=key).pk), query)


def behind(client, season, key, other, **query):
    return client.get(pair(season, key, other), query)


def pair(season, key, other):
    return address(season, "behind", team=season.teams.get(key=key).pk, other=season.teams.get(key=other).pk)


def address(season, view, **more):
    return reverse(f"standings:{view}", kwargs={"league": season.league.slug, "season": season.slug} | more)


@pytest.mark.clause("mn-district-9", "3.15", "3.15.a")
def test_why_behind_them_tells_the_step_the_games_and_what_would_have_turned_it(client, db):
    season = imported(season_file(["A 1-0 B", "C 0-0 A", "B 2-0 C", "C 1-0 D", "D 3-3 A", "B 0-0 D"]))
    response = behind(client, season, "C", "B")
    context = response.context
    assert context["separation"].why == (
        "Level until 3.15.a. Most points in the games among the tied teams: Brook Bears 3, Cold Lake Cranes 1."
    )
    assert [(step.clause, step.figures, step.decided) for step in context["steps"]] == [
        ("3.15.a", (("1", ""), ("3", "")), True)
    ]
    assert [game.result.game.id for game in context["between"]] == ["g3"]
    assert context["needed"]["points"] == "1 point more"
    assert [(one.game.result.game.id, one.words) for one in context["needed"]["games"]] == [
        ("g3", "a tie, 2\N{EN DASH}2, and not 0\N{EN DASH}2"),
        ("g2", "a win of Cold Lake Cranes, such as 1\N{EN DASH}0, and not 0\N{EN DASH}0"),
    ]
    assert "Why is Cold Lake Cranes behind Brook Bears?" in response.text
    assert f"games/{season.games.get(key='g3').pk}/" in response.text


def test_the_other_way_round_it_says_before_and_the_same_reason(client, db):
    season = imported(season_file(["A 3-2 B"], teams=2))
    response = behind(client, season, "A", "B")
    assert "Why is Ashby Otters before Brook Bears?" in response.text
    assert response.context["separation"] == behind(client, season, "B", "A").context["separation"]
    assert response.context["needed"]["team"] == "Brook Bears"


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_level_teams_are_told_that_a_flip_decides(client, db):
    response = behind(client, imported(season_file(["A 1-1 B", "B 1-1 A"], teams=2)), "A", "B")
    assert "are Ashby Otters and Brook Bears level" in response.text
    assert "a coin flip won" in response.text


def test_after_a_withdrawal_nothing_could_have_been_different(client, db):
    season = imported(season_file(["A 3-2 B"], teams=2, withdrawn=[{"team": "A", "date": "2014-11-05"}]))
    response = behind(client, season, "A", "B")
    assert response.context["needed"] is None
    assert response.context["separation"].why == "Ashby Otters withdrew: the last rank."


def test_a_teams_page_lists_every_other_team_with_what_separates_them(client, db):
    season = imported(season_file(["A 3-2 B", "A 0-1 C", "B 1-1 C"], teams=3))
    response = place(client, season, "B")
    told = [(one.row.rank, one.name, one.before, one.url) for one in response.context["against"]]
    assert told == [
        (1, "Cold Lake Cranes", True, pair(season, "B", "C")),
        (2, "Ashby Otters", True, pair(season, "B", "A")),
    ]
    assert "Why is Brook Bears in place 3?" in response.text


def test_another_days_question_is_answered_of_that_day_and_leads_on_within_it(client, db):
    season = imported(season_file(["A 3-2 B", "B 9-0 A"], teams=2))
    then = place(client, season, "A", as_of="2014-11-02")
    assert then.context["against"][0].before is False
    assert then.context["against"][0].url.endswith("?as_of=2014-11-02")
    assert place(client, season, "A").context["against"][0].before is True
    assert place(client, season, "A", as_of="never").status_code == 400


def test_the_table_leads_from_each_row_to_its_explanation(client, db):
    season = imported(season_file(["A 3-2 B"], teams=2))
    division = season.divisions.get()
    text = client.get(address(season, "division", division=division.pk)).text
    for team in season.teams.all():
        assert f'href="{address(season, "place", team=team.pk)}"' in text


def test_pairs_that_are_none_are_not_found(client, db):
    document = season_file(["A 3-2 B", "C 1-0 D"])
    document["divisions"].append({"id": "pw", "name": "Peewee B", "level": "peewee"})
    for team in document["teams"][2:]:
        team["division"] = "pw"
    document["games"][1]["division"] = "pw"
    season = imported(document)
    assert behind(client, season, "A", "A").status_code == 404
    assert behind(client, season, "A", "C").status_code == 404


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_scores_has_nothing_to_explain(client, db):
    season = imported(season_file(["A 0-0 B"], teams=2, level="mite"))
    assert "There is no table to explain" in place(client, season, "A").text
    assert "There is no table to explain" in behind(client, season, "A", "B").text


@pytest.mark.parametrize("teams", [3, 12])
def test_the_questions_take_the_same_queries_for_few_teams_and_many(client, db, teams, django_assert_num_queries):
    keys = [chr(ord("A") + number) for number in range(teams)]
    season = imported(season_file([f"{home} 2-1 {away}" for home, away in pairwise(keys)], teams=teams))
    last, url = season.teams.get(key="C").pk, pair(season, "C", "A")
    place(client, season, "A")
    with django_assert_num_queries(16):
        client.get(address(season, "place", team=last))
    with django_assert_num_queries(16):
        client.get(url)
