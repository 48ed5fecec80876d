"""Decides which data a rule book gives about results, Fair Play, penalty minutes and reporting."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from pydantic import Field

from league.core.findings import Finding
from league.core.vocabulary import (
    CONDUCT_KINDS,
    FLAGS,
    GAME_KINDS,
    INFRACTIONS,
    LEVELS,
    OFFENCES,
    OUTCOMES,
    PENALTY_CLASSES,
    ROLES,
    nearest,
)
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register


def unknown_words(words: Iterable[str], known: tuple[str, ...], what: str, where: str) -> Iterable[Finding]:
    """A finding for every word that the vocabulary doesn't have, with the nearest that it has."""
    for word in words:
        if word not in known:
            near = nearest(word, known)
            remedy = f"did you mean {near!r}?" if near else f"known are {', '.join(known)}"
            yield Finding("unknown-word", f"unknown {what} {word!r}", where=where, remedy=remedy)


class Results(Section):
    """`[results]`: what a game that wasn't played in the ordinary way counts for."""

    key: ClassVar[str] = "results"
    no_score_levels: tuple[str, ...] = ()
    """Levels whose games keep no score and have no table."""
    no_score_clause: str | None = None
    notice_hours: int | None = None
    """A cancellation with less notice than this is a no-show; unset: every cancellation is one in time."""
    notice_kinds: tuple[str, ...] = ("league",)
    """The kinds of game for which late notice makes a no-show."""
    notice_clause: str | None = None
    excusable: tuple[str, ...] = ()
    """Outcomes that an accepted excuse turns into a plain cancellation."""
    excuse_clause: str | None = None
    cancelled_clause: str | None = None
    forfeit_clause: str | None = None
    """A book that leaves forfeits to other rules names none of these clauses."""
    forfeit_goals: int = 0
    """Goals that a game won without play counts for the winner; both at fault have none."""
    ready_minutes: int | None = Field(default=None, ge=1)
    """So many minutes after the scheduled start a team short of players forfeits; unset: the book names none."""
    ready_clause: str | None = None
    series_kinds: tuple[str, ...] = ()
    """The kinds of game in which a forfeit gives the opponent the series: what is left of it isn't played."""
    series_clause: str | None = None
    forfeit_fair_play_clause: str | None = None
    """By this clause the director may give the Fair Play point to the team that a forfeit left waiting."""
    refused_clause: str | None = None
    refused_review: str | None = None
    """The kind of review that a refusal to play opens; unset: none."""
    double_forfeit_clause: str | None = None
    withdrawn: Literal["keep", "void", "forfeit"] = "keep"
    """Games of a team that withdraws: `keep` its results and cancel the rest, `void` them all for the table, or
    keep its results and `forfeit` the rest to its opponents."""
    withdrawn_clause: str | None = None
    used_infractions: tuple[str, ...] = ()
    """Infractions of a team by which a game that it played is forfeited: somebody was used who may not play."""
    used_clauses: tuple[str, ...] = ()

    def explain(self) -> Iterable[str]:
        """Say how games count that weren't played."""
        if self.no_score_levels:
            yield f"No score is kept and no table made for {', '.join(self.no_score_levels)} ({self.no_score_clause})."
        if self.notice_hours is not None:
            yield (
                f"A cancellation with less than {self.notice_hours} hours' notice is a no-show,"
                f" unless it is excused ({self.notice_clause})."
            )
        score = f"{self.forfeit_goals}-0" if self.forfeit_goals else "without goals"
        yield f"A team that is left waiting wins, the other loses, {score}{_by(self.forfeit_clause)}."
        if self.ready_minutes is not None:
            yield (
                f"A team that can't field enough players {self.ready_minutes} minutes after the scheduled start"
                f" forfeits the game{_by(self.ready_clause)}."
            )
        yield f"A double forfeit is a loss for both{_by(self.double_forfeit_clause)}."
        if self.used_infractions:
            used = " or ".join(self.used_infractions)
            yield f"A game that was played is forfeited once {used} is on record ({', '.join(self.used_clauses)})."
        if self.series_kinds:
            yield f"A forfeited {' or '.join(self.series_kinds)} game loses the series{_by(self.series_clause)}."
        yield {
            "keep": "When a team withdraws its results stand and its other games are cancelled",
            "void": "When a team withdraws none of its games count in the table",
            "forfeit": "When a team withdraws its results stand and its other games go to the opponents",
        }[self.withdrawn] + f"{_by(self.withdrawn_clause)}."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.no_score_levels, LEVELS, "level", "no_score_levels")
        yield from unknown_words(self.notice_kinds, GAME_KINDS, "kind of game", "notice_kinds")
        yield from unknown_words(self.excusable, OUTCOMES, "outcome", "excusable")
        if (self.ready_minutes is None) != (self.ready_clause is None):
            message, remedy = "minutes to be ready and their clause belong together", "give both or neither"
            yield Finding("ready-half", message, where="ready_minutes", clause=self.ready_clause, remedy=remedy)
        yield from unknown_words(self.series_kinds, GAME_KINDS, "kind of game", "series_kinds")
        yield from unknown_words(self.used_infractions, INFRACTIONS, "infraction", "used_infractions")


