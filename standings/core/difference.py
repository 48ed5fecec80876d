"""Decides what differs between two versions of a table: places moved and figures changed, team by team."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Row = Mapping[str, Any]
"""A row as the rulings document and a frozen table hold it."""

FIGURES: Final = (
    "played", "wins", "losses", "ties", "overtime_wins", "overtime_losses", "shootout_wins", "shootout_losses",
    "fair_play", "adjustment", "points", "available", "percentage", "goals_for", "goals_against", "penalty_minutes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a row that isn't what it was."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Difference:
    """One team in two versions of a table; a side is None where the team isn't in that version."""

    team: str
    before: Row | None
    after: Row | None
    figures: tuple[Figure, ...]

    @property
    def moved(self) -> int:
        """By how many ranks the team goes up; below nought for down, nought where one side is missing."""
        if self.before is None or self.after is None:
            return 0
        return int(self.before["rank"]) - int(self.after["rank"])

    def __bool__(self) -> bool:
        return bool(self.moved or self.figures or self.before is None or self.after is None)


def differences(before: Sequence[Row], after: Sequence[Row]) -> tuple[Difference, ...]:
    """Every team of either version, in the order of the later one; teams that left it stand last.

    A difference is false where neither rank nor figures changed. A figure that one version doesn't
    hold is none that changed.
    """
    was = {row["team"]: row for row in before}
    becomes = {row["team"]: row for row in after}
    order = [*becomes, *(team for team in was if team not in becomes)]
    return tuple(
        Difference(team, was.get(team), becomes.get(team), tuple(_figures(was.get(team), becomes.get(team))))
        for team in order
    )


def _figures(before: Row | None, after: Row | None) -> list[Figure]:
    if before is None or after is None:
        return []
    both = (name for name in FIGURES if name in before and name in after)
    return [Figure(name, before[name], after[name]) for name in both if before[name] != after[name]]
