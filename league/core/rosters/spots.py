"""Decides what becomes of somebody's places on rosters when a row says where they stand now."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.core.rosters.entries import Entry

PLAYERS = frozenset({"skater", "goalie"})
_DAY = dt.timedelta(days=1)


class Outcome(StrEnum):
    """What a row does."""

    NEW = "new"
    ADDED = "added"
    MOVED = "moved"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    QUESTION = "question"
    FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a roster, both days included; `id` is None while it isn't on record."""

    person: int
    team: int
    role: str
    number: int | None = None
    line: str | None = None
    status: str = "regular"
    starts: dt.date | None = None
    ends: dt.date | None = None
    id: int | None = None

    @property
    def plays(self) -> bool:
        """Whether it is a player's place and not a team official's."""
        return self.role in PLAYERS

    def holds(self, day: dt.date | None) -> bool:
        """Whether it holds on a day; without one, whether it is open to the end."""
        if day is None:
            return self.ends is None
        return (self.starts is None or self.starts <= day) and (self.ends is None or day <= self.ends)

    def overlaps(self, other: "Spot") -> bool:
        """Whether the two share a day."""
        return not _before(self, other) and not _before(other, self)


def _before(one: Spot, other: Spot) -> bool:
    return one.ends is not None and other.starts is not None and one.ends < other.starts


@dataclass(frozen=True, slots=True)
class Change:
    """What is different in one column, as texts; `before` is empty for what is new."""

    column: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Placing:
    """What a row does to the places of one person: `kept` after `was`; a place of neither is untouched.

    Every place of `was` that isn't in `kept` by its id is removed.
    """

    outcome: Outcome
    was: tuple[Spot, ...] = ()
    kept: tuple[Spot, ...] = ()
    changes: tuple[Change, ...] = ()
    left: int | None = None
    """The team that somebody moves away from."""


def meant_as_player(entry: Entry, team: int, spots: Iterable[Spot], day: dt.date | None) -> bool:
    """Whether the row is about a player's place on the team: by its role, else by the place that it finds there."""
    if entry.role:
        return entry.role in PLAYERS
    current = _current((spot for spot in spots if spot.team == team), day)
    return current is None or current.plays


def place(entry: Entry, person: int, team: int, spots: Sequence[Spot], *, day: dt.date | None, new: bool) -> Placing:
    """Put a person where the row says, given their places of the season.

    `day` is the first on which changes hold, so that what was before stays on record; None corrects
    the record as if it had always been so. A player on another roster as a regular one moves.
    """
    plays = meant_as_player(entry, team, spots, day)
    here = [spot for spot in spots if spot.team == team and spot.plays == plays]
    current = _current(here, day)
    if current is not None:
        return _changed(entry, current, day)
    wanted = Spot(
        person, team, entry.role or "skater", entry.number, entry.line or None, entry.status or "regular",
        entry.starts or day, entry.ends,
    )  # fmt: skip
    elsewhere = [spot for spot in spots if spot.team != team and spot.plays and spot.status == "regular"]
    left = _current([spot for spot in elsewhere if day is not None or spot.ends is None], day)
    if left is not None and wanted.plays and wanted.status == "regular":
        return _moved(wanted, left, day)
    return Placing(Outcome.NEW if new else Outcome.ADDED, kept=(wanted,))


def _current(spots: Iterable[Spot], day: dt.date | None) -> Spot | None:
    """The place that holds on the day, else one still to come; without a day the one that holds to the end.

    Somebody who plays and coaches is meant as a player where nothing else is said.
    """
    standing = [spot for spot in spots if day is None or spot.ends is None or spot.ends >= day]
    return max(
        standing, key=lambda spot: (spot.holds(day), spot.plays, spot.starts or dt.date.min, spot.id or 0), default=None
    )


def _changed(entry: Entry, current: Spot, day: dt.date | None) -> Placing:
    after = replace(
        current,
        role=entry.role or current.role,
        number=current.number if entry.number is None else entry.number,
        line=entry.line or current.line,
        status=entry.status or current.status,
        starts=entry.starts or current.starts,
        ends=entry.ends or current.ends,
    )
    changes = tuple(differences(current, after))
    if not changes:
        return Placing(Outcome.UNCHANGED)
    replaced = any(change.before and change.column in ("role", "number", "line", "status") for change in changes)
    same_days = (after.starts, after.ends) == (current.starts, current.ends)
    if replaced and same_days and day is not None and (current.starts is None or current.starts < day):
        ended = replace(current, ends=day - _DAY)
        return Placing(Outcome.CHANGED, (current,), (ended, replace(after, id=None, starts=day)), changes)
    return Placing(Outcome.CHANGED, (current,), (after,), changes)


def _moved(wanted: Spot, left: Spot, day: dt.date | None) -> Placing:
    first = wanted.starts or day
    if first is not None and (left.starts is None or left.starts < first):
        ended = replace(left, ends=first - _DAY)
        return Placing(Outcome.MOVED, (left,), (ended, replace(wanted, starts=first)), left=left.team)
    return Placing(Outcome.MOVED, (left,), (wanted,), left=left.team)


def differences(before: Spot, after: Spot) -> Iterable[Change]:
    """What is different between two states of a place."""
    for column in ("role", "number", "line", "status", "starts", "ends"):
        one, other = getattr(before, column), getattr(after, column)
        if one != other:
            yield Change(column, _text(one), _text(other))


def _text(value: object) -> str:
    return "" if value is None else str(value)


def clash(spot: Spot, others: Iterable[Spot]) -> Spot | None:
    """Somebody else's place on the same roster with the same number at the same time."""
    if spot.number is None:
        return None
    return next(
        (
            other
            for other in others
            if other.number == spot.number and other.person != spot.person and other.overlaps(spot)
        ),
        None,
    )
