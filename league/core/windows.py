"""Decides which days are offered for a new division's league games."""

import datetime as dt

from league.core.days import season_day
from league.core.facts import Season
from league.rulebook.book import RuleBook


def usual_window(book: RuleBook, season: Season) -> tuple[dt.date, dt.date] | None:
    """The book's usual first and last day of league games in a season; None where it names none.

    Reads the book's own words (`[scheduling] window.usual`), which the loader has checked: scheduling
    is built on the league, so that its types aren't known here.
    """
    scheduling = book.data.get("scheduling", {})
    usual = (scheduling.get("window") or {}).get("usual")
    if not usual or season.starts is None:
        return None
    first, last = (season_day(season, day) for day in usual)
    return first, last
