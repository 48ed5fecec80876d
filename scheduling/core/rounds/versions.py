"""Decides what changed between any two published versions of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Place = tuple[str | None, int | None]
"""When a game begins (as it was written down) and the id of its rink."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A game that two versions have differently; `before` None: the older one doesn't have it."""

    game: int
    before: Place | None
    after: Place


Version = Mapping[int, tuple[Place | None, Place]]
"""By game, what a version did: where it was on the schedule before (None: nowhere), and where it put it."""


def between(versions: Sequence[Version]) -> tuple[Changed, ...]:
    """What versions that follow each other come to, by game: what came and went again isn't there.

    A game that was moved by request in between was somewhere else before the next version: what counts is
    where the first of them found it and where the last one put it.
    """
    first: dict[int, Place | None] = {}
    last: dict[int, Place] = {}
    for version in versions:
        for game, (before, after) in version.items():
            first.setdefault(game, before)
            last[game] = after
    return tuple(Changed(game, first[game], last[game]) for game in first if first[game] != last[game])
