"""Shows which fees everybody owes, and whom an unpaid one keeps out."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.rulings import discipline
from league.core.charges import settled
from league.core.facts import Payment
from league.core.fees import fees, unpaid_fees
from league.core.results import results
from tests.discipline.core.gates.builders import ADULT, MAHA, day, facts, game, spot

ROSTER = (
    spot("p", "otters"),
    spot("k", "otters", "goalie"),
    spot("c", "otters", "coach"),
    spot("s", "otters", status="substitute"),
    spot("both", "bears"),
    spot("both", "otters", "goalie"),
    spot("left", "bears", ends=day("2014-11-01")),
)


def paid(person, cents, on, purpose="ice-fee"):
    return Payment(f"{person}{on}{cents}", f"person:{person}", cents, day(on), purpose)


def owing(made, on="2014-12-02"):
    return {person: [fee.amount for fee in found] for person, found in unpaid_fees(made, MAHA, day(on)).items()}


@pytest.mark.clause("maha-adult", "15.a", "15.b")
def test_each_instalment_is_a_charge_of_its_own():
    found = [(item.charge.payer, item.charge.cents, item.charge.due, item.charge.clauses, item.charge.kind)
             for item in fees(facts(ADULT, roster=ROSTER), MAHA)]  # fmt: skip
    october, december = dt.date(2014, 10, 31), dt.date(2014, 12, 1)
    assert found == [
        ("person:both", 30000, october, ("15.a",), "ice-fee"),
        ("person:both", 12500, december, ("15.a",), "ice-fee"),
        ("person:left", 30000, october, ("15.a",), "ice-fee"),
        ("person:k", 10000, december, ("15.b",), "ice-fee"),
        ("person:p", 30000, october, ("15.a",), "ice-fee"),
        ("person:p", 12500, december, ("15.a",), "ice-fee"),
    ]


@pytest.mark.clause("maha-adult", "15.a")
def test_unpaid_it_keeps_out_after_december_first_and_not_before():
    made = facts(ADULT, roster=ROSTER[:2], payments=(paid("p", 30000, "2014-10-30"),))
    assert owing(made, "2014-12-01") == {}
    assert owing(made) == {"k": [10000], "p": [12500]}
    in_full = made.changed(payments=(*made.payments, paid("p", 12500, "2014-12-05"), paid("k", 10000, "2014-12-05")))
    assert owing(in_full, "2014-12-05") == {}


@pytest.mark.clause("maha-adult", "15.a")
def test_what_one_pays_too_much_pays_nobody_elses_fee():
    made = facts(ADULT, roster=ROSTER[:2], payments=(paid("p", 99900, "2014-10-30"),))
    assert owing(made) == {"k": [10000]}


@pytest.mark.clause("maha-adult", "15.a")
def test_it_bars_from_games_to_come_and_from_lineups_after_its_day_and_is_cited():
    made = facts(ADULT, game("g1", "2014-12-03", dressed=["p"]), game("g2", "2014-12-10"), roster=ROSTER[:1])
    found = discipline(made, MAHA, results(made, MAHA), day("2014-12-04"))
    assert [(item.game, item.person, item.clauses) for item in found.ineligible] == [
        ("g1", "p", ("15.a",)),
        ("g2", "p", ("15.a",)),
    ]
    assert [reason.why for reason in found.ineligible[1].reasons] == [
        "300.00 USD of the ice fee, due on 2014-10-31, unpaid (15.a).",
        "125.00 USD of the ice fee, due on 2014-12-01, unpaid (15.a).",
    ]


@pytest.mark.clause("maha-adult", "15.a")
def test_a_lineup_goes_by_what_was_paid_on_the_day_of_its_game():
    games = [game(name, on, dressed=["p"]) for name, on in
             (("g1", "2014-12-01"), ("g2", "2014-12-03"), ("g3", "2014-12-08"))]  # fmt: skip
    made = facts(ADULT, *games, roster=ROSTER[:1], payments=(paid("p", 42500, "2014-12-08"),))
    found = discipline(made, MAHA, results(made, MAHA), day("2014-12-09"))
    assert [(item.game, item.person) for item in found.ineligible] == [("g2", "p")]


@given(st.lists(st.tuples(st.sampled_from(["p", "k", "both"]), st.integers(1, 50000)), max_size=8))
def test_nobody_is_credited_more_than_was_paid_by_them(payments):
    made = facts(ADULT, roster=ROSTER, payments=tuple(
        paid(person, cents, f"2014-11-{place + 1:02}") for place, (person, cents) in enumerate(payments)
    ))  # fmt: skip
    charges = settled([item.charge for item in fees(made, MAHA)], made.payments)
    for person in ("p", "k", "both"):
        covered = sum(item.cents or 0 for item in charges if item.paid and item.payer == f"person:{person}")
        assert covered <= sum(cents for payer, cents in payments if payer == person)
