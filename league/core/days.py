"""Decides which calendar day of a season a day that comes every year is."""

import datetime as dt

from league.core.facts import Facts, Season

JULY = 7


def season_day(season: Season, day: str) -> dt.date:
    """The date in `season` of a yearly day such as "11-16" (month-day).

    It falls within the twelve months from the July 1 before the season starts. Raises ValueError
    when the season doesn't say when it starts or the day doesn't exist in that year.
    """
    if season.starts is None:
        raise ValueError("the season doesn't say when it starts")
    month, day_of_month = (int(part) for part in day.split("-"))
    opening = season.starts.year if season.starts.month >= JULY else season.starts.year - 1
    return dt.date(opening if month >= JULY else opening + 1, month, day_of_month)


def last_known_day(facts: Facts) -> dt.date:
    """The default day of the rulings: the one after the last game with a result, else the season's start."""
    days = [game.day for game in facts.games if game.day and game.outcome != "scheduled"]
    if days:
        return max(days) + dt.timedelta(days=1)
    return facts.season.starts or min((game.day for game in facts.games if game.day), default=dt.date.min)
