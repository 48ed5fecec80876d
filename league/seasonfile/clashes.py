"""Decides which records of a file can't stand beside each other; of two that clash, the later is at fault."""

from collections.abc import Iterable, Sequence
from typing import Any

from league.core.facts import Facts, Game, LineupSpot, RosterSpot
from league.seasonfile.faults import shown
from league.seasonfile.sheet import not_in_this_game
from league.seasonfile.table import Faults


def ids_used_twice(records: Sequence[Any]) -> Iterable[tuple[int, str]]:
    """The places in a list whose id an earlier entry has, with that id."""
    seen: set[str] = set()
    for index, record in enumerate(records):
        if record.id is None:
            continue
        if record.id in seen:
            yield index, record.id
        seen.add(record.id)


def numbers_on_rosters(roster: Sequence[RosterSpot]) -> Faults:
    """Two people with one number in one team at one time."""
    worn: dict[tuple[str, int], list[RosterSpot]] = {}
    for index, spot in enumerate(roster):
        if spot.number is None or spot.team is None:
            continue
        earlier = worn.setdefault((spot.team, spot.number), [])
        clash = next((other for other in earlier if other.person != spot.person and _overlap(other, spot)), None)
        if clash:
            yield (
                f"roster[{index}].number",
                "number-twice",
                f"{shown(clash.person)} wears number {spot.number} in team {shown(spot.team)} at that time",
            )
        earlier.append(spot)


def _overlap(one: RosterSpot, other: RosterSpot) -> bool:
    def before(first: RosterSpot, second: RosterSpot) -> bool:
        return first.ends is not None and second.starts is not None and first.ends < second.starts

    return not before(one, other) and not before(other, one)


def numbers_in_lineups(game: Game) -> Faults:
    """Two people with one number in one lineup, or one person in it twice; paths below the game."""
    for side, lineup in (("home", game.home_lineup), ("away", game.away_lineup)):
        yield from _in_lineup(f".lineup.{side}", lineup)


def _in_lineup(at: str, lineup: Sequence[LineupSpot]) -> Faults:
    people: set[str] = set()
    worn: dict[int, str] = {}
    for index, spot in enumerate(lineup):
        if spot.person in people:
            yield f"{at}[{index}]", "listed-twice", f"{shown(spot.person)} is in this lineup already"
            continue
        people.add(spot.person)
        if spot.number is None:
            continue
        other = worn.setdefault(spot.number, spot.person)
        if other != spot.person:
            yield f"{at}[{index}]", "number-twice", f"{shown(other)} wears number {spot.number} in this lineup"


def teams_outside_games(facts: Facts) -> Faults:
    """Penalties and requests of a team that doesn't play in the game."""
    for index, game in enumerate(facts.games):
        if not (game.home and game.away):  # faulty themselves
            continue
        for place, penalty in enumerate(game.penalties):
            if penalty.team and penalty.team not in game.teams:
                yield (
                    f"games[{index}].penalties[{place}].team",
                    "not-in-this-game",
                    not_in_this_game(penalty.team, game.home, game.away),
                )
    for index, request in enumerate(facts.requests):
        asked = facts.game.get(request.game)
        if asked and asked.home and asked.away and request.by and request.by not in asked.teams:
            yield (
                f"requests[{index}].by",
                "not-in-this-game",
                not_in_this_game(request.by, asked.home, asked.away),
            )


def acts_in_doubt(facts: Facts) -> Faults:
    """Decisions on a name that acts of two games share: nobody could tell which is meant."""
    games: dict[str, set[str]] = {decision.on: set() for decision in facts.decisions}
    for game in facts.games if games else ():
        for penalty in game.penalties:
            for name in {penalty.id, penalty.incident} & games.keys():
                games[name].add(game.id)
    for index, decision in enumerate(facts.decisions):
        if len(games[decision.on]) > 1:
            yield (
                f"decisions[{index}].on",
                "ambiguous-id",
                f"{shown(decision.on)} is the name of acts in several games; name one penalty or incident",
            )
