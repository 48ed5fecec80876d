"""Decides what moving a game costs: the fee, the extra for a late form, and from which day on it costs what."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from league.core.facts import Facts, Game
from league.core.money import amount
from league.rulebook.book import RuleBook
from scheduling.core.fee_book import NoticeTier, ReceivedTier, Reschedule
from scheduling.core.moves import moved
from scheduling.core.places import place_faults, yearly_day
from scheduling.core.words import day_words

FEE, LATE = "reschedule", "late-reschedule"


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One part of a fee, in cents, with the clause and the kind of charge that it becomes."""

    cents: int
    clause: str
    kind: str

    def document(self) -> dict[str, Any]:
        """The entry of a request's `lines`."""
        return {"amount": amount(self.cents), "clause": self.clause}


@dataclass(frozen=True, slots=True)
class Price:
    """The fee for a form received on a day, and the sentences that explain it."""

    lines: tuple[FeeLine, ...]
    why: tuple[str, ...]

    @property
    def cents(self) -> int:
        """The whole fee."""
        return sum(line.cents for line in self.lines)


@dataclass(frozen=True, slots=True)
class CostFrom:
    """What the same request costs when it is received on `day` or later."""

    day: dt.date
    cents: int


@dataclass(frozen=True, slots=True)
class Quote:
    """What a request would cost and run into, before it is sent. Money in cents."""

    fee_cents: int
    lines: tuple[FeeLine, ...]
    costs: tuple[CostFrom, ...]
    """From the day of receipt on, one entry each time the fee changes."""
    must_agree: tuple[str, ...]
    refused_by: tuple[str, ...]
    """Clauses that stand against the new date, whoever agrees."""
    why: tuple[str, ...]


def quote(
    facts: Facts,
    book: RuleBook,
    game: str,
    by: str,
    received: dt.date,
    new_start: dt.datetime,
    reason: str = "other",
) -> Quote:
    """What it costs `by` to move `game` (an id) to `new_start` (UTC) with a form received on a local day.

    Give it the facts with the moves approved so far. A cause for which nothing is charged is quoted
    as accepted. Raises MissingSection when the book says nothing about moving games. Implements
    3.10.a to c and 3.11.i of District 9 by the book's data.
    """
    rules = book.one(Reschedule)
    standing = facts.game[game]
    new_day = facts.season.day(new_start)
    price = price_of(facts, rules, standing, received, new_day, reason)
    found = place_faults(facts, book, moved(facts.season, standing, new_start))
    bound = standing.kind in rules.kinds
    return Quote(
        fee_cents=price.cents,
        lines=price.lines,
        costs=_costs(facts, rules, standing, received, new_day, reason),
        must_agree=tuple(team for team in standing.teams if team != by) if bound else (),
        refused_by=tuple(dict.fromkeys(fault.clause for fault in found if fault.clause)),
        why=price.why + tuple(sentence for fault in found for sentence in fault.why),
    )


def price_of(
    facts: Facts, rules: Reschedule, game: Game, received: dt.date, new_day: dt.date, reason: str = "other"
) -> Price:
    """The fee for moving `game` from its present day to `new_day`, by the day of receipt (all local days)."""
    if game.kind not in rules.kinds:
        return Price((), (f"No fee is set for moving a {game.kind} game",))
    if rules.free and reason in rules.free.reasons:
        return Price((), (f"Free for {reason}, when the league accepts it ({rules.free.clause})",))
    tier = _received_tier(facts, rules, received)
    if not tier.fee:
        return Price((), (f"Received {day_words(received)}: free ({tier.clause})",))
    lines = [FeeLine(tier.fee, tier.clause, FEE)]
    why = [f"Received {day_words(received)}: {amount(tier.fee)} ({tier.clause})"]
    earlier = _earlier_day(game, new_day)
    days = (earlier - received).days
    step = _notice_tier(rules, days)
    if step and step.fee:
        lines.append(FeeLine(step.fee, step.clause, LATE))
        notice = f"{days} days before" if days >= 0 else f"{-days} days after"
        why.append(f"{notice} the earlier date, {day_words(earlier)}: {amount(step.fee)} more ({step.clause})")
    return Price(tuple(lines), tuple(why))


def _earlier_day(game: Game, new_day: dt.date) -> dt.date:
    return min(game.day or new_day, new_day)


def _received_tier(facts: Facts, rules: Reschedule, received: dt.date) -> ReceivedTier:
    """The last tier that has begun; a checked book's tiers leave no hole."""
    begun = [tier for tier in rules.received if _begins(facts, tier, received) <= received]
    return begun[-1] if begun else rules.received[0]


def _begins(facts: Facts, tier: ReceivedTier, near: dt.date) -> dt.date:
    return yearly_day(facts, tier.since, near) if tier.since else dt.date.min


def _notice_tier(rules: Reschedule, days: int) -> NoticeTier | None:
    """The tier of a notice of so many days; a checked book's tiers leave no hole."""
    fitting = (step for step in rules.surcharge if step.at_least is None or days >= step.at_least)
    return next(fitting, None)


def _costs(
    facts: Facts, rules: Reschedule, game: Game, received: dt.date, new_day: dt.date, reason: str
) -> tuple[CostFrom, ...]:
    """The fee from the day of receipt to the earlier date, one entry each time it changes."""
    earlier = _earlier_day(game, new_day)
    changes = {yearly_day(facts, tier.since, received) for tier in rules.received if tier.since}
    changes |= {earlier - dt.timedelta(days=step.at_least - 1) for step in rules.surcharge if step.at_least is not None}
    found: list[CostFrom] = []
    for day in (received, *sorted(day for day in changes if received < day <= earlier)):
        cents = price_of(facts, rules, game, day, new_day, reason).cents
        if not found or found[-1].cents != cents:
            found.append(CostFrom(day, cents))
    return tuple(found)
