"""Shows what a case costs: the book's parts, what a decision adds or sets, and decisions below the minimum."""

import datetime as dt

import pytest

from discipline.core.decision_faults import decision_faults
from discipline.core.documents import Suspension
from discipline.core.sentencing import DECISION
from discipline.core.wording import day_text, ordinal
from league.core.facts import CarriedSuspension, Facts, Infraction, Penalty
from tests.discipline.core.builders import BOOK, day, decided, facts_of, fight, fought, played, ruled, served, to_come


def suspensions(facts: Facts, **options: dt.date) -> tuple[Suspension, ...]:
    return ruled(facts, **options).suspensions


def parts(suspension: Suspension) -> list[tuple[str, int | None]]:
    return [(part.clause, part.games) for part in suspension.parts]


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_first_fight_costs_one_game_and_another_without_appeal():
    (found,) = suspensions(facts_of(fought()))
    assert parts(found) == [("4.4", 1), ("4.4", 1)]
    assert (found.games, found.remaining, found.status, found.offence_number) == (2, 2, "serving", 1)
    assert (found.pending, found.appealable, found.hearing_required, found.director_may_increase) == (
        False, False, False, True,
    )  # fmt: skip
    assert found.clauses == ("4.4",)
    assert found.why == (
        "Fighting major on Nov 8, the 1st of the season: suspended for 2 games (4.4).",
        "2 games left of 2: the next game of any kind (4.4).",
    )


@pytest.mark.clause("mn-district-9", "4.4.second")
@pytest.mark.parametrize("earlier", [1, 2])
def test_the_second_and_every_later_fight_waits_for_a_hearing(earlier):
    fights = [fought(number) for number in range(1, earlier + 2)]
    found = suspensions(facts_of(*fights))[-1]
    assert parts(found) == [("4.4.second", None)]
    assert (found.games, found.remaining, found.until, found.indefinite) == (None, None, None, False)
    assert (found.status, found.pending, found.hearing_required, found.offence_number) == (
        "pending", True, True, earlier + 1,
    )  # fmt: skip
    assert found.minimum_games is None


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_the_decision_sets_the_length_of_a_second_fight():
    facts = facts_of(fought(1), fought(5), decisions=(decided("i5", day(6), 3, counts_missed=True),))
    found = suspensions(facts)[-1]
    assert parts(found) == [("4.4.second", None), (DECISION, 3)]
    assert (found.games, found.remaining, found.status, found.pending) == (3, 3, "serving", False)


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_decision_of_no_games_ends_the_waiting():
    found = suspensions(facts_of(fought(1), fought(5), decisions=(decided("i5", day(6), 0),)))[-1]
    assert (found.games, found.remaining, found.status) == (0, 0, "served")


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_decision_that_only_confirms_leaves_the_second_fight_waiting():
    rulings = ruled(facts_of(fought(1), fought(5), decisions=(decided("i5", day(6), confirmed=True),)))
    assert rulings.suspensions[-1].status == "pending"
    assert rulings.notices == ("The decision on i5 (pat) sets no length: the suspension goes on until one does.",)


@pytest.mark.clause("mn-district-9", "4.4")
@pytest.mark.parametrize(
    ("games", "expected"),
    [(2, []), (3, [(DECISION, 1)]), (7, [(DECISION, 5)])],
)
def test_a_decision_adds_the_difference_to_a_first_fight(games, expected):
    (found,) = suspensions(facts_of(fought(), decisions=(decided("i1", day(2), games),)))
    assert parts(found) == [("4.4", 1), ("4.4", 1), *expected]
    assert (found.games, found.remaining) == (games, games)


def test_the_last_decision_holds():
    decisions = (decided("i1", day(3), 3), decided("i1", day(2), 6), decided("i1", day(4), confirmed=True))
    (found,) = suspensions(facts_of(fought(), decisions=decisions))
    assert found.games == 3


def test_a_decision_of_a_later_day_is_not_known_yet():
    facts = facts_of(fought(), decisions=(decided("i1", day(2), 6),))
    assert suspensions(facts, as_of=day(2) - dt.timedelta(days=1))[0].games == 2
    assert suspensions(facts, as_of=day(2))[0].games == 6


def test_a_date_stands_beside_the_games_and_never_for_them():
    facts = facts_of(fought(), played(2), played(3), to_come(9), decisions=(decided("i1", day(2), until=day(9)),))
    (found,) = suspensions(facts, as_of=day(4))
    assert (found.games, found.served_in, found.remaining, found.until) == (2, ("g2", "g3"), 0, day(9))
    assert found.status == "serving"
    assert suspensions(facts, as_of=day(9))[0].status == "serving"
    assert suspensions(facts, as_of=day(9) + dt.timedelta(days=1))[0].status == "served"


def test_an_indefinite_decision_keeps_the_games_as_its_minimum():
    (found,) = suspensions(facts_of(fought(), played(2), decisions=(decided("i1", day(2), indefinite=True),)))
    assert (found.games, found.minimum_games, found.remaining) == (None, 2, None)
    assert (found.status, found.indefinite, found.pending) == ("indefinite", True, False)


def test_a_dismissed_suspension_stays_in_the_list_and_serves_nothing():
    rulings = ruled(facts_of(fought(), played(2), to_come(3), decisions=(decided("i1", day(2), dismissed=True),)))
    (found,) = rulings.suspensions
    assert (found.status, found.served_in, found.remaining, found.offence_number) == ("dismissed", (), 0, 1)
    assert rulings.ineligible == ()


