"""Decides for which reasons a rule book lets a decision go above its minimum, and where the record shows one."""

from collections.abc import Collection, Iterable
from typing import ClassVar

from discipline.core.wording import ordinal
from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import FLAGS, LENGTHENING_GROUNDS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class Longer(Section):
    """One `[[longer]]`: a ground on which a decision may give more than the minimum; with any, one has to be named."""

    key: ClassVar[str] = "longer"
    many: ClassVar[bool] = True
    clause: str
    ground: str
    any_flags: tuple[str, ...] = ()
    """The sheet shows the ground where a penalty of the case has one of these flags."""
    from_number: int | None = None
    """The record shows it from this offence number on."""

    def explain(self) -> Iterable[str]:
        """Say what has to be named, and where the record shows it."""
        yield f"A decision above the minimum names its ground; one is {self.words} ({self.clause})."
        if self.any_flags:
            flags = " or ".join(flag.replace("-", " ") for flag in self.any_flags)
            yield f"The sheet shows it where a penalty is marked {flags}."
        if self.from_number:
            yield f"The record shows it from the {ordinal(self.from_number)} offence on."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words([self.ground], LENGTHENING_GROUNDS, "ground", "ground")
        yield from unknown_words(self.any_flags, FLAGS, "flag", "any_flags")

    @property
    def words(self) -> str:
        """The ground as part of a sentence."""
        return self.ground.replace("-", " ")

    def shown(self, flags: Collection[str], number: int | None) -> bool:
        """Whether the flags of the case's penalties, or its offence number, show the ground."""
        by_number = self.from_number is not None and (number or 1) >= self.from_number
        return by_number or any(flag in flags for flag in self.any_flags)


register(Longer)
