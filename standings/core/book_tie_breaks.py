"""Decides which data a rule book gives about breaking ties: the steps, their parameters and what follows a split."""

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from league.core.book import unknown_words
from league.core.findings import Finding
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section
from standings.core.metrics import COIN_FLIP, DECISIONS, METRICS, Direction, Scope, Uneven
from standings.core.ranking import AfterSplit

UNEVEN_SENTENCES: dict[str, str] = {
    "per-game": "per game when they counted unequal numbers of games",
    "share-of-available": "as a share of the available points when they counted unequal numbers of games",
    "without-odd-game": (
        "without the first game at the rink that saw one game more when two of them met an odd number of times"
    ),
}
FOLLOWS: dict[AfterSplit, str] = {
    "restart": "start again at the first step",
    "restart-after-block": (
        "finish the block of steps by the same games and then begin it again among themselves; outside a block they"
        " go on with the next step"
    ),
    "continue": "go on with the next step",
}
SEASON = "season"
STAGE = "stage"
PLAYOFFS = "playoffs"


class TieBreaking(Section):
    """`[tie_breaking]`: how the steps of `[[tie_break]]` are worked through."""

    key: ClassVar[str] = "tie_breaking"
    clause: str
    after_split: AfterSplit
    """Teams still level after a split: start again at the first step, finish the block of steps and begin
    it again, or go on with the next step."""
    uneven_clause: str | None = None
    """The clause by which unequal numbers of games are evened out, as each step's `uneven` says."""

    def explain(self) -> Iterable[str]:
        """Say what follows a split."""
        follows = FOLLOWS[self.after_split]
        yield f"A step that parts the tied teams places each; those still level {follows} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find a way of working through steps of which there are none, a missing clause, and what can't work."""
        steps = book.all(TieBreak)
        if not steps:
            yield Finding("no-steps", "there is no [[tie_break]]", where="after_split", remedy="add the steps")
        if self.uneven_clause is None and any(step.uneven not in ("as-is", "without-odd-game") for step in steps):
            yield Finding(
                "no-uneven-clause",
                "steps treat unequal numbers of games, but no clause says so",
                where="uneven_clause",
                remedy="name the clause, or set the steps' `uneven` to 'as-is'",
            )
        if self.after_split == "restart-after-block" and steps and not any(step.block for step in steps):
            yield Finding(
                "no-block",
                "those still level begin their block again, but no step belongs to one",
                where="after_split",
                remedy="give the steps of the block a `block`, or choose restart or continue",
            )
        for stage in dict.fromkeys(step.stage for step in steps):
            yield from _order_findings([step for step in steps if step.stage == stage], stage)


