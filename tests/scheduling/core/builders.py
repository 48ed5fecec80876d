"""Decides how tests of scheduling state a small season: six teams, local times typed as text."""

import datetime as dt
from typing import Any

from league.core.facts import Division, Facts, Game, RescheduleRequest, Season, Team
from league.rulebook.loader import load

BOOK = load("mn-district-9")
SEASON = Season(name="2014-15", timezone="America/Chicago", starts=dt.date(2014, 10, 30), ends=dt.date(2015, 3, 15))
WINDOW = (dt.date(2014, 10, 30), dt.date(2015, 2, 1))


def at(text: str) -> dt.datetime:
    """The moment (UTC) of a local time such as "2014-12-20 13:00"."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=SEASON.zone).astimezone(dt.UTC)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def game(id: str, starts: str | None, home: str = "otters", away: str = "bears", **changes: Any) -> Game:
    """A scheduled league game at a local time; `ends` may be a local time too."""
    moment = at(starts) if starts else None
    if "ends" in changes:
        changes["ends"] = at(changes["ends"])
    return Game(
        id=id,
        division=changes.pop("division", "d"),
        home=home,
        away=away,
        starts=moment,
        day=SEASON.day(moment) if moment else None,
        **changes,
    )


def request(id: str, of: str, received: str, to: str, **changes: Any) -> RescheduleRequest:
    """Otters ask to move game `of` to a local time; the Bears agree and the league approves unless changed."""
    filled = {"by": "otters", "agreed": ("bears",), "decision": "approved", **changes}
    return RescheduleRequest(id=id, game=of, received=day(received), new_start=at(to), **filled)


def season(
    *games: Game, level: str = "bantam", window: tuple[dt.date, dt.date] | None = WINDOW, **changes: Any
) -> Facts:
    """A season of one division; Otters and Bears are of one association, Cranes and Foxes of none."""
    base = Facts(
        season=SEASON,
        divisions=(Division("d", level, window=window),),
        teams=(
            Team("bears", "d", association="north"),
            Team("cranes", "d"),
            Team("foxes", "d"),
            Team("lynx", "d", association="south"),
            Team("otters", "d", association="north"),
        ),
        games=games,
    )
    return base.changed(**changes)
