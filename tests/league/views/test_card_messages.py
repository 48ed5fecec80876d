"""The card provider's signed messages: each payment is entered once, what goes back is taken back."""

import concurrent.futures
import logging
import time
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import CardEvent, LedgerEntry, LedgerRequest, Payment
from league.services.errors import Refused
from league.services.ledger import standing_entries
from league.services.money import pay_back, reverse
from tests.card_provider import KEY, SIGNING, dispute, message, refund, session, signed
from tests.cards import at, balance, begun, client_of, owe, paid, send, tokens, with_keys
from tests.reporting import Evening, evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Evening:
    return with_keys(evening())


# ------------------------------------------------------------------ its messages


def test_a_payment_is_entered_once_however_often_it_is_told(played: Evening) -> None:
    owe(played, 5000, purpose="g1")
    owe(played, 2500)
    checkout = begun(played, ("g1", 5000), ("", 2500))
    body = paid(checkout, id="evt_a")
    assert [send(played, body) for _ in range(3)] == [200, 200, 200]
    assert send(played, paid(checkout, id="evt_b")) == 200  # another message about the same payment
    rows = LedgerEntry.objects.filter(kind="payment").order_by("pk")
    assert [(row.purpose, row.cents, row.method, row.reference) for row in rows] == [
        ("g1", -5000, "card", "pi_1"),
        ("", -2500, "card", "pi_1"),
    ]
    assert sorted(Payment.objects.values_list("amount_cents", flat=True)) == [2500, 5000]
    assert balance(played) == 0
    assert LedgerRequest.objects.filter(season=played.season).exists()
    checkout.refresh_from_db()
    assert (checkout.state, checkout.payment, checkout.flag) == ("paid", "pi_1", "")
    coach = client_of(played.home_coach)
    page = coach.get(at(played, f"cards/{checkout.pk}/")).content.decode()
    assert page.count("Receipt as PDF") == 2
    assert coach.get(at(played, f"entries/{rows[0].pk}/?as=pdf"))["Content-Type"] == "application/pdf"


def test_refunds_take_back_what_they_are(played: Evening) -> None:
    owe(played, purpose="g1")
    checkout = begun(played, ("g1", 7500))
    send(played, paid(checkout))
    send(played, message("refund.created", refund(2500)))
    assert balance(played) == 2500
    assert [entry.cents for entry in standing_entries(played.season).filter(kind="payment")] == [-5000]
    assert LedgerEntry.objects.get(kind="reversal").reason == "25.00 was refunded by card (re_1)"
    assert Payment.objects.get().amount_cents == 5000  # the rulings know what is paid
    send(played, message("refund.updated", refund(2500, status="failed"), at=int(time.time()) + 5))
    assert balance(played) == 0
    send(played, message("refund.created", refund(7500, id="re_2")))
    assert balance(played) == 7500
    assert not Payment.objects.exists()


def test_a_dispute_takes_the_money_back_until_it_is_won(played: Evening) -> None:
    owe(played, purpose="g1")
    checkout = begun(played, ("g1", 7500))
    send(played, paid(checkout))
    send(played, message("charge.dispute.created", dispute(7500, "needs_response")))
    checkout.refresh_from_db()
    assert balance(played) == 7500
    assert checkout.flag == "75.00 is disputed by the card holder"
    statistician = client_of(played.statistician)
    assert "Card payments to look at" in statistician.get(at(played)).content.decode()
    assert "disputed" in statistician.get(at(played, "cards/")).content.decode()
    assert statistician.post(at(played, f"cards/{checkout.pk}/"), {"reason": ""}).status_code == 200
    assert statistician.post(at(played, f"cards/{checkout.pk}/"), {"reason": "called them"}).status_code == 302
    assert "Card payments to look at" not in statistician.get(at(played)).content.decode()
    assert client_of(played.home_coach).post(at(played, f"cards/{checkout.pk}/"), {"reason": "x"}).status_code == 403
    send(played, message("charge.dispute.closed", dispute(7500, "won")))
    assert balance(played) == 0


def test_what_differs_is_entered_as_it_came_and_flagged(played: Evening) -> None:
    owe(played, purpose="g1")
    checkout = begun(played, ("g1", 7500))
    send(played, paid(checkout, 8000))
    checkout.refresh_from_db()
    assert checkout.flag == "80.00 came in where 75.00 was asked for"
    assert balance(played) == -500
    other = begun(played, ("g1", 7500))
    body = message("checkout.session.completed", session(other.key, 7500, "pi_2", currency="cad"))
    send(played, body)
    other.refresh_from_db()
    assert other.flag == "75.00 CAD came in where USD was asked for; not entered"
    assert balance(played) == -500


def test_ends_and_late_payments(played: Evening) -> None:
    checkout = begun(played, ("", 7500))
    waiting = session(checkout.key, 7500, payment_status="unpaid")
    send(played, message("checkout.session.completed", waiting))
    checkout.refresh_from_db()
    assert (checkout.state, LedgerEntry.objects.count()) == ("waiting", 0)
    send(played, message("checkout.session.async_payment_failed", waiting))
    checkout.refresh_from_db()
    assert checkout.state == "failed"
    send(played, message("checkout.session.async_payment_succeeded", waiting))
    checkout.refresh_from_db()
    assert (checkout.state, balance(played)) == ("paid", -7500)
    send(played, message("checkout.session.expired", waiting))
    checkout.refresh_from_db()
    assert checkout.state == "paid"