class FairPlayException(Part):
    """An offence that counts other minutes than its class does."""

    offence: str
    penalty_class: str
    minutes: int
    unless_with: str | None = None
    """Counts only where the same act brought no penalty of this class beside it."""
    clause: str


class FairPlayStaff(Part):
    """Which penalties of team officials lose the point by themselves."""

    roles: tuple[str, ...]
    classes: tuple[str, ...]
    clause: str


class FairPlay(Section):
    """`[fair_play]`: when a team keeps its Fair Play point. Minutes are equivalent minutes."""

    key: ClassVar[str] = "fair_play"
    clause: str
    minutes_clause: str
    limits: dict[str, int]
    limits_clause: str
    equivalents: dict[str, int]
    equivalents_clause: str
    exceptions: tuple[FairPlayException, ...] = ()
    conduct_clauses: dict[str, str] = {}
    """Kind of conduct event to the clause by which it loses the point."""
    staff: FairPlayStaff | None = None

    def explain(self) -> Iterable[str]:
        """Say how the minutes are counted and what else loses the point."""
        counts = ", ".join(f"{name} {minutes}" for name, minutes in self.equivalents.items())
        yield f"Equivalent minutes: {counts} ({self.equivalents_clause})."
        for item in self.exceptions:
            alone = f" without a {item.unless_with} beside it" if item.unless_with else ""
            yield f"A {item.penalty_class} for {item.offence}{alone} counts {item.minutes} ({item.clause})."
        limits = ", ".join(f"{level} {limit}" for level, limit in self.limits.items())
        yield f"The point is lost above these minutes: {limits} ({self.minutes_clause}, {self.limits_clause})."
        for kind, clause in self.conduct_clauses.items():
            yield f"{kind.replace('-', ' ').capitalize()}: the point is lost ({clause})."
        if self.staff:
            yield (
                f"A {' or '.join(self.staff.classes)} of a {' or '.join(self.staff.roles)}"
                f" loses the point ({self.staff.clause})."
            )

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and classes without equivalent minutes."""
        yield from unknown_words(self.limits, LEVELS, "level", "limits")
        yield from unknown_words(self.equivalents, PENALTY_CLASSES, "class", "equivalents")
        yield from unknown_words(self.conduct_clauses, CONDUCT_KINDS, "conduct event", "conduct_clauses")
        for number, item in enumerate(self.exceptions):
            yield from unknown_words([item.offence], OFFENCES, "offence", f"exceptions[{number}].offence")
            yield from unknown_words([item.penalty_class], PENALTY_CLASSES, "class", f"exceptions[{number}]")
        if self.staff:
            yield from unknown_words(self.staff.roles, ROLES, "role", "staff.roles")
            yield from unknown_words(self.staff.classes, PENALTY_CLASSES, "class", "staff.classes")
        for missing in sorted(set(PENALTY_CLASSES) - set(self.equivalents) - {"penalty-shot"}):
            yield Finding(
                "no-equivalent",
                f"no equivalent minutes for {missing}",
                where="equivalents",
                remedy="add it (0 if none)",
            )


class PenaltyLength(Part):
    """A length that differs from the usual one: at some levels, for some offences or flags, by the clock."""

    classes: tuple[str, ...]
    levels: tuple[str, ...] = ()
    """Empty: all levels."""
    offences: tuple[str, ...] = ()
    """Empty: all offences."""
    flags: tuple[str, ...] = ()
    """Only penalties with one of these flags; empty: all."""
    clock: str | None = None
    seconds: int
    clause: str


class PenaltyMinutes(Section):
    """`[penalty_minutes]`: how long a penalty is when the sheet doesn't say, and on whose record it goes."""

    key: ClassVar[str] = "penalty_minutes"
    clause: str | None = None
    seconds: dict[str, int]
    """By class. A penalty shot that has no length here takes that of the penalty it stands for."""
    lengths: tuple[PenaltyLength, ...] = ()
    """The first that fits decides, before the usual one."""
    clock_clause: str | None = None
    """By this clause the clock at the time of the report sets the length."""
    halves_clause: str | None = None
    """By this clause each half of a double minor has the length of its own clock."""
    nobodys_classes: tuple[str, ...] = ("bench-minor",)
    """Classes that count for the team and for no person."""
    nobodys_clauses: tuple[str, ...] = ()

    def explain(self) -> Iterable[str]:
        """Say the usual lengths and the exceptions."""
        yield "Usual lengths: " + ", ".join(f"{name} {_clock(value)}" for name, value in self.seconds.items()) + "."
        for item in self.lengths:
            offences = f" for {' or '.join(item.offences)}" if item.offences else ""
            flags = f" marked {' or '.join(item.flags)}" if item.flags else ""
            where = f" at {', '.join(item.levels)}" if item.levels else ""
            running = f" with a {item.clock} clock" if item.clock else ""
            which = f"{', '.join(item.classes).capitalize()}{offences}{flags}{where}{running}"
            yield f"{which}: {_clock(item.seconds)} ({item.clause})."
        if self.nobodys_clauses:
            classes = " and ".join(self.nobodys_classes)
            yield f"A {classes} is the team's and nobody's own ({', '.join(self.nobodys_clauses)})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.seconds, PENALTY_CLASSES, "class", "seconds")
        yield from unknown_words(self.nobodys_classes, PENALTY_CLASSES, "class", "nobodys_classes")
        for number, item in enumerate(self.lengths):
            yield from unknown_words(item.classes, PENALTY_CLASSES, "class", f"lengths[{number}].classes")
            yield from unknown_words(item.levels, LEVELS, "level", f"lengths[{number}].levels")
            yield from unknown_words(item.offences, OFFENCES, "offence", f"lengths[{number}].offences")
            yield from unknown_words(item.flags, FLAGS, "flag", f"lengths[{number}].flags")


