"""Decides which data a rule book gives about fees that everybody owes, instalment by instalment."""

from collections.abc import Iterable
from typing import ClassVar

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.money import amount
from league.core.values import Money, YearlyDay
from league.core.vocabulary import ROLES, ROSTER_STATUSES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class Fee(Section):
    """One `[[fee]]`: one instalment of a fee that everybody with such a place on a team owes."""

    key: ClassVar[str] = "fee"
    many: ClassVar[bool] = True
    clause: str
    kind: str = "ice-fee"
    """What it is for; payments name it."""
    role: str
    statuses: tuple[str, ...] = ("regular",)
    amount: Money
    due: YearlyDay
    barred_after: YearlyDay | None = None
    """Unpaid after this day it keeps the person out until it is paid; unset: it keeps nobody out."""
    bar_clause: str | None = None

    def explain(self) -> Iterable[str]:
        """Say who owes what, and what follows."""
        out = f"; unpaid after {self.barred_after} nobody plays ({self.bar_clause})" if self.barred_after else ""
        yield f"Every {self.role} owes {amount(self.amount)} by {self.due} ({self.clause}){out}."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words([self.role], ROLES, "role", "role")
        yield from unknown_words(self.statuses, ROSTER_STATUSES, "status", "statuses")


register(Fee)
