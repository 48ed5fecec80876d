"""Shows who is out for the rest of a game, and that it costs no game by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.ejections import ejections
from league.core.facts import Penalty
from league.rulebook.loader import load
from tests.discipline.core.builders import day, decided, facts_of, played, ruled

ALBERTA, MAHA = load("alberta-mens"), load("maha-adult")


def penalty(number, penalty_class="minor", offence="tripping", *, period=1, left=600, person="pat", **more):
    return Penalty(
        f"x{number}", "otters", penalty_class, person, offence, f"x{number}", period=period, left=left, **more
    )


def out(book, *penalties, **more):
    made = ejections(facts_of(played(1, penalties=penalties), **more), book)
    return [(item.person, item.penalty, item.later, item.clauses) for item in made]


@pytest.mark.clause("maha-adult", "6")
def test_the_third_penalty_by_the_clock_puts_out_not_the_third_of_the_sheet():
    first, second, third = penalty(1, period=3), penalty(2, period=1), penalty(3, period=2)
    assert out(MAHA, first, second) == []
    assert out(MAHA, first, second, third) == [("pat", "x1", (), ("6",))]


@pytest.mark.clause("maha-adult", "6")
def test_a_bench_minor_and_what_others_did_count_for_nobody():
    bench = penalty(3, "bench-minor", person=None, served_by="pat")
    other = penalty(4, person="sam")
    assert out(MAHA, penalty(1), penalty(2, left=300), bench, other) == []


@pytest.mark.clause("maha-adult", "6")
def test_a_later_penalty_is_pointed_out_one_after_the_game_or_without_a_time_isnt():
    three = [penalty(number, left=900 - number) for number in (1, 2, 3)]
    later = penalty(4, period=2)
    after = penalty(5, period=3, left=0, flags=frozenset({"post-game"}))
    untimed = penalty(6, period=None, left=None)
    assert out(MAHA, *three, later, after, untimed) == [("pat", "x3", ("x4",), ("6",))]


@pytest.mark.clause("alberta-mens", "6-6.a")
def test_a_dismissed_game_misconduct_put_out_all_the_same_and_costs_nothing():
    game = played(1, penalties=(penalty(1, "game-misconduct", "unsportsmanlike-conduct"),))
    facts = facts_of(game, decisions=(decided("x1", day(2), dismissed=True),))
    made = ruled(facts, book=ALBERTA)
    assert [(item.person, item.clauses) for item in made.ejections] == [("pat", ("6-6.a",))]
    assert [item.status for item in made.suspensions] in ([], ["dismissed"])


@pytest.mark.clause("alberta-mens", "4-16.a")
def test_what_comes_first_in_the_game_is_the_reason():
    third_is_a_game_misconduct = (penalty(1), penalty(2, left=500), penalty(3, "game-misconduct", left=400))
    assert [found[1:] for found in out(ALBERTA, *third_is_a_game_misconduct)] == [("x3", (), ("6-6.a",))]
    earlier = (penalty(1), penalty(2, left=500), penalty(3, left=400), penalty(4, "game-misconduct", left=300))
    assert [found[1:] for found in out(ALBERTA, *earlier)] == [("x3", ("x4",), ("4-16.a",))]


@given(st.permutations(range(5)))
def test_the_order_on_the_sheet_changes_nothing(order):
    penalties = [penalty(number, left=900 - 100 * number) for number in range(5)]
    expected = [("pat", "x2", ("x3", "x4"), ("6",))]
    assert out(MAHA, *(penalties[place] for place in order)) == expected


def test_a_book_without_such_a_rule_lists_nobody():
    facts = facts_of(played(1, penalties=(penalty(1, "game-misconduct"),)))
    assert ruled(facts).ejections == ()
