"""Decides which data a rule book gives about what comes on top: riders, automatic penalties, counts, doubling."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from discipline.core.book import Offence
from discipline.core.book_filters import Filter
from discipline.core.book_serving import Serving
from discipline.core.book_steps import Ladder, Step
from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import OFFENCES, PENALTY_CLASSES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class AutomaticPenalty(Section, Filter):
    """`[[automatic_penalty]]`: a penalty that follows from others of the game, written on the sheet or not.

    It belongs to the incident of the penalty that brought it, and isn't given twice where the sheet has it.
    """

    key: ClassVar[str] = "automatic_penalty"
    many: ClassVar[bool] = True
    clause: str
    also_clauses: tuple[str, ...] = ()
    """Clauses that it carries out besides."""
    times: int = 1
    """The how-many-eth penalty of the filter of one person in one game brings it."""
    gives: tuple[str, ...]
    """The classes of the penalties that it brings."""
    gives_offence: str = "other"

    def explain(self) -> Iterable[str]:
        """Say what brings it."""
        when = "" if self.times == 1 else f", the {self.times}th of a person in a game,"
        yield f"A {self.words()}{when} brings a {' and a '.join(self.gives)} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from self.filter_faults()
        yield from unknown_words(self.gives, PENALTY_CLASSES, "class", "gives")
        yield from unknown_words([self.gives_offence], OFFENCES, "offence", "gives_offence")


class Rider(Section, Filter, Ladder):
    """`[[rider]]`: what comes on top of a row, such as a game more for a game misconduct late in the game."""

    key: ClassVar[str] = "rider"
    many: ClassVar[bool] = True
    clause: str
    also_clauses: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    """The rows that it goes with; empty: any."""
    each: Literal["incident", "game-misconduct"] = "incident"
    """Whether it comes once an incident, or once for every game misconduct, those that go with a row included."""
    needs_classes: tuple[str, ...] = ()
    """Classes of which the incident must have each, a game misconduct that goes with a row included."""

    def explain(self) -> Iterable[str]:
        """Say when it comes on top."""
        rows = f" under {' or '.join(self.rows)}" if self.rows else ""
        together = f", with {' and '.join(self.needs_classes)} in one incident" if self.needs_classes else ""
        once = "for every game misconduct" if self.each == "game-misconduct" else "once an incident"
        yield f"On top of the row, {once}: {self.words()}{rows}{together} ({self.clause})."
        yield from self.ladder_words(self.clause)

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words, rows that aren't there and faulty ladders."""
        yield from self.filter_faults()
        yield from unknown_words(self.needs_classes, PENALTY_CLASSES, "class", "needs_classes")
        yield from unknown_words(self.rows, tuple(row.id for row in book.all(Offence)), "row", "rows")
        yield from self.ladder_faults(tuple(book.one(Serving).by_name))


class Threshold(Step):
    """A sum that costs something when it is reached."""

    at: int
    """Minutes, penalties or suspensions; reached from here on, or from the next where it has to be passed."""


