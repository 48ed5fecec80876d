"""Decides which games a family with children on several teams can't be at both, or only in a hurry."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

HURRY: Final = dt.timedelta(minutes=45)
"""Less time than this between two games on different rinks is told."""


@dataclass(frozen=True, slots=True)
class Outing:
    """A game to be at: from when to when, on which rink (None: not known)."""

    id: int
    starts: dt.datetime
    ends: dt.datetime
    rink: int | None = None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two games, the earlier first: `at_once` where they overlap, else with the time `between` them."""

    first: int
    second: int
    at_once: bool
    between: dt.timedelta


def conflicts(outings: Iterable[Outing]) -> tuple[Conflict, ...]:
    """Every pair of games that overlap, or that follow each other on different rinks within `HURRY`.

    In order of the later game's start. One game that ends when the other starts doesn't overlap it.
    """
    found: list[Conflict] = []
    running: list[Outing] = []
    for outing in sorted(outings, key=lambda one: (one.starts, one.id)):
        running = [other for other in running if other.ends + HURRY > outing.starts]
        for other in running:
            if other.ends > outing.starts:
                found.append(Conflict(other.id, outing.id, True, dt.timedelta()))
            elif other.rink is None or other.rink != outing.rink:
                found.append(Conflict(other.id, outing.id, False, outing.starts - other.ends))
        running.append(outing)
    return tuple(found)
