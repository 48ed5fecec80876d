"""Decides what sets two rulings of one season apart: places in the tables, and suspensions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

ROW_FIELDS = ("rank", "points", "percentage", "fair_play", "playoff_eligible")
SUSPENSION_FIELDS = ("status", "games", "until", "indefinite", "rest_of_season", "expelled", "pending", "remaining")


@dataclass(frozen=True, slots=True)
class Changed:
    """One value that isn't what it was; None on the side where there is none."""

    field: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class RowChange:
    """A team whose line of its division's table changes."""

    division: str
    team: str
    values: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class SuspensionChange:
    """A person's suspension for one incident that comes, goes or changes."""

    person: str
    team: str
    incident: str
    values: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that changes, in the order of the rulings."""

    rows: tuple[RowChange, ...]
    suspensions: tuple[SuspensionChange, ...]

    def __bool__(self) -> bool:
        return bool(self.rows or self.suspensions)


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Changes:
    """What changes from one rulings document to another of the same season."""
    return Changes(tuple(_rows(before, after)), suspension_changes(before["suspensions"], after["suspensions"]))


def suspension_changes(
    before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]
) -> tuple[SuspensionChange, ...]:
    """What changes from some suspensions, as documents, to others."""
    return tuple(_suspensions(before, after))


def _rows(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[RowChange]:
    old, new = _lines(before), _lines(after)
    for division, team in dict.fromkeys([*new, *old]):
        values = _changed(old.get((division, team)), new.get((division, team)), ROW_FIELDS)
        if values:
            yield RowChange(division, team, values)


def _lines(document: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    return {(table["division"], row["team"]): row for table in document["standings"] for row in table["rows"]}


def _suspensions(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> Iterator[SuspensionChange]:
    old, new = _by_incident(before), _by_incident(after)
    for person, incident in dict.fromkeys([*new, *old]):
        was, becomes = old.get((person, incident)), new.get((person, incident))
        values = _changed(was, becomes, SUSPENSION_FIELDS)
        if values:
            team = (becomes or was or {}).get("team") or ""
            yield SuspensionChange(person, team, incident, values)


def _by_incident(suspensions: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Mapping[str, Any]]:
    return {(item["person"], item["incident"]): item for item in suspensions}


def _changed(
    old: Mapping[str, Any] | None, new: Mapping[str, Any] | None, fields: tuple[str, ...]
) -> tuple[Changed, ...]:
    pairs = ((field, (old or {}).get(field), (new or {}).get(field)) for field in fields)
    return tuple(Changed(field, was, becomes) for field, was, becomes in pairs if was != becomes)
