"""Decides which data a rule book gives about points, the order of the table, tie-breaks and the playoffs."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.results import Line
from league.core.vocabulary import EXCUSES, GAME_KINDS
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register
from standings.core.metrics import COIN_FLIP, METRICS, Direction, Scope, Uneven

RankBy = Literal["points", "percentage", "percentage-when-uneven"]
AfterSplit = Literal["restart", "continue"]

CAUSES = ("forfeit", "no-show", "refused", "cancellation", "double-forfeit")
UNEVEN_SENTENCES: dict[str, str] = {
    "per-game": "per game when they counted unequal numbers of games",
    "share-of-available": "as a share of the available points when they counted unequal numbers of games",
}


class Points(Section):
    """`[points]`: what a game brings. Overtime and shootout count like any other win or loss unless set."""

    key: ClassVar[str] = "points"
    clause: str
    win: Annotated[int, Field(ge=1)]
    tie: int
    loss: int
    overtime_win: int | None = None
    overtime_loss: int | None = None
    shootout_win: int | None = None
    shootout_loss: int | None = None
    fair_play: int = 0
    """Points of the table for each Fair Play point."""
    kinds: tuple[str, ...] = ("league",)
    """The kinds of game that the table counts."""

    def of(self, line: Line, decided_in: str) -> int:
        """Points for a win, loss or tie, without the Fair Play point (P.1 of the handbook)."""
        if line == "tie":
            return self.tie
        particular = {
            ("win", "overtime"): self.overtime_win,
            ("win", "shootout"): self.shootout_win,
            ("loss", "overtime"): self.overtime_loss,
            ("loss", "shootout"): self.shootout_loss,
        }.get((line, decided_in))
        if particular is not None:
            return particular
        return self.win if line == "win" else self.loss

    @property
    def available(self) -> int:
        """The most that one game can bring."""
        wins = (self.win, self.overtime_win, self.shootout_win)
        return max(points for points in wins if points is not None) + self.fair_play

    def explain(self) -> Iterable[str]:
        """Say what a game is worth and which games count."""
        yield f"A win brings {self.win}, a tie {self.tie}, a loss {self.loss} ({self.clause})."
        for name in ("overtime_win", "overtime_loss", "shootout_win", "shootout_loss"):
            value = getattr(self, name)
            if value is not None:
                yield f"{name.replace('_', ' ').capitalize()}: {value}."
        if self.fair_play:
            yield f"Each Fair Play point adds {self.fair_play}: {self.available} are available in a game."
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


class TieBreaking(Section):
    """`[tie_breaking]`: how the steps of `[[tie_break]]` are worked through."""

    key: ClassVar[str] = "tie_breaking"
    clause: str
    after_split: AfterSplit
    """Teams still level after a split: start again at the first step, or go on with the next."""
    uneven_clause: str | None = None
    """The clause by which unequal numbers of games are evened out, as each step's `uneven` says."""

    def explain(self) -> Iterable[str]:
        """Say what follows a split."""
        follows = "start again at the first step" if self.after_split == "restart" else "go on with the next step"
        yield f"A step that parts the tied teams places each; those still level {follows} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find a way of working through steps of which there are none, and a missing clause."""
        steps = book.all(TieBreak)
        if not steps:
            yield Finding("no-steps", "there is no [[tie_break]]", where="after_split", remedy="add the steps")
        if self.uneven_clause is None and any(step.uneven != "as-is" for step in steps):
            yield Finding(
                "no-uneven-clause",
                "steps treat unequal numbers of games, but no clause says so",
                where="uneven_clause",
                remedy="name the clause, or set the steps' `uneven` to 'as-is'",
            )


