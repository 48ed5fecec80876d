"""Decides whom a condition that a league set keeps out: a bond that isn't posted, a status of ineligible."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import ClassVar

from pydantic import Field

from discipline.core.gates.appearances import Appearance
from discipline.core.gates.told import Told, words
from discipline.core.owing import REINSTATEMENT, years_later
from league.core.book import unknown_words
from league.core.facts import Condition, Facts
from league.core.findings import Finding
from league.core.money import amount
from league.core.vocabulary import BOND_STATES, CONDITION_KINDS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register

OWED = "owed"


class ConditionBar(Section):
    """One `[[condition]]`: what a league set for a person or a team, and that keeps out of every lineup."""

    key: ClassVar[str] = "condition"
    many: ClassVar[bool] = True
    clause: str
    kind: str
    """The kind of condition, as the director's page of conditions has it."""
    bonds: tuple[str, ...] = ()
    """Only while its bond is in one of these states; empty: all the while."""
    years: int | None = Field(default=None, ge=0)
    """A reinstatement ends it so many whole years after it began at the earliest; unset: only its last day does."""

    def explain(self) -> Iterable[str]:
        """Say whom it keeps out and what lets them in again."""
        while_ = f" whose bond is {' or '.join(self.bonds)}" if self.bonds else ""
        yield f"The condition {self.kind}{while_} keeps out of every lineup, from the day after ({self.clause})."
        if self.years is not None:
            wait = f", {self.years} years after it began at the earliest" if self.years else ""
            yield f"A reinstatement ends it{wait}; one that is for good has none ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words([self.kind], CONDITION_KINDS, "kind of condition", "kind")
        yield from unknown_words(self.bonds, BOND_STATES, "state of a bond", "bonds")


class UnderCondition:
    """Whoever a condition keeps out (Alberta men's 8-3.4 and 8-3.5; NB minor's app.a)."""

    def __init__(self, rule: ConditionBar, facts: Facts, currency: str) -> None:
        self._rule, self._facts, self._currency = rule, facts, currency
        self._set = [item for item in facts.conditions if item.kind == rule.kind]

    def told(self, seen: Appearance) -> Iterator[Told]:
        """That a condition of the person, or of the team, holds on the day."""
        for item in self._set:
            concerned = item.person == seen.person or (item.team is not None and item.team == seen.team)
            if concerned and self._keeps_out(item, seen):
                yield Told((self._rule.clause,), self._why(item), item.kind)

    def _keeps_out(self, item: Condition, seen: Appearance) -> bool:
        if not item.covers(seen.day) or seen.day <= item.starts:
            return False
        if self._rule.bonds and bond_on(item, seen.day) not in self._rule.bonds:
            return False
        return not self._reinstated(item, seen)

    def _reinstated(self, item: Condition, seen: Appearance) -> bool:
        years = self._rule.years
        if years is None or item.for_good:
            return False
        first = years_later(item.starts, years)
        return any(
            approval.kind == REINSTATEMENT
            and approval.person == seen.person
            and approval.date is not None
            and first <= approval.date <= seen.day
            for approval in self._facts.approvals
        )

    def _why(self, item: Condition) -> str:
        rule, end = self._rule, f" through {words(item.ends)}" if item.ends else ""
        if rule.bonds:
            sum_ = f" of {amount(item.cents)} {self._currency}" if item.cents is not None else ""
            state = "isn't posted" if item.bond in (OWED, None) else f"was {item.bond}"
            return f"The bond{sum_} set on {words(item.starts)} {state} ({rule.clause})."
        later = ""
        if rule.years and item.for_good:
            later = ", for good"
        elif rule.years:
            later = f"; reinstatement is considered from {words(years_later(item.starts, rule.years))} on"
        return f"{item.kind.replace('-', ' ').capitalize()} since {words(item.starts)}{end}{later} ({rule.clause})."


def bond_on(item: Condition, day: dt.date) -> str | None:
    """How far the bond had come on a day: owed until the day of its present state."""
    return item.bond if item.bond_on is None or day >= item.bond_on else OWED


register(ConditionBar)
