"""Decides what a value of the file may refer to: ids that it defines, words, the time zone, the roster."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from league.core.facts import Facts, LineupSpot, RosterSpot
from league.core.vocabulary import INFRACTIONS, OFFENCES

UTC = ZoneInfo("UTC")
# Where an id that others refer to is defined.
LISTS_WITH_IDS = ("divisions", "associations", "teams", "people", "games")


class Roster:
    """The roster by person and team, to find what somebody wears on a day."""

    def __init__(self, spots: Iterable[RosterSpot] = ()) -> None:
        self._spots: dict[tuple[str, str], list[RosterSpot]] = {}
        for spot in spots:
            self._spots.setdefault((spot.person, spot.team), []).append(spot)
        self._always: dict[tuple[str, str], LineupSpot] = {}

    def worn(self, person: str, team: str, day: dt.date | None) -> LineupSpot:
        """A person of a team with number and line of `day`, None where the roster gives none.

        Of several spots that hold on the day, one with a number goes first: somebody who also
        coaches is on the sheet as a player. Without a day every spot holds.
        """
        known = self._always.get((person, team))
        if known:
            return known
        spots = self._spots.get((person, team), [])
        holding = [spot for spot in spots if day is None or _holds(spot, day)]
        chosen = next((spot for spot in holding if spot.number is not None), holding[0] if holding else None)
        dressed = LineupSpot(person, chosen.number, chosen.line) if chosen else LineupSpot(person)
        if not any(spot.starts or spot.ends for spot in spots):
            self._always[person, team] = dressed
        return dressed


def _holds(spot: RosterSpot, day: dt.date) -> bool:
    return (spot.starts is None or spot.starts <= day) and (spot.ends is None or day <= spot.ends)


@dataclass(frozen=True)
class Known:
    """What reading and writing one file needs to know. `ids` holds, by list, the ids defined there.

    `ids["acts"]` holds what a decision can be on: incidents, penalties, infractions, carried suspensions.
    """

    zone: ZoneInfo
    ids: Mapping[str, Collection[str]]
    rulebooks: tuple[str, ...] = ()
    offences: tuple[str, ...] = OFFENCES + INFRACTIONS
    roster: Roster = field(default_factory=Roster)

    def day(self, moment: dt.datetime | None) -> dt.date | None:
        """The calendar day of a moment in the season's zone."""
        return moment.astimezone(self.zone).date() if moment else None


def ids_of_document(document: Mapping[str, Any]) -> dict[str, set[str]]:
    """The ids that a document defines, whatever else is wrong with it."""
    ids = {name: set(_texts(_rows(document, name), "id")) for name in LISTS_WITH_IDS}
    acts = set(_texts(_rows(document, "infractions"), "id"))
    for game in _rows(document, "games"):
        acts |= set(_texts(_rows(game, "penalties"), "id", "incident"))
    acts |= {f"carried:{index}" for index, _ in enumerate(_rows(document, "carried"))}
    return ids | {"acts": acts}


def ids_of_facts(facts: Facts) -> dict[str, Collection[str]]:
    """The same for facts."""
    acts = {infraction.id for infraction in facts.infractions}
    for game in facts.games:
        for penalty in game.penalties:
            acts |= {penalty.id, penalty.incident}
    acts |= {f"carried:{index}" for index, _ in enumerate(facts.carried)}
    return {
        "divisions": facts.division.keys(),
        "associations": {association.id for association in facts.associations},
        "teams": facts.team.keys(),
        "people": facts.person.keys(),
        "games": facts.game.keys(),
        "acts": acts,
    }


def _rows(holder: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    rows = holder.get(name)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _texts(rows: Iterable[Mapping[str, Any]], *names: str) -> Iterable[str]:
    for row in rows:
        for name in names:
            value = row.get(name)
            if isinstance(value, str):
                yield value
