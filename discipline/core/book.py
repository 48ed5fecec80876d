"""Decides which data a rule book gives about offences: which penalty falls under which row, and what it costs."""

from collections.abc import Iterable
from typing import ClassVar

from discipline.core.book_filters import Filter
from discipline.core.book_serving import Serving
from discipline.core.book_steps import Ladder
from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import LEVELS, PENALTY_CLASSES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register


class Offence(Section, Filter, Ladder):
    """`[[offence]]`: a row of the book, from the penalty on the sheet to what it costs the 1st, 2nd, ... time.

    A penalty uses one row: the narrowest that fits, of equals the first in the book.
    """

    key: ClassVar[str] = "offence"
    many: ClassVar[bool] = True
    clause: str
    also_clauses: tuple[str, ...] = ()
    """Clauses that the row carries out besides, such as an example; they are cited where the book shows its data."""
    name: str | None = None
    """What riders, liabilities and shared counts call the row; unset: its clause."""
    count: str | None = None
    """The count that it shares with other rows; unset: a count of its own."""
    one_a_game: bool = False
    """Several of one person in one game are a single infraction, under the first one's incident."""
    joins: str | None = None
    """A row that this one joins: the person's infraction of that row just before, in the same game, is one with it."""
    heaviest_of: str | None = None
    """Of the rows of this name that fit a penalty the heaviest applies, each at its own count."""
    beside: bool = False
    """Added to whatever row the penalty itself falls under."""
    absorbs: tuple[str, ...] = ()
    """Classes that cost nothing more when they come with it: in its incident, or for the same offence in the game.

    A penalty whose offence has a row of its own isn't absorbed."""
    each: bool = False
    """Whether several penalties under it in one incident cost something each; otherwise they are one offence."""
    again_clause: str | None = None
    """By this clause it goes where one case has several penalties under it."""
    brings_game_misconduct: bool = False
    """Whether a game misconduct goes with it by its own text, whether the sheet says so or not."""
    all_hockey: bool = False
    """Whether the person is kept out of hockey in any capacity meanwhile."""
    all_hockey_clause: str | None = None

    @property
    def id(self) -> str:
        """What the book's other data call the row."""
        return self.name or self.clause

    @property
    def count_name(self) -> str:
        """The count that it moves."""
        return self.count or self.id

    def explain(self) -> Iterable[str]:
        """Say what is punished and how."""
        shared = f" together with every other row of {self.count}" if self.count else ""
        yield f"Counted by {self.counts}{shared}: {self.words()} ({self.clause})."
        if self.one_a_game:
            yield "Several by one person in one game are a single infraction."
        if self.each:
            yield "Several in one incident cost something each."
        if self.again_clause:
            yield f"A second time in one game it goes by another clause ({self.again_clause})."
        if self.joins:
            yield f"It is one with the infraction of {self.joins} just before in that game."
        if self.heaviest_of:
            yield f"Of the rows of {self.heaviest_of} that fit, the heaviest applies."
        if self.beside:
            yield "It is added to the row that the penalty itself falls under."
        if self.absorbs:
            yield f"A {' or '.join(self.absorbs)} that comes with it costs nothing more."
        if self.brings_game_misconduct:
            yield "A game misconduct goes with it, written or not."
        if self.all_hockey:
            yield f"Meanwhile the person is out of hockey in any capacity ({self.all_hockey_clause or self.clause})."
        yield from self.ladder_words(self.clause)

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words, rows that nothing falls under and faulty ladders."""
        yield from self.filter_faults()
        yield from unknown_words(self.absorbs, PENALTY_CLASSES, "class", "absorbs")
        if not self.offences and not self.classes:
            yield Finding("any-penalty", "the row fits any penalty at all", remedy="say which offences or classes")
        if self.joins:
            yield from unknown_words([self.joins], tuple(row.id for row in book.all(Offence)), "row", "joins")
        yield from self.ladder_faults(tuple(book.one(Serving).by_name))


class Sentencing(Section):
    """`[sentencing]`: what holds for every sentence of the book."""

    key: ClassVar[str] = "sentencing"
    levels: tuple[str, ...] = ()
    """The only levels whose games the book's rows are for; empty: all."""
    levels_clause: str | None = None
    late_minutes: int | None = None
    """The last minutes of the last period of regulation that are late, the full minute included."""
    late_overtime: bool = True
    late_after_game: bool = False
    """Whether what is marked as after the game is late."""
    late_clause: str | None = None
    periods: int = 3
    """Periods of regulation, where the game doesn't show more."""
    number_clause: str | None = None
    """By this clause earlier offences are counted."""
    open_clause: str | None = None
    """By this clause a step that the book leaves out repeats an earlier one, and the last one stands."""
    adding_clause: str | None = None
    """By this clause separate penalties of one incident add up."""
    time_for_games: bool = False
    """Whether a decision may set a time in place of the games."""
    time_for_games_clause: str | None = None
    calendar_clause: str | None = None
    """By this clause a time runs by the calendar."""
    minimum_clauses: tuple[str, ...] = ()
    """By these clauses no decision goes below the minimum."""

    def explain(self) -> Iterable[str]:
        """Say what holds for all sentences."""
        if self.levels:
            yield f"Only games of {', '.join(self.levels)} are ruled on ({self.levels_clause})."
        if self.late_minutes is not None:
            more = " and overtime" if self.late_overtime else ""
            more += " and what comes after the game" if self.late_after_game else ""
            yield f"Late are the last {self.late_minutes} minutes of regulation{more} ({self.late_clause})."
        if self.adding_clause:
            yield f"Separate penalties of one incident add up ({self.adding_clause})."
        if self.open_clause:
            yield f"Where the book gives no further step the last one stands ({self.open_clause})."
        if self.time_for_games:
            yield f"A decision may set a time in place of games ({self.time_for_games_clause})."
        if self.calendar_clause:
            yield f"A time runs by the calendar, its first and its last day included ({self.calendar_clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown levels."""
        yield from unknown_words(self.levels, LEVELS, "level", "levels")


class Unruled(Section):
    """`[unruled]`: penalties that the director must look at although the book sets no length for them."""

    key: ClassVar[str] = "unruled"
    clause: str
    classes: tuple[str, ...]

    def explain(self) -> Iterable[str]:
        """Say what the director is told."""
        yield f"For any other {' or '.join(self.classes)} no length is proposed; the director is told ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown classes."""
        yield from unknown_words(self.classes, PENALTY_CLASSES, "class", "classes")


register(Offence, Sentencing, Unruled)
