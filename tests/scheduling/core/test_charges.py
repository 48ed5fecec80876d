"""Shows what teams owe for moved games and games not played, what is paid, and what is passed on."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.facts import Payment
from league.core.results import results
from league.rulebook.loader import load
from scheduling.core.charges import Charge, charges, settled
from scheduling.core.requests import rule_requests, with_moves
from tests.scheduling.core.builders import BOOK, at, day, game, request, season

NO_SHOW = game("g1", "2014-11-22 13:00", outcome="no-show", at_fault=("otters",))


def raised(facts):
    requests = rule_requests(facts, BOOK)
    moved = with_moves(facts, requests)
    return charges(moved, BOOK, results(moved, BOOK), requests)


def summary(facts):
    return [
        (
            charge.payer,
            charge.payee,
            charge.cents,
            str(charge.due) if charge.due else None,
            charge.purpose,
            charge.kind,
            charge.paid,
        )
        for charge in raised(facts)
    ]


def pay(id, cents, purpose="g1", payer="team:otters", on="2014-11-28"):
    return Payment(id, payer, cents, day(on), purpose)


def fine(id="g1", team="otters", due="2014-11-29", kind="no-show", cents=30000, paid=False):
    return (f"team:{team}", "league", cents, due, id, kind, paid)


def share(id="g1", team="bears"):
    return ("league", f"team:{team}", 20000, None, id, "share", False)


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_no_show_costs_300_dollars_within_a_week_of_the_game():
    [charge] = raised(season(NO_SHOW))
    assert charge.document() == {
        "from": "team:otters",
        "to": "league",
        "amount": "300.00",
        "currency": "USD",
        "due": "2014-11-29",
        "for": "g1",
        "kind": "no-show",
        "paid": False,
        "clauses": ["3.12"],
        "why": ["No-show of otters in otters - bears (g1): 300.00 USD", "Due 7 days after Nov 22, 2014"],
    }


@pytest.mark.clause("mn-district-9", "3.12", "3.13.notice")
@pytest.mark.parametrize(
    ("notice", "charged"),
    [("2014-11-22 08:00", True), ("2014-11-20 13:01", True), ("2014-11-20 13:00", False), ("2014-11-01 08:00", False)],
)
def test_a_cancellation_costs_as_much_with_less_than_48_hours_notice(notice, charged):
    late = game("g1", "2014-11-22 13:00", outcome="cancelled", at_fault=("bears",), notice=at(notice))
    assert summary(season(late)) == ([fine(team="bears", kind="cancellation")] if charged else [])
    assert [charge.clauses for charge in raised(season(late))] == ([("3.12", "3.13.notice")] if charged else [])


@pytest.mark.clause("mn-district-9", "3.13.notice")
@pytest.mark.parametrize(
    ("starts", "notice", "charged"),
    [
        ("2014-11-03 13:00", "2014-11-01 14:00", False),  # 47 hours on the clock, 48 that passed
        ("2014-11-03 13:00", "2014-11-01 14:01", True),
        ("2015-03-09 13:00", "2015-03-07 13:00", True),  # 48 hours on the clock, 47 that passed
        ("2015-03-09 13:00", "2015-03-07 12:00", False),
    ],
)
def test_the_hours_of_notice_are_those_that_pass(starts, notice, charged):
    late = game("g1", starts, outcome="cancelled", at_fault=("otters",), notice=at(notice))
    assert len(raised(season(late))) == charged


@pytest.mark.clause("mn-district-9", "3.12", "3.13.notice")
@pytest.mark.parametrize("excused", ["weather", "illness"])
@pytest.mark.parametrize("outcome", ["no-show", "cancelled"])
def test_what_is_excused_costs_nothing(outcome, excused):
    off = replace(NO_SHOW, outcome=outcome, excused=excused, notice=at("2014-11-22 08:00"))
    assert raised(season(off)) == ()


@pytest.mark.clause("mn-district-9", "3.12", "3.14")
@pytest.mark.parametrize("outcome", ["forfeit", "refused"])
def test_a_forfeit_or_refusal_by_itself_costs_nothing(outcome):
    assert raised(season(replace(NO_SHOW, outcome=outcome))) == ()


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_double_forfeit_costs_each_100_dollars_and_passes_nothing_on():
    both = game("g1", "2014-11-22 13:00", outcome="double-forfeit")
    owed = [
        fine(team="bears", kind="double-forfeit", cents=10000),
        fine(team="otters", kind="double-forfeit", cents=10000),
    ]
    assert summary(season(both)) == owed
    paid = season(both, payments=(pay("m1", 10000),))
    assert summary(paid) == [owed[0], (*owed[1][:-1], True)]


@pytest.mark.clause("mn-district-9", "3.12")
@pytest.mark.parametrize("kind", ["scrimmage", "tournament", "exhibition", "playoff"])
def test_only_league_games_cost_a_fine(kind):
    assert raised(season(replace(NO_SHOW, kind=kind))) == ()


@pytest.mark.clause("mn-district-9", "3.12")
def test_the_share_is_passed_on_once_the_fine_is_paid():
    assert summary(season(NO_SHOW, payments=(pay("m1", 29999),))) == [fine()]
    assert summary(season(NO_SHOW, payments=(pay("m1", 30000),))) == [fine(paid=True), share()]
    parts = (pay("m1", 10000), pay("m2", 20000, payer="person:p1"))
    assert summary(season(NO_SHOW, payments=parts)) == [fine(paid=True), share()]
    assert summary(season(NO_SHOW, payments=(pay("m1", 30000, purpose="g2"),))) == [fine()]


def test_open_played_and_withdrawn_games_cost_nothing():
    assert raised(season(game("g1", "2014-11-22 13:00"))) == ()
    assert raised(season(game("g1", "2014-11-22 13:00", outcome="played", home_goals=1, away_goals=0))) == ()


MOVE = request("r1", "g1", "2014-12-14", "2015-01-10 13:00")
MOVED = game("g1", "2014-12-20 13:00")


@pytest.mark.clause("mn-district-9", "3.10.b", "3.11.i")
def test_each_line_of_an_approved_request_is_a_charge():
    facts = season(MOVED, requests=(MOVE,), payments=(pay("m1", 5000, "r1"),))
    assert summary(facts) == [
        ("team:otters", "league", 5000, None, "r1", "reschedule", True),
        ("team:otters", "league", 2500, None, "r1", "late-reschedule", False),
    ]
    assert [charge.clauses for charge in raised(facts)] == [("3.10.b",), ("3.11.i",)]


@pytest.mark.clause("mn-district-9", "3.10.b", "3.11.ii")
@pytest.mark.parametrize(
    "changes",
    [{"decision": None}, {"decision": "refused"}, {"decision": "waived"}, {"agreed": ()}, {"reason": "weather"}],
)
def test_a_request_that_moves_nothing_or_is_free_costs_nothing(changes):
    assert raised(season(MOVED, requests=(replace(MOVE, **changes),))) == ()


@pytest.mark.clause("mn-district-9", "3.12")
def test_the_fine_of_a_moved_game_falls_due_after_its_new_date():
    off = replace(MOVED, outcome="no-show", at_fault=("bears",))
    assert summary(season(off, requests=(replace(MOVE, received=day("2014-12-01")),))) == [
        fine(team="bears", due="2015-01-17"),
        ("team:otters", "league", 5000, None, "r1", "reschedule", False),
    ]


def test_charges_come_by_start_of_the_game_then_team():
    games = (
        replace(NO_SHOW, id="g3", starts=at("2014-11-29 13:00"), day=day("2014-11-29")),
        game("g2", "2014-11-22 13:00", "cranes", "foxes", outcome="no-show", at_fault=("cranes",)),
        NO_SHOW,
    )
    facts = season(*games, payments=(pay("m1", 30000, "g2", "team:cranes"),))
    assert [(charge.purpose, charge.kind) for charge in raised(facts)] == [
        ("g2", "no-show"),
        ("g2", "share"),
        ("g1", "no-show"),
        ("g3", "no-show"),
    ]


def test_a_charge_without_an_amount_waits_for_the_league():
    unset = Charge("team:otters", "league", None, "CAD", None, "g1", "forfeit", ("7-1.a",), ())
    assert settled([unset], [pay("m1", 10000)]) == (unset,)
    assert unset.document()["amount"] is None


OWED = st.lists(
    st.builds(
        lambda team, cents, purpose: Charge(f"team:{team}", "league", cents, "USD", None, purpose, "fine", (), ()),
        st.sampled_from(["a", "b"]),
        st.integers(1, 500),
        st.sampled_from(["g1", "g2"]),
    ),
    max_size=6,
)
PAID = st.lists(
    st.builds(
        lambda payer, cents, purpose: Payment("m", payer, cents, day("2014-12-01"), purpose),
        st.sampled_from(["team:a", "team:b", "person:p"]),
        st.integers(1, 800),
        st.sampled_from(["g1", "g2", "other"]),
    ),
    max_size=6,
)


@given(OWED, PAID)
def test_never_more_is_settled_than_was_paid_and_nothing_payable_stays_open(owed, payments):
    found = settled(owed, payments)
    for purpose in ("g1", "g2"):
        received = sum(payment.cents for payment in payments if payment.purpose == purpose)
        of_purpose = [charge for charge in found if charge.purpose == purpose]
        covered = sum(charge.cents for charge in of_purpose if charge.paid)
        assert covered <= received
        if received >= sum(charge.cents for charge in of_purpose):
            assert all(charge.paid for charge in of_purpose)
        if len(of_purpose) == 1:
            assert of_purpose[0].paid == (received >= of_purpose[0].cents)


@given(OWED, PAID, st.randoms(use_true_random=False))
def test_the_order_of_payments_settles_the_same(owed, payments, shuffle):
    mixed = list(payments)
    shuffle.shuffle(mixed)
    assert settled(owed, payments) == settled(owed, mixed)


@pytest.mark.clause("mn-district-9", "3.12")
@given(
    st.lists(st.sampled_from(["no-show", "double-forfeit", "forfeit", "played", "scheduled"]), min_size=1, max_size=6),
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 40000)), max_size=6),
)
def test_the_shares_of_a_game_never_exceed_its_paid_fines(outcomes, payments):
    games = [
        game(f"g{n}", f"2014-11-{n:02d} 13:00", outcome=outcome, at_fault=("otters",) if outcome != "played" else ())
        for n, outcome in enumerate(outcomes, 1)
    ]
    facts = season(*games, payments=tuple(pay(f"m{k}", cents, f"g{n}") for k, (n, cents) in enumerate(payments)))
    found = raised(facts)
    for item in games:
        paid = sum(charge.cents for charge in found if charge.purpose == item.id and charge.paid)
        shares = sum(charge.cents for charge in found if charge.purpose == item.id and charge.kind == "share")
        assert 0 <= shares <= paid
    assert all(charge.clauses and charge.why for charge in found)


@pytest.mark.clause("alberta-mens", "7-1.a", "7-1.b")
@pytest.mark.parametrize(("kind", "clause"), [("league", "7-1.a"), ("playoff", "7-1.b")])
def test_a_forfeit_is_a_fine_that_the_league_sets_where_the_book_lost_its_amount(kind, clause):
    made = season(game("g1", "2014-11-22 13:00", kind=kind, outcome="forfeit", at_fault=("bears",)))
    book = load("alberta-mens")
    (found,) = charges(made, book, results(made, book), ())
    assert (found.payer, found.cents, found.due, found.kind, found.clauses) == (
        "team:bears", None, None, "forfeit", (clause,),
    )  # fmt: skip
    assert found.paid is False
