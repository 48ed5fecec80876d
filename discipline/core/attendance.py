"""Decides who took part in a game, and for which teams somebody could have."""

from collections.abc import Collection, Iterator, Mapping

from league.core.facts import Facts, Game, RosterSpot

CONFIRMING = ("ineligible-player-used", "unregistered-player-used", "carded-player-used")
"""Infractions by which a league settles that a team used somebody in a game who may not take part."""


class Attendance:
    """Who was in which game, for a few people of a season at a time."""

    def __init__(self, facts: Facts, people: Collection[str]) -> None:
        self._spots: dict[str, list[RosterSpot]] = {person: [] for person in people}
        for spot in facts.roster:
            if spot.person in self._spots:
                self._spots[spot.person].append(spot)
        self._sides: dict[str, dict[str, set[str]]] = {person: {} for person in people}
        for game in facts.games:
            for person, team in present(game):
                if person in self._sides:
                    self._sides[person].setdefault(game.id, set()).add(team)
        for game_id, person, team in recorded(facts):
            if person in self._sides:
                self._sides[person].setdefault(game_id, set()).add(team)

    def took_part(self, person: str) -> Mapping[str, Collection[str]]:
        """The games that the person was in, by id, with the teams: on the bench, or named by a penalty."""
        return self._sides[person]

    def teams(self, person: str) -> tuple[str, ...]:
        """Every team that the person is or was on, each once, in the roster's order."""
        return tuple(dict.fromkeys(spot.team for spot in self._spots[person]))

    def own_teams(self, person: str) -> tuple[str, ...]:
        """The teams that the person belongs to as a regular, each once: not those where only a substitute."""
        return tuple(dict.fromkeys(spot.team for spot in self._spots[person] if spot.status == "regular"))

    def roles(self, person: str, team: str, game: Game) -> frozenset[str]:
        """The roles that the person has with the team on the day of the game."""
        return frozenset(spot.role for spot in self._spots[person] if spot.team == team and _holds(spot, game))

    def could_dress(self, person: str, team: str, game: Game) -> bool:
        """Whether the person's place on the team holds on the day of the game."""
        return any(_holds(spot, game) for spot in self._spots[person] if spot.team == team)


def _holds(spot: RosterSpot, game: Game) -> bool:
    """Whether a place on a team holds on the day of the game."""
    if game.day is None:
        return True
    return (spot.starts is None or spot.starts <= game.day) and (spot.ends is None or game.day <= spot.ends)


def recorded(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Game, person and team of everybody of whom it is on record that a team used him, lineup or none."""
    for item in facts.standing_infractions:
        if item.offence in CONFIRMING and item.person and item.team and item.game and item.game in facts.game:
            yield item.game, item.person, item.team


def present(game: Game) -> Iterator[tuple[str, str]]:
    """Everybody who was in the game, each with the team: on the bench, or named by a penalty."""
    for team in game.teams:
        for spot in game.lineup(team):
            yield spot.person, team
    for penalty in game.penalties:
        # a sheet without a lineup still shows who was there
        for person in (penalty.person, penalty.served_by):
            if person is not None:
                yield person, penalty.team
