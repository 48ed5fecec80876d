"""Decides what a case costs: the book's parts for its offence number, then what a decision adds or sets."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace

from discipline.core.book import Hearing, Offence, Sentence
from discipline.core.book_serving import Serving, ServingRule
from discipline.core.cases import Case
from discipline.core.incidents import record
from discipline.core.wording import counted, day_text, ordinal
from league.core.facts import Decision, Facts
from league.core.findings import Finding
from league.rulebook.book import RuleBook

DECISION = "decision"
"""The clause of a part that a decision adds."""


@dataclass(frozen=True, slots=True)
class RulingPart:
    """One line of a ruling; `games` is None where the part isn't in games."""

    clause: str
    games: int | None


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine that goes with a ruling. `cents` is None where the book asks for one and doesn't say how much."""

    clauses: tuple[str, ...]
    cents: int | None
    of_team: bool = False
    """Whether the team pays it; otherwise the person."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A review that a ruling opens besides what it costs: a warning, an ethics item, ..."""

    kind: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Games to be sat out one after the other under one serving rule."""

    games: int
    rule: ServingRule


@dataclass(frozen=True, slots=True)
class Sentenced:
    """A case with everything that follows from it, before any game is looked at.

    `number` is the offence number of the first part, None for what is derived from another's act or
    comes of a count alone; `derived_from` the person whose act it is. `holds`: the person stays out of
    every game until there is a decision, past the games of the stretches, which serve meanwhile.
    `only_team`: kept only from games of the case's team; `all_hockey`: from every role everywhere.
    A ruling that costs no game (a fine, a review) has no parts and is no suspension.

    `pending` and `indefinite` have no end yet; `until` is the last suspended day of a time. Games of
    days up to `waited_until` were missed while waiting for the decision and serve only where
    `missed_count` says so.
    """

    case: Case
    clause: str
    parts: tuple[RulingPart, ...]
    stretches: tuple[Stretch, ...]
    until: dt.date | None = None
    indefinite: bool = False
    pending: bool = False
    hearing: Hearing | None = None
    waited_until: dt.date | None = None
    missed_count: bool = True
    appealable: bool = True
    director_may_increase: bool = True
    why: tuple[str, ...] = ()
    number: int | None = None
    derived_from: str | None = None
    rest_of_season: bool = False
    expelled: bool = False
    holds: bool = False
    only_team: bool = False
    all_hockey: bool = False
    fines: tuple[Fine, ...] = ()
    opens: tuple[Opened, ...] = ()
    more_clauses: tuple[str, ...] = ()
    """Clauses that the ruling rests on besides those of its parts."""

    @property
    def suspends(self) -> bool:
        """Whether anybody is suspended by it; otherwise it only fines, warns or opens a review."""
        return bool(self.parts) or self.until is not None or self.open_ended or self.expelled or self.rest_of_season

    @property
    def games(self) -> int | None:
        """The sum of the parts that are in games; None when none is, or when there is no end."""
        in_games = [part.games for part in self.parts if part.games is not None]
        return sum(in_games) if in_games and not self.indefinite else None

    @property
    def minimum_games(self) -> int | None:
        """What an indefinite ruling comes to at least; None for every other."""
        in_games = [part.games for part in self.parts if part.games is not None]
        return sum(in_games) if in_games and self.indefinite else None

    @property
    def open_ended(self) -> bool:
        """Whether only a decision can end it."""
        return self.pending or self.indefinite


def sentence(case: Case, book: RuleBook) -> Sentenced | None:
    """What a case costs under the book in force when it happened; None when it comes to nothing at all."""
    serving = book.one(Serving)
    if case.carried is not None:
        found = _carried(case, book, serving)
    elif case.row is not None and case.number is not None:
        found = _by_the_book(case, case.row.sentence(case.number), serving)
    else:
        found = Sentenced(case, serving.clause, (), (), why=(f"{_happened(case)}: the book sets no length.",))
    decided = _with_decision(found, serving)
    if decided.parts or decided.until or decided.open_ended:
        return decided
    return None


def minimum(case: Case) -> int:
    """The games below which no decision on the case may go."""
    return case.row.sentence(case.number).minimum if case.row and case.number else 0


def decision_faults(facts: Facts, book: RuleBook) -> tuple[Finding, ...]:
    """Every decision that goes below the book's minimum, with its path in the season file (`decisions[i].games`)."""
    if not facts.decisions:
        return ()
    cases = record(facts, lambda day: book).cases
    return tuple(finding for place, decision in enumerate(facts.decisions)
                 for finding in _below_minimum(place, decision, cases))  # fmt: skip


