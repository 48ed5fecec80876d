"""Decides where a game lies once it has been moved."""

import datetime as dt
from dataclasses import replace

from league.core.facts import Game, RescheduleRequest, Season

GRANTED = ("approved", "waived")
"""Decisions that let an allowed request move its game."""


def moved(season: Season, game: Game, new_start: dt.datetime) -> Game:
    """The game at its new start (UTC), as long as before; its day is the new one in the season's zone."""
    length = game.ends - game.starts if game.ends and game.starts else None
    return replace(
        game,
        starts=new_start,
        day=season.day(new_start),
        ends=new_start + length if length is not None else None,
    )


def in_order(requests: tuple[RescheduleRequest, ...]) -> tuple[RescheduleRequest, ...]:
    """Requests by the day on which they came in, then by the file's order."""
    return tuple(sorted(requests, key=lambda request: request.received))