class TieBreak(Section):
    """One `[[tie_break]]`: a step that may part teams which are level, in the book's order."""

    key: ClassVar[str] = "tie_break"
    many: ClassVar[bool] = True
    clause: str
    metric: str
    """What is compared; `coin-flip` waits for a recorded decision."""
    scope: Scope = "all"
    """All games that the table counts, or those among the tied teams only."""
    direction: Direction | None = None
    """Which value is better; by default the metric's own direction."""
    cap: int | None = None
    """The most goals of difference that count in one game, either way."""
    uneven: Uneven = "as-is"
    """What becomes of the value when the tied teams counted unequal numbers of games in this step."""

    @property
    def rule(self) -> str:
        """The step's name in the trace, such as `head-to-head-points`."""
        return f"head-to-head-{self.metric}" if self.scope == "among-tied" else self.metric

    @property
    def best(self) -> Direction:
        """Which value is better."""
        return self.direction or METRICS[self.metric].direction

    def explain(self) -> Iterable[str]:
        """Say what the step compares."""
        if self.metric == COIN_FLIP:
            yield f"{self.clause}: a coin flip, once it is recorded."
            return
        metric = METRICS[self.metric]
        where = " in the games among the tied teams" if self.scope == "among-tied" else ""
        cap = f", at most {self.cap} a game" if self.cap is not None else ""
        uneven = f", {UNEVEN_SENTENCES[self.uneven]}" if self.uneven != "as-is" else ""
        yield f"{self.clause}: {metric.sentence(self.best)}{where}{cap}{uneven}."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find an unknown metric, parameters that it can't use, and a step without `[tie_breaking]`."""
        if book.get(TieBreaking) is None:
            yield Finding(
                "no-tie-breaking",
                "nothing says what follows a split",
                where="metric",
                clause=self.clause,
                remedy="add a [tie_breaking] section",
            )
        known = (*METRICS, COIN_FLIP)
        if self.metric not in known:
            yield from unknown_words([self.metric], known, "metric", "metric")
            return
        yield from self._unusable()

    def _unusable(self) -> Iterable[Finding]:
        metric = METRICS.get(self.metric)
        if metric is None:
            for name in ("scope", "direction", "cap", "uneven"):
                if name in self.model_fields_set:
                    yield self._finding(name, f"a coin flip has no {name}")
            return
        if self.cap is not None and not metric.takes_cap:
            yield self._finding("cap", f"{self.metric} can't be capped")
        if self.cap is not None and self.cap < 1:
            yield self._finding("cap", "a cap below 1 leaves nothing to compare")
        if self.uneven not in metric.uneven:
            yield self._finding("uneven", f"{self.metric} can't be taken {self.uneven}")

    def _finding(self, where: str, message: str) -> Finding:
        return Finding("unusable-step", message, where=where, clause=self.clause, remedy=f"leave `{where}` out")


class Playoffs(Section):
    """`[playoffs]`: who goes on from the table, and what keeps a team out."""

    key: ClassVar[str] = "playoffs"
    clause: str
    """The clause by which the table sets the playoffs."""
    barring_causes: tuple[str, ...] = ()
    """Causes of a game not played that bar the team at fault: forfeit no-show refused cancellation double-forfeit."""
    excuses: tuple[str, ...] = ()
    """Accepted reasons that bar nobody."""
    bar_clause: str | None = None

    def explain(self) -> Iterable[str]:
        """Say who is seeded and who is kept out."""
        yield f"The table seeds the playoffs ({self.clause})."
        if self.barring_causes:
            excused = f", unless excused by {' or '.join(self.excuses)}" if self.excuses else ""
            yield (
                f"Kept out is a team at fault for a game not played: {', '.join(self.barring_causes)}"
                f"{excused} ({self.bar_clause})."
            )

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown causes and excuses, and a bar without its clause."""
        yield from unknown_words(self.barring_causes, CAUSES, "cause", "barring_causes")
        yield from unknown_words(self.excuses, EXCUSES, "excuse", "excuses")
        if self.barring_causes and self.bar_clause is None:
            yield Finding("no-clause", "no clause bars these teams", where="bar_clause", remedy="name the clause")


register(Points, Ranking, TieBreaking, TieBreak, Playoffs)
