"""Shows that what somebody did and what he answers for in one incident is one ruling, decided on once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.decision_faults import decision_faults
from league.core.facts import Penalty, RosterSpot
from league.rulebook.loader import load
from tests.discipline.core.builders import day, decided, facts_of, played, ruled, to_come

NB = load("nb-minor-discipline")
ROSTER = (RosterSpot("pat", "otters", "skater", 7), RosterSpot("coach", "otters", "coach"))


def season(*decisions, penalties=None):
    """Pat and his coach abuse an official in one incident: four games for the coach's own act, four for Pat's."""
    abuse = [
        Penalty(f"x{number}", "otters", "game-misconduct", person, "abuse-of-official", "i1", period=1, left=600)
        for number, person in enumerate(("pat", "coach"), start=1)
    ]
    games = (played(1, penalties=tuple(penalties or abuse)), *(to_come(number) for number in range(2, 16)))
    return facts_of(*games, roster=ROSTER, decisions=decisions)


def of(person, *decisions):
    (found,) = (item for item in ruled(season(*decisions), book=NB, as_of=day(1)).suspensions if item.person == person)
    return found


@pytest.mark.clause("nb-minor-discipline", "9.2 B coach", "9.2 B coach-derived")
def test_own_act_and_anothers_are_one_ruling_before_a_decision():
    found = of("coach")
    assert [(part.clause, part.games) for part in found.parts] == [("9.2 B coach", 4), ("9.2 B coach-derived", 4)]
    assert (found.games, found.pending, found.offence_number) == (8, True, 1)


@pytest.mark.clause("nb-minor-discipline", "9.2 B coach-derived", "case.1")
@pytest.mark.parametrize(("games", "added"), [(8, []), (9, [1]), (12, [4])])
def test_a_decision_that_names_the_coach_sets_the_total_once(games, added):
    found = of("coach", decided("i1", day(1), games, person="coach"))
    own = [("9.2 B coach", 4), ("9.2 B coach-derived", 4)]
    assert [(part.clause, part.games) for part in found.parts] == [*own, *[("decision", more) for more in added]]
    assert (found.games, found.pending) == (games, False)


@given(st.integers(8, 40))
def test_the_total_is_the_one_decided(games):
    assert of("coach", decided("i1", day(1), games, person="coach")).games == games
    assert of("pat", decided("i1", day(1), games, person="coach")).games == 2


@pytest.mark.clause("nb-minor-discipline", "case.1")
def test_less_than_both_together_is_below_the_minimum():
    facts = season(decided("i1", day(1), 7, person="coach"))
    [fault] = decision_faults(facts, NB)
    assert (fault.code, fault.params) == ("below-minimum", {"minimum": "8", "games": "7"})


def test_a_dismissal_of_the_coachs_own_penalty_leaves_what_he_answers_for():
    found = of("coach", decided("x2", day(1), dismissed=True))
    assert [(part.clause, part.games) for part in found.parts] == [("9.2 B coach-derived", 4)]
    assert found.status == "pending"