class TieBreak(Section):
    """One `[[tie_break]]`: a step that may part teams which are level, in the book's order."""

    key: ClassVar[str] = "tie_break"
    many: ClassVar[bool] = True
    clause: str
    metric: str
    """What is compared; `coin-flip` and `play-in` wait for a recorded decision."""
    scope: Scope = "all"
    """All of the games, those among the tied teams, or those against the team next best in the table outside
    the tie, from the top down until one parts them."""
    games: str = SEASON
    """Which games: `season` (those that the table counts), `stage` (of the stage that is ranked), `playoffs` (of
    that stage and those before it), or the name of a stage."""
    stage: str | None = None
    """The stage of the playoffs whose order this step decides; unset: the season's table."""
    at_least: Annotated[int, Field(ge=2)] = 2
    """The smallest tie that the step is for."""
    at_most: int | None = None
    """The largest tie that the step is for; unset: any."""
    block: str | None = None
    """Steps of one block stand together; see `after_split`."""
    when: Literal["balanced"] | None = None
    """Only where every two of the tied teams met equally often, at least once."""
    otherwise: Literal["clear-advantage"] | None = None
    """Where they didn't: place first whoever met each of the others and took more points than each of them in
    their meetings, and last whoever took fewer; unset: the step doesn't apply then."""
    direction: Direction | None = None
    """Which value is better; by default the metric's own direction."""
    cap: int | None = None
    """The most goals of difference that count in one game, either way."""
    uneven: Uneven = "as-is"
    """What becomes of the value when the tied teams counted unequal numbers of games in this step."""
    witness: bool = True
    """Whether a recorded decision names somebody who saw it."""
    for_completeness: bool = False
    """The rules list this step although it can't part anybody whom the steps before it left level."""

    @property
    def rule(self) -> str:
        """The step's name in the trace, such as `head-to-head-points`."""
        if self.metric in DECISIONS:
            return self.metric
        named = {"all": "", "among-tied": "head-to-head-", "next-best": "next-best-"}[self.scope]
        games = "" if self.games == (STAGE if self.stage else SEASON) else f"{self.games}-"
        return f"{games}{named}{self.metric}"

    @property
    def best(self) -> Direction:
        """Which value is better."""
        return self.direction or METRICS[self.metric].direction

    @property
    def compared(self) -> str:
        """What is compared, in words."""
        return METRICS[self.metric].sentence(self.best)

    def explain(self) -> Iterable[str]:
        """Say what the step compares."""
        yield f"{self.clause}: {self._for_whom()}{self._what()}."

    def _for_whom(self) -> str:
        stage = f"in the {self.stage}, " if self.stage else ""
        if self.at_most == self.at_least:
            return f"{stage}{self.at_least} teams level: "
        if self.at_most is not None:
            return f"{stage}{self.at_least} to {self.at_most} teams level: "
        return f"{stage}{self.at_least} or more level: " if self.at_least > 2 else stage

    def _what(self) -> str:
        if self.metric in DECISIONS:
            return f"a {self.metric.replace('-', ' ')}, once it is recorded"
        condition = ", only where every two of them met equally often" if self.when else ""
        if self.otherwise:
            condition += (
                "; otherwise whoever met each of the others and took more points than each of them in their meetings"
                " is first, and whoever took fewer is last"
            )
        where = {
            "all": "",
            "among-tied": " in the games among the tied teams",
            "next-best": " against the next best team, from the top down until one parts them",
        }[self.scope]
        of = {SEASON: " of the season" if self.stage else "", STAGE: "", PLAYOFFS: " of the playoffs so far"}
        games = of.get(self.games, f" of the {self.games}")
        cap = f", at most {self.cap} a game" if self.cap is not None else ""
        uneven = f", {UNEVEN_SENTENCES[self.uneven]}" if self.uneven != "as-is" else ""
        return f"{self.compared}{games}{where}{cap}{uneven}{condition}"

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
        known = (*METRICS, *DECISIONS)
        if self.metric not in known:
            yield from unknown_words([self.metric], known, "metric", "metric")
            return
        if self.at_most is not None and self.at_most < self.at_least:
            message = f"no tie has at least {self.at_least} and at most {self.at_most} teams"
            yield Finding("no-such-tie", message, where="at_most", clause=self.clause, remedy="raise `at_most`")
        if self.stage is None and self.games in (STAGE, PLAYOFFS):
            yield self._finding("games", f"the season's table comes before the playoffs: it has no {self.games} games")
        yield from self._unknown_games(book)
        yield from self._unusable()

    def _unknown_games(self, book: RuleBook) -> Iterable[Finding]:
        """Find stages that the playoffs don't have, and figures that the book never counts."""
        stages = tuple(str(getattr(entry, "name", "")) for _, entry in book.entries() if entry.key == "playoff_stage")
        if self.stage is not None:
            yield from unknown_words([self.stage], stages, "stage", "stage")
        if self.games not in (SEASON, STAGE, PLAYOFFS):
            yield from unknown_words([self.games], (*stages, "play-in"), "stage", "games")
        needed = {"fair-play-points": "fair_play", "penalty-minutes": "penalty_minutes"}.get(self.metric)
        if needed is not None and not any(entry.key == needed for _, entry in book.entries()):
            message = f"{self.metric} are never counted: there is no [{needed}]"
            yield Finding("never-counted", message, "warn", "metric", self.clause, f"add a [{needed}] section")

    def _unusable(self) -> Iterable[Finding]:
        metric = METRICS.get(self.metric)
        if metric is None:
            for name in ("scope", "direction", "cap", "uneven", "when", "otherwise", "games"):
                if name in self.model_fields_set:
                    yield self._finding(name, f"a {self.metric.replace('-', ' ')} has no {name}")
            return
        if self.cap is not None and not metric.takes_cap:
            yield self._finding("cap", f"{self.metric} can't be capped")
        if self.cap is not None and self.cap < 1:
            yield self._finding("cap", "a cap below 1 leaves nothing to compare")
        if self.uneven not in metric.uneven:
            yield self._finding("uneven", f"{self.metric} can't be taken {self.uneven}")
        if self.uneven == "without-odd-game" and self.scope != "among-tied":
            yield self._finding("uneven", "only games among the tied teams have an odd one to leave out")
        if self.when is not None and self.scope != "among-tied":
            yield self._finding("when", "whether they met equally often says nothing about other games")
        if self.otherwise is not None and self.when is None:
            yield self._finding("otherwise", "without `when` there is no otherwise")

    def _finding(self, where: str, message: str) -> Finding:
        return Finding("unusable-step", message, where=where, clause=self.clause, remedy=f"leave `{where}` out")


