"""Decides which data a rule book gives about how money is taken and when it isn't given back."""

from collections.abc import Iterable
from typing import ClassVar

from league.core.book import unknown_words
from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register

METHODS = ("cash", "cheque", "money-order", "transfer", "card", "coins")
"""How money can come in."""


class ExcludedMethod(Part):
    """A way of paying that isn't accepted."""

    clause: str
    method: str


class NoRefund(Part):
    """Money of some kinds of charge that isn't given back."""

    clause: str
    kinds: tuple[str, ...]
    """Kinds of charge, as the rulings name them."""
    suspended_under: tuple[str, ...] = ()
    """Only to whom a suspension under one of these clauses stands; empty: to nobody."""


class Payments(Section):
    """`[payments]`: how the league takes money, and what it doesn't pay back."""

    key: ClassVar[str] = "payments"
    clause: str | None = None
    """By this clause the methods are named; unset where none are."""
    methods: tuple[str, ...] = ()
    """The methods that the book names; empty: it names none, and all but the excluded are taken."""
    excluded: tuple[ExcludedMethod, ...] = ()
    no_refund: tuple[NoRefund, ...] = ()

    def explain(self) -> Iterable[str]:
        """Say what is taken and what isn't given back."""
        if self.methods:
            yield f"Payments come as {', '.join(self.methods)} ({self.clause})."
        for entry in self.excluded:
            yield f"No {entry.method} ({entry.clause})."
        for rule in self.no_refund:
            whom = f" to whoever is suspended under {', '.join(rule.suspended_under)}" if rule.suspended_under else ""
            yield f"What was paid for {', '.join(rule.kinds)} isn't given back{whom} ({rule.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown methods, and one that is both taken and excluded."""
        yield from unknown_words(self.methods, METHODS, "method", "methods")
        yield from unknown_words([entry.method for entry in self.excluded], METHODS, "method", "excluded")
        for entry in self.excluded:
            if entry.method in self.methods:
                yield Finding(
                    "method-twice",
                    f"{entry.method} is both taken and excluded",
                    where="excluded",
                    clause=entry.clause,
                    remedy="leave it out of one of the two",
                )

    def refuses(self, method: str) -> str | None:
        """The clause by which a method isn't taken; None when it is."""
        for entry in self.excluded:
            if entry.method == method:
                return entry.clause
        return self.clause if self.methods and method not in self.methods else None

    def keeps(self, kind: str, suspended_under: Iterable[str] = ()) -> str | None:
        """The clause by which what was paid for a kind of charge isn't given back; None when it may be."""
        under = set(suspended_under)
        for rule in self.no_refund:
            if kind in rule.kinds and (not rule.suspended_under or under.intersection(rule.suspended_under)):
                return rule.clause
        return None


register(Payments)
