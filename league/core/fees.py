"""Decides which fees everybody owes, and whom an unpaid one keeps out."""

import datetime as dt
from collections.abc import Iterator, Mapping

from league.core.book_fees import Fee
from league.core.charges import LEAGUE, Charge, Raised, settled
from league.core.days import season_day
from league.core.facts import NEVER, Facts, RosterSpot
from league.core.money import amount
from league.rulebook.book import RuleBook


def fees(facts: Facts, book: RuleBook) -> Iterator[Raised]:
    """Every instalment that somebody owes (M.A.H.A. 15.a and 15.b), by team, then person, then due day.

    Each person owes as what stands first on the roster: a skater who keeps goal for another team pays
    as a skater. Whoever left before an instalment fell due doesn't owe it.
    """
    for rule, spot, due in _owed(facts, book):
        why = f"{rule.kind.replace('-', ' ').capitalize()} of a {spot.role}: {amount(rule.amount)} {book.currency}"
        charge = Charge(
            payer=f"person:{spot.person}",
            payee=LEAGUE,
            cents=rule.amount,
            currency=book.currency,
            due=due,
            purpose=rule.kind,
            kind=rule.kind,
            clauses=(rule.clause,),
            why=(f"{why}, due on {due.isoformat()} ({rule.clause}).",),
            everybodys=True,
        )
        yield Raised((NEVER, spot.team, spot.person), charge, spot.team)


def unpaid_fees(facts: Facts, book: RuleBook, as_of: dt.date) -> Mapping[str, tuple[Fee, ...]]:
    """Everybody whom an unpaid instalment keeps out on that day, with those instalments, by what was paid by then."""
    owed = list(_owed(facts, book))
    made = [payment for payment in facts.payments if payment.date <= as_of]
    paid = settled([item.charge for item in fees(facts, book)], made) if owed else ()
    found: dict[str, tuple[Fee, ...]] = {}
    for (rule, spot, _), charge in zip(owed, paid, strict=True):
        if rule.barred_after and not charge.paid and as_of > season_day(facts.season, rule.barred_after):
            found[spot.person] = (*found.get(spot.person, ()), rule)
    return found


def _owed(facts: Facts, book: RuleBook) -> Iterator[tuple[Fee, RosterSpot, dt.date]]:
    rules = book.all(Fee)
    if not rules or facts.season.starts is None:
        return
    first: dict[str, list[RosterSpot]] = {}
    for spot in facts.roster:
        if any(spot.role == rule.role and spot.status in rule.statuses for rule in rules):
            spots = first.setdefault(spot.person, [])
            if not spots or (spots[0].team, spots[0].role) == (spot.team, spot.role):
                spots.append(spot)
    for _, spots in sorted(first.items(), key=lambda item: (item[1][0].team, item[0])):
        for rule in sorted(rules, key=lambda rule: season_day(facts.season, rule.due)):
            due = season_day(facts.season, rule.due)
            if spots[0].role == rule.role and any(spot.ends is None or spot.ends >= due for spot in spots):
                yield rule, spots[0], due
