"""Decides how an ordered partition of teams is refined, rule by rule, and keeps the trace of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

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
    """One way to tell tied teams apart. `measure` answers None while a decision has yet to be recorded."""

    clause: str
    measure: Callable[[Group], Step | None]


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


def refine(groups: Iterable[Group], rules: Sequence[Rule], *, restart: bool) -> Refinement:
    """Take up every group of several teams and split it until it is parted or the rules are used up.

    After a split each part is a set of its own: with `restart` it begins at the first rule again
    (3.15 of District 9), otherwise it goes on with the rule after the one that split it. Every split
    makes smaller sets, so this ends.
    """
    placed: list[Group] = []
    traces: list[TieBreakTrace] = []
    pending = [(group, 0) for group in groups][::-1]
    while pending:
        teams, first = pending.pop()
        if len(teams) == 1 or first >= len(rules):
            placed.append(teams)
            continue
        trace, after = _take_up(teams, rules, first, restart)
        traces.append(trace)
        if trace.unresolved:
            placed.append(teams)
        else:
            pending.extend((part, 0 if restart else after) for part in reversed(trace.split))
    return Refinement(tuple(placed), tuple(traces))


def _take_up(teams: Group, rules: Sequence[Rule], first: int, restart: bool) -> tuple[TieBreakTrace, int]:
    """Try the rules from `first` on until one parts the teams; also the number of the rule after it."""
    steps: list[Step] = []
    waits_for = None
    after = first
    for rule in rules[first:]:
        after += 1
        step = rule.measure(teams)
        if step is None:
            waits_for = rule.clause
            continue
        steps.append(step)
        if step.parted:
            break
    restarts_at = rules[0].clause if restart else None
    return TieBreakTrace(teams, tuple(steps), restarts_at, waits_for), after