class Accumulation(Section, Filter):
    """`[[accumulation]]`: penalties that cost something once there are enough of them."""

    key: ClassVar[str] = "accumulation"
    many: ClassVar[bool] = True
    clause: str
    also_clauses: tuple[str, ...] = ()
    of: Literal["minutes", "penalties", "suspensions"]
    """Suspensions are those of a player, at most one a game."""
    within: Literal["game", "season", "career"] = "season"
    thresholds: tuple[Threshold, ...]
    above: bool = False
    """Whether a threshold has to be passed; otherwise reaching it is enough."""
    every: int | None = None
    """Beyond the last threshold the last one acts again at each further so many."""
    doubles: bool = False
    """Whether its games double each time it acts again."""
    only_highest: bool = False
    """Whether of several thresholds passed in one game only the highest acts."""
    teams: Literal["all", "own"] = "all"
    """Whether it counts what the person gets as a substitute for other teams."""
    teams_clause: str | None = None
    nobodys: Filter | None = None
    """Penalties that don't count after all."""
    special_conditions: bool = False
    """Whether it is only for people, and teams, under special conditions."""
    doubled: bool = True
    """Whether special conditions double it."""
    only_with_team: bool = False
    """Whether the person is kept only from the games of that team."""
    only_with_team_clause: str | None = None

    @property
    def unit(self) -> str:
        """What is counted, in words: "minutes", "suspensions", "penalties" or those of the only class."""
        if self.of != "penalties" or self.offences or len(self.classes) != 1:
            return self.of
        return f"{self.classes[0].replace('-', ' ')} penalties"

    def explain(self) -> Iterable[str]:
        """Say what is counted and what it costs."""
        what = "suspensions of a player" if self.of == "suspensions" else f"{self.of} of {self.words()}"
        teams = "with all teams" if self.teams == "all" else "with the own team"
        yield f"Counted by {self.within} {teams}: {what} ({self.clause})."
        if self.nobodys:
            yield f"Not counted: {self.nobodys.words()}."
        for threshold in self.thresholds:
            passed = "above" if self.above else "at"
            yield f"{passed.capitalize()} {threshold.at}: {threshold.costs()} ({threshold.clause or self.clause})."
        if self.every:
            doubled = ", doubled each time" if self.doubles else ""
            yield f"Again at every further {self.every}{doubled}."
        if self.only_highest:
            yield "Of several reached in one game only the highest acts."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and faulty thresholds."""
        yield from self.filter_faults()
        if not self.thresholds:
            yield Finding("no-threshold", "nothing follows from it", where="thresholds", remedy="add a threshold")
        ats = [threshold.at for threshold in self.thresholds]
        if ats != sorted(set(ats)):
            yield Finding("disordered", "thresholds have to rise", where="thresholds", remedy="write the lowest first")
        for place, threshold in enumerate(self.thresholds):
            yield from threshold.faults(tuple(book.one(Serving).by_name), f"thresholds[{place}]")


class SpecialConditions(Section):
    """`[special_conditions]`: what is multiplied for people and teams under special conditions."""

    key: ClassVar[str] = "special_conditions"
    clause: str
    times: int = 2
    """Games and fines are so many times as much; both a person's and a team's conditions count once."""

    def explain(self) -> Iterable[str]:
        """Say what is multiplied."""
        yield f"Under special conditions games and fines are {self.times} times as much ({self.clause})."


class ReviewTrigger(Section, Filter):
    """`[[review]]`: a penalty or infraction that somebody has to look at besides what it costs."""

    key: ClassVar[str] = "review"
    many: ClassVar[bool] = True
    clause: str
    kind: str
    """What has to be done: ethics, hearing, warning, ..."""
    from_number: int = 1
    """Only from this offence number of the act on."""

    def explain(self) -> Iterable[str]:
        """Say what opens it."""
        yield f"A review ({self.kind}) is opened by: {self.words()} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from self.filter_faults()


class Liability(Section, Filter, Step):
    """`[[liability]]`: what somebody else answers for, such as the coach of the player who left the bench."""

    key: ClassVar[str] = "liability"
    many: ClassVar[bool] = True
    clause: str
    rows: tuple[str, ...] = ()
    """Rows or riders of the act that bring it; empty: any act of the filter."""
    who: Literal["head-coach", "team-officials", "representatives"]
    from_number: int = 1
    """Only from this offence number of the act on."""
    to_number: int | None = None
    """Only up to this offence number of the act."""
    once: Literal["incident", "stoppage", "game"] = "incident"
    """Whether each act brings it, or all acts of a team in one stoppage, or in one game, together.

    Acts are of one stoppage where they share the incident or the time; one without a time is of any."""
    again_clause: str | None = None
    """By this clause it goes where more than one act of the game brings it."""
    instead_of: tuple[str, ...] = ()
    """Liabilities, by clause, that this one takes the place of, in that stoppage or game."""
    at_once: bool = False
    """Whether it binds before it is decided, like an act of one's own; so does what no person did."""
    unless_named: bool = False
    """Whether it falls away where the act names the person who did it."""
    pending: bool = False
    """Whether somebody has to confirm it first."""

    def explain(self) -> Iterable[str]:
        """Say who answers for what."""
        rows = f" under {' or '.join(self.rows)}" if self.rows else ""
        number = f", from offence {self.from_number} on" if self.from_number > 1 else ""
        number += f", up to offence {self.to_number}" if self.to_number else ""
        number += ", where nobody is named" if self.unless_named else ""
        number += f", once a {self.once}" if self.once != "incident" else ""
        confirm = ", to be confirmed" if self.pending else ""
        yield f"The {self.who} answers for {self.words()}{rows}{number}{confirm}: {self.costs()} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words, rows that aren't there and faulty ladders."""
        yield from self.filter_faults()
        known = (*(row.id for row in book.all(Offence)), *(rider.clause for rider in book.all(Rider)))
        yield from unknown_words(self.rows, known, "row", "rows")
        yield from unknown_words(
            self.instead_of, tuple(item.clause for item in book.all(Liability)), "liability", "instead_of"
        )
        yield from self.faults(tuple(book.one(Serving).by_name), "")


register(AutomaticPenalty, Rider, Accumulation, SpecialConditions, ReviewTrigger, Liability)