def test_a_dismissed_second_fight_is_pending_no_more():
    games = (fought(1), played(2), played(3), fought(5))
    rulings = ruled(facts_of(*games, decisions=(decided("i5", day(6), dismissed=True),)))
    assert (rulings.suspensions[-1].status, rulings.suspensions[-1].pending) == ("dismissed", False)
    assert rulings.reviews == ()


def test_what_the_director_decides_without_the_book_is_one_part():
    sheet = (Penalty("x1", "otters", "match", "pat", "kicking", "x1"),)
    facts = facts_of(
        played(1, penalties=sheet), played(2, kind="tournament"), played(3), decisions=(decided("x1", day(1), 2),)
    )
    (found,) = suspensions(facts)
    assert parts(found) == [(DECISION, 2)]
    assert (found.offence_number, found.games, found.served_in, found.remaining) == (None, 2, ("g3",), 1)


def test_no_games_decided_without_the_book_is_no_ruling():
    infraction = Infraction("n1", day(1), "smoking", "pat", "otters")
    rulings = ruled(facts_of(played(1), infractions=(infraction,), decisions=(decided("n1", day(1), 0),)))
    assert rulings.suspensions == ()
    assert rulings.notices == ()


@pytest.mark.clause("mn-district-9", "4.4")
def test_two_games_carried_over_are_those_of_the_clause():
    carried = (CarriedSuspension("pat", "otters", 2, clause="4.4", given=dt.date(2014, 3, 1)),)
    facts = facts_of(played(1, kind="exhibition"), played(2, kind="exhibition"), played(3), carried=carried)
    (found,) = suspensions(facts)
    assert (found.incident, found.given, found.offence_number) == ("carried:0", dt.date(2014, 3, 1), None)
    assert parts(found) == [("4.4", 2)]
    assert (found.served_in, found.remaining, found.status) == (("g1", "g3"), 0, "served")


@pytest.mark.clause("mn-district-9", "4.4")
def test_one_game_carried_over_is_the_second_of_the_clause():
    carried = (CarriedSuspension("pat", "otters", 1, clause="4.4", given=dt.date(2014, 3, 1)),)
    facts = facts_of(played(1, kind="exhibition"), played(2), carried=carried)
    assert served(ruled(facts)) == {"carried:0": ("g2",)}


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_hearing_carried_over_is_still_pending():
    carried = (CarriedSuspension("pat", "otters", indefinite=True, clause="4.4.second", given=dt.date(2014, 3, 1)),)
    facts = facts_of(played(1), to_come(2), carried=carried)
    (found,) = suspensions(facts)
    assert (found.status, found.pending, found.indefinite) == ("pending", True, False)
    (after,) = suspensions(facts.changed(decisions=(decided("carried:0", day(1), 1, counts_missed=False),)))
    assert (after.status, after.games, after.remaining) == ("serving", 1, 1)


def test_a_carried_suspension_without_an_end_and_one_by_time():
    carried = (
        CarriedSuspension("pat", "otters", indefinite=True, given=dt.date(2014, 3, 1)),
        CarriedSuspension("sam", "bears", until=day(3), given=dt.date(2014, 3, 1)),
        CarriedSuspension("sam", "bears", games=0, clause="4.4", given=dt.date(2014, 3, 1)),
    )
    rulings = ruled(facts_of(to_come(3), to_come(4), carried=carried), as_of=day(2))
    assert [(item.person, item.status, item.indefinite, item.until) for item in rulings.suspensions] == [
        ("pat", "pending", True, None), ("sam", "serving", False, day(3)),
    ]  # fmt: skip
    assert [(item.game, item.person) for item in rulings.ineligible] == [("g3", "sam"), ("g3", "pat"), ("g4", "pat")]


@pytest.mark.clause("mn-district-9", "4.4", "4.4.second")
def test_every_decision_below_the_minimum_is_a_fault_with_its_path():
    decisions = (
        decided("i1", day(2), 1), decided("i1", day(2), 2), decided("i1-major", day(3), 0), decided("i5", day(6), 0),
    )  # fmt: skip
    found = decision_faults(facts_of(fought(1), fought(5), decisions=decisions), BOOK)
    assert [(finding.where, finding.clause) for finding in found] == [
        ("decisions[0].games", "4.4"),
        ("decisions[2].games", "4.4"),
    ]
    assert "1 game for pat is below the rule book's minimum of 2 (4.4)" in str(found[0])


def test_one_decision_on_two_people_is_below_the_minimum_of_one():
    sheet = (*fight("i5"), *fight("i5", "sam", "bears", id="y5"))
    facts = facts_of(fought(1), played(5, penalties=sheet), decisions=(decided("i5", day(6), 1),))
    assert [finding.message.split(" is ")[0] for finding in decision_faults(facts, BOOK)] == ["1 game for sam"]


def test_no_ruling_goes_below_the_minimum():
    (found,) = suspensions(facts_of(fought(), decisions=(decided("i1", day(2), 1),)))
    assert (found.games, found.remaining) == (2, 2)


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (21, "21st")]
)
def test_ordinals(number, text):
    assert ordinal(number) == text


def test_days_are_written_as_coaches_write_them():
    assert day_text(dt.date(2014, 11, 8)) == "Nov 8"
