"""Shows which penalties make one case, under which number, and what is left for the director."""

import datetime as dt
from dataclasses import replace

import pytest

from discipline.core.acts import clock_of
from discipline.core.cases import Case
from discipline.core.incidents import record
from league.core.facts import Facts, Infraction, Penalty, PriorOffence
from tests.discipline.core.builders import BOOK, day, decided, facts_of, fight, fought, played, to_come


def cases(facts: Facts) -> tuple[Case, ...]:
    return record(facts, lambda day: BOOK).cases


def said(facts: Facts) -> list[tuple[str | None, str, str]]:
    return [(matter.person, matter.incident, matter.what) for matter in record(facts, lambda day: BOOK).matters]


def numbers(facts: Facts, person: str = "pat") -> list[tuple[str, int | None]]:
    return [(case.incident, case.number) for case in cases(facts) if case.person == person]


@pytest.mark.clause("mn-district-9", "4.4")
@pytest.mark.parametrize("kind", ["league", "playoff", "tournament", "exhibition", "scrimmage"])
def test_a_fighting_major_in_a_game_of_any_kind_is_an_infraction(kind):
    assert numbers(facts_of(fought(kind=kind))) == [("i1", 1)]


@pytest.mark.clause("mn-district-9", "4.4")
@pytest.mark.parametrize(
    ("offence", "penalty_class"), [("roughing", "major"), ("fighting", "minor"), ("boarding", "major")]
)
def test_no_other_penalty_is(offence, penalty_class):
    sheet = (Penalty("x1", "otters", penalty_class, "pat", offence, "x1"),)
    facts = facts_of(played(1, penalties=sheet))
    assert cases(facts) == ()
    assert said(facts) == []


@pytest.mark.clause("mn-district-9", "4.4")
def test_major_and_game_misconduct_of_one_incident_are_one_case():
    facts = facts_of(played(1, penalties=fight(with_misconduct=True)))
    assert numbers(facts) == [("i1", 1)]
    assert said(facts) == []


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_game_misconduct_for_fighting_with_an_incident_of_its_own_belongs_to_the_fight_too():
    major, misconduct = fight(with_misconduct=True)
    facts = facts_of(played(1, penalties=(major, replace(misconduct, incident="i9"))))
    assert numbers(facts) == [("i1", 1)]
    assert said(facts) == []


@pytest.mark.clause("mn-district-9", "4.4")
def test_two_fights_in_one_game_are_one_infraction_under_the_first_of_them():
    late = fight("late", period=3, left=60)
    early = fight("early", period=1, left=300)
    assert numbers(facts_of(played(1, penalties=(*late, *early)))) == [("early", 1)]


@pytest.mark.clause("mn-district-9", "4.4", "4.4.second")
def test_fights_in_two_games_are_the_first_and_the_second_whatever_the_order_of_the_file():
    assert numbers(facts_of(fought(5), fought(2))) == [("i2", 1), ("i5", 2)]


def test_both_fighters_of_one_incident_have_a_case_each():
    sheet = (*fight("i1"), *fight("i1", "sam", "bears", id="y1"))
    assert {(case.person, case.team) for case in cases(facts_of(played(1, penalties=sheet)))} == {
        ("pat", "otters"),
        ("sam", "bears"),
    }


@pytest.mark.clause("mn-district-9", "4.4", "4.4.second")
@pytest.mark.parametrize(
    ("season", "offence", "penalty_class", "on", "number"),
    [
        ("2013-14", "fighting", "major", dt.date(2013, 12, 7), 1),
        ("2014-15", "fighting", "major", dt.date(2014, 11, 1), 2),
        ("2014-15", "fighting", None, dt.date(2014, 11, 1), 2),
        ("2014-15", "fighting", "game-misconduct", dt.date(2014, 11, 1), 1),
        ("2014-15", "roughing", "major", dt.date(2014, 11, 1), 1),
        ("2014-15", "fighting", "major", dt.date(2014, 11, 8), 1),
        ("2014-15", "fighting", "major", dt.date(2014, 12, 1), 1),
    ],
)
def test_only_earlier_fights_of_the_season_move_the_number(season, offence, penalty_class, on, number):
    prior = (PriorOffence("pat", on, season, offence, penalty_class),)
    assert numbers(facts_of(fought(1), prior=prior)) == [("i1", number)]


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_dismissed_infraction_moves_no_number():
    facts = facts_of(fought(1), fought(3), decisions=(decided("i1", day(2), dismissed=True),))
    assert [(case.incident, case.number, case.dismissed) for case in cases(facts)] == [
        ("i1", 1, True),
        ("i3", 1, False),
    ]