def test_other_business_of_the_same_account_moves_nothing(played: Evening) -> None:
    thing = session("webshop-1", 9900, "pi_9", metadata={})
    assert send(played, message("checkout.session.completed", thing)) == 200
    assert send(played, message("customer.created", {"id": "cus_1", "object": "customer"})) == 200
    assert not LedgerEntry.objects.exists()
    elsewhere = with_keys(evening())
    checkout = begun(elsewhere, ("", 7500))
    assert send(played, paid(checkout)) == 200  # signed for this league, about another's checkout
    assert not LedgerEntry.objects.exists()


@pytest.mark.parametrize(
    "forged",
    [
        {"signature": ""},
        {"signature": "t=1,v1=abc"},
        {"signature": "nonsense"},
        {"secret": "whsec_of_somebody_else"},
        {"at": 301},
        {"changed": True},
        {"live": True},
    ],
)
def test_forged_messages_are_refused_without_a_word(
    played: Evening, forged: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    checkout = begun(played, ("", 7500))
    body = paid(checkout, live=forged.get("live", False))
    made = signed(body, forged.get("secret", SIGNING), int(time.time()) - forged.get("at", 0))
    sent = body.replace("7500", "9500") if forged.get("changed") else body
    assert send(played, sent, forged.get("signature", made)) == 400
    assert not CardEvent.objects.exists()
    assert not LedgerEntry.objects.exists()
    for secret in (KEY, SIGNING):
        assert secret not in caplog.text


@pytest.mark.parametrize(
    "body", ["", "[]", "1", "{", "{}", '{"id": 1}', '{"id": "evt", "livemode": false}', "[" * 9000]
)
def test_signed_nonsense_is_refused(played: Evening, body: str) -> None:
    assert send(played, body) == 400
    assert not CardEvent.objects.exists()


def test_a_message_that_is_no_text_is_refused(played: Evening) -> None:
    address = f"/payments/stripe/{played.season.league.slug}/"
    answer = Client().post(address, b"\xff\xfe", content_type="application/json", headers={"Stripe-Signature": "t=1"})
    assert answer.status_code == 400
    assert Client().get(address).status_code == 405


_parts = ["paid", "refund", "refund-2", "failed", "disputed", "won"]


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.permutations(_parts), st.lists(st.sampled_from(_parts), max_size=3))
def test_messages_may_come_in_any_order(played: Evening, order: list[str], again: list[str]) -> None:
    """Paid 75, 20 refunded, 10 refunded but the refund failed, 30 disputed and won: 55 are kept."""
    number = next(tokens)
    payment, checkout = f"pi_{number}", begun(played, ("g1", 7500))
    before = balance(played)
    start = int(time.time())
    bodies = {
        "paid": paid(checkout, payment=payment, at=start),
        "refund": message("refund.created", refund(2000, payment, id=f"re_a{number}"), at=start + 1),
        "refund-2": message("refund.created", refund(1000, payment, id=f"re_b{number}"), at=start + 2),
        "failed": message("refund.failed", refund(1000, payment, "failed", id=f"re_b{number}"), at=start + 2),
        "disputed": message("charge.dispute.created", dispute(3000, "needs_response", payment), at=start + 3),
        "won": message("charge.dispute.closed", dispute(3000, "won", payment), at=start + 4),
    }
    assert {send(played, bodies[part]) for part in (*order, *again)} == {200}
    assert balance(played) - before == -5500
    standing = standing_entries(played.season).filter(checkout=checkout, kind="payment")
    assert [entry.cents for entry in standing] == [-5500]
    for entry in LedgerEntry.objects.filter(kind="reversal"):
        assert entry.cents == -entry.reverses.cents  # type: ignore[union-attr]


@pytest.mark.django_db(transaction=True)
def test_the_same_message_many_times_at_once(transactional_db: None) -> None:
    played = with_keys(evening())
    checkout = begun(played, ("g1", 7500))
    bodies = [paid(checkout, id="evt_a"), paid(checkout, id="evt_b"), message("refund.created", refund(2500))] * 3

    def deliver(body: str) -> int:
        try:
            return send(played, body)
        finally:
            connections.close_all()

    with concurrent.futures.ThreadPoolExecutor(9) as pool:
        assert set(pool.map(deliver, bodies)) == {200}
    assert balance(played) == -5000
    assert [entry.cents for entry in standing_entries(played.season).filter(kind="payment")] == [-5000]


def test_what_came_by_card_goes_back_by_card(played: Evening) -> None:
    send(played, paid(begun(played, ("", 7500))))
    entry = LedgerEntry.objects.get(kind="payment")
    for correct in (
        lambda: reverse(entry=entry, reason="x", by=played.statistician),
        lambda: pay_back(payment=entry, cents=100, reason="x", by=played.statistician),
    ):
        with pytest.raises(Refused) as no:
            correct()
        assert [finding.code for finding in no.value.findings] == ["by-card"]
    page = client_of(played.statistician).get(at(played, f"entries/{entry.pk}/")).content.decode()
    assert "refund it at Stripe" in page
    assert "Enter the correction" not in page
