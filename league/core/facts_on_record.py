"""Decides what is on record off the score sheets: infractions, decisions, approvals, conditions, orders."""

import datetime as dt
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Infraction:
    """Something off the score sheet; `person` None: the team's or the club's."""

    id: str
    date: dt.date
    offence: str
    person: str | None = None
    team: str | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True)
class PriorOffence:
    """An offence of an earlier season."""

    person: str
    date: dt.date
    season: str  # its name; empty: some earlier one
    offence: str
    penalty_class: str | None = None


@dataclass(frozen=True, slots=True)
class CarriedSuspension:
    """What an earlier season left unserved; its incident is `carried:N`, N its place in the list from 0."""

    person: str
    team: str | None = None
    games: int | None = None
    until: dt.date | None = None
    indefinite: bool = False
    half: str | None = None
    clause: str | None = None
    given: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A director's or committee's decision on an incident, a penalty or an infraction; `games` is the new total."""

    on: str
    date: dt.date
    person: str | None = None
    games: int | None = None
    until: dt.date | None = None
    indefinite: bool = False
    dismissed: bool = False
    confirmed: bool = False
    counts_missed: bool | None = None
    reason: str = ""
    ground: str | None = None  # why it is more than the book's minimum, in one of the vocabulary's words


@dataclass(frozen=True, slots=True)
class Approval:
    """A consent or permission that a rule asks for."""

    kind: str
    person: str | None = None
    team: str | None = None
    game: str | None = None
    by: str = ""
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """What a league set for a person or a team for a time, both days included; `ends` None is open.

    `bond` is how far a bond of `cents` has come, since `bond_on`; an ineligible person who is so
    `for_good` isn't reinstated.
    """

    kind: str
    starts: dt.date
    person: str | None = None
    team: str | None = None
    ends: dt.date | None = None
    bond: str | None = None
    bond_on: dt.date | None = None
    cents: int | None = None
    for_good: bool = False
    reason: str = ""

    def covers(self, day: dt.date | None) -> bool:
        """Whether the day is one of its days; an unknown day is none."""
        return day is not None and self.starts <= day and (self.ends is None or day <= self.ends)


@dataclass(frozen=True, slots=True)
class Stay:
    """An order that a suspension rests: `on` its incident, from a day on, through another or until it is lifted."""

    on: str
    person: str
    starts: dt.date
    ends: dt.date | None = None
    by: str = ""
