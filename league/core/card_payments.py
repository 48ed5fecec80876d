"""Decides what came in by card and stayed: from the provider's messages, in whatever order and however often they come.

The provider (Stripe) tells of one thing at a time: a payment that succeeded, a refund and what became of
it, a dispute and how it ended. A message is read into a `Told`; everything told of one payment comes to
one `Standing`. Nothing is added up as it arrives, so that neither order nor repetition matters.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PAID, REFUND, REFUNDED_SO_FAR, DISPUTE, ENDED = "paid", "refund", "refunded-so-far", "dispute", "ended"

_CHECKOUTS: Mapping[str, str] = {
    "checkout.session.completed": "",
    "checkout.session.async_payment_succeeded": "paid",
    "checkout.session.async_payment_failed": "failed",
    "checkout.session.expired": "expired",
}
_REFUNDS = frozenset({"refund.created", "refund.updated", "refund.failed", "charge.refund.updated"})
_DISPUTES = "charge.dispute."

WANTED = (
    *_CHECKOUTS,
    "charge.refunded",
    "refund.created",
    "refund.updated",
    "refund.failed",
    *(f"{_DISPUTES}{step}" for step in ("created", "updated", "funds_withdrawn", "funds_reinstated", "closed")),
)
"""The kinds of message that the provider is asked to send."""

_NOT_REFUNDED = frozenset({"failed", "canceled"})
_WITHHELD = frozenset({"needs_response", "under_review", "lost"})
"""States of a dispute in which the money is with the card holder; an inquiry ("warning_...") moves none."""
_FINAL = frozenset({"failed", "canceled", "won", "lost", "prevented", "warning_closed"})


@dataclass(frozen=True, slots=True)
class Told:
    """One message: which kind of thing, its id at the provider, its amount in cents and state, when it was told.

    `at` is the second since 1970 at which the provider made it; `payment` the payment's id there ("" where
    there is none), `checkout` our own name of the checkout where the message bears it.
    """

    kind: str
    object: str
    payment: str
    cents: int
    currency: str
    status: str
    at: int
    checkout: str = ""


def read(event: Mapping[str, Any]) -> Told | None:
    """What a message says; None for one that says nothing about money here. Raises ValueError for a broken one."""
    kind, at = event.get("type"), event.get("created")
    thing = (event.get("data") or {}).get("object") if isinstance(event.get("data"), Mapping) else None
    if not isinstance(kind, str) or not _whole(at) or not isinstance(thing, Mapping):
        raise ValueError("this is no message of the provider")
    assert isinstance(at, int)
    if kind in _CHECKOUTS:
        return _checkout(thing, _CHECKOUTS[kind], at)
    if kind in _REFUNDS:
        return _part(REFUND, thing, "amount", str(thing.get("status") or "pending"), at)
    if kind == "charge.refunded":
        return _part(REFUNDED_SO_FAR, thing, "amount_refunded", "succeeded", at)
    if kind.startswith(_DISPUTES):
        return _part(DISPUTE, thing, "amount", str(thing.get("status") or ""), at)
    return None


def _checkout(thing: Mapping[str, Any], status: str, at: int) -> Told:
    """A completed checkout is paid only where it says so: some ways of paying take days."""
    status = status or ("paid" if thing.get("payment_status") == "paid" else "waiting")
    told = _part(PAID if status == "paid" else ENDED, thing, "amount_total", status, at)
    if told.kind == PAID and not told.payment:
        raise ValueError("a paid checkout names its payment")
    return told


def _part(kind: str, thing: Mapping[str, Any], amount: str, status: str, at: int) -> Told:
    cents, currency, name = thing.get(amount), thing.get("currency"), thing.get("id")
    if not _whole(cents) or not isinstance(currency, str) or not isinstance(name, str):
        raise ValueError(f"a message about a {kind} says its id, amount and currency")
    assert isinstance(cents, int)
    payment = thing.get("payment_intent")
    if isinstance(payment, Mapping):  # where the provider was asked to write it out
        payment = payment.get("id")
    own = thing.get("metadata")
    checkout = own.get("checkout") if isinstance(own, Mapping) else ""
    return Told(
        kind=kind,
        object=name,
        payment=payment if isinstance(payment, str) else "",
        cents=cents,
        currency=currency.upper(),
        status=status,
        at=at,
        checkout=checkout if isinstance(checkout, str) else "",
    )


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


@dataclass(frozen=True, slots=True)
class Standing:
    """What there is of one payment, in cents: what came in, what went back, what the card holder disputes."""

    received: int = 0
    refunded: int = 0
    disputed: int = 0
    currency: str = ""

    @property
    def kept(self) -> int:
        """What the league has of it; never below nothing."""
        return max(0, self.received - self.refunded - self.disputed)


def standing(told: Iterable[Told]) -> Standing:
    """What everything told of one payment comes to, in whatever order it is given.

    Of each refund and dispute the newest state counts, and a final one before any other. What the provider
    says was refunded "so far" is used only where it told of no single refund.
    """
    every = list(told)
    paid = [one for one in every if one.kind == PAID]
    refunds, disputes = _newest(every, REFUND), _newest(every, DISPUTE)
    so_far = _newest(every, REFUNDED_SO_FAR)
    refunded = sum(one.cents for one in (refunds or so_far) if one.status not in _NOT_REFUNDED)
    return Standing(
        received=max((one.cents for one in paid), default=0),
        refunded=refunded,
        disputed=sum(one.cents for one in disputes if one.status in _WITHHELD),
        currency=max((one.currency for one in paid), default=""),
    )


def _newest(told: Sequence[Told], kind: str) -> list[Told]:
    """The newest word about each thing of a kind; among those of one second the largest amount, for one answer."""
    found: dict[str, Told] = {}
    for one in told:
        if one.kind == kind and (one.object not in found or _rank(one) > _rank(found[one.object])):
            found[one.object] = one
    return list(found.values())


def _rank(one: Told) -> tuple[bool, int, int, str]:
    return (one.status in _FINAL, one.at, one.cents, one.status)


Line = tuple[str, int]
"""What is paid for, and how much of it in cents."""


def split(cents: int, lines: Iterable[Line]) -> tuple[Line, ...]:
    """Share `cents` out among what they were meant for, in order; what is over is for nothing in particular."""
    found: dict[str, int] = {}
    left = cents
    for purpose, wanted in lines:
        taken = min(left, wanted)
        left -= taken
        found[purpose] = found.get(purpose, 0) + taken
    found[""] = found.get("", 0) + left
    return tuple((purpose, taken) for purpose, taken in found.items() if taken)
