"""Decides how a person's suspensions and games look as a picture: one row a season, one mark a game, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

STEP: Final = 18
RADIUS: Final = 6
ROW: Final = 44
LEFT: Final = 4
MOST: Final = 40
"""Games in one row before the next begins."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A game in the picture. `state`: what it was to the person; `title` says it in words."""

    state: str
    title: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A mark at its place."""

    mark: Mark
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Picture:
    """Marks in rows under the name of their season."""

    width: int
    height: int
    heads: tuple[tuple[str, int], ...]
    marks: tuple[Placed, ...]


def timeline(seasons: Iterable[tuple[str, Sequence[Mark]]]) -> Picture:
    """Place the games of each season from left to right, at most `MOST` a row; a season begins a new row."""
    heads, placed, y = [], [], 0
    for name, marks in seasons:
        heads.append((name, y + 14))
        for number, mark in enumerate(marks):
            row, column = divmod(number, MOST)
            placed.append(Placed(mark, LEFT + RADIUS + column * STEP, y + 30 + row * STEP))
        rows = max(-(-len(marks) // MOST), 1)
        y += ROW + (rows - 1) * STEP
    longest = max((min(len(marks), MOST) for _, marks in seasons), default=0)
    return Picture(max(LEFT * 2 + longest * STEP, 160), max(y, ROW), tuple(heads), tuple(placed))
