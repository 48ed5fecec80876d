"""Decides which data a rule book gives about points, deductions and what the table goes by."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.results import Line, Result
from league.core.vocabulary import GAME_KINDS, INFRACTIONS, SEASON_HALVES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section

HOW = ("regulation", "overtime", "shootout", "forfeit")
RankBy = Literal["points", "percentage", "percentage-when-uneven"]
PARTICULAR = (
    "overtime_win", "overtime_loss", "shootout_win", "shootout_loss", "forfeit_win", "forfeit_loss", "double_forfeit",
)  # fmt: skip


class Bonus(Part):
    """Points on top of the result's, for every game that is like this."""

    clause: str
    points: Annotated[int, Field(ge=1)]
    result: Literal["win", "tie", "loss"] | None = None
    """Unset: whatever the result."""
    goals: int | None = None
    """At least so many goals scored."""
    difference: int | None = None
    """Goals for less goals against at least this: 3 is won by three, -1 with `result = "loss"` lost by one."""
    goals_against: int | None = None
    """At most so many goals against: 0 is a shutout."""

    def earned(self, line: Line, goals_for: int, goals_against: int) -> bool:
        """Whether a played game was like this."""
        return (
            (self.result is None or self.result == line)
            and (self.goals is None or goals_for >= self.goals)
            and (self.difference is None or goals_for - goals_against >= self.difference)
            and (self.goals_against is None or goals_against <= self.goals_against)
        )

    def sentence(self) -> str:
        """Say when it is earned."""
        asked = [
            f"after a {self.result}" if self.result else "",
            f"with {self.goals} goals or more" if self.goals is not None else "",
            f"with a difference of {self.difference:+d} or better" if self.difference is not None else "",
            f"with at most {self.goals_against} against" if self.goals_against is not None else "",
        ]
        return f"{self.points} more {' '.join(filter(None, asked))} ({self.clause})."


