"""Decides how an ordered partition of teams is refined, rule by rule, and keeps the trace of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

AfterSplit = Literal["restart", "restart-after-block", "continue"]
"""What teams that are still level after a split do: begin again at once, begin again once the block of
steps is through, or go on with the next step."""

Group = tuple[str, ...]
"""Team ids that are level, sorted: names never order anything but the display."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one rule gave on one set of tied teams. One group in `split`: nothing was parted."""

    clause: str
    rule: str
    values: Mapping[str, str]  # exact, as text: "5", "2/3", "inf", "-"
    split: tuple[Group, ...]  # the best group first
    why: str

    @property
    def parted(self) -> bool:
        """Whether the step told any of the teams apart."""
        return len(self.split) > 1

    def document(self) -> dict[str, Any]:
        """The step as the rulings show it."""
        return {
            "clause": self.clause,
            "rule": self.rule,
            "values": dict(self.values),
            "split": [list(group) for group in self.split],
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to tell tied teams apart.

    `measure` takes the tied teams and the set whose games among each other count, which is wider
    inside a block that parted it already. It answers None while a decision has yet to be recorded.
    """

    clause: str
    measure: Callable[[Group, Group], Step | None]
    at_least: int = 2
    at_most: int | None = None
    block: str | None = None  # rules of one block stand together

    def fits(self, teams: Group) -> bool:
        """Whether the rule is for ties of this size."""
        return self.at_least <= len(teams) and (self.at_most is None or len(teams) <= self.at_most)


@dataclass(frozen=True, slots=True)
class TieBreakTrace:
    """One set of tied teams, taken up once, and every step that was tried on it."""

    teams: Group
    steps: tuple[Step, ...]
    restarts_at: str | None = None  # clause at which teams still level after a split start again; None: they go on
    waits_for: str | None = None  # clause of the decision that is still to be recorded

    @property
    def split(self) -> tuple[Group, ...]:
        """What the last step left: one group when nothing parted the teams."""
        return self.steps[-1].split if self.steps and self.steps[-1].parted else (self.teams,)

    @property
    def unresolved(self) -> bool:
        """Whether the teams are still level."""
        return len(self.split) == 1

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `tie_breaks`."""
        return {"teams": list(self.teams), "steps": [step.document() for step in self.steps]}


@dataclass(frozen=True, slots=True)
class Refinement:
    """The finer partition, best group first, and the sets that were taken up, depth first."""

    groups: tuple[Group, ...]
    traces: tuple[TieBreakTrace, ...]

    @property
    def decisions_needed(self) -> tuple[Group, ...]:
        """The sets that only a decision still to be recorded can part, best first."""
        return tuple(trace.teams for trace in self.traces if trace.unresolved and trace.waits_for)


def refine(groups: Iterable[Group], rules: Sequence[Rule], *, after_split: AfterSplit) -> Refinement:
    """Take up every group of several teams and split it until it is parted or the rules are used up.

    After a split each part is a set of its own. With `restart` it begins at the first rule again (3.15
    of District 9); with `restart-after-block` it first goes through the rest of the block, by the games
    of the set that entered the block, and whoever is still level then begins the block again; otherwise
    it goes on with the rule after the one that split it. Every new start is of a smaller set, so this ends.
    """
    placed: list[Group] = []
    traces: list[TieBreakTrace] = []
    pending = [_Taken(group, 0, group) for group in groups][::-1]
    while pending:
        taken = pending.pop()
        if len(taken.teams) == 1 or not rules:
            placed.append(taken.teams)
            continue
        trace, then = _take_up(taken, rules, after_split)
        if trace.steps or trace.waits_for:
            traces.append(trace)
        if trace.unresolved:
            placed.append(taken.teams)
        else:
            pending.extend(_next(part, then, after_split) for part in reversed(trace.split))
    return Refinement(tuple(placed), tuple(traces))


@dataclass(frozen=True, slots=True)
class _Taken:
    """A set of tied teams, the rule it has come to, and the set that entered the block it is in."""

    teams: Group
    at: int
    base: Group
    block: str | None = None


def _next(part: Group, then: _Taken, after_split: AfterSplit) -> _Taken:
    if after_split == "restart":
        return _Taken(part, 0, part)
    base = then.base if after_split == "restart-after-block" and then.block else part
    return _Taken(part, then.at, base, then.block)


def _take_up(taken: _Taken, rules: Sequence[Rule], after_split: AfterSplit) -> tuple[TieBreakTrace, _Taken]:
    """Try the rules until one parts the teams; also where the parts go on."""
    steps: list[Step] = []
    waits_for = None
    teams, at, base, block = taken.teams, taken.at, taken.base, taken.block
    while True:
        entered = rules[at].block if at < len(rules) else None
        if entered != block:
            if block is not None and base != teams and after_split == "restart-after-block":
                at = next(number for number, rule in enumerate(rules) if rule.block == block)
                base = teams
                continue
            block, base = entered, teams
        if at >= len(rules):
            break
        rule = rules[at]
        at += 1
        if not rule.fits(teams):
            continue
        step = rule.measure(teams, base)
        if step is None:
            waits_for = rule.clause
            continue
        steps.append(step)
        if step.parted:
            break
    restarts_at = _restart(steps[-1].split if steps else (teams,), rules) if after_split == "restart" else None
    return TieBreakTrace(teams, tuple(steps), restarts_at, waits_for), _Taken(teams, at, base, block)


def _restart(parts: Sequence[Group], rules: Sequence[Rule]) -> str:
    """The clause at which those still level start again: the first for ties of their size."""
    sizes = sorted({len(part) for part in parts if len(part) > 1}, reverse=True)
    first = (next((rule.clause for rule in rules if rule.fits(("",) * size)), "") for size in sizes)
    return " or ".join(dict.fromkeys(filter(None, first))) or rules[0].clause
