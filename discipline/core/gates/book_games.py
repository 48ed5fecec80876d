"""Decides which data a rule book gives about who may be in one game: guests, goaltenders, playoffs, lines, numbers."""

from collections.abc import Iterable
from typing import ClassVar

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.values import YearlyDay
from league.core.vocabulary import APPROVAL_KINDS, GAME_KINDS, ROLES, ROSTER_STATUSES, SEASON_HALVES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register

GUESTS = ("affiliate", "substitute", "spare")


class Tolerated(Part):
    """Until a day a person on no roster at all may be in a lineup."""

    clause: str
    days: dict[str, YearlyDay]
    """By half of the year: the last day of the tolerance."""


class Unrostered(Section):
    """`[unrostered]`: somebody in a lineup who isn't on the team's roster."""

    key: ClassVar[str] = "unrostered"
    clauses: tuple[str, ...]
    other_team_free: tuple[str, ...] = ()
    """Somebody on another team's roster with this role is another section's matter."""
    other_status_free: tuple[str, ...] = ()
    """Somebody on another team's roster with this status may be used by all teams."""
    tolerated: Tolerated | None = None

    def explain(self) -> Iterable[str]:
        """Say who is refused."""
        yield f"Whoever isn't on the team's roster isn't in its lineup ({', '.join(self.clauses)})."
        if self.tolerated:
            until = " or ".join(f"{day} ({half})" for half, day in self.tolerated.days.items())
            yield f"Until {until} that is tolerated for people on no roster ({self.tolerated.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.other_team_free, ROLES, "role", "other_team_free")
        yield from unknown_words(self.other_status_free, ROSTER_STATUSES, "status", "other_status_free")
        if self.tolerated:
            yield from unknown_words(self.tolerated.days, SEASON_HALVES, "half of the year", "tolerated.days")


class Consent(Section):
    """One `[[consent]]`: people who are in a lineup only with somebody's approval."""

    key: ClassVar[str] = "consent"
    many: ClassVar[bool] = True
    clause: str
    kinds: tuple[str, ...] = GAME_KINDS
    roles: tuple[str, ...]
    statuses: tuple[str, ...] = ()
    """Those with such a place on the team itself."""
    other_team: bool = False
    """Those who have a place as regulars of another team, and none on this one."""
    approvals: tuple[str, ...]
    """Any of these kinds will do."""

    def explain(self) -> Iterable[str]:
        """Say who needs what."""
        who = " or ".join((*self.statuses, *(["of another team"] if self.other_team else [])))
        needs = " or ".join(self.approvals)
        yield f"In a {' or '.join(self.kinds)} game a {' or '.join(self.roles)} ({who}) needs {needs} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.kinds, GAME_KINDS, "kind of game", "kinds")
        yield from unknown_words(self.roles, ROLES, "role", "roles")
        yield from unknown_words(self.statuses, ROSTER_STATUSES, "status", "statuses")
        yield from unknown_words(self.approvals, APPROVAL_KINDS, "kind of approval", "approvals")


class SpareGoalies(Section):
    """`[spare_goalies]`: from which divisions a goaltender of another team may help out (1 is the highest)."""

    key: ClassVar[str] = "spare_goalies"
    clause: str
    higher: int = Field(default=0, ge=0)
    """From so many divisions higher at most; lower ones are always open."""
    lowest_higher: int = Field(default=0, ge=0)
    """The same for teams of the lowest division."""
    counted_clause: str
    """By this clause a goaltender of several teams counts by the lowest of their divisions."""
    playoff_clauses: tuple[str, ...] = ()
    """By these only goaltenders of the same division or a lower one, whose teams are out, help in playoffs."""

    def explain(self) -> Iterable[str]:
        """Say from where they come."""
        yield (
            f"A spare goaltender comes from the same division, a lower one, or up to {self.higher} higher"
            f" ({self.lowest_higher} for the lowest division) ({self.clause}, {self.counted_clause})."
        )
        if self.playoff_clauses:
            clauses = ", ".join(self.playoff_clauses)
            yield f"In playoffs only from the same division or a lower one, and a team that is out ({clauses})."


