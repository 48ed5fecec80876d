"""Decides which decisions go below what the rule book gives at least, or above the most it allows."""

from collections.abc import Iterable, Mapping

from discipline.core.book import Sentencing
from discipline.core.book_serving import Serving
from discipline.core.incidents import record
from discipline.core.judging import judged
from discipline.core.owing import games_within
from discipline.core.sentencing import Sentenced
from discipline.core.wording import counted, day_text
from league.core.facts import Decision, Facts
from league.core.findings import Finding
from league.core.results import Result, results
from league.rulebook.book import RuleBook


def decision_faults(facts: Facts, book: RuleBook) -> tuple[Finding, ...]:
    """Every decision that goes below the book's minimum, with its path in the season file (`decisions[i].games`)."""
    if not facts.decisions or book.get(Serving) is None:
        return ()
    made = judged(facts, record(facts, lambda day: book), book, lambda day: book)
    outcomes = results(facts, book)
    found: list[Finding] = []
    for place, decision in enumerate(facts.decisions):
        found += _below_minimum(place, decision, made)
        found += _time_too_short(place, decision, made, facts, outcomes, book)
    return tuple(found)


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
        first, last = sentenced.least_until, sentenced.most_until
        without_end = decision.games is not None and decision.until is None and not decision.indefinite
        if without_end and sentenced.until is None and first is not None:
            yield Finding(
                "below-minimum",
                f"{counted(decision.games or 0, 'game')} for {who} is below the rule book's minimum, a time until"
                f" {day_text(first)} {first.year} ({sentenced.clause})",
                where=f"decisions[{place}].games",
                clause=sentenced.clause,
                remedy=f"give a time until {first.isoformat()} or later, or dismiss",
                params={"minimum": first.isoformat(), "games": str(decision.games)},
            )
        if decision.until is not None and last is not None and decision.until > last:
            yield Finding(
                "above-maximum",
                f"until {day_text(decision.until)} {decision.until.year} for {who} is above the rule book's most,"
                f" {day_text(last)} {last.year} ({sentenced.clause})",
                where=f"decisions[{place}].until",
                clause=sentenced.clause,
                remedy=f"give {last.isoformat()} or earlier",
                params={"maximum": last.isoformat(), "until": decision.until.isoformat()},
            )
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


def _time_too_short(
    place: int,
    decision: Decision,
    made: Iterable[Sentenced],
    facts: Facts,
    outcomes: Mapping[str, Result],
    book: RuleBook,
) -> Iterable[Finding]:
    """A time in place of games within which fewer games than the minimum could be served (NB minor case.8)."""
    rules = book.get(Sentencing)
    if decision.until is None or decision.games is not None or rules is None or not rules.time_for_games:
        return
    for sentenced in made:
        if not any(decision is item for item in sentenced.case.decisions):
            continue
        within = games_within(decision.until, sentenced, facts, outcomes, book.one(Serving))
        if within < sentenced.least_games:
            yield Finding(
                "below-minimum",
                f"until {day_text(decision.until)} {decision.until.year} {sentenced.case.person} misses"
                f" {counted(within, 'game')} that count, below the rule book's minimum of {sentenced.least_games}"
                f" ({sentenced.clause})",
                where=f"decisions[{place}].until",
                clause=rules.time_for_games_clause or sentenced.clause,
                remedy=f"give a day after {counted(sentenced.least_games, 'game')} that count, or give games",
                params={"minimum": str(sentenced.least_games), "games": str(within)},
            )
