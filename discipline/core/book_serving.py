"""Decides which data a rule book gives about serving: the games that count, the team, what is barred meanwhile."""

from collections.abc import Iterable
from typing import ClassVar

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import GAME_KINDS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register


class ServingRule(Part):
    """A way of serving games."""

    name: str
    clause: str
    kinds: tuple[str, ...]
    """The kinds of game that serve."""
    free_between: bool = False
    """Whether the person may dress for games that can't serve while these are owed."""

    @property
    def label(self) -> str:
        """The games that serve, in words: "game of any kind", "league or playoff game"."""
        return "game of any kind" if set(self.kinds) == set(GAME_KINDS) else f"{' or '.join(self.kinds)} game"


class Serving(Section):
    """`[serving]`: which games serve a suspension, and what the person may do meanwhile."""

    key: ClassVar[str] = "serving"
    clause: str
    unplayed_clause: str
    """By this clause a game that nobody played serves nobody."""
    decided: str
    """The serving rule for games that a decision adds or sets."""
    waiting_clause: str
    """By this clause the decision says whether games missed while waiting for it count."""
    missed_count: bool
    """Whether they count when the decision doesn't say."""
    unlisted_counts: bool = False
    """Whether a game counts whose sheet should have listed the suspended person and didn't."""
    every_team: bool = True
    """Whether the suspended person is kept from games of other teams as well."""
    rules: tuple[ServingRule, ...]

    @property
    def by_name(self) -> dict[str, ServingRule]:
        """The serving rules by their names."""
        return {rule.name: rule for rule in self.rules}

    @property
    def for_decisions(self) -> ServingRule:
        """How games that a decision adds or sets are served."""
        return self.by_name[self.decided]

    def explain(self) -> Iterable[str]:
        """Say which games serve."""
        yield f"Only a game played after the infraction and without the person serves ({self.unplayed_clause})."
        for rule in self.rules:
            between = "may dress for" if rule.free_between else "stays out of"
            yield f"{rule.name}: a {rule.label} serves; meanwhile the person {between} other games ({rule.clause})."
        if self.every_team:
            yield "The person stays out of games of other teams in the same way."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown kinds and names."""
        for place, rule in enumerate(self.rules):
            yield from unknown_words(rule.kinds, GAME_KINDS, "kind of game", f"rules[{place}].kinds")
        yield from unknown_words([self.decided], tuple(self.by_name), "serving rule", "decided")


register(Serving)
