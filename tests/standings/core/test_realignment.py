"""Shows with how many points a moved team goes on: who is left out, the average, how it is rounded."""

from fractions import Fraction

import pytest

from league.rulebook.loader import load
from standings.core.book import Realignment
from standings.core.realignment import moved

ALBERTA = load("alberta-mens").one(Realignment)


def division(*points: int) -> list[tuple[str, int]]:
    return [(f"T{number}", value) for number, value in enumerate(points, 1)]


@pytest.mark.clause("alberta-mens", "5-1")
@pytest.mark.clause("alberta-mens", "5-1.a.i")
def test_six_teams_leave_out_the_first_and_the_last():
    found = moved(30, division(24, 20, 18, 15, 12, 6), ALBERTA)
    assert found is not None
    assert (found.average, found.assigned, found.change) == (Fraction(65, 4), 16, -14)
    assert (found.left_out, found.clauses, found.confirm) == (("T1", "T6"), ("5-1", "5-1.a.i"), False)
    assert found.working == (
        "The new division has 6 teams; without T1, T6 4 are averaged.",
        "(20 + 18 + 15 + 12) / 4 = 65/4, rounded 16.",
        "It had 30: -14.",
    )
    assert found.adjustment("A").points == -14


@pytest.mark.clause("alberta-mens", "5-1.a.ii")
def test_ten_teams_leave_out_two_at_each_end():
    found = moved(5, division(30, 28, 26, 22, 20, 18, 16, 12, 8, 4), ALBERTA)
    assert found is not None
    assert (found.assigned, found.change, found.left_out) == (19, 14, ("T1", "T2", "T9", "T10"))
    assert found.clauses == ("5-1", "5-1.a.ii")


@pytest.mark.clause("alberta-mens", "5-1.a.3")
@pytest.mark.parametrize(
    ("points", "assigned"),
    [
        ((22, 20, 17, 14, 11, 9, 3), 14),  # seven: one at each end
        ((9, 8, 7, 6, 5, 4, 3, 2, 1), 5),  # nine: one
        ((20, 20, 7, 7, 7, 7, 7, 7, 7, 0, 0), 7),  # eleven: two
        ((5, 2), 4),  # two or fewer: none, halves up
        ((7,), 7),
    ],
)
def test_sizes_that_the_rules_leave_out_are_confirmed_by_an_officer(points, assigned):
    found = moved(0, division(*points), ALBERTA)
    assert found is not None
    assert (found.assigned, found.confirm, found.clauses[1]) == (assigned, True, "5-1.a.3")


def test_halves_go_up_below_zero_too():
    found = moved(0, division(-1, -2), ALBERTA)
    assert found is not None
    assert found.assigned == -1


def test_an_empty_division_has_no_average():
    assert moved(4, [], ALBERTA) is None