def _order_findings(steps: Sequence[TieBreak], stage: str | None) -> Iterable[Finding]:
    """What can't work in one order: steps behind an order that is complete, blocks in pieces, sizes left out."""
    where = f"the {stage}" if stage else "the table"
    if not any(step.at_least == 2 for step in steps):
        yield Finding(
            "tie-not-served",
            f"no step for {where} is for two level teams",
            severity="warn",
            where="after_split",
            remedy="they will share the rank; add a step, or set `at_least` to 2",
        )
    largest = [step.at_most for step in steps]
    if None not in largest:
        message = (
            f"no step for {where} is for more than {max(size for size in largest if size is not None)} level teams"
        )
        yield Finding(
            "tie-not-served",
            message,
            severity="warn",
            where="after_split",
            remedy="they will share the rank; add a step without `at_most`",
        )
    for number, step in enumerate(steps):
        yield from _behind(step, steps[:number])
        yield from forced_level(step, steps[:number])
        earlier = [other.block for other in steps[:number]]
        if step.block and step.block in earlier and steps[number - 1].block != step.block:
            yield Finding(
                "block-in-pieces",
                f"the block {step.block!r} is taken up again at {step.clause} after a step outside it",
                where="after_split",
                clause=step.clause,
                remedy="put the steps of a block next to each other",
            )


def _behind(step: TieBreak, earlier: Sequence[TieBreak]) -> Iterable[Finding]:
    """A step that nobody level can reach, or at which those who reach it are level for certain."""
    for other in earlier:
        covers = other.at_least <= step.at_least and (
            other.at_most is None or (step.at_most is not None and other.at_most >= step.at_most)
        )
        if not covers:
            continue
        if other.metric == COIN_FLIP and step.metric != COIN_FLIP:
            message = f"after the coin flip of {other.clause} nobody is level any more: {step.clause} is never reached"
            yield Finding("never-reached", message, severity="warn", where="after_split", clause=step.clause,
                          remedy="put the coin flip last")  # fmt: skip
            return
        same = ("metric", "scope", "games", "cap", "uneven", "when")
        if all(getattr(other, name) == getattr(step, name) for name in same):
            message = f"{step.clause} compares again what {other.clause} left level"
            yield Finding("never-parts", message, severity="warn", where="after_split", clause=step.clause,
                          remedy="leave one of them out")  # fmt: skip
            return


def forced_level(step: TieBreak, earlier: Sequence[TieBreak]) -> Iterable[Finding]:
    """Goals for behind goal difference and goals against of the same games: whoever comes to it is level in it."""
    triad = {"goal-difference", "goals-for", "goals-against"}
    if step.for_completeness:
        return
    if step.metric not in triad or step.uneven != "as-is":
        return
    same = {
        other.metric
        for other in earlier
        if other.metric in triad
        and (other.scope, other.games, other.uneven, other.cap) == (step.scope, step.games, "as-is", None)
        and other.at_least <= step.at_least
        and (other.at_most is None or (step.at_most is not None and other.at_most >= step.at_most))
    }
    if len(same - {step.metric}) == 2 and step.cap is None:
        others = " and ".join(sorted(same - {step.metric}))
        message = f"{step.clause} can't part anybody: whoever is level in {others} is level in {step.metric}"
        yield Finding(
            "never-parts",
            message,
            "warn",
            "after_split",
            step.clause,
            "leave it out, or say for_completeness = true where the rules list it",
        )
