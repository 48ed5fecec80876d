"""Decides which data a rule book gives about somebody who was in a lineup and should not have been."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from discipline.core.attendance import CONFIRMING
from discipline.core.book_serving import Serving
from discipline.core.book_steps import Fine, Step
from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import GAME_KINDS, INFRACTIONS, ROLES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register


class UseSentence(Step):
    """`[[ineligible_use.sentences]]`: what one of those who answer for it gets."""

    clause: str
    who: Literal["player", "head-coach", "representatives"]
    """The person who was in the lineup, the head coach on that sheet, or the team's representatives."""
    kinds: tuple[str, ...] = ()
    """Only for these reasons, such as "suspended"; empty: any."""
    without: tuple[str, ...] = ()
    """Not for these reasons."""
    other_team: bool = False
    """Only for somebody who is on another team of the league."""
    served_with: Literal["team", "broken", "own-team"] = "team"
    """Served with the team that used the person, with that of the suspension broken, or with the person's own."""
    in_place_of: tuple[str, ...] = ()
    """Infractions that, recorded against that person for that game, cost it already."""


class UseBar(Part):
    """`[[ineligible_use.bars]]`: what the team may not enter any more once it is confirmed."""

    clause: str
    what: str
    game_kinds: tuple[str, ...] = ()
    """Only for use in these kinds of game; empty: any."""


class IneligibleUse(Section):
    """`[ineligible_use]`: what follows when somebody was in a lineup who may not take part; proposed first."""

    key: ClassVar[str] = "ineligible_use"
    clause: str
    also_clauses: tuple[str, ...] = ()
    infractions: tuple[str, ...] = CONFIRMING
    """Recorded against the team for the game, they confirm it."""
    own_rules: tuple[str, ...] = ()
    """Reasons, such as "carded", that have a rule of their own: nothing of this follows from them."""
    forfeit_clause: str | None = None
    forfeit_roles: tuple[str, ...] = ("skater", "goalie")
    """The game is forfeited only where the person was in it in one of these roles."""
    team_fine: Fine | None = None
    team_fine_clause: str | None = None
    sentences: tuple[UseSentence, ...] = ()
    bars: tuple[UseBar, ...] = ()

    def explain(self) -> Iterable[str]:
        """Say what follows."""
        if self.forfeit_clause:
            yield f"A game with a player who may not take part is forfeited ({self.forfeit_clause})."
        for item in self.sentences:
            why = f" if {' or '.join(item.kinds)}" if item.kinds else ""
            yield f"The {item.who.replace('-', ' ')}{why}: {item.costs()} ({item.clause})."
        for bar in self.bars:
            yield f"Once it is confirmed the team is out of {bar.what.replace('-', ' ')} ({bar.clause})."
        yield f"All of it is proposed, until {' or '.join(self.infractions)} is on record ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and faulty sentences."""
        yield from unknown_words(self.infractions, INFRACTIONS, "infraction", "infractions")
        yield from unknown_words(self.forfeit_roles, ROLES, "role", "forfeit_roles")
        rules = tuple(book.one(Serving).by_name)
        for place, item in enumerate(self.sentences):
            yield from item.faults(rules, f"sentences[{place}]")
            yield from unknown_words(item.in_place_of, INFRACTIONS, "infraction", f"sentences[{place}].in_place_of")
        for place, bar in enumerate(self.bars):
            yield from unknown_words(bar.game_kinds, GAME_KINDS, "kind of game", f"bars[{place}].game_kinds")


register(IneligibleUse)
