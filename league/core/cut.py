"""Decides which part of the facts is looked at: what was known at the end of a day, what a division rests on."""

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
        conditions=tuple(item for item in facts.conditions if item.starts <= as_of),
        stays=tuple(item for item in facts.stays if item.starts <= as_of),
        payments=tuple(item for item in facts.payments if item.date <= as_of),
        requests=tuple(item for item in facts.requests if item.received <= as_of),
        withdrawn=tuple(item for item in facts.withdrawn if item.date is None or item.date <= as_of),
    )


def of_division(facts: Facts, division: str) -> Facts:
    """The part on which the table of a division rests, with that division first among the divisions.

    Its teams and whom they play, the games of both, its team officials, and what was recorded of its own teams.
    """
    own = {team.id for team in facts.teams if team.division == division}
    games = tuple(game for game in facts.games if game.division == division or not own.isdisjoint(game.teams))
    playing = own.union(*(game.teams for game in games))
    teams = tuple(team for team in facts.teams if team.id in playing)
    named = {division, *(team.division for team in teams), *(game.division for game in games)}
    ids = {game.id for game in games}
    divisions = (item for item in facts.divisions if item.id in named)
    return facts.changed(
        divisions=tuple(sorted(divisions, key=lambda item: item.id != division)),
        teams=teams,
        games=games,
        roster=tuple(spot for spot in facts.roster if spot.team in own),
        infractions=tuple(item for item in facts.infractions if item.team in own or item.game in ids),
        adjustments=tuple(item for item in facts.adjustments if item.team in own),
        coin_flips=tuple(item for item in facts.coin_flips if item.division == division),
        withdrawn=tuple(item for item in facts.withdrawn if item.team in own),
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