class Points(Section):
    """`[points]`: what a game brings. Overtime, shootout and forfeits count like any other result unless set."""

    key: ClassVar[str] = "points"
    clause: str
    win: Annotated[int, Field(ge=1)]
    tie: int
    loss: int
    overtime_win: int | None = None
    overtime_loss: int | None = None
    shootout_win: int | None = None
    shootout_loss: int | None = None
    forfeit_win: int | None = None
    """For the team that a forfeit, no-show or refusal left waiting."""
    forfeit_loss: int | None = None
    double_forfeit: int | None = None
    """For each team of a double forfeit."""
    shootout_goal: bool = False
    """Whether the shootout's winner gets one goal more, and the loser one more against; otherwise it counts nowhere."""
    fair_play: int = 0
    """Points of the table for each Fair Play point."""
    kinds: tuple[str, ...] = ("league",)
    """The kinds of game that the table counts."""
    bonus: tuple[Bonus, ...] = ()
    weights: dict[str, Annotated[int, Field(ge=1)]] = {}
    """Kind or stage of a game to the number of times that its points count."""

    def of(self, line: Line, decided_in: str) -> int:
        """Points for a win, loss or tie, without the Fair Play point (P.1 of the handbook)."""
        return self.worth[line, decided_in]

    @cached_property
    def worth(self) -> Mapping[tuple[str, str], int]:
        """Points by result and by how it came about: in regulation, overtime or shootout, by (double) forfeit."""
        usual = {"win": self.win, "loss": self.loss}
        found = {("tie", how): self.tie for how in (*HOW, "double-forfeit")}
        for line, points in usual.items():
            for how in HOW:
                particular = getattr(self, f"{how}_{line}", None)
                found[line, how] = points if particular is None else particular
        found["loss", "double-forfeit"] = self.loss if self.double_forfeit is None else self.double_forfeit
        return found

    def of_result(self, result: Result, team: str, line: Line, decided_in: str, fair_play: int) -> int:
        """Everything that one counted game brings one of its teams, its weight included."""
        points = self.worth[line, decided_in] + fair_play * self.fair_play
        if self.bonus and result.status == "played":
            points += sum(bonus.points for bonus in self.bonus if bonus.earned(line, *result.goals(team)))
        return points * self.weight(result) if self.weights else points

    def weight(self, result: Result) -> int:
        """How many times a game's points count: by its stage, else by its kind."""
        if not self.weights:
            return 1
        return self.weights.get(result.game.stage or "", self.weights.get(result.game.kind, 1))

    @cached_property
    def available(self) -> int:
        """The most that one game of weight one can bring."""
        wins = (self.win, self.overtime_win, self.shootout_win)
        bonuses = sum(bonus.points for bonus in self.bonus if bonus.result in (None, "win"))
        return max(points for points in wins if points is not None) + self.fair_play + bonuses

    def explain(self) -> Iterable[str]:
        """Say what a game is worth and which games count."""
        yield f"A win brings {self.win}, a tie {self.tie}, a loss {self.loss} ({self.clause})."
        for name in PARTICULAR:
            value = getattr(self, name)
            if value is not None:
                yield f"{name.replace('_', ' ').capitalize()}: {value}."
        if self.fair_play:
            yield f"Each Fair Play point adds {self.fair_play}: {self.available} are available in a game."
        yield from (bonus.sentence() for bonus in self.bonus)
        if self.shootout_goal:
            yield "A shootout's winner gets one goal more, its loser one more against."
        for name, times in self.weights.items():
            yield f"Points of a {name} game count {times} times."
        yield f"The table counts {', '.join(self.kinds)} games."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown kinds of game and points that reward losing."""
        yield from unknown_words(self.kinds, GAME_KINDS, "kind of game", "kinds")
        if not self.win >= self.tie >= self.loss:
            yield Finding(
                "points-upside-down",
                f"a win brings {self.win}, a tie {self.tie}, a loss {self.loss}",
                where="win",
                clause=self.clause,
                remedy="a better result must not bring less",
            )


class Ranking(Section):
    """`[ranking]`: what the table goes by."""

    key: ClassVar[str] = "ranking"
    clause: str
    by: RankBy
    """`percentage-when-uneven`: the share of available points once games played differ, until then points."""

    def explain(self) -> Iterable[str]:
        """Say what the table goes by."""
        yield {
            "points": f"The table goes by points ({self.clause}).",
            "percentage": f"The table goes by the share of the available points ({self.clause}).",
            "percentage-when-uneven": (
                "The table goes by points, and once the teams of a division have played unequal numbers of games"
                f" by the share of the available points ({self.clause})."
            ),
        }[self.by]

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find a table without points."""
        if book.get(Points) is None:
            yield Finding("no-points", "a ranking needs points", where="by", remedy="add a [points] section")


class Deduction(Section):
    """One `[[deduction]]`: points that a team loses in the table for a recorded infraction."""

    key: ClassVar[str] = "deduction"
    many: ClassVar[bool] = True
    clause: str
    offences: tuple[str, ...]
    """What is recorded, off the score sheet."""
    points: Annotated[int, Field(ge=1)]
    """Taken off each time; points may go below zero."""
    once_a: Literal["game", "person"] = "game"
    """Several records of one game, or about one person, take the points off once."""
    after: str | None = None
    """Only for games after this day, `MM-DD`; the season's first months come before its last."""
    half: str | None = None
    """Only in this half of the year: winter or summer."""
    below_rank: int | None = None
    """Only in divisions ranked below this one."""

    def explain(self) -> Iterable[str]:
        """Say what is taken off, and for what."""
        limits = [
            f" after {self.after}" if self.after else "",
            f" in {self.half}" if self.half else "",
            f" below division {self.below_rank}" if self.below_rank is not None else "",
        ]
        off = f"{self.points} points off, once a {self.once_a}"
        yield f"{', '.join(self.offences)}{''.join(limits)}: {off} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and a day that isn't one."""
        yield from unknown_words(self.offences, INFRACTIONS, "infraction", "offences")
        if self.half is not None:
            yield from unknown_words([self.half], SEASON_HALVES, "half", "half")
        if self.after is not None and not _is_day(self.after):
            yield Finding(
                "no-day", f"{self.after!r} is no day", where="after", clause=self.clause, remedy="write MM-DD"
            )


def _is_day(text: str) -> bool:
    month, dash, day = text.partition("-")
    return bool(dash) and month.isdigit() and day.isdigit() and 1 <= int(month) <= 12 and 1 <= int(day) <= 31
