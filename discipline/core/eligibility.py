"""Decides whether somebody may take part in a game: the one gate for lineups, reports, imports and the API."""

import datetime as dt
from dataclasses import dataclass

from discipline.core.documents import DisciplineRulings
from discipline.core.owing import Reason


class UnknownGame(LookupError):
    """The rulings were made without this game: rule again with it before anybody is let in."""


@dataclass(frozen=True, slots=True)
class Eligibility:
    """The gate's answer. `may_return`: the id of the next game, or the day; None while nobody can say."""

    allowed: bool
    reasons: tuple[Reason, ...] = ()
    may_return: str | dt.date | None = None


def may_take_part(rulings: DisciplineRulings, person: str, team: str, game: str) -> Eligibility:
    """Whether `person` may be on the bench of `team` in `game`, and if not, why and when again.

    Never disagrees with the do-not-dress list: both read the same rulings. Raises UnknownGame for a
    game that they don't know, so that a stale ruling never lets anybody in.
    """
    if game not in rulings.games:
        raise UnknownGame(game)
    kept_out = rulings.kept_out.get((game, team, person))
    if kept_out is None:
        return Eligibility(allowed=True)
    back: str | dt.date | None = next_game(rulings, person, team, after=game)
    if back is None and kept_out.until is not None:
        back = kept_out.until + dt.timedelta(days=1)
    return Eligibility(False, kept_out.reasons, back)


def next_game(rulings: DisciplineRulings, person: str, team: str, after: str | None = None) -> str | None:
    """The id of the first game to come of the team, later than `after`, open to the person; None without one."""
    games = rulings.to_come.get(team, ())
    later = games[games.index(after) + 1 :] if after in games else games
    return next((game for game in later if (game, team, person) not in rulings.kept_out), None)
