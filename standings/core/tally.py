"""Decides what games add up to: for each team over the season, and among any set of teams."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Self


class Tally(NamedTuple):
    """What a number of games brought one team. Points hold the Fair Play points, never an adjustment."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    overtime_wins: int = 0  # overtime and shootout are counted in wins and losses too
    overtime_losses: int = 0
    shootout_wins: int = 0
    shootout_losses: int = 0
    fair_play: int = 0
    points: int = 0
    goals_for: int = 0
    goals_against: int = 0
    provisional: int = 0
    differences: tuple[int, ...] = ()  # goals for less goals against, game by game

    @classmethod
    def total(cls, tallies: Sequence[Self]) -> Self:
        """The sum of tallies."""
        if not tallies:
            return cls()
        if len(tallies) == 1:
            return tallies[0]
        *counts, differences = zip(*tallies, strict=True)  # column by column: this is where the time goes
        return cls._make((*map(sum, counts), tuple(chain.from_iterable(differences))))

    def goal_difference(self, cap: int | None = None) -> int:
        """Goals for less goals against, each game counting from -cap to +cap."""
        if cap is None:
            return self.goals_for - self.goals_against
        return sum(max(-cap, min(cap, difference)) for difference in self.differences)


class Tallies:
    """Every team's tally, in all and against each opponent; built in one pass over the games."""

    def __init__(self, against: Mapping[str, Mapping[str, Tally]]) -> None:
        self._against = against
        self._all = {team: Tally.total(tuple(opponents.values())) for team, opponents in against.items()}

    def of(self, team: str) -> Tally:
        """All of a team's games."""
        return self._all.get(team, Tally())

    def among(self, teams: Iterable[str]) -> Mapping[str, Tally]:
        """Each team's games against the others of `teams` only."""
        chosen = tuple(teams)
        return {team: self._among(team, chosen) for team in chosen}

    def _among(self, team: str, others: tuple[str, ...]) -> Tally:
        opponents = self._against.get(team, {})
        return Tally.total(tuple(opponents[other] for other in others if other in opponents))