def _below_minimum(place: int, decision: Decision, cases: Iterable[Case]) -> Iterable[Finding]:
    if decision.games is None:
        return
    for case in cases:
        least = minimum(case)
        if decision in case.decisions and decision.games < least and case.row and case.number:
            clause = case.row.sentence(case.number).clause
            yield Finding(
                "below-minimum",
                f"{counted(decision.games, 'game')} for {case.person} is below the rule book's minimum of {least}"
                f" ({clause})",
                where=f"decisions[{place}].games",
                clause=clause,
                remedy=f"give {least} or more, or dismiss",
                params={"minimum": str(least), "games": str(decision.games)},
            )


def _by_the_book(case: Case, sentence: Sentence, serving: Serving) -> Sentenced:
    rules = serving.by_name
    length = "until it is decided" if sentence.open else f"for {counted(sentence.minimum, 'game')}"
    number = f", the {ordinal(case.number or 1)} {_counted_by(case.row)}"
    return Sentenced(
        case,
        sentence.clause,
        tuple(RulingPart(part.clause, part.games) for part in sentence.parts),
        tuple(Stretch(part.games, rules[part.rule]) for part in sentence.parts if part.games and part.rule),
        pending=sentence.hearing is not None,
        hearing=sentence.hearing,
        appealable=sentence.appealable,
        director_may_increase=sentence.director_may_increase,
        why=(f"{_happened(case)}{number}: suspended {length} ({sentence.clause}).",),
    )


def _counted_by(row: Offence | None) -> str:
    return "of the season" if row is None or row.counts == "season" else "on record"


def _carried(case: Case, book: RuleBook, serving: Serving) -> Sentenced:
    """What an earlier season left: the last games of the clause's own sentence, so that one left of two is its second.

    More games than the sentence has were added by a decision and are served like it.
    """
    item = case.carried
    assert item is not None
    clause = item.clause or serving.clause
    like = next((step for row in book.all(Offence) for step in row.sentences if step.clause == clause), None)
    rules = serving.by_name
    usual = [rules[part.rule] for part in (like.parts if like else ()) for _ in range(part.games or 0) if part.rule]
    games = item.games or 0
    order = [*usual, *[serving.for_decisions] * (games - len(usual))][-games:] if games else []
    waits = like is not None and like.hearing is not None
    open_ended = item.indefinite or (item.games is None and item.until is None)
    left = counted(games, "game") if games else f"until {item.until}" if item.until else "no length yet"
    return Sentenced(
        case,
        clause,
        (RulingPart(clause, item.games or None),) if games or item.until or open_ended else (),
        tuple(Stretch(1, rule) for rule in order),
        until=item.until,
        indefinite=open_ended and not waits,
        pending=open_ended,
        hearing=like.hearing if like and open_ended else None,
        appealable=like.appealable if like else True,
        why=(f"Carried over from an earlier season: {left} ({clause}).",),
    )


def _with_decision(found: Sentenced, serving: Serving) -> Sentenced:
    """The sentence with the length that was decided: never below the book, and a date beside a count, not for it."""
    case, decision = found.case, found.case.length
    if decision is None:
        return found
    least = sum(part.games or 0 for part in found.parts)
    extra = max((decision.games or 0) - least, 0)
    parts, stretches = found.parts, found.stretches
    if extra or (found.pending and decision.games is not None):
        parts = (*parts, RulingPart(DECISION, extra))
        stretches = (*stretches, Stretch(extra, serving.for_decisions))
    elif not parts and (decision.until or decision.indefinite):
        parts = (RulingPart(DECISION, None),)
    counts = serving.missed_count if case.counts_missed is None else case.counts_missed
    waited = case.decided_on if found.pending else None
    missed = f" Games missed while waiting {'count' if counts else 'do not count'}." if waited else ""
    return replace(
        found,
        parts=parts,
        stretches=tuple(stretch for stretch in stretches if stretch.games),
        until=decision.until or found.until,
        indefinite=decision.indefinite,
        pending=False,
        waited_until=waited,
        missed_count=counts,
        why=(*found.why, f"Decided on {day_text(decision.date)}: {_decided(decision)}.{missed}"),
    )


def _decided(decision: Decision) -> str:
    lengths = [
        f"{counted(decision.games, 'game')} in all" if decision.games is not None else "",
        f"through {day_text(decision.until)}" if decision.until else "",
        "without an end" if decision.indefinite else "",
    ]
    return " and ".join(filter(None, lengths))


def _happened(case: Case) -> str:
    on = f" on {day_text(case.given)}" if case.given else ""
    return f"{case.what[:1].upper()}{case.what[1:]}{on}"
