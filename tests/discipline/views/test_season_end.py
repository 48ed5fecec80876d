"""Shows the season's end on the director's desk: probations with minutes and penalties, bonds with their day."""

import datetime as dt

import pytest

from discipline.queries.season_end import at_the_end
from discipline.services import conditions
from league.models import Role
from tests import factories
from tests.due_process import process

pytestmark = pytest.mark.django_db
DAY = dt.date(2013, 12, 1)


@pytest.fixture
def made():
    return process("alberta-mens")


def put_on(made, kind, person, bond=None):
    return conditions.set_condition(
        season=made.season,
        actor=made.director,
        kind=kind,
        person=person,
        team=None,
        starts=DAY,
        ends=None,
        reason="too many penalties",
        bond_cents=bond,
        now=made.game.starts,
    )


@pytest.mark.clause("alberta-mens", "8-3.3", "7-3.a")
def test_the_desk_lists_what_is_to_be_done_with_its_day_and_what_it_rests_on(client, made):
    factories.game(
        home=made.game.home, away=made.game.away, kind="playoff", starts=dt.datetime(2014, 3, 10, 2, tzinfo=dt.UTC)
    )
    put_on(made, "probation", made.player)
    bond = put_on(made, "bond", made.evening.players["h2"], bond=20000)
    conditions.note_bond(condition=bond, actor=made.director, state="posted", day=DAY)
    client.force_login(factories.member(Role.DIRECTOR, made.season.league))
    shown = client.get(made.address("desk"))
    listed = shown.context["at_the_end"]
    last = max(item.task.due for item, _state in listed if item.task.what == "review")
    assert [(item.condition.person.pk, item.task.what, item.task.due - last) for item, _state in listed] == [
        (made.player.pk, "review", dt.timedelta(0)),
        (bond.person_id, "review", dt.timedelta(0)),
        (bond.person_id, "return", dt.timedelta(31)),
    ]
    assert listed[0][0].penalties == 1
    assert {state for _item, state in listed} == {"overdue"}
    assert "Give the bond back or carry it forward" in shown.text
    assert "#clause-7-3.a" in shown.text


def test_a_book_that_asks_for_nothing_lists_nothing(made):
    other = process("nb-minor-discipline")
    put_on(other, "probation", other.player)
    assert at_the_end(other.season, DAY) == []


@pytest.mark.parametrize("number", [1, 4])
def test_it_takes_the_same_queries_for_one_and_for_many(made, number, django_assert_num_queries):
    for _ in range(number):
        put_on(made, "probation", made.player)
    at_the_end(made.season, DAY)
    with django_assert_num_queries(4):
        assert len(at_the_end(made.season, DAY)) == number