class Reporting(Section):
    """`[reporting]`: who reports a game, when, and in which layout it may be sent."""

    key: ClassVar[str] = "reporting"
    clause: str
    post_clause: str
    hours: int
    """A report is late when it comes more than this long after the game's end."""
    remind_hours: int | None = None
    """So long before a report is due its team is reminded; unset: never."""
    kinds: tuple[str, ...] = GAME_KINDS
    """The kinds of game that have to be reported within these hours; the others may be."""
    layout_clause: str
    final_clause: str
    """The clause by which the table is made final."""

    def explain(self) -> Iterable[str]:
        """Say the deadline and how two reports make a result."""
        kinds = "" if self.kinds == GAME_KINDS else f" {' and '.join(self.kinds)}"
        yield f"Each team reports a{kinds} game within {self.hours} hours of its end ({self.clause})."
        if self.remind_hours is not None:
            yield f"A team without a report is reminded {self.remind_hours} hours before it is due."
        yield f"The first report is posted at once; the second verifies it or opens a dispute ({self.post_clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.kinds, GAME_KINDS, "kind of game", "kinds")
        if self.remind_hours is not None and not 0 < self.remind_hours < self.hours:
            yield Finding(
                "reminder", "a reminder comes before the report is due", where="remind_hours", remedy="1 to hours - 1"
            )


def _by(clause: str | None) -> str:
    return f" ({clause})" if clause else ""


def _clock(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


register(Results, FairPlay, PenaltyMinutes, Reporting)
