"""Decides how one game stands in a list: its state, its score, and the day that it belongs to."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from league.models import DecidedIn, Game, Outcome, ReportState, Season

DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Line:
    """A game in a list. `score` is empty while there is none; `state` is the name of a badge."""

    game: Game
    state: str
    score: str
    settled: bool  # nothing about it needs a mark


@dataclass(frozen=True, slots=True)
class Day:
    """The games of one day in the season's zone; None for games without a date."""

    day: dt.date | None
    lines: tuple[Line, ...]


def line_of(game: Game, now: dt.datetime, unscored: Collection[str] = ()) -> Line:
    """How the game is shown at this moment. `unscored`: the levels at which the rule book keeps no score."""
    state = state_of(game, now)
    return Line(
        game, state, score_of(game, unscored), state in (ReportState.VERIFIED, Outcome.PLAYED, Outcome.SCHEDULED)
    )


def state_of(game: Game, now: dt.datetime) -> str:
    """The name of the badge: what became of the game, or how far its reports have come."""
    if game.report_state == ReportState.DISPUTED:
        return ReportState.DISPUTED.value
    if game.outcome == Outcome.SCHEDULED:
        if game.starts is None:
            return "postponed"
        over = game.occupied_until is not None and game.occupied_until < now
        return ReportState.UNREPORTED.value if over else Outcome.SCHEDULED.value
    if game.outcome == Outcome.PLAYED:
        unreported = game.report_state == ReportState.UNREPORTED
        return Outcome.PLAYED.value if unreported else str(game.report_state)
    return str(game.outcome)


def score_of(game: Game, unscored: Collection[str] = ()) -> str:
    """Away first, as the list names the teams, with the part that decided it; that it was played where `unscored`."""
    if game.outcome != Outcome.PLAYED or game.score_home is None or game.score_away is None:
        return ""
    if unscored and game.division.level in unscored:
        return _("played")
    score = f"{game.score_away}{DASH}{game.score_home}"
    match game.decided_in:
        case DecidedIn.OVERTIME:
            return _("%(score)s OT") % {"score": score}
        case DecidedIn.SHOOTOUT:
            winner = game.home if game.winner_id == game.home_id else game.away
            return _("%(score)s, %(winner)s in a shootout") % {"score": score, "winner": winner}
    return score


def by_day(games: Iterable[Game], season: Season, now: dt.datetime, unscored: Collection[str] = ()) -> list[Day]:
    """The games in days, in the order given; games without a date as a day of their own. As `line_of`."""
    zone = ZoneInfo(season.timezone)

    def day(game: Game) -> dt.date | None:
        return game.starts.astimezone(zone).date() if game.starts else None

    return [Day(when, tuple(line_of(game, now, unscored) for game in found)) for when, found in groupby(games, key=day)]
