"""Decides how tests of the core state a small season: one division, two teams, games a week apart."""

import datetime as dt
from dataclasses import replace
from typing import Any

from league.core.facts import Division, Facts, Game, Penalty, RosterSpot, Season, Team

SEASON = Season(name="2014-15", timezone="America/Chicago", starts=dt.date(2014, 10, 30), ends=dt.date(2015, 3, 15))
FIRST = dt.datetime(2014, 11, 8, 19, tzinfo=dt.UTC)  # 13:00 in Chicago


def game(number: int = 1, **changes: Any) -> Game:
    """Game g<number>, Otters at home to Bears, `number - 1` weeks after the first Saturday; played 3-2."""
    starts = FIRST + dt.timedelta(weeks=number - 1)
    base = Game(
        id=f"g{number}",
        division="d",
        home="otters",
        away="bears",
        starts=starts,
        day=SEASON.day(starts),
        outcome="played",
        home_goals=3,
        away_goals=2,
        winner="otters",
    )
    return replace(base, **changes)


def penalties(team: str, *words: str, person: str | None = None, incident: str | None = None) -> tuple[Penalty, ...]:
    """Penalties such as "minor", "misconduct:no-mouth-guard"; ids count up, incidents are their own unless given."""
    made = []
    for number, word in enumerate(words):
        name, _, offence = word.partition(":")
        id = f"{team}-{person or 'bench'}-{'-'.join(words)}-{number}"
        made.append(Penalty(id, team, name, person, offence or "other", incident or id))
    return tuple(made)


def season(*games: Game, level: str = "bantam", roster: tuple[RosterSpot, ...] = (), **changes: Any) -> Facts:
    """A season of one division of `level` with Otters and Bears."""
    base = Facts(
        season=SEASON,
        divisions=(Division("d", level),),
        teams=(Team("bears", "d"), Team("otters", "d")),
        roster=roster,
        games=games,
    )
    return base.changed(**changes)
