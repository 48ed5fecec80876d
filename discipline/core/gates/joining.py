"""Decides who came to a team too late, as one too many, or without a registration number."""

import datetime as dt
from collections.abc import Iterator

from discipline.core.gates.appearances import Appearance, holds, places
from discipline.core.gates.book_people import Joining, RegistrationNumber, RosterLimit
from discipline.core.gates.told import Told, approved, half_day, words
from league.core.facts import Facts, RosterSpot


class JoinedLate:
    """Whoever joins a team after the last day (Alberta men's 2-1.a.3; M.A.H.A. 9 and 14.deadline)."""

    def __init__(self, rule: Joining, facts: Facts) -> None:
        self._rule, self._facts = rule, facts
        self._last = _last_day(rule, facts)
        self._spots = places(facts)

    def told(self, seen: Appearance) -> Iterator[Told]:
        """Every place on the team that was taken after the last day."""
        for spot in seen.spots:
            joined = self._joined(spot)
            if self._last is None or joined is None or joined <= self._last or not self._concerns(spot):
                continue
            if not approved(self._facts, seen, self._rule.approvals):
                why = f"Joined on {words(joined)}, the last day was {words(self._last)}"
                yield Told((self._rule.clause,), f"{why} ({self._rule.clause}).", "late")

    def _concerns(self, spot: RosterSpot) -> bool:
        return spot.role in self._rule.roles and (not self._rule.statuses or spot.status in self._rule.statuses)

    def _joined(self, spot: RosterSpot) -> dt.date | None:
        """The day from which the person has been on the team without a gap: a change of number is no joining."""
        joined = spot.starts
        earlier = [item for item in self._spots[spot.person] if item.team == spot.team and item is not spot]
        while joined is not None:
            day = joined - dt.timedelta(days=1)
            before = next((item for item in earlier if holds(item, day)), None)
            if before is None:
                return joined
            joined = before.starts
        return None


def _last_day(rule: Joining, facts: Facts) -> dt.date | None:
    if rule.days_before_playoffs is None:
        return half_day(facts, rule.days)
    starts = facts.season.playoffs_start
    return starts - dt.timedelta(days=rule.days_before_playoffs) if starts else None


class OneTooMany:
    """Whoever registers with a team that is full (Alberta men's 2-1.a.4)."""

    def __init__(self, rule: RosterLimit, facts: Facts) -> None:
        self._rule, self._facts = rule, facts

    def told(self, seen: Appearance) -> Iterator[Told]:
        """Those beyond the limit, by the day of registration, then in the roster's order."""
        if seen.person in self._beyond(seen):
            why = f"The team has its {self._rule.people} players ({self._rule.clause})."
            yield Told((self._rule.clause,), why, "roster-full")

    def _beyond(self, seen: Appearance) -> set[str]:
        players = [
            spot
            for spot in self._facts.roster
            if spot.team == seen.team and spot.role in self._rule.roles and holds(spot, seen.day)
        ]
        if len(players) <= self._rule.people:
            return set()
        players.sort(key=lambda spot: spot.starts or dt.date.min)
        return set(list(dict.fromkeys(spot.person for spot in players))[self._rule.people :])


class Unnumbered:
    """Whoever has no registration number (M.A.H.A. 15.a)."""

    def __init__(self, rule: RegistrationNumber, facts: Facts) -> None:
        self._rule, self._facts = rule, facts

    def told(self, seen: Appearance) -> Iterator[Told]:
        """Players without a number."""
        person = self._facts.person.get(seen.person)
        if any(spot.role in self._rule.roles for spot in seen.as_what) and person and not person.registration:
            yield Told((self._rule.clause,), f"No registration number ({self._rule.clause}).", "unnumbered")
