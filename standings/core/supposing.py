"""Decides what the facts would be if games to come ended in a given way; nothing is kept of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from league.core.facts import Facts


@dataclass(frozen=True, slots=True)
class End:
    """How a game is supposed to end. Beyond regulation `winner` may be named where the goals are level."""

    home_goals: int
    away_goals: int
    decided_in: str = "regulation"
    winner: str | None = None


def suppose(facts: Facts, ends: Mapping[str, End]) -> Facts:
    """The facts with these games, by id, played to these ends, without a penalty; others stay as they are."""

    def ended(end: End, home: str, away: str) -> str | None:
        if end.home_goals == end.away_goals:
            return end.winner
        return home if end.home_goals > end.away_goals else away

    return facts.changed(
        games=tuple(
            replace(
                game,
                outcome="played",
                home_goals=end.home_goals,
                away_goals=end.away_goals,
                decided_in=end.decided_in,
                winner=ended(end, game.home, game.away),
            )
            if (end := ends.get(game.id)) is not None
            else game
            for game in facts.games
        )
    )
