"""Shows what the season's end asks for about probations and bonds, and on which day."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.book_due_process import SeasonEnd
from discipline.core.season_end import EndTask, Standing, last_day_of, months_after, tasks
from league.rulebook.loader import load

RULES = load("alberta-mens").all(SeasonEnd)
LAST = dt.date(2014, 3, 31)
START = dt.date(2013, 11, 1)


def asked(standing, last=LAST):
    return [(item.what, item.due, item.clause) for item in tasks(standing, RULES, last)]


@pytest.mark.clause("alberta-mens", "8-3.3")
def test_a_probation_is_reviewed_when_the_season_is_over():
    assert asked(Standing("probation", START)) == [("review", LAST, "8-3.3")]


@pytest.mark.clause("alberta-mens", "8-3.3")
def test_one_that_was_lifted_or_ended_before_is_not():
    assert asked(Standing("probation", START, lifted=True)) == []
    assert asked(Standing("probation", START, LAST - dt.timedelta(days=1))) == []
    assert asked(Standing("probation", START, LAST)) == [("review", LAST, "8-3.3")]


@pytest.mark.clause("alberta-mens", "7-3.a")
def test_a_bond_that_is_held_is_given_back_a_month_after_the_last_playoff_game():
    review, back = ("review", LAST, "8-3.3"), ("return", dt.date(2014, 4, 30), "7-3.a")
    assert asked(Standing("bond", START, bond_held=True)) == [review, back]
    assert asked(Standing("bond", START)) == [review]
    assert asked(Standing("bond", START, lifted=True, bond_held=True)) == [back]


def test_warnings_and_special_conditions_end_without_anybody_doing_anything():
    assert asked(Standing("warning", START)) == []
    assert asked(Standing("special-conditions", START)) == []


def test_without_any_day_nobody_can_say_when():
    assert asked(Standing("probation", START), None) == [("review", None, "8-3.3")]
    assert EndTask("review", None, "8-3.3").state(LAST) == "later"


def test_the_season_is_over_with_its_last_playoff_game():
    early, late = dt.date(2014, 3, 1), dt.date(2014, 3, 9)
    assert last_day_of([early], [late], LAST) == early
    assert last_day_of([], [early, late], LAST) == late
    assert last_day_of([], [], LAST) == LAST
    assert last_day_of([], [], None) is None


@pytest.mark.parametrize(("days", "state"), [(-15, "later"), (-14, "soon"), (0, "soon"), (1, "overdue")])
def test_it_is_soon_due_for_two_weeks_and_overdue_after_its_day(days, state):
    assert EndTask("review", LAST, "8-3.3").state(LAST + dt.timedelta(days=days)) == state


@given(st.integers(726_000, 763_000).map(dt.date.fromordinal), st.integers(0, 30))
def test_months_later_is_the_same_day_or_the_months_last(day, months):
    later = months_after(day, months)
    assert (later.year * 12 + later.month) - (day.year * 12 + day.month) == months
    assert later.day == day.day or (later.day < day.day and (later + dt.timedelta(days=1)).day == 1)
