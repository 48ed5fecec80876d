"""Decides who has played enough regular-season games for the playoffs."""

from collections.abc import Iterator, Mapping

from discipline.core.gates.appearances import Appearance, holds, places
from discipline.core.gates.book_games import GamesNeeded
from discipline.core.gates.told import Told, approved
from league.core.facts import Facts, Game
from league.core.results import Result


class TooFewGames:
    """Whoever can't come to the games needed any more (Alberta men's 2-1.j, 2-1.i.ii, 9-1.h and 9-1.i).

    A game counts for those in the team's lineup; where the sheet has no lineup, for everybody on the
    roster that day. Regular-season games still to come before the playoff game may be played.
    """

    def __init__(self, rule: GamesNeeded, facts: Facts, results: Mapping[str, Result]) -> None:
        self._rule, self._facts, self._results = rule, facts, results
        self._needed = rule.games.get(facts.season.half or "")
        self._spots = places(facts)

    def told(self, seen: Appearance) -> Iterator[Told]:
        """The games counted and those needed, where they fall short in a playoff game."""
        rule = self._rule
        if seen.game.kind != "playoff" or self._needed is None or not self._concerns(seen):
            return
        played, to_come = self.counted(seen)
        if played + to_come < self._needed and not approved(self._facts, seen, rule.approvals):
            games = "game" if played == 1 else "games"
            why = f"{played} regular-season {games}, {self._needed} are needed ({', '.join(rule.clauses)})."
            yield Told(rule.clauses, why, "too-few-games")

    def counted(self, seen: Appearance) -> tuple[int, int]:
        """Games that count for the person before this one: played, and still to come."""
        played = to_come = 0
        for game in self._games(seen):
            if self._results[game.id].status == "open":
                to_come += 1
            elif self._took_part(seen.person, game, seen.team):
                played += 1
        return played, to_come

    def _concerns(self, seen: Appearance) -> bool:
        spots = [spot for spot in seen.as_what if spot.role in self._rule.roles]
        guest = not seen.spots
        return any(guest or not self._rule.statuses or spot.status in self._rule.statuses for spot in spots)

    def _games(self, seen: Appearance) -> Iterator[Game]:
        """The regular-season games before this one of the teams whose games count, each once."""
        teams = [seen.team] if self._rule.own_team else sorted({spot.team for spot in self._spots.get(seen.person, ())})
        found = {game.id: game for team in teams for game in self._facts.games_of.get(team, ())}
        for game in found.values():
            before = game.day is not None and game.day <= seen.day
            if before and game.kind in self._rule.kinds and self._results[game.id].status != "cancelled":
                yield game

    def _took_part(self, person: str, game: Game, own: str) -> bool:
        return any(
            spot.team in game.teams
            and (not self._rule.own_team or spot.team == own)
            and spot.role in self._rule.roles
            and game.day is not None
            and holds(spot, game.day)
            and (not game.lineup(spot.team) or any(dressed.person == person for dressed in game.lineup(spot.team)))
            for spot in self._spots.get(person, ())
        )
