"""Shows the year's report: counted rightly, drawn with its table, exported, and without a player's name."""

import csv
import io

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from discipline.queries.year import Line, bars
from discipline.services.incident_reports import file_report
from league.models import Role
from tests import factories
from tests.due_process import HOUR, NAME, content, process, suspended


def line(team, games=1):
    return Line(None, "bantam", "Bantam A", team, "fighting", "major", games, "served", "")


@given(st.lists(st.tuples(st.sampled_from(["Owls", "Terns", "Lynx"]), st.integers(0, 9))))
def test_the_bars_add_up_to_everything(rows):
    found = bars([line(team, games) for team, games in rows], lambda one: one.team)
    assert sum(bar.suspensions for bar in found) == len(rows)
    assert sum(bar.games for bar in found) == sum(games for _team, games in rows)
    assert [bar.suspensions for bar in found] == sorted((bar.suspensions for bar in found), reverse=True)
    assert not found or found[0].share == 100


@pytest.fixture
def made(db):
    made = process()
    made.season.published = True
    made.season.save()
    suspended(made)
    file_report(game=made.game, author=made.official, content=content(), token="t", now=made.game.starts + HOUR)
    return made


def window(user):
    client = Client()
    client.force_login(user)
    return client


def test_it_counts_by_offence_level_team_official_and_month_and_names_no_player(made):
    client = window(made.evening.statistician)
    answer = client.get(made.address("year"))
    first = {
        key: (bar[0][0].value, bar[0][0].suspensions, bar[0][0].games) for key, _t, bar, _h in answer.context["charts"]
    }
    assert first == {
        "offence": ("Slashing", 1, 3),
        "level": ("bantam", 1, 3),
        "team": ("Owatonna", 1, 3),
        "official": ("Bao Halvorsen", 1, 3),
        "month": ("2014-11", 1, 3),
    }
    exported = client.get(made.address("year_csv"))
    rows = list(csv.DictReader(io.StringIO(exported.content.decode("utf-8-sig"))))
    assert rows == [
        {
            "given": "2014-11-08",
            "month": "2014-11",
            "level": "bantam",
            "division": "Bantam A",
            "team": "Owatonna",
            "class": "match",
            "offence": "slashing",
            "games": "3",
            "status": "serving",
            "official": "Bao Halvorsen",
        }
    ]
    assert NAME not in answer.text + exported.content.decode()


def test_a_formula_in_a_teams_name_stays_text(made):
    made.evening.home.name = "=HYPERLINK(1)"
    made.evening.home.save()
    assert "'=HYPERLINK(1)" in window(made.director).get(made.address("year_csv")).content.decode()


def test_officers_only(made):
    for view in ("year", "year_csv"):
        assert window(made.evening.home_coach).get(made.address(view)).status_code == 403
        assert window(made.official).get(made.address(view)).status_code == 403
        assert Client().get(made.address(view)).status_code == 302


@pytest.mark.parametrize("more", [0, 4])
def test_it_asks_the_same_number_of_queries_for_one_and_many(made, more, django_assert_num_queries):
    for key in ("a1", "a2", "h2", "h3")[:more]:
        suspended(made, key)
    client = window(factories.member(Role.ADMINISTRATOR, made.season.league))
    client.get(made.address("year"))
    with django_assert_num_queries(7):
        assert client.get(made.address("year")).context["number"] == 1 + more
