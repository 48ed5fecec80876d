"""Decides what a charge is, and which charges are paid."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.core.facts import Payment
from league.core.money import amount

LEAGUE = "league"


@dataclass(frozen=True, slots=True)
class Charge:
    """Money that `payer` owes `payee`; each is "league", "team:ID" or "person:ID".

    `cents` None is still to be set by the league; `due` (a local day) None never falls due by itself.
    `purpose` is the request, game or incident that it is for.
    """

    payer: str
    payee: str
    cents: int | None
    currency: str
    due: dt.date | None
    purpose: str
    kind: str
    clauses: tuple[str, ...]
    why: tuple[str, ...]
    paid: bool = False
    everybodys: bool = False
    """Whether many owe the same for the same, so that its purpose doesn't say whose it is."""

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `charges`."""
        return {
            "from": self.payer,
            "to": self.payee,
            "amount": amount(self.cents) if self.cents is not None else None,
            "currency": self.currency,
            "due": self.due.isoformat() if self.due else None,
            "for": self.purpose,
            "kind": self.kind,
            "paid": self.paid,
            "clauses": list(self.clauses),
            "why": list(self.why),
        }


Order = tuple[dt.datetime, str, str]
"""A charge's place in the list: the start of the game that it came from, team, person."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A charge with its place in the list; `team` is that of the payer, where it is a person's."""

    order: Order
    charge: Charge
    team: str | None = None


def settled(owed: Sequence[Charge], payments: Iterable[Payment]) -> tuple[Charge, ...]:
    """The charges, with `paid` where payments for the same purpose cover them.

    A payer's own charges are covered first, in the order given; what is left over, and what others
    paid, goes to the rest in the same order. A fee that everybody owes is only covered by its own
    payer: what one paid too much for it pays nobody else's.
    """
    left: dict[str, dict[str, int]] = {}
    for payment in payments:
        of_purpose = left.setdefault(payment.purpose, {})
        of_purpose[payment.payer] = of_purpose.get(payment.payer, 0) + payment.cents
    open_cents = [charge.cents or 0 for charge in owed]
    for own in (True, False):
        for number, charge in enumerate(owed):
            purse = left.get(charge.purpose, {})
            others = [] if charge.everybodys else list(purse)
            for payer in [charge.payer] if own else others:
                taken = min(open_cents[number], purse.get(payer, 0))
                if taken > 0:
                    purse[payer] -= taken
                    open_cents[number] -= taken
    return tuple(
        replace(charge, paid=charge.cents is not None and not rest)
        for charge, rest in zip(owed, open_cents, strict=True)
    )
