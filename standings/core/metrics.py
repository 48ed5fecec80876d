"""Decides what a tie-break step can compare: each metric with its name, sentence and direction, all exact."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal

from standings.core.tally import Tally

Scope = Literal["all", "among-tied", "next-best"]
Direction = Literal["most", "fewest"]
Uneven = Literal["as-is", "per-game", "share-of-available", "without-odd-game"]

COIN_FLIP: Final = "coin-flip"
PLAY_IN: Final = "play-in"
DECISIONS: Final = (COIN_FLIP, PLAY_IN)
"""No metrics: steps that wait for a recorded decision."""


class Infinite(Enum):
    """Something divided by nothing: greater than any number, equal to itself."""

    INFINITE = "inf"


INFINITE: Final = Infinite.INFINITE
Value = int | Fraction | Infinite | None
"""None: no value; it comes after every other, whichever way the values run."""


@dataclass(frozen=True, slots=True)
class Metric:
    """Something that teams can be compared by."""

    name: str
    noun: str
    """Follows `most` or `fewest`, or whatever `comparing` says instead of them."""
    direction: Direction
    """Which value is better unless the book says otherwise."""
    measure: Callable[[Tally, int | None], Value]
    """From the tally of the games in scope and the cap a game."""
    takes_cap: bool = False
    uneven: tuple[Uneven, ...] = ("as-is", "per-game", "without-odd-game")
    """What can become of it when teams counted unequal numbers of games."""
    comparing: Mapping[Direction, str] = MappingProxyType({"most": "most", "fewest": "fewest"})

    def sentence(self, best: Direction) -> str:
        """Say what is compared, such as `fewest losses`."""
        return f"{self.comparing[best]} {self.noun}"


BY_SIZE: Mapping[Direction, str] = MappingProxyType({"most": "greatest", "fewest": "smallest"})


def quotient(dividend: int, divisor: int) -> Value:
    """An exact quotient of two numbers that aren't negative; 0/0 has no value (3.15.f of District 9)."""
    if divisor:
        return Fraction(dividend, divisor)
    return INFINITE if dividend else None


def _registry(*metrics: Metric) -> Mapping[str, Metric]:
    return MappingProxyType({metric.name: metric for metric in metrics})


METRICS = _registry(
    Metric(
        "points",
        "points",
        "most",
        lambda tally, cap: tally.points,
        uneven=("as-is", "per-game", "share-of-available", "without-odd-game"),
    ),
    Metric(
        "percentage",
        "share of the available points",
        "most",
        lambda tally, cap: Fraction(tally.points, tally.available) if tally.available else None,
        uneven=("as-is", "without-odd-game"),
        comparing=BY_SIZE,
    ),
    Metric("regulation-wins", "wins in regulation", "most", lambda tally, cap: tally.regulation_wins),
    Metric(
        "regulation-and-overtime-wins",
        "wins other than by shootout",
        "most",
        lambda tally, cap: tally.regulation_and_overtime_wins,
    ),
    Metric("wins", "wins", "most", lambda tally, cap: tally.wins),
    Metric("losses", "losses", "fewest", lambda tally, cap: tally.losses),
    Metric("fair-play-points", "Fair Play points", "most", lambda tally, cap: tally.fair_play),
    Metric("goals-for", "goals", "most", lambda tally, cap: tally.goals_for),
    Metric("goals-against", "goals against", "fewest", lambda tally, cap: tally.goals_against),
    Metric(
        "goal-difference",
        "goal difference",
        "most",
        lambda tally, cap: tally.goal_difference(cap),
        takes_cap=True,
        comparing=BY_SIZE,
    ),
    Metric(
        "goal-quotient",
        "quotient of goals for by goals against",
        "most",
        lambda tally, cap: quotient(tally.goals_for, tally.goals_against),
        uneven=("as-is", "without-odd-game"),
        comparing=BY_SIZE,
    ),
    Metric(
        "goal-share",
        "share of goals for in all goals",
        "most",
        lambda tally, cap: quotient(tally.goals_for, tally.goals_for + tally.goals_against),
        uneven=("as-is", "without-odd-game"),
        comparing=BY_SIZE,
    ),
    Metric("penalty-minutes", "penalty minutes", "fewest", lambda tally, cap: Fraction(tally.penalty_seconds, 60)),
)


def text(value: Value) -> str:
    """The value as the trace shows it: `5`, `2/3`, `-2/3`, `inf`, and `-` for none."""
    if value is None:
        return "-"
    return INFINITE.value if isinstance(value, Infinite) else str(value)


def goodness(value: Value, direction: Direction) -> tuple[int, int | Fraction]:
    """A key that is greater the better the value is; equal values have equal keys."""
    if value is None:
        return (0, 0)
    if isinstance(value, Infinite):
        return (3 if direction == "most" else 1, 0)
    return (2, value if direction == "most" else -value)


def split_by(values: Mapping[str, Value], direction: Direction) -> tuple[tuple[str, ...], ...]:
    """The teams in groups of equal value, the best first; ids inside a group sorted."""
    groups: dict[tuple[int, int | Fraction], list[str]] = defaultdict(list)
    for team, value in values.items():
        groups[goodness(value, direction)].append(team)
    return tuple(tuple(sorted(groups[key])) for key in sorted(groups, reverse=True))
