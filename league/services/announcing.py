"""Decides what of a game people have in their calendars: a change of it raises its sequence and keeps its old time.

Whoever changes a game takes `shown_of` it first and calls `announce` before saving; whoever renames what
a calendar shows calls `announce_names`.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Final

from django.db.models import F, Q
from django.utils import timezone

from league.models import Division, Game, GameMove, Outcome, Team, Venue

ANNOUNCED: Final = ("sequence", "announced_at")
"""The fields that `announce` sets."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a calendar shows of a game."""

    starts: dt.datetime | None
    ends: dt.datetime | None
    venue: int | None
    teams: tuple[int, int]
    kind: str
    called_off: bool


def shown_of(game: Game) -> Shown:
    """What a calendar shows of the game as it stands."""
    return Shown(
        game.starts,
        game.ends or game.occupied_until,
        game.venue_id,
        game.team_ids,
        game.kind,
        game.outcome not in (Outcome.SCHEDULED, Outcome.PLAYED),
    )


def announce(game: Game, before: Shown) -> None:
    """Count the change of a game that isn't saved yet; nothing where calendars show the same as `before`.

    Side effects: the game's `ANNOUNCED` fields (unsaved); a row of its history where a published game
    changes its time or rink. Must run in the transaction that saves the game.
    """
    after = shown_of(game)
    if after == before:
        return
    game.sequence += 1
    game.announced_at = timezone.now()
    if game.season.published and (before.starts, before.venue) != (after.starts, after.venue):
        GameMove.objects.create(
            game=game, moved_at=game.announced_at, starts=before.starts, ends=before.ends, venue_id=before.venue
        )


def announce_names(record: object) -> None:
    """Count a new name (a rink's address too) in every game that shows it; a rink's past games stay as they were.

    Side effects: the `ANNOUNCED` fields of those games.
    """
    now = timezone.now()
    match record:
        case Team():
            concerned = Q(home=record) | Q(away=record)
        case Division():
            concerned = Q(division=record)
        case Venue():
            concerned = Q(venue=record, occupied_until__gte=now)
        case _:
            return
    Game.objects.filter(concerned).update(sequence=F("sequence") + 1, announced_at=now)
