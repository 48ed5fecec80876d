"""Decides whom the gates look at: everybody who could be in a game to come, and whoever was in a lineup."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from league.core.facts import Facts, Game, RosterSpot
from league.core.results import Result

REPRESENTATIVE = "representative"  # answers for the team to the league, and is on no bench


@dataclass(frozen=True, slots=True)
class Appearance:
    """Somebody in a game with a team: to come, or in the lineup of a game that is over.

    `spots` are the person's places on the team that hold on the day, `elsewhere` those on other teams.
    """

    game: Game
    day: dt.date
    team: str
    person: str
    spots: tuple[RosterSpot, ...]
    elsewhere: tuple[RosterSpot, ...]
    dressed: bool

    @property
    def as_what(self) -> tuple[RosterSpot, ...]:
        """The places that say in which role the person is there: those on the team, for a guest those elsewhere."""
        return self.spots or self.elsewhere


def holds(spot: RosterSpot, day: dt.date) -> bool:
    """Whether a place on a team holds on a day."""
    return (spot.starts is None or spot.starts <= day) and (spot.ends is None or day <= spot.ends)


def places(facts: Facts) -> Mapping[str, tuple[RosterSpot, ...]]:
    """Every person's places on teams, in the roster's order."""
    found: dict[str, list[RosterSpot]] = defaultdict(list)
    for spot in facts.roster:
        found[spot.person].append(spot)
    return {person: tuple(spots) for person, spots in found.items()}


def appearances(facts: Facts, results: Mapping[str, Result]) -> Iterator[Appearance]:
    """Everybody the gates look at, by start of the game, then team and person.

    A game to come is open to all whose place on the team holds on its day, and to its lineup where
    there is one already. Games that were cancelled concern nobody.
    """
    spots_of = places(facts)
    on_team: dict[str, dict[str, None]] = defaultdict(dict)
    for spot in facts.roster:
        if spot.role != REPRESENTATIVE:
            on_team[spot.team][spot.person] = None
    for game in facts.games_in_order:
        result = results[game.id]
        if game.day is None or result.status == "cancelled":
            continue
        for team in sorted(game.teams):
            dressed = {spot.person for spot in game.lineup(team)}
            could = on_team[team] if result.status == "open" else ()
            for person in sorted({*dressed, *could}):
                seen = _appearance(game, game.day, team, person, spots_of.get(person, ()), person in dressed)
                if seen.dressed or seen.spots:
                    yield seen


def _appearance(
    game: Game, day: dt.date, team: str, person: str, spots: tuple[RosterSpot, ...], dressed: bool
) -> Appearance:
    held = [spot for spot in spots if holds(spot, day) and spot.role != REPRESENTATIVE]
    return Appearance(
        game,
        day,
        team,
        person,
        tuple(spot for spot in held if spot.team == team),
        tuple(spot for spot in held if spot.team != team),
        dressed,
    )
