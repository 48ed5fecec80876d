"""Decides what publishing a draft changes on the schedule, and what hinders it."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from league.core.findings import Finding


class Step(StrEnum):
    """What publishing does about a game."""

    ADDED = "added"
    MOVED = "moved"
    SAME = "same"
    LEFT = "left"
    """The schedule has moved on by itself (a request, a cancellation), and the draft says nothing new."""
    CROSSED = "crossed"
    """Both the draft and the schedule have changed since the last version."""


@dataclass(frozen=True, slots=True)
class Spot:
    """When and where a game is; `rink` by id. `ends` is None where nobody said it."""

    starts: dt.datetime | None
    ends: dt.datetime | None
    rink: int | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A game of the draft: as it is there, as it was published last, and as it stands on the schedule (or None)."""

    key: str
    draft: Spot
    was: Spot | None
    stands: Spot | None
    to_come: bool = True
    """Whether the game on the schedule can still be moved."""

    @property
    def step(self) -> Step:
        """What publishing does about it."""
        if self.stands is None:
            return Step.ADDED
        if self.draft == self.stands:
            return Step.SAME
        if self.draft == self.was:
            return Step.LEFT
        if self.was != self.stands or not self.to_come:
            return Step.CROSSED
        return Step.MOVED


def crossed_findings(compared: Iterable[Compared], names: dict[str, str]) -> tuple[Finding, ...]:
    """A refusal for each game that was moved or played on the schedule while its draft was changed too."""
    return tuple(
        Finding(
            code="crossed",
            message=f"{names.get(one.key, one.key)} was changed on the schedule since the last version",
            where=names.get(one.key, one.key),
            remedy="set it in the draft as it stands on the schedule, or move the game there",
        )
        for one in compared
        if one.step is Step.CROSSED
    )
