"""Decides which data a rule book gives about confirming a game before it is played."""

from collections.abc import Iterable
from typing import ClassVar

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import GAME_KINDS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class Confirmation(Section):
    """`[confirmation]`: the home team confirms each game with its visitors."""

    key: ClassVar[str] = "confirmation"
    clause: str
    kinds: tuple[str, ...] = ("league",)
    ask_days: int = Field(ge=0)
    """So many days before the game the home team is asked."""
    due_days: int = Field(ge=0)
    """So many days before the game it has to be confirmed."""

    def explain(self) -> Iterable[str]:
        """Say when it is asked and when it is due."""
        yield (
            f"The home team confirms a game at least {self.due_days} days before;"
            f" it is asked {self.ask_days} days before ({self.clause})."
        )

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown kinds, and a question that comes after its answer is due."""
        yield from unknown_words(self.kinds, GAME_KINDS, "kind of game", "kinds")
        if self.ask_days < self.due_days:
            yield Finding(
                "asked-too-late",
                f"it is asked {self.ask_days} days before and due {self.due_days} days before",
                where="ask_days",
                clause=self.clause,
                remedy="ask before it is due",
            )


register(Confirmation)
