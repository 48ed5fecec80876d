"""Decides whom all gates of a rule book keep out of which games."""

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import cache

from discipline.core.gates.ages import TooYoung
from discipline.core.gates.appearances import appearances
from discipline.core.gates.book_games import Affiliation, Consent, GamesNeeded, SpareGoalies, Unrostered
from discipline.core.gates.book_people import (
    AgeLimit,
    Carded,
    Joining,
    RegistrationNumber,
    RosterLimit,
    SeveralTeams,
)
from discipline.core.gates.conditions import ConditionBar, UnderCondition
from discipline.core.gates.guests import AffiliationEnded, NeedsConsent, NotOnTheRoster, SpareGoalie
from discipline.core.gates.joining import JoinedLate, OneTooMany, Unnumbered
from discipline.core.gates.playoff_games import TooFewGames
from discipline.core.gates.teams import CardHolder, SecondTeam
from discipline.core.gates.told import Gate
from discipline.core.other_reasons import KeptOut
from discipline.core.owing import Reason
from league.core.book_fees import Fee
from league.core.days import season_day
from league.core.facts import Facts
from league.core.fees import unpaid_fees
from league.core.money import amount
from league.core.results import Result
from league.rulebook.book import RuleBook

GATES = (
    AgeLimit, Affiliation, Carded, ConditionBar, Consent, Fee, GamesNeeded, Joining, RegistrationNumber, RosterLimit,
    SeveralTeams, SpareGoalies, Unrostered,
)  # fmt: skip


def gated(book: RuleBook) -> bool:
    """Whether the book has any gate, so that people without a penalty may be kept out too."""
    return any(book.all(section) for section in GATES)


def gates_of(facts: Facts, book: RuleBook, results: Mapping[str, Result]) -> list[Gate]:
    """The gates that a book has, in the order in which their reasons are told."""
    found: list[Gate] = []
    if registration := book.get(RegistrationNumber):
        found.append(Unnumbered(registration, facts))
    found += [JoinedLate(rule, facts) for rule in book.all(Joining)]
    if limit := book.get(RosterLimit):
        found.append(OneTooMany(limit, facts))
    if several := book.get(SeveralTeams):
        found.append(SecondTeam(several, facts))
    found += [TooYoung(rule, facts) for rule in book.all(AgeLimit)]
    if carded := book.get(Carded):
        found.append(CardHolder(carded, facts))
    if unrostered := book.get(Unrostered):
        found.append(NotOnTheRoster(unrostered, facts))
    found += [NeedsConsent(rule, facts) for rule in book.all(Consent)]
    if goalies := book.get(SpareGoalies):
        found.append(SpareGoalie(goalies, facts, results))
    if affiliation := book.get(Affiliation):
        found.append(AffiliationEnded(affiliation, facts))
    found += [TooFewGames(rule, facts, results) for rule in book.all(GamesNeeded)]
    found += [UnderCondition(rule, facts, book.currency) for rule in book.all(ConditionBar)]
    return found


def kept_out(facts: Facts, book: RuleBook, results: Mapping[str, Result], as_of: dt.date) -> Iterator[KeptOut]:
    """Everybody whom a gate keeps out, by start of the game, then team and person. A `Source` of reasons."""
    gates = gates_of(facts, book, results)
    if not gates:
        return
    for seen in appearances(facts, results):
        for gate in gates:
            for told in gate.told(seen):
                reason = Reason(None, told.clauses, told.why, kind=told.kind)
                yield KeptOut(seen.game.id, seen.team, seen.person, reason)


def unpaid(facts: Facts, book: RuleBook, results: Mapping[str, Result], as_of: dt.date) -> Iterator[KeptOut]:
    """Everybody whom an unpaid fee keeps out (M.A.H.A. 15.a).

    Out of games to come by what is paid on the day asked about, never projected; in a lineup of a game
    that is over by what was paid on the day of that game.
    """
    if not book.all(Fee):
        return
    owing = cache(lambda day: unpaid_fees(facts, book, day))
    for seen in appearances(facts, results):
        day = as_of if results[seen.game.id].status == "open" else seen.day
        for fee in owing(day).get(seen.person, ()):
            clauses = tuple(dict.fromkeys((fee.bar_clause or fee.clause, fee.clause)))
            due = season_day(facts.season, fee.due)
            sum_ = f"{amount(fee.amount)} {book.currency} of the {fee.kind.replace('-', ' ')}"
            why = f"{sum_}, due on {due.isoformat()}, unpaid ({clauses[0]})."
            yield KeptOut(seen.game.id, seen.team, seen.person, Reason(None, clauses, why, kind="unpaid-fee"))


SOURCES = (kept_out, unpaid)
"""Every source of reasons that aren't suspensions, in the order in which they are told."""