class GamesNeeded(Section):
    """One `[[games_needed]]`: how many regular-season games somebody has played before the playoffs."""

    key: ClassVar[str] = "games_needed"
    many: ClassVar[bool] = True
    clauses: tuple[str, ...]
    roles: tuple[str, ...]
    statuses: tuple[str, ...] = ()
    """Empty: all."""
    games: dict[str, int]
    """By half of the year."""
    own_team: bool = False
    """Whether only games with that very team count."""
    kinds: tuple[str, ...] = ("league",)
    """The kinds of game that count."""
    approvals: tuple[str, ...] = ()
    """An approval of these kinds, dated before the game, stands for the games."""

    def explain(self) -> Iterable[str]:
        """Say how many."""
        who = f"{' or '.join(self.statuses)} " if self.statuses else ""
        games = ", ".join(f"{number} ({half})" for half, number in self.games.items())
        where = " with that team" if self.own_team else ""
        unless = f", or {' or '.join(self.approvals)}" if self.approvals else ""
        roles = " or ".join(self.roles)
        yield f"For playoffs a {who}{roles} needs so many games{where}: {games}{unless} ({', '.join(self.clauses)})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.games, SEASON_HALVES, "half of the year", "games")
        yield from unknown_words(self.roles, ROLES, "role", "roles")
        yield from unknown_words(self.statuses, ROSTER_STATUSES, "status", "statuses")
        yield from unknown_words(self.approvals, APPROVAL_KINDS, "kind of approval", "approvals")


class Affiliation(Section):
    """`[affiliation]`: what inviting an affiliated player without consent costs the inviting team."""

    key: ClassVar[str] = "affiliation"
    clause: str
    offence: str
    """The infraction, recorded for the inviting team and the player."""
    warnings: int = Field(default=1, ge=0)
    """So many times in a season the team is warned; from then on the player's affiliation to it ends."""

    def explain(self) -> Iterable[str]:
        """Say what follows."""
        yield f"{self.warnings} without consent: a written warning; later the affiliation ends ({self.clause})."


class Dressed(Section):
    """`[dressed]`: how many a team dresses for a game."""

    key: ClassVar[str] = "dressed"
    clause: str
    skaters: int = Field(ge=1)
    goalies: int = Field(ge=1)

    def explain(self) -> Iterable[str]:
        """Say the numbers."""
        yield f"At most {self.skaters} skaters and {self.goalies} goaltenders are dressed ({self.clause})."


class Lines(Section):
    """`[lines]`: who may skate on which of three lines, by the line on which somebody was drafted."""

    key: ClassVar[str] = "lines"
    clause: str
    first: str
    second: str
    third: str
    most_first: int = Field(ge=1)
    """The most players of the first line in a game, goaltenders left out."""
    full: int = Field(ge=1)
    """A second line with fewer of its own is short."""
    enough_third: int = Field(ge=1)
    """With so many of the third line, or more, the first open place isn't for the first line."""
    fills: tuple[str, ...]
    """The line from which the first, second, ... open place of the second line is filled."""
    few_skaters: int
    """A team of so many skaters or fewer may take one of the first line down whatever the second has."""
    few_clause: str

    def explain(self) -> Iterable[str]:
        """Say the limits and the order of filling."""
        yield f"At most {self.most_first} {self.first} players skate, none on line {self.third} ({self.clause})."
        order = ", ".join(self.fills)
        yield (
            f"Line {self.second} is short below {self.full}; its open places are filled from {order} in this order,"
            f" the first one from {self.third} with {self.enough_third} of them present ({self.clause})."
        )
        yield f"With {self.few_skaters} skaters or fewer one {self.first} player may go down ({self.few_clause})."


register(Unrostered, Consent, SpareGoalies, GamesNeeded, Affiliation, Dressed, Lines)