def test_dismissing_the_first_of_two_fights_in_a_game_leaves_the_second_standing():
    sheet = (*fight("i1"), *fight("i2"))
    facts = facts_of(played(1, penalties=sheet), decisions=(decided("i1", day(2), dismissed=True),))
    assert [(case.incident, case.number, case.dismissed) for case in cases(facts)] == [
        ("i1", 1, True),
        ("i2", 1, False),
    ]


def test_dismissing_only_the_game_misconduct_leaves_the_fight():
    facts = facts_of(
        played(1, penalties=fight(with_misconduct=True)), decisions=(decided("i1-gm", day(2), dismissed=True),)
    )
    assert [(case.incident, case.dismissed) for case in cases(facts)] == [("i1", False)]


def test_a_later_decision_takes_a_dismissal_back():
    decisions = (decided("i1", day(2), dismissed=True), decided("i1-major", day(3), 2))
    (case,) = cases(facts_of(fought(1), decisions=decisions))
    assert (case.dismissed, case.length) == (False, decisions[1])


def test_a_decision_names_one_person_of_an_incident_or_everybody():
    sheet = (*fight("i1"), *fight("i1", "sam", "bears", id="y1"))
    facts = facts_of(played(1, penalties=sheet), decisions=(decided("i1", day(2), 4, person="sam"),))
    assert {case.person: case.length and case.length.games for case in cases(facts)} == {"pat": None, "sam": 4}
    everybody = facts.changed(decisions=(decided("i1", day(2), 4),))
    assert {case.person: case.length and case.length.games for case in cases(everybody)} == {"pat": 4, "sam": 4}


def test_a_decision_on_either_fight_of_a_game_is_one_on_the_infraction():
    sheet = (*fight("i1"), *fight("i2"))
    facts = facts_of(played(1, penalties=sheet), decisions=(decided("i2-major", day(2), 4),))
    assert [(case.incident, case.length and case.length.games) for case in cases(facts)] == [("i1", 4)]


@pytest.mark.clause("mn-district-9", "4.4")
@pytest.mark.parametrize("penalty_class", ["game-misconduct", "gross-misconduct", "match"])
def test_what_the_book_says_nothing_about_is_left_to_the_director(penalty_class):
    sheet = (Penalty("x1", "otters", penalty_class, "pat", "abuse-of-official", "x1"),)
    facts = facts_of(played(1, penalties=sheet))
    assert cases(facts) == ()
    assert said(facts) == [("pat", "x1", f"abuse of official {penalty_class.replace('-', ' ')}")]


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_match_penalty_beside_a_fight_is_told_as_well():
    sheet = (*fight("i1"), Penalty("x1", "otters", "match", "pat", "kicking", "i1"))
    facts = facts_of(played(1, penalties=sheet))
    assert numbers(facts) == [("i1", 1)]
    assert said(facts) == [("pat", "i1", "kicking match")]


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_fight_without_a_name_on_the_sheet_is_told():
    assert said(facts_of(played(1, penalties=fight(person=None)))) == [(None, "i1", "fighting major without a name")]


def test_what_was_decided_on_an_unruled_act_makes_it_a_case_and_a_dismissal_closes_it():
    sheet = (Penalty("x1", "otters", "match", "pat", "kicking", "x1"),)
    facts = facts_of(played(1, penalties=sheet), decisions=(decided("x1", day(2), 3),))
    assert [(case.incident, case.row, case.number) for case in cases(facts)] == [("x1", None, None)]
    assert said(facts) == []
    closed = facts.changed(decisions=(decided("x1", day(2), dismissed=True),))
    assert cases(closed) == ()
    assert said(closed) == []


def test_an_infraction_off_the_sheet_waits_for_the_director():
    infraction = Infraction("n1", day(2), "smoking", "pat", "otters")
    facts = facts_of(played(1), infractions=(infraction,))
    assert said(facts) == [("pat", "n1", "smoking")]
    (case,) = cases(facts.changed(decisions=(decided("n1", day(3), 1),)))
    assert (case.person, case.incident, case.given) == ("pat", "n1", day(2))


def test_the_clock_orders_a_sheet_and_the_sheet_what_has_no_time():
    order = [
        {"period": 1, "left": 900}, {"period": 1, "left": 10}, {"period": 1}, {"period": 3, "left": 0},
        {"period": "OT", "left": 100}, {"period": "OT2", "left": 200}, {},
    ]  # fmt: skip
    clocks = [clock_of(fight(**more)[0], place) for place, more in enumerate(order)]
    assert clocks == sorted(clocks)


def test_a_postponed_game_brings_no_case_of_its_own():
    assert cases(facts_of(to_come(1, starts=None, day=None))) == ()
