"""Shows whom a condition that a league set keeps out of lineups, from when on, and what lets them in again."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.gates.conditions import bond_on
from league.core.facts import Approval, Condition
from tests.discipline.core.gates.builders import ALBERTA, MAHA, NB, WINTER, day, facts, game, spot, told, why

ROSTER = (spot("p", "otters"), spot("k", "otters", "coach"), spot("q", "bears"))
GAMES = (game("g1", "2012-11-10"), game("g2", "2012-11-17"), game("g3", "2012-11-24"))


def season(*conditions, approvals=(), games=GAMES):
    return facts(WINTER, *games, roster=ROSTER, conditions=conditions, approvals=approvals)


def bond(state, on=None, **more):
    return Condition("bond", day("2012-11-10"), **{"person": "p", "bond": state, "bond_on": on, "cents": 20000, **more})


@pytest.mark.clause("alberta-mens", "8-3.4")
def test_a_bond_keeps_out_from_the_day_after_until_the_day_it_is_posted():
    assert told(season(bond("owed")), ALBERTA) == [(g, "otters", "p", ("8-3.4",)) for g in ("g2", "g3")]
    assert told(season(bond("posted", day("2012-11-24"))), ALBERTA) == [("g2", "otters", "p", ("8-3.4",))]
    assert why(season(bond("owed")), ALBERTA)[:1] == [
        "The bond of 200.00 CAD set on Nov 10, 2012 isn't posted (8-3.4)."
    ]


@pytest.mark.clause("alberta-mens", "8-3.4", "8-3.5")
def test_a_refused_bond_makes_ineligible_and_a_lifted_one_lets_in():
    refused = bond("refused", day("2012-11-20"))
    assert told(season(refused), ALBERTA) == [("g2", "otters", "p", ("8-3.4",)), ("g3", "otters", "p", ("8-3.5",))]
    assert told(season(bond("owed", ends=day("2012-11-17"))), ALBERTA) == [("g2", "otters", "p", ("8-3.4",))]
    assert told(season(bond("returned")), ALBERTA) == []


@pytest.mark.clause("alberta-mens", "8-3.4")
def test_a_teams_bond_keeps_out_everybody_of_it_the_bench_included():
    of_team = bond("owed", person=None, team="otters")
    found = [(game_id, person) for game_id, _, person, _ in told(season(of_team), ALBERTA)]
    assert found == [("g2", "k"), ("g2", "p"), ("g3", "k"), ("g3", "p")]


@pytest.mark.clause("alberta-mens", "8-3.5")
@pytest.mark.parametrize(
    ("since", "reinstated", "for_good", "kept"),
    [
        ("2010-11-17", "2012-11-17", False, []),
        ("2010-11-17", "2012-11-16", False, ["g2"]),
        ("2010-11-18", "2012-11-17", False, ["g2"]),
        ("2010-11-17", "2012-11-18", False, ["g2"]),
        ("2010-11-17", "2012-11-17", True, ["g2"]),
    ],
)
def test_a_reinstatement_counts_two_years_to_the_day_after_and_never_for_good(since, reinstated, for_good, kept):
    status = Condition("ineligible", day(since), person="p", for_good=for_good)
    back = Approval("reinstatement", person="p", date=day(reinstated))
    found = told(season(status, approvals=(back,), games=(GAMES[1],)), ALBERTA)
    assert [game_id for game_id, *_ in found] == kept


@pytest.mark.clause("alberta-mens", "8-3.5")
def test_the_sentence_says_from_when_reinstatement_is_considered():
    status = Condition("ineligible", day("2012-01-05"), person="p")
    [text] = why(season(status, games=GAMES[:1]), ALBERTA)
    assert text == "Ineligible since Jan 5, 2012; reinstatement is considered from Jan 5, 2014 on (8-3.5)."


@pytest.mark.clause("nb-minor-discipline", "app.a")
def test_the_branchs_suspension_ends_with_its_last_day_only():
    status = Condition("ineligible", day("2012-11-01"), person="k", ends=day("2012-11-17"))
    back = Approval("reinstatement", person="k", date=day("2012-11-12"))
    assert told(season(status, approvals=(back,)), NB) == [(g, "otters", "k", ("app.a",)) for g in ("g1", "g2")]


def test_a_book_without_such_a_rule_and_other_kinds_keep_nobody_out():
    assert [item for item in told(season(bond("owed")), MAHA) if "8-3.4" in item[3]] == []
    assert told(season(Condition("warning", day("2012-11-01"), person="p")), ALBERTA) == []


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_bond_is_owed_on_every_day_before_that_of_its_state(settled, asked):
    first = dt.date(2012, 11, 1)
    item = bond("posted", first + dt.timedelta(days=settled))
    assert bond_on(item, first + dt.timedelta(days=asked)) == ("posted" if asked >= settled else "owed")
