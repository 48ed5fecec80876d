"""Decides which data a rule book gives about the playoffs: who goes on, who is kept out, and every stage's form."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import EXCUSES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section
from standings.core.book_tie_breaks import TieBreak

CAUSES = ("forfeit", "no-show", "refused", "cancellation", "double-forfeit")


class Share(Part):
    """A share of the teams, rounded to the nearest whole, halves up."""

    clause: str
    of: Annotated[int, Field(ge=1)]
    """The share's numerator: 2 of two thirds."""
    out_of: Annotated[int, Field(ge=1)]


class Advance(Part):
    """How many teams of a division go on. Teams that withdrew aren't counted in its size."""

    clause: str
    by_size: dict[str, Annotated[int, Field(ge=1)]] = {}
    """Number of teams to the number that goes on."""
    otherwise: Share | None = None
    """For sizes that the table leaves out; an officer confirms it."""

    def of(self, size: int) -> int | None:
        """How many of `size` teams go on; None where the book doesn't say (9-1.a of the Alberta manual)."""
        if str(size) in self.by_size:
            return self.by_size[str(size)]
        if self.otherwise is None:
            return None
        return (2 * size * self.otherwise.of + self.otherwise.out_of) // (2 * self.otherwise.out_of)

    def choices(self, size: int) -> range:
        """The numbers among which an officer decides how many of `size` teams go on, at least two.

        Where the book's table has the size: that number alone. Where it has a share: the whole numbers on
        either side of it, of which the nearest is proposed (9-1.a.1 of the Alberta manual). Otherwise any.
        """
        if str(size) in self.by_size:
            return range(self.by_size[str(size)], self.by_size[str(size)] + 1)
        if self.otherwise is None:
            return range(2, size + 1)
        below, rest = divmod(size * self.otherwise.of, self.otherwise.out_of)
        return range(max(below, 2), below + (2 if rest else 1))

    def clause_for(self, size: int) -> str:
        """The clause by which that many go on."""
        return self.clause if str(size) in self.by_size or self.otherwise is None else self.otherwise.clause


