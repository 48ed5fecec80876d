"""Decides what teams owe the league for moved games and games not played, what is paid, and what is passed on."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from league.core.facts import NEVER, Facts, Payment
from league.core.money import amount
from league.core.results import Result
from league.rulebook.book import RuleBook
from scheduling.core.fee_book import GameCharge
from scheduling.core.requests import RequestRuling
from scheduling.core.words import day_words, game_name, team_name

LEAGUE = "league"
SHARE = "share"


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


@dataclass(frozen=True, slots=True)
class _Raised:
    """A charge with its place in the list, and what of it is passed on once it is paid."""

    order: tuple[dt.datetime, str]
    charge: Charge
    share: Charge | None = None


def charges(
    facts: Facts, book: RuleBook, results: Mapping[str, Result], requests: Sequence[RequestRuling]
) -> tuple[Charge, ...]:
    """Every charge, by start of the game, then team id, then the file's order; a share follows its charge.

    `facts` holds the games where they are now, and only payments known by the day asked for.
    Implements 3.10 to 3.13.notice of District 9 by the book's data.
    """
    raised = [*_for_games(facts, book, results), *_for_requests(facts, book, requests)]
    raised.sort(key=lambda entry: entry.order)
    found: list[Charge] = []
    for entry, charge in zip(raised, settled([entry.charge for entry in raised], facts.payments), strict=True):
        found.append(charge)
        if charge.paid and entry.share is not None:
            found.append(entry.share)
    return tuple(found)


def settled(owed: Sequence[Charge], payments: Iterable[Payment]) -> tuple[Charge, ...]:
    """The charges, with `paid` where payments for the same purpose cover them.

    A payer's own charges are covered first, in the order given; what is left over, and what others
    paid, goes to the rest in the same order.
    """
    left: dict[str, dict[str, int]] = {}
    for payment in payments:
        of_purpose = left.setdefault(payment.purpose, {})
        of_purpose[payment.payer] = of_purpose.get(payment.payer, 0) + payment.cents
    open_cents = [charge.cents or 0 for charge in owed]
    for own in (True, False):
        for number, charge in enumerate(owed):
            purse = left.get(charge.purpose, {})
            for payer in [charge.payer] if own else list(purse):
                taken = min(open_cents[number], purse.get(payer, 0))
                if taken > 0:
                    purse[payer] -= taken
                    open_cents[number] -= taken
    return tuple(
        replace(charge, paid=charge.cents is not None and not rest)
        for charge, rest in zip(owed, open_cents, strict=True)
    )


def _for_games(facts: Facts, book: RuleBook, results: Mapping[str, Result]) -> Iterable[_Raised]:
    rules: dict[tuple[str | None, str], GameCharge] = {
        (rule.cause, kind): rule for rule in book.all(GameCharge) for kind in rule.kinds
    }
    for game in facts.games:
        result = results.get(game.id)
        rule = rules.get((result.cause, game.kind)) if result else None
        if result is not None and rule is not None:
            for team in sorted(result.at_fault):
                yield _for_game(facts, book, rule, result, team)


def _for_game(facts: Facts, book: RuleBook, rule: GameCharge, result: Result, team: str) -> _Raised:
    game = result.game
    due = game.day + dt.timedelta(days=rule.due_days) if game.day and rule.due_days is not None else None
    clauses = tuple(clause for clause in (rule.clause, rule.cause_clause) if clause)
    sum_ = f"{amount(rule.amount)} {book.currency}" if rule.amount is not None else "an amount to be set by the league"
    why = [f"{rule.cause.capitalize()} of {team_name(facts, team)} in {game_name(facts, game)}: {sum_}"]
    if due and game.day and rule.due_days is not None:
        why.append(f"Due {rule.due_days} days after {day_words(game.day)}")
    order = (game.starts or NEVER, team)
    charge = Charge(f"team:{team}", LEAGUE, rule.amount, book.currency, due, game.id, rule.cause, clauses, tuple(why))
    opponent = game.opponent(team)
    if not rule.share or opponent in result.at_fault:
        return _Raised(order, charge)
    passed_on = f"{amount(rule.share)} {book.currency} of the paid charge go to {team_name(facts, opponent)}"
    share = Charge(LEAGUE, f"team:{opponent}", rule.share, book.currency, None, game.id, SHARE, clauses, (passed_on,))
    return _Raised(order, charge, share)


def _for_requests(facts: Facts, book: RuleBook, requests: Sequence[RequestRuling]) -> Iterable[_Raised]:
    rulings = {ruling.id: ruling for ruling in requests}
    for request in facts.requests:
        ruling = rulings.get(request.id)
        if ruling is None or not ruling.moves:
            continue
        order = (facts.game[request.game].starts or NEVER, request.by)
        for line in ruling.lines:
            yield _Raised(
                order,
                Charge(
                    payer=f"team:{request.by}",
                    payee=LEAGUE,
                    cents=line.cents,
                    currency=book.currency,
                    due=None,
                    purpose=request.id,
                    kind=line.kind,
                    clauses=(line.clause,),
                    why=ruling.why,
                ),
            )
