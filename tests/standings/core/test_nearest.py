"""Shows what would have put one team before another: points, goals, games with another end, never more than enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rulebook.loader import load
from standings.core.nearest import Ruling, nearest
from tests.standings.core.builders import season


def found(played, team, other):
    book = load("mn-district-9")
    return nearest(Ruling(played.facts, book, played.results(book), played.fair_play), team, other)


def told(ends):
    return [(end.game, end.kind, end.goals_for, end.goals_against) for end in ends]


@pytest.mark.clause("mn-district-9", "3.15.a")
def test_behind_by_points_it_takes_those_points_or_a_tie_for_a_loss():
    least = found(season("ott 3-2 bea\nbea 1-1 ott"), "bea", "ott")
    assert least.points == 3  # two would make them level, and the games among them would still speak for the Otters
    assert told(least.ends) == [("g1", "win", 4, 3)]


@pytest.mark.clause("mn-district-9", "3.15.g", "3.15.h")
def test_level_and_behind_by_goals_a_goal_is_enough():
    least = found(season("ott 2-2 bea\nott 1-0 lyn\nlyn 1-3 bea\nbea 2-2 ott"), "ott", "bea")
    assert least.points == 1
    assert told(least.ends) == [("g2", "goal", 2, 0)]


def test_a_team_that_nothing_parts_gets_ahead_by_a_point_or_a_win_for_the_tie():
    least = found(season("ott 1-1 bea\nbea 1-1 ott"), "bea", "ott")
    assert least.points == 1
    assert told(least.ends) == [("g2", "win", 2, 1), ("g1", "win", 2, 1)]


def test_who_plays_no_game_is_helped_by_points_only():
    least = found(season("ott 1-0 bea", teams="lyn"), "lyn", "ott")
    assert least.points is not None
    assert least.ends == ()


scores = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=4, max_size=4)


@given(scores)
def test_one_point_fewer_is_never_enough(goals):
    pairs = ("ott", "bea"), ("bea", "lyn"), ("lyn", "ott"), ("bea", "ott")
    lines = [f"{home} {a}-{b} {away}" for (home, away), (a, b) in zip(pairs, goals, strict=True)]
    played = season("\n".join(lines))
    order = played.order()
    last, first = order[-1], order[0]
    least = found(played, last, first)
    assert least.points is not None

    def rank(points):
        from league.core.facts import Adjustment

        table = type(played)(played.facts.changed(adjustments=(Adjustment(last, points),)), played.fair_play).table()
        return table.row(last).rank - table.row(first).rank

    assert rank(least.points) < 0
    assert least.points == 1 or rank(least.points - 1) >= 0
