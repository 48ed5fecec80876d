"""Decides how a gate tells why it keeps somebody out, and which approvals open it."""

import datetime as dt
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from discipline.core.gates.appearances import Appearance
from league.core.days import season_day
from league.core.facts import Facts


@dataclass(frozen=True, slots=True)
class Told:
    """A reason, with the clauses that give it and what it is."""

    clauses: tuple[str, ...]
    why: str
    kind: str


class Gate(Protocol):
    """One rule about who may take part."""

    def told(self, seen: Appearance) -> Iterator[Told]:
        """Every reason for which it keeps the person out."""
        ...


def approved(facts: Facts, seen: Appearance, kinds: Collection[str]) -> bool:
    """Whether an approval of one of these kinds, given by the day of the game, is on record for the person."""
    return any(
        item.kind in kinds
        and item.person == seen.person
        and item.team in (None, *seen.game.teams)
        and item.game in (None, seen.game.id)
        and (item.date is None or item.date <= seen.day)
        for item in facts.approvals
    )


def half_day(facts: Facts, days: dict[str, str]) -> dt.date | None:
    """The day that the season's half has; None where the season doesn't say which it is, or when it starts."""
    day = days.get(facts.season.half or "")
    return season_day(facts.season, day) if day and facts.season.starts else None


def words(day: dt.date) -> str:
    """A day as people write it: "Oct 29, 2012"."""
    return f"{day:%b} {day.day}, {day.year}"
