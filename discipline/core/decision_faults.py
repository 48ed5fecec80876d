"""Decides which decisions go below what the rule book gives at least."""

from collections.abc import Iterable

from discipline.core.book_serving import Serving
from discipline.core.incidents import record
from discipline.core.judging import judged
from discipline.core.sentencing import Sentenced
from discipline.core.wording import counted, day_text
from league.core.facts import Decision, Facts
from league.core.findings import Finding
from league.rulebook.book import RuleBook


def decision_faults(facts: Facts, book: RuleBook) -> tuple[Finding, ...]:
    """Every decision that goes below the book's minimum, with its path in the season file (`decisions[i].games`)."""
    if not facts.decisions or book.get(Serving) is None:
        return ()
    made = judged(facts, record(facts, lambda day: book), book, lambda day: book)
    return tuple(finding for place, decision in enumerate(facts.decisions)
                 for finding in _below_minimum(place, decision, made))  # fmt: skip


def _below_minimum(place: int, decision: Decision, made: Iterable[Sentenced]) -> Iterable[Finding]:
    for sentenced in made:
        if not any(decision is item for item in sentenced.case.decisions):
            continue
        least, who = sentenced.least_games, sentenced.case.person
        if decision.games is not None and decision.games < least:
            yield Finding(
                "below-minimum",
                f"{counted(decision.games, 'game')} for {who} is below the rule book's minimum of {least}"
                f" ({sentenced.clause})",
                where=f"decisions[{place}].games",
                clause=sentenced.clause,
                remedy=f"give {least} or more, or dismiss",
                params={"minimum": str(least), "games": str(decision.games)},
            )
        first = sentenced.least_until
        if decision.until is not None and first is not None and decision.until < first:
            yield Finding(
                "below-minimum",
                f"until {day_text(decision.until)} {decision.until.year} for {who} is below the rule book's minimum,"
                f" {day_text(first)} {first.year} ({sentenced.clause})",
                where=f"decisions[{place}].until",
                clause=sentenced.clause,
                remedy=f"give {first.isoformat()} or later, or dismiss",
                params={"minimum": first.isoformat(), "until": decision.until.isoformat()},
            )
