"""Decides which games are proposed as forfeits because of an infraction on record off the score sheet."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from discipline.core.cases import Decisions
from league.core.book import unknown_words
from league.core.facts import Facts
from league.core.findings import Finding
from league.core.results import Result
from league.core.vocabulary import INFRACTIONS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class ProposedForfeit(Section):
    """One `[[proposed_forfeit]]`: an infraction of a team in a game that gives the game to the opponent."""

    key: ClassVar[str] = "proposed_forfeit"
    many: ClassVar[bool] = True
    clause: str
    offences: tuple[str, ...]
    """Infractions off the score sheet, recorded for the team and the game."""
    forfeit_clause: str | None = None
    """The clause by which a forfeit counts."""

    def explain(self) -> Iterable[str]:
        """Say what is proposed."""
        yield f"{' or '.join(self.offences)}: a forfeit to the opponent is proposed ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.offences, INFRACTIONS, "infraction", "offences")


def proposed_forfeits(facts: Facts, book: RuleBook, results: Mapping[str, Result]) -> Iterator[dict[str, Any]]:
    """Every game that its record gives to the opponent, each once (Alberta men's 2-5.3).

    It moves no table: an official confirms it by entering the game as forfeited, and it is proposed no
    longer. A dismissed infraction proposes nothing.
    """
    decisions = Decisions(facts.decisions)
    done = set()
    for rule in book.all(ProposedForfeit):
        for item in facts.infractions:
            game = facts.game.get(item.game or "")
            if item.offence not in rule.offences or game is None or item.team not in game.teams or game.id in done:
                continue
            said = decisions.about({item.id}, item.person)
            if results[game.id].status in ("forfeit", "double-forfeit", "cancelled") or (said and said[-1].dismissed):
                continue
            done.add(game.id)
            winner = game.opponent(item.team)
            clauses = [rule.clause, *([rule.forfeit_clause] if rule.forfeit_clause else [])]
            why = f"{item.offence.replace('-', ' ').capitalize()} by {item.team} ({item.id}): a win for {winner}"
            yield {"game": game.id, "winner": winner, "proposed": True, "clauses": clauses,
                   "why": [f"{why} is proposed"]}  # fmt: skip


register(ProposedForfeit)
