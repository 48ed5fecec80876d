"""Shows who is warned in time: a minor, a penalty or an offence from a consequence, and nobody else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.core.facts import Division, Penalty
from league.rulebook.loader import load
from tests.discipline.core.builders import facts_of, played, ruled

MAHA, ALBERTA, NB = load("maha-adult"), load("alberta-mens"), load("nb-minor-discipline")


def adult(*games, level="adult", **changes):
    facts = facts_of(*games, **changes)
    return facts.changed(divisions=tuple(Division(one.id, level) for one in facts.divisions))


def penalised(number, *, penalty_class="minor", offence="roughing", times=1):
    """Game g<number> in which Pat gets as many penalties of one kind."""
    rows = tuple(
        Penalty(f"p{number}-{time}", "otters", penalty_class, "pat", offence, f"p{number}-{time}")
        for time in range(times)
    )
    return played(number, penalties=rows)


def told(facts, book):
    return [(item.person, item.clause, item.text) for item in ruled(facts, book=book).warnings]


@pytest.mark.clause("maha-adult", "4")
def test_two_minutes_from_a_mark_somebody_is_told_and_earlier_nobody():
    games = [penalised(number, times=2) for number in range(1, 5)]
    assert told(adult(*games), MAHA) == []  # 16 minutes
    (warning,) = told(adult(*games, penalised(5)), MAHA)
    assert warning == ("pat", "4", "18 minutes so far; at 20: suspended 2 games (4).")
    assert told(adult(*games, penalised(5, times=2)), MAHA) == []  # the mark is reached; the next is 6 minutes off


@pytest.mark.clause("maha-adult", "4.b")
def test_one_misconduct_from_the_next_mark_is_told_each_time():
    for number, expected in ((1, True), (2, False), (3, True)):
        games = [penalised(one, penalty_class="misconduct", offence="other") for one in range(1, number + 1)]
        assert any(clause == "4.b" for _, clause, _ in told(adult(*games), MAHA)) is expected


@pytest.mark.clause("maha-adult", "2.b")
def test_one_fight_from_an_expulsion_is_told():
    fight = penalised(1, penalty_class="major", offence="fighting")
    assert ("pat", "2.b") in [(person, clause) for person, clause, _ in told(adult(fight), MAHA)]
    again = penalised(2, penalty_class="major", offence="fighting")
    assert "2.b" not in [clause for _, clause, _ in told(adult(fight, again), MAHA)]


def test_nobody_without_a_penalty_is_told_anything():
    for book in (MAHA, ALBERTA, NB):
        assert told(adult(played(1)), book) == []


@settings(max_examples=40, deadline=None)
@given(counts=st.lists(st.integers(0, 4), min_size=1, max_size=6))
def test_a_sum_is_warned_of_exactly_when_a_minor_more_would_cost_something(counts):
    """Whoever gets one minor more in a game of its own is suspended by a sum if, and only if, they were warned."""
    games = [penalised(number, times=times) for number, times in enumerate(counts, start=1) if times]
    more = penalised(len(counts) + 1)
    before, after = ruled(adult(*games), book=MAHA), ruled(adult(*games, more), book=MAHA)
    costs = any(item.incident == more.penalties[0].incident for item in after.suspensions)
    assert bool(games and before.warnings) is costs


def test_the_same_warnings_follow_from_any_order_of_entry():
    games = [penalised(number, times=3) for number in range(1, 4)]
    facts = adult(*games)
    assert told(facts, MAHA) == told(facts.changed(games=tuple(reversed(facts.games))), MAHA)