class Playoffs(Section):
    """`[playoffs]`: who goes on from the table, and what keeps a team out."""

    key: ClassVar[str] = "playoffs"
    clause: str
    """The clause by which the playoffs are set."""
    from_table: bool = True
    """Whether the table seeds them; otherwise every team enters and a stage makes the order."""
    advance: Advance | None = None
    """How many go on; unset: everybody who isn't kept out is seeded, and the league chooses."""
    barring_causes: tuple[str, ...] = ()
    """Causes of a game not played that bar the team at fault: forfeit no-show refused cancellation double-forfeit."""
    excuses: tuple[str, ...] = ()
    """Accepted reasons that bar nobody."""
    bar_clause: str | None = None
    placeholders_clause: str | None = None
    """By this clause names stand in the bracket once they are certain."""

    def explain(self) -> Iterable[str]:
        """Say who is seeded and who is kept out."""
        if self.from_table:
            yield f"The table seeds the playoffs ({self.clause})."
        else:
            yield f"Every team enters the playoffs; their first stage makes the order ({self.clause})."
        if self.advance:
            sizes = ", ".join(f"{going} of {size}" for size, going in self.advance.by_size.items())
            yield f"Going on: {sizes} ({self.advance.clause})."
            share = self.advance.otherwise
            if share:
                yield (
                    f"Of other sizes {share.of}/{share.out_of}, rounded to the nearest whole, once an officer"
                    f" confirms it ({share.clause})."
                )
        if self.barring_causes:
            excused = f", unless excused by {' or '.join(self.excuses)}" if self.excuses else ""
            yield (
                f"Kept out is a team at fault for a game not played: {', '.join(self.barring_causes)}"
                f"{excused} ({self.bar_clause})."
            )

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown causes and excuses, a bar without its clause, and sizes from which too many go on."""
        yield from unknown_words(self.barring_causes, CAUSES, "cause", "barring_causes")
        yield from unknown_words(self.excuses, EXCUSES, "excuse", "excuses")
        if self.barring_causes and self.bar_clause is None:
            yield Finding("no-clause", "no clause bars these teams", where="bar_clause", remedy="name the clause")
        for size, going in (self.advance.by_size if self.advance else {}).items():
            if not size.isdigit() or going > int(size):
                message = f"{going} of {size} teams can't go on"
                yield Finding("too-many", message, where="advance.by_size", remedy="write size = going on")
        if not self.from_table and not any(stage.form == "round-robin" for stage in book.all(PlayoffStage)):
            message = "neither the table nor a round robin makes the order"
            yield Finding("no-order", message, where="from_table", remedy="add a [[playoff_stage]], or leave it out")


class Attempts(Part):
    """What the shootout of a stage is like."""

    clause: str
    shooters: Annotated[int, Field(ge=1)]
    """Shooters a team before sudden death."""
    first: Literal["home", "away", "home-chooses"] = "home-chooses"
    repeat: Literal["free", "after-all", "after-line"] = "free"
    """Nobody shoots again until all team-mates but goalies have, or all of the same line have."""
    repeat_clause: str | None = None
    lines: tuple[str, ...] = ()
    """The lines that the shooters come from, in this order, over and over."""
    same_number: bool = False
    """Whether both teams take equally many shots, also where the last one can change nothing any more."""
    sudden_death: bool = True
    """Level after the first shooters: go on pair by pair; otherwise the game stays level."""
    sudden_death_clause: str | None = None
    barred: tuple[Literal["running-penalty", "game-misconduct", "substitute"], ...] = ()
    """Who may not shoot: with a penalty of their own still running, with a game misconduct in the game, substitutes."""
    barred_clause: str | None = None


class Overtime(Section):
    """One `[[overtime]]`: how a level game of some kind goes on."""

    key: ClassVar[str] = "overtime"
    many: ClassVar[bool] = True
    clause: str
    kinds: tuple[str, ...]
    """The kinds of game that it is for."""
    stages: tuple[str, ...] = ()
    """Only in these stages; empty: in all that no other entry names."""
    seconds: int | None = None
    """Length of the sudden-death overtime; unset: none is played."""
    skaters: int | None = None
    """Skaters a side; unset: as in regulation."""
    clock: Literal["stop", "running"] = "stop"
    shifts: tuple[str, ...] = ()
    """The lines that play its shifts of equal length, in order."""
    may_be_skipped: bool = False
    """Whether it may be left out when time is short."""
    shootout: Attempts | None = None
    """Unset: the game stays level."""

    def explain(self) -> Iterable[str]:
        """Say how a level game goes on."""
        where = f" ({', '.join(self.stages)})" if self.stages else ""
        parts = []
        if self.seconds:
            parts.append(f"{self.seconds // 60}:{self.seconds % 60:02d} of sudden death on a {self.clock} clock")
        if self.shootout:
            after = "sudden death" if self.shootout.sudden_death else "it stays level"
            by = f" ({self.shootout.clause})" if self.shootout.clause != self.clause else ""
            parts.append(f"a shootout of {self.shootout.shooters} a team, then {after}{by}")
        said = ", then ".join(parts) or "it stays level"
        yield f"A level {' or '.join(self.kinds)} game{where}: {said} ({self.clause})."


class PlayoffStage(Section):
    """One `[[playoff_stage]]`: a round robin, or a knockout of series."""

    key: ClassVar[str] = "playoff_stage"
    many: ClassVar[bool] = True
    clause: str
    name: str
    """As games carry it in `stage`; a knockout's rounds have the names in `rounds`."""
    form: Literal["round-robin", "knockout"]
    entrants: Annotated[int, Field(ge=2)] | None = None
    """How many enter; unset: all that the stage before, or the table, lets go on."""
    seeded_by: str | None = None
    """The round robin whose order seeds it; unset: the table."""
    rounds: tuple[str, ...] = ()
    """Names of a knockout's rounds, the last (the final) last; earlier rounds than it names are called by number."""
    pairs: tuple[tuple[str, str], ...] = ()
    """First-round pairs by seed (`"1"`, `"4"`), for crossovers by group and seed (`"A1"`, `"B2"`), the bracket from
    the top; unset: best against worst, with byes for the best."""
    best_of: Annotated[int, Field(ge=1)] = 1
    best_of_by_round: dict[str, Annotated[int, Field(ge=1)]] = {}
    """Rounds of another length, by their name."""
    best_of_clause: str | None = None
    reseed: bool = False
    """After each round the best seed left meets the worst; otherwise the bracket stands."""
    home: tuple[Literal["higher", "lower"], ...] = ("higher", "lower")
    """Who is at home game by game, over and over; the last game of a series is at the higher seed's."""
    third_place: str | None = None
    """The name of a game between the losers of the round before the final; unset: none."""
    ranking_clause: str | None = None
    """A round robin goes by points first, by this clause."""

    def explain(self) -> Iterable[str]:
        """Say who enters and how it is played."""
        entrants = f"{self.entrants} teams" if self.entrants else "All that go on"
        by = f"the order of the {self.seeded_by}" if self.seeded_by else "the table"
        if self.form == "round-robin":
            yield f"{self.name}: a round robin, by points first ({self.ranking_clause or self.clause})."
            return
        reseeded = ", seeded anew after each round" if self.reseed else ""
        length = "single games" if self.best_of == 1 else f"best of {self.best_of}"
        yield f"{self.name}: {entrants} by {by} in a knockout of {length}{reseeded} ({self.clause})."
        for name, games in self.best_of_by_round.items():
            yield f"{name}: best of {games}."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find series that can be halved, stages that nobody can enter and pairs that leave seeds out."""
        for games in (self.best_of, *self.best_of_by_round.values()):
            if games % 2 == 0:
                yield self._finding("best_of", f"a best of {games} can end level", "use an odd number of games")
        names = [stage.name for stage in book.all(PlayoffStage) if stage.form == "round-robin"]
        if self.seeded_by is not None:
            yield from unknown_words([self.seeded_by], tuple(names), "round robin", "seeded_by")
        if self.form == "round-robin" and (self.pairs or self.rounds or self.reseed):
            yield self._finding("form", "a round robin has no pairs, rounds or reseeding", "leave them out")
        if self.form == "knockout" and any(step.stage == self.name for step in book.all(TieBreak)):
            yield self._finding("name", "a knockout has no order for steps to decide", "give the steps a round robin")
        seeds = [seed for pair in self.pairs for seed in pair]
        if len(set(seeds)) != len(seeds):
            yield self._finding("pairs", "a seed stands in two pairs", "name each once")

    def _finding(self, where: str, message: str, remedy: str) -> Finding:
        return Finding("unusable-stage", message, where=where, clause=self.clause, remedy=remedy)
