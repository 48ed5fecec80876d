"""What the card provider's messages come to, whatever their order and however often they come."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.card_payments import WANTED, Standing, Told, read, split, standing


def told(kind: str, cents: int, status: str = "succeeded", at: int = 1, object: str = "x") -> Told:
    return Told(kind, object, "pi_1", cents, "USD", status, at)


PAID = told("paid", 7500, "paid", object="cs_1")


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ([], 7500),
        ([told("refund", 2500)], 5000),
        ([told("refund", 2500), told("refund", 5000, object="y")], 0),
        ([told("refund", 2500, "pending"), told("refund", 2500, "failed", 2)], 7500),
        ([told("refund", 2500, "failed", 2), told("refund", 2500, "succeeded", 2)], 7500),
        ([told("refunded-so-far", 2500), told("refunded-so-far", 4000, at=2)], 3500),
        ([told("refunded-so-far", 4000, at=2), told("refund", 4000, at=2, object="re")], 3500),
        ([told("dispute", 7500, "needs_response")], 0),
        ([told("dispute", 7500, "warning_needs_response")], 7500),
        ([told("dispute", 7500, "needs_response"), told("dispute", 7500, "won", 9)], 7500),
        ([told("dispute", 7500, "lost", 9), told("dispute", 7500, "under_review", 9)], 0),
        ([told("refund", 7500), told("dispute", 7500, "lost", object="dp")], 0),
    ],
)
def test_what_is_kept_of_a_payment(more: list[Told], kept: int) -> None:
    assert standing([PAID, *more]).kept == kept
    assert standing([*reversed(more), PAID, *more]).kept == kept


def test_nothing_is_kept_of_what_never_came_in() -> None:
    assert standing([told("refund", 2500)]) == Standing(0, 2500, 0, "")
    assert standing([told("refund", 2500)]).kept == 0


_statuses = st.sampled_from(["pending", "succeeded", "failed", "needs_response", "won", "lost"])
_messages = st.builds(
    told, st.sampled_from(["paid", "refund", "dispute", "refunded-so-far"]), st.integers(0, 9000), _statuses,
    st.integers(0, 5), st.sampled_from("xyz"),
)  # fmt: skip


@given(st.lists(_messages, max_size=8).flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_neither_order_nor_repetition_matters(both: tuple[list[Told], list[Told]]) -> None:
    first, second = both
    assert standing(first) == standing([*second, *first])
    assert 0 <= standing(first).kept <= standing(first).received


@given(st.integers(0, 20_000), st.lists(st.tuples(st.sampled_from(["g1", "g2", ""]), st.integers(1, 9000))))
def test_what_is_kept_is_shared_out_to_the_cent(cents: int, lines: list[tuple[str, int]]) -> None:
    shares = split(cents, lines)
    assert sum(share for _purpose, share in shares) == cents
    assert all(share > 0 for _purpose, share in shares)
    assert len({purpose for purpose, _share in shares}) == len(shares)


def test_the_first_lines_are_settled_first() -> None:
    assert split(6000, [("g1", 5000), ("g2", 2500)]) == (("g1", 5000), ("g2", 1000))
    assert split(8000, [("g1", 5000), ("g2", 2500)]) == (("g1", 5000), ("g2", 2500), ("", 500))
    assert split(0, [("g1", 5000)]) == ()


def event(kind: str, **thing: Any) -> dict[str, Any]:
    return {"id": "evt_1", "type": kind, "created": 7, "data": {"object": {"id": "o", "currency": "usd"} | thing}}


def test_messages_are_read() -> None:
    done = event(
        "checkout.session.completed", amount_total=7500, payment_status="paid", payment_intent="pi_1",
        metadata={"checkout": "abc"},
    )  # fmt: skip
    assert read(done) == Told("paid", "o", "pi_1", 7500, "USD", "paid", 7, "abc")
    waiting = event("checkout.session.completed", amount_total=7500, payment_status="unpaid", payment_intent="pi_1")
    assert read(waiting) == Told("ended", "o", "pi_1", 7500, "USD", "waiting", 7)
    expired = event("checkout.session.expired", amount_total=7500, payment_intent=None)
    assert read(expired) == Told("ended", "o", "", 7500, "USD", "expired", 7)
    refund = event("refund.updated", amount=100, payment_intent={"id": "pi_1"}, status="failed")
    assert read(refund) == Told("refund", "o", "pi_1", 100, "USD", "failed", 7)
    assert read(event("charge.refunded", amount_refunded=5, payment_intent="pi_1")) == Told(
        "refunded-so-far", "o", "pi_1", 5, "USD", "succeeded", 7
    )
    assert read(event("charge.dispute.closed", amount=5, status="won", payment_intent="pi_1")) == Told(
        "dispute", "o", "pi_1", 5, "USD", "won", 7
    )
    assert read(event("customer.created")) is None


@pytest.mark.parametrize("kind", WANTED)
@pytest.mark.parametrize("broken", [{"amount": "5"}, {"amount": -5}, {"currency": 7}, {"id": None}, {"amount": True}])
def test_a_broken_message_is_refused(kind: str, broken: dict[str, Any]) -> None:
    value = broken.get("amount", 5)
    amounts = {"amount": value, "amount_total": value, "amount_refunded": value, "payment_intent": "pi_1"}
    with pytest.raises(ValueError, match="says its id"):
        read(event(kind, **(amounts | {name: what for name, what in broken.items() if name != "amount"})))


@pytest.mark.parametrize("odd", [{}, {"type": 1}, {"type": "refund.created", "created": 1, "data": []}])
def test_what_is_no_message_is_refused(odd: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no message"):
        read(odd)
