"""Decides which data a rule book gives about when games may lie, how many there are and how long they take."""

import datetime as dt
from collections.abc import Iterable
from typing import ClassVar

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.values import YearlyDay, in_a_season
from league.core.vocabulary import GAME_KINDS, LEVELS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register


class Window(Part):
    """League games lie between two days of their division."""

    clause: str
    exempt_levels: tuple[str, ...] = ()
    usual: tuple[YearlyDay, YearlyDay]
    """First and last day, offered for a new division; what binds is the division's own window."""


class LastDay(Part):
    """Games between teams of one association are over by a day."""

    clause: str
    day: YearlyDay
    """The last day that is allowed."""


class Scheduling(Section):
    """`[scheduling]`: on which days games may lie, and when a schedule may be published."""

    key: ClassVar[str] = "scheduling"
    kinds: tuple[str, ...] = ("league",)
    """The kinds of game that windows and last days bind."""
    window: Window | None = None
    same_association: LastDay | None = None
    publishing_clause: str | None = None
    """By this clause a schedule waits until every home game is set."""
    form_times_clause: str | None = None
    """By this clause teams type dates and times in the schedule form, month first."""

    def explain(self) -> Iterable[str]:
        """Say between which days games lie."""
        kinds = " and ".join(self.kinds)
        if self.window:
            exempt = f", except at {', '.join(self.window.exempt_levels)}" if self.window.exempt_levels else ""
            yield (
                f"A {kinds} game lies in its division's window, usually {self.window.usual[0]} to"
                f" {self.window.usual[1]}, both days included{exempt} ({self.window.clause})."
            )
        if self.same_association:
            yield (
                f"A {kinds} game between teams of one association is played by"
                f" {self.same_association.day} ({self.same_association.clause})."
            )
        if self.publishing_clause:
            yield f"A schedule is published once every home game is set ({self.publishing_clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and a window that ends before it begins."""
        yield from unknown_words(self.kinds, GAME_KINDS, "kind of game", "kinds")
        if self.window is None:
            return
        yield from unknown_words(self.window.exempt_levels, LEVELS, "level", "window.exempt_levels")
        first, last = self.window.usual
        if in_a_season(first) > in_a_season(last):
            yield Finding(
                "window-upside-down",
                f"the window begins on {first} and ends on {last}",
                where="window.usual",
                clause=self.window.clause,
                remedy="write the first day, then the last",
            )


class GameLimit(Section):
    """One `[[game_limit]]`: the most games of every kind that a team of these levels plays in a season."""

    key: ClassVar[str] = "game_limit"
    many: ClassVar[bool] = True
    clause: str
    levels: tuple[str, ...]
    games: int = Field(ge=1)
    warn_percent: int = Field(default=100, ge=1, le=100)
    """From this share of the limit on a team is warned."""
    refused_kinds: tuple[str, ...] = ("league",)
    """Past the limit these kinds are refused; others are recorded and pointed out."""

    def explain(self) -> Iterable[str]:
        """Say the limit."""
        yield (
            f"Teams at {', '.join(self.levels)} play at most {self.games} games in a season, all kinds counted;"
            f" a warning comes from {self.warn_percent} % on ({self.clause})."
        )

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and a level with two limits."""
        yield from unknown_words(self.levels, LEVELS, "level", "levels")
        yield from unknown_words(self.refused_kinds, GAME_KINDS, "kind of game", "refused_kinds")
        yield from _claimed_before(self, book.all(GameLimit))


class OpeningDay(Section):
    """One `[[opening_day]]`: no game of any kind at these levels before a day."""

    key: ClassVar[str] = "opening_day"
    many: ClassVar[bool] = True
    clause: str
    levels: tuple[str, ...]
    day: YearlyDay
    """The first day that is allowed."""

    def explain(self) -> Iterable[str]:
        """Say the day."""
        yield f"Teams at {', '.join(self.levels)} play no game before {self.day} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown levels and a level with two days."""
        yield from unknown_words(self.levels, LEVELS, "level", "levels")
        yield from _claimed_before(self, book.all(OpeningDay))


class GameFormat(Section):
    """One `[[game_format]]`: how long a game takes at some levels. All lengths are minutes."""

    key: ClassVar[str] = "game_format"
    many: ClassVar[bool] = True
    clause: str
    levels: tuple[str, ...]
    ice_minutes: int | None = Field(default=None, ge=1)
    """The ice time that the book asks for; unset where it names none."""
    warm_up_minutes: int = Field(ge=0)
    periods: int = Field(ge=1)
    period_minutes: int = Field(ge=1)
    rest_minutes: int = Field(ge=0)

    @property
    def length(self) -> dt.timedelta:
        """From start to end: the ice time, or without one the least that the format takes."""
        if self.ice_minutes is not None:
            return dt.timedelta(minutes=self.ice_minutes)
        between = (self.periods - 1) * self.rest_minutes
        return dt.timedelta(minutes=self.warm_up_minutes + self.periods * self.period_minutes + between)

    def explain(self) -> Iterable[str]:
        """Say the format and the length taken where a game has no end."""
        minutes = self.length // dt.timedelta(minutes=1)
        yield (
            f"A game at {', '.join(self.levels)} has {self.periods} periods of {self.period_minutes} minutes"
            f" after {self.warm_up_minutes} of warm-up; without an end it takes {minutes} minutes ({self.clause})."
        )

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown levels and a level with two formats."""
        yield from unknown_words(self.levels, LEVELS, "level", "levels")
        yield from _claimed_before(self, book.all(GameFormat))


def _claimed_before[S: (GameLimit, OpeningDay, GameFormat)](entry: S, entries: Iterable[S]) -> Iterable[Finding]:
    """Find levels that an earlier entry of the same list speaks of already."""
    for other in entries:
        if other is entry:
            return
        for level in sorted(set(other.levels) & set(entry.levels)):
            yield Finding(
                "level-twice",
                f"{level} is in an earlier [[{entry.key}]] already",
                where="levels",
                clause=entry.clause,
                remedy="keep one of the two",
            )


register(Scheduling, GameLimit, OpeningDay, GameFormat)
