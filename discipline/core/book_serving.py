"""Decides which data a rule book gives about serving: the games that count, the team, what is barred meanwhile."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import APPROVAL_KINDS, GAME_KINDS, ROLES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register


class ServingRule(Part):
    """A way of serving games."""

    name: str
    clause: str
    also_clauses: tuple[str, ...] = ()
    """Clauses that it carries out besides."""
    kinds: tuple[str, ...]
    """The kinds of game that serve."""
    booked_before: tuple[str, ...] = ()
    """Of these, the kinds that serve only where the game was on the calendar before the infraction."""
    booked_clause: str | None = None
    free_between: bool = False
    """Whether the person may dress for games that can't serve while these are owed."""

    @property
    def label(self) -> str:
        """The games that serve, in words: "game of any kind", "league or playoff game"."""
        return "game of any kind" if set(self.kinds) == set(GAME_KINDS) else f"{' or '.join(self.kinds)} game"


class BeforeTheSeason(Part):
    """`[serving.before_the_season]`: games that somebody who carries a suspension over may play all the same."""

    clause: str
    kinds: tuple[str, ...]
    """The kinds of game, played before the season's first day."""
    roles: tuple[str, ...]
    """The roles in which the person may be in them."""
    not_under: tuple[str, ...] = ()
    """Clauses whose suspensions keep the person out all the same; one by time always does."""
    not_under_clause: str | None = None


class Halves(Part):
    """`[serving.halves]`: what is carried over waits for a season of its own half, winter or summer."""

    clause: str
    also_clauses: tuple[str, ...] = ()
    at_once: tuple[str, ...] = ()
    """Clauses whose suspensions go on in the next season of either half."""
    at_once_clause: str | None = None


class Reinstatement(Part):
    """`[serving.reinstatement]`: how somebody who is out for good comes back."""

    clause: str
    also_clauses: tuple[str, ...] = ()
    years: int = 0
    """Whole years after the infraction before it is considered."""


class Release(Part):
    """`[serving.release]`: how somebody serves what is left with another team that takes him over."""

    clause: str
    approvals: tuple[str, ...]
    """Approvals of all these kinds, for the person and the new team; from the day of the last one on it holds."""


class Serving(Section):
    """`[serving]`: which games serve a suspension, and what the person may do meanwhile."""

    key: ClassVar[str] = "serving"
    clause: str
    also_clauses: tuple[str, ...] = ()
    """Clauses that hold for all serving: at once, in order, in the next games."""
    unplayed_clause: str
    """By this clause a game that nobody played serves nobody."""
    forfeited_by_opponent_counts: bool = False
    """Whether a game that the opponent forfeited serves, though nobody played it."""
    decided: str
    """The serving rule for games that a decision adds or sets, and for a sentence that names none."""
    waiting_clause: str
    """By this clause the decision says whether games missed while waiting for it count."""
    missed_count: bool
    """Whether they count when the decision doesn't say."""
    unlisted_counts: bool = False
    """Whether a game counts whose sheet should have listed the suspended person and didn't."""
    unlisted_clause: str | None = None
    every_team: bool = True
    """Whether the suspended person is kept from games of other teams as well."""
    every_team_clauses: tuple[str, ...] = ()
    held_clause: str | None = None
    """By this clause a person is held out until there is a decision; unset: nobody is."""
    held_also_clauses: tuple[str, ...] = ()
    """Clauses that say the same besides, such as that no silence ends it."""
    derived_binds: Literal["at-once", "once-decided"] = "at-once"
    """Whether what somebody gets for another's act keeps out at once, or only from the day after the decision."""
    served_with: Literal["team", "own-team"] = "team"
    """Whether games are served with the team of the infraction, or with the person's own where there is one."""
    served_with_clause: str | None = None
    other_team_clause: str | None = None
    """By this clause what is left is served with another team of the person once that team has no game left.

    Unset: it waits for that team's next season."""
    before_the_season: BeforeTheSeason | None = None
    halves: Halves | None = None
    reinstatement: Reinstatement | None = None
    release: Release | None = None
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
        forfeited = ", or forfeited by the opponent," if self.forfeited_by_opponent_counts else ""
        yield (
            f"Only a game played{forfeited} after the infraction and without the person serves"
            f" ({self.unplayed_clause})."
        )
        for rule in self.rules:
            between = "may dress for" if rule.free_between else "stays out of"
            yield f"{rule.name}: a {rule.label} serves; meanwhile the person {between} other games ({rule.clause})."
            if rule.booked_before:
                kinds = " or ".join(rule.booked_before)
                yield f"{rule.name}: a {kinds} game only where it was booked before ({rule.booked_clause})."
        if self.served_with == "own-team":
            yield f"Games are served with the person's own team ({self.served_with_clause or self.clause})."
        if self.other_team_clause:
            yield f"Once that team has no game left, another team's games serve ({self.other_team_clause})."
        if self.every_team:
            yield "The person stays out of games of other teams in the same way."
        if self.held_clause:
            yield f"Whoever waits for a decision stays out until there is one, however long ({self.held_clause})."
        if self.release:
            kinds = " and ".join(kind.replace("-", " ") for kind in self.release.approvals)
            yield f"With {kinds} what is left is served with the new team ({self.release.clause})."
        if self.derived_binds == "once-decided":
            yield "What somebody gets for another's act keeps nobody out before it is decided."
        yield from self._carried_over()

    def _carried_over(self) -> Iterable[str]:
        if early := self.before_the_season:
            kinds, roles = " or ".join(early.kinds), " or ".join(early.roles)
            yield (
                f"With a suspension of an earlier season a {roles} may play {kinds} games before the first day of the"
                f" season; they serve nothing ({early.clause})."
            )
        if self.halves:
            yield f"What is left of one half waits for a season of the same half ({self.halves.clause})."
        if back := self.reinstatement:
            wait = f", {back.years} years after the infraction at the earliest" if back.years else ""
            yield f"Somebody who is out for good comes back by reinstatement{wait} ({back.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown kinds and names."""
        for place, rule in enumerate(self.rules):
            yield from unknown_words(rule.kinds, GAME_KINDS, "kind of game", f"rules[{place}].kinds")
            yield from unknown_words(rule.booked_before, rule.kinds, "kind of game", f"rules[{place}].booked_before")
        yield from unknown_words([self.decided], tuple(self.by_name), "serving rule", "decided")
        if self.release:
            yield from unknown_words(self.release.approvals, APPROVAL_KINDS, "kind of approval", "release.approvals")
        if early := self.before_the_season:
            yield from unknown_words(early.kinds, GAME_KINDS, "kind of game", "before_the_season.kinds")
            yield from unknown_words(early.roles, ROLES, "role", "before_the_season.roles")


register(Serving)
