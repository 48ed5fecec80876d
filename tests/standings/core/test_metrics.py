"""Shows what metrics give and how their values are ordered and written, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from standings.core.metrics import INFINITE, METRICS, quotient, split_by, text
from standings.core.tally import Tally


@pytest.mark.clause("mn-district-9", "3.15.f", "3.15.h")
@pytest.mark.parametrize(
    ("goals_for", "goals_against", "expected", "shown"),
    [
        (9, 8, Fraction(9, 8), "9/8"),
        (4, 4, Fraction(1), "1"),
        (0, 3, Fraction(0), "0"),
        (1, 0, INFINITE, "inf"),
        (0, 0, None, "-"),
    ],
)
def test_quotients_are_exact_and_nothing_by_nothing_is_none(goals_for, goals_against, expected, shown):
    assert quotient(goals_for, goals_against) == expected
    assert text(quotient(goals_for, goals_against)) == shown


@pytest.mark.parametrize(("value", "shown"), [(5, "5"), (-3, "-3"), (Fraction(2, 3), "2/3"), (Fraction(-2, 3), "-2/3")])
def test_values_are_written_exactly(value, shown):
    assert text(value) == shown


@pytest.mark.clause("mn-district-9", "3.15.f", "3.15.h")
def test_infinite_comes_before_every_number_and_no_value_after_every_number():
    values = {"A": Fraction(9, 1), "B": None, "C": INFINITE, "D": Fraction(0), "E": INFINITE, "F": None}
    assert split_by(values, "most") == (("C", "E"), ("A",), ("D",), ("B", "F"))


@pytest.mark.clause("mn-district-9", "3.15.c")
def test_fewest_puts_the_lower_first_and_no_value_still_last():
    assert split_by({"A": 2, "B": None, "C": Fraction(1, 2), "D": INFINITE}, "fewest") == (
        ("C",),
        ("A",),
        ("D",),
        ("B",),
    )


@pytest.mark.clause("mn-district-9", "3.15.e", "3.15.g")
def test_a_goal_difference_is_capped_game_by_game_both_ways():
    tally = Tally.total(
        [Tally(goals_for=9, goals_against=1, differences=(8,)), Tally(1, differences=(-7,)), Tally(differences=(2,))]
    )
    measure = METRICS["goal-difference"].measure
    assert measure(tally, 6) == 6 - 6 + 2
    assert measure(tally, None) == 9 - 1


def test_every_metric_has_the_name_it_is_registered_under_and_a_sentence():
    assert {name: metric.name for name, metric in METRICS.items()} == {name: name for name in METRICS}
    assert all(metric.sentence and "as-is" in metric.uneven for metric in METRICS.values())


VALUES = st.one_of(st.none(), st.just(INFINITE), st.integers(-5, 5), st.fractions(-5, 5, max_denominator=7))


@given(
    st.dictionaries(st.text("ABCDEFGH", min_size=1, max_size=2), VALUES, min_size=1),
    st.sampled_from(["most", "fewest"]),
)
def test_groups_hold_every_team_once_and_equal_values_together(values, direction):
    groups = split_by(values, direction)
    assert sorted(team for group in groups for team in group) == sorted(values)
    assert all(len({values[team] for team in group}) == 1 for group in groups)
    assert len({values[group[0]] for group in groups}) == len(groups)
    assert all(list(group) == sorted(group) for group in groups)
