"""Decides what the league is told about dates, requests and money that its rule book has no use for."""

from collections.abc import Iterator

from league.core.book_fees import Fee
from league.core.facts import Facts
from league.rulebook.book import RuleBook
from scheduling.core.fee_book import GameCharge, Reschedule


def notices(facts: Facts, book: RuleBook, *, charged: bool = False) -> Iterator[str]:
    """One sentence for each kind of record that the book doesn't rule on.

    `charged` says whether anything was charged by some other rule: fines, say.
    """
    rules = book.get(Reschedule)
    moves = rules is not None
    settles = moves or charged or any(book.all(section) for section in (GameCharge, Fee))
    unused = {
        "requests to move games": bool(facts.requests) and not moves,
        "payments": bool(facts.payments) and not settles,
        "days on which teams don't play": any(team.omit for team in facts.teams) and not (rules and rules.omit_clause),
        "days on which games are hard to move": bool(facts.season.blocked) and not (rules and rules.blocked_clause),
    }
    for what, there in unused.items():
        if there:
            yield f"The rule book {book.slug} doesn't rule on {what}: kept, with no effect."
