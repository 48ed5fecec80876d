"""Decides what was known at the end of a day, so that a table can be asked for as of any date."""

import datetime as dt
from dataclasses import replace

from league.core.facts import Facts, Game


def known_on(facts: Facts, as_of: dt.date) -> Facts:
    """The facts as they stood at the end of `as_of` (a day in the season's zone).

    Later games keep their date but lose their result; a cancellation is known from its notice on, as
    no result is waited for. Whatever carries a later date isn't there yet. What carries none stays:
    adjustments, coin flips, a cancellation without a notice.
    """
    return facts.changed(
        games=tuple(game if _known(facts, game, as_of) else unplayed(game) for game in facts.games),
        infractions=tuple(item for item in facts.infractions if item.date <= as_of),
        decisions=tuple(item for item in facts.decisions if item.date <= as_of),
        approvals=tuple(item for item in facts.approvals if item.date is None or item.date <= as_of),
        payments=tuple(item for item in facts.payments if item.date <= as_of),
        requests=tuple(item for item in facts.requests if item.received <= as_of),
        withdrawn=tuple(item for item in facts.withdrawn if item.date is None or item.date <= as_of),
    )


def unplayed(game: Game) -> Game:
    """The same booking with nothing of its result."""
    return replace(
        game,
        outcome="scheduled",
        at_fault=(),
        notice=None,
        excused=None,
        home_periods=None,
        away_periods=None,
        home_goals=None,
        away_goals=None,
        decided_in="regulation",
        winner=None,
        conduct=(),
        fair_play={},
        home_lineup=(),
        away_lineup=(),
        unlisted=(),
        reported=None,
        penalties=(),
        provisional=False,
    )


def _known(facts: Facts, game: Game, as_of: dt.date) -> bool:
    if game.outcome == "scheduled" or game.day is None or game.day <= as_of:
        return True
    return game.outcome == "cancelled" and (game.notice is None or facts.season.day(game.notice) <= as_of)
