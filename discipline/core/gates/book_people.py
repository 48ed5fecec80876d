"""Decides which data a rule book gives about who may be on a team: when they join, how old, on how many teams."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.money import amount
from league.core.values import Money, YearlyDay
from league.core.vocabulary import APPROVAL_KINDS, ROLES, ROSTER_STATUSES, SEASON_HALVES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register

PLAYERS = ("skater", "goalie")


class Joining(Section):
    """One `[[joining]]`: the last day on which somebody may come to a team."""

    key: ClassVar[str] = "joining"
    many: ClassVar[bool] = True
    clause: str
    roles: tuple[str, ...] = PLAYERS
    statuses: tuple[str, ...] = ()
    """Empty: all."""
    days: dict[str, YearlyDay] = {}
    """By half of the year: the last day that is in time."""
    days_before_playoffs: int | None = Field(default=None, ge=0)
    """Instead: the last day in time is so many days before the playoffs start."""
    approvals: tuple[str, ...] = ()
    """An approval of these kinds lets somebody join all the same."""

    def explain(self) -> Iterable[str]:
        """Say the last day."""
        days = " or ".join(f"{day} ({half})" for half, day in self.days.items())
        last = days or f"{self.days_before_playoffs} days before the playoffs"
        unless = f", but for {' or '.join(self.approvals)}" if self.approvals else ""
        yield f"A {' or '.join(self.roles)} joins a team on {last} at the latest{unless} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and a deadline that isn't one."""
        yield from unknown_words(self.roles, ROLES, "role", "roles")
        yield from unknown_words(self.statuses, ROSTER_STATUSES, "status", "statuses")
        yield from unknown_words(self.days, SEASON_HALVES, "half of the year", "days")
        yield from unknown_words(self.approvals, APPROVAL_KINDS, "kind of approval", "approvals")
        if bool(self.days) == (self.days_before_playoffs is not None):
            remedy = "give `days`, or `days_before_playoffs`"
            yield Finding("deadline", "needs exactly one deadline", where="days", clause=self.clause, remedy=remedy)


class AgeLimit(Section):
    """One `[[age_limit]]`: how old somebody has to be by a day."""

    key: ClassVar[str] = "age_limit"
    many: ClassVar[bool] = True
    clause: str
    years: int = Field(ge=1)
    by: Literal["year-end", "season-start", "championship", "game"]
    """The day: December 31 of the year in which the season begins, the season's first day, ..."""
    before: bool = False
    """Whether the birthday has to lie before that day, not only on it."""
    halves: tuple[str, ...] = ()
    """Empty: in every season."""
    roles: tuple[str, ...] = PLAYERS
    lines: tuple[str, ...] = ()
    """Only on these lines; empty: on all. Goaltenders have none and are named by their role."""
    approvals: tuple[str, ...] = ()

    def explain(self) -> Iterable[str]:
        """Say the age and the day."""
        who = f"{' or '.join(self.roles)}{' of line ' + ' or '.join(self.lines) if self.lines else ''}"
        when = "before" if self.before else "by"
        day = {"year-end": "December 31", "season-start": "the season's start", "championship": "the championship game"}
        season = f"In a {' or '.join(self.halves)} season a" if self.halves else "A"
        unless = f", but for {' or '.join(self.approvals)}" if self.approvals else ""
        limit = day.get(self.by, "the day of the game")
        yield f"{season} {who} is {self.years} {when} {limit}{unless} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.halves, SEASON_HALVES, "half of the year", "halves")
        yield from unknown_words(self.roles, ROLES, "role", "roles")
        yield from unknown_words(self.approvals, APPROVAL_KINDS, "kind of approval", "approvals")


class FullTime(Part):
    """Regulars of the highest divisions stay out of the lowest."""

    clause: str
    through_rank: int
    """A regular of a division of this rank or a higher one (1 is the highest) ..."""
    lowest_rank: int
    """... may not register below this rank."""
    statuses: tuple[str, ...] = ("regular",)


class SeveralTeams(Section):
    """`[several_teams]`: on which teams one person may be at the same time."""

    key: ClassVar[str] = "several_teams"
    clause: str
    """By this clause the teams of one person are in different divisions."""
    full_time: FullTime | None = None

    def explain(self) -> Iterable[str]:
        """Say which second team is refused."""
        yield f"Nobody is on two teams of one division: the later registration is refused ({self.clause})."
        if self.full_time:
            yield (
                f"A regular of division {self.full_time.through_rank} or higher isn't on a team below division"
                f" {self.full_time.lowest_rank} ({self.full_time.clause})."
            )


class CardedUse(Part):
    """What using a carded player costs the team once it is confirmed."""

    clause: str
    offence: str
    fine: Money


class Carded(Section):
    """`[carded]`: where people with a current card of another league may play."""

    key: ClassVar[str] = "carded"
    clause: str
    halves: tuple[str, ...]
    """In other seasons cards don't matter."""
    open_clause: str | None = None
    """By this clause they don't."""
    through_rank: int
    """They may play in divisions of this rank and higher ones (1 is the highest)."""
    after: YearlyDay
    """After this day use below is punished, and no change of the card opens a lower division."""
    after_clause: str
    use: CardedUse

    def explain(self) -> Iterable[str]:
        """Say where they may play and what it costs."""
        halves = " or ".join(self.halves)
        yield f"In {halves} a carded player stays in divisions 1 to {self.through_rank} ({self.clause})."
        yield (
            f"After {self.after} one below costs the team {amount(self.use.fine)},"
            f" once it is confirmed ({self.use.clause})."
        )

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.halves, SEASON_HALVES, "half of the year", "halves")


class RosterLimit(Section):
    """`[roster_limit]`: how many people a team registers."""

    key: ClassVar[str] = "roster_limit"
    clause: str
    people: int = Field(ge=1)
    roles: tuple[str, ...] = PLAYERS

    def explain(self) -> Iterable[str]:
        """Say the limit."""
        yield f"A team registers at most {self.people} players; whoever comes later is refused ({self.clause})."


class RegistrationNumber(Section):
    """`[registration_number]`: who needs the number of the national registration."""

    key: ClassVar[str] = "registration_number"
    clause: str
    roles: tuple[str, ...] = PLAYERS

    def explain(self) -> Iterable[str]:
        """Say who needs one."""
        yield f"Without a registration number no {' or '.join(self.roles)} takes part ({self.clause})."


register(Joining, AgeLimit, SeveralTeams, Carded, RosterLimit, RegistrationNumber)
