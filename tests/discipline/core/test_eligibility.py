"""Shows the one gate: allowed or not, why, and when again."""

import datetime as dt

import pytest

from discipline.core.eligibility import Eligibility, UnknownGame, may_take_part, next_game
from league.core.facts import CarriedSuspension
from tests.discipline.core.builders import day, decided, facts_of, fought, played, ruled, to_come, with_pat


@pytest.mark.clause("mn-district-9", "4.4")
def test_the_gate_says_why_and_in_which_game_again():
    rulings = ruled(facts_of(fought(), to_come(2), to_come(3, kind="tournament"), to_come(4), to_come(5)))
    answer = may_take_part(rulings, "pat", "otters", "g2")
    assert (answer.allowed, answer.may_return) == (False, "g3")
    assert [(reason.clauses, reason.why) for reason in answer.reasons] == [(("4.4",), "2 games left of 2 (4.4).")]
    assert may_take_part(rulings, "pat", "otters", "g4").may_return == "g5"


def test_everybody_else_may_play():
    rulings = ruled(facts_of(fought(), to_come(2)))
    assert may_take_part(rulings, "sam", "bears", "g2") == Eligibility(allowed=True)
    assert may_take_part(rulings, "pat", "otters", "g1") == Eligibility(allowed=True)


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_nobody_can_say_when_before_a_hearing():
    answer = may_take_part(ruled(facts_of(fought(1), fought(3), to_come(4), to_come(5))), "pat", "otters", "g4")
    assert (answer.allowed, answer.may_return) == (False, None)


def test_nobody_can_say_when_while_too_few_games_are_on_the_calendar():
    answer = may_take_part(ruled(facts_of(fought(), to_come(2))), "pat", "otters", "g2")
    assert (answer.allowed, answer.may_return) == (False, None)


def test_a_time_that_outlasts_the_calendar_ends_on_a_day():
    carried = (CarriedSuspension("pat", "otters", until=day(4), given=dt.date(2014, 3, 1)),)
    answer = may_take_part(ruled(facts_of(to_come(2), carried=carried), as_of=day(1)), "pat", "otters", "g2")
    assert (answer.allowed, answer.may_return) == (False, day(4) + dt.timedelta(days=1))


def test_the_gate_still_refuses_in_a_game_that_was_sat_out():
    rulings = ruled(facts_of(fought(), played(2), to_come(3), to_come(4)))
    assert [item.game for item in rulings.ineligible] == ["g3"]
    answer = may_take_part(rulings, "pat", "otters", "g2")
    assert (answer.allowed, answer.may_return) == (False, "g4")


def test_a_lineup_that_came_late_was_refused_by_the_gate_as_well():
    rulings = ruled(facts_of(fought(), with_pat(played(2))))
    assert not may_take_part(rulings, "pat", "otters", "g2").allowed


def test_the_next_game_that_is_open_to_somebody():
    rulings = ruled(facts_of(fought(), to_come(2), to_come(3), to_come(4)))
    assert next_game(rulings, "pat", "otters") == "g4"
    assert next_game(rulings, "sam", "bears") == "g2"
    assert next_game(rulings, "pat", "otters", after="g4") is None


def test_a_dismissal_opens_the_gate():
    rulings = ruled(facts_of(fought(), to_come(2), decisions=(decided("i1", day(1), dismissed=True),)), as_of=day(1))
    assert may_take_part(rulings, "pat", "otters", "g2").allowed


def test_the_gate_gives_no_answer_for_a_game_it_was_not_ruled_with():
    with pytest.raises(UnknownGame):
        may_take_part(ruled(facts_of(fought(), to_come(2))), "pat", "otters", "g3")
