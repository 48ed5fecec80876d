"""Decides what teams owe the league for moved games and games not played, what is paid, and what is passed on."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.core.charges import LEAGUE, Charge, Order, Raised, settled
from league.core.facts import NEVER, Facts
from league.core.money import amount
from league.core.results import Result
from league.rulebook.book import RuleBook
from scheduling.core.fee_book import GameCharge
from scheduling.core.requests import RequestRuling
from scheduling.core.words import day_words, game_name, team_name

SHARE = "share"
__all__ = ["LEAGUE", "SHARE", "Charge", "charges", "settled"]


@dataclass(frozen=True, slots=True)
class _Raised:
    """A charge with its place in the list, and what of it is passed on once it is paid."""

    order: Order
    charge: Charge
    share: Charge | None = None


def charges(
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    requests: Sequence[RequestRuling],
    others: Sequence[Raised] = (),
) -> tuple[Charge, ...]:
    """Every charge, by start of the game, then team id, then the file's order; a share follows its charge.

    `others` are those that other apps raise: fines, fees.

    `facts` holds the games where they are now, and only payments known by the day asked for.
    Implements 3.10 to 3.13.notice of District 9 by the book's data.
    """
    raised = [*_for_games(facts, book, results), *_for_requests(facts, book, requests)]
    raised += [_Raised(item.order, item.charge) for item in others]
    raised.sort(key=lambda entry: entry.order)
    found: list[Charge] = []
    for entry, charge in zip(raised, settled([entry.charge for entry in raised], facts.payments), strict=True):
        found.append(charge)
        if charge.paid and entry.share is not None:
            found.append(entry.share)
    return tuple(found)


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
    order = (game.starts or NEVER, team, "")
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
        order = (facts.game[request.game].starts or NEVER, request.by, "")
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
