"""Decides how counts, numbers and days are written in sentences about discipline."""

import datetime as dt

from league.core.facts import Penalty


def counted(number: int, what: str) -> str:
    """A number with its noun: "1 game", "2 games"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, ..."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def through(day: dt.date, since: dt.date | None) -> str:
    """The last day of a time, with its year where it isn't that of the day since when: "through Oct 4, 2014"."""
    year = f", {day.year}" if since is None or since.year != day.year else ""
    return f"through {day_text(day)}{year}"


def day_text(day: dt.date) -> str:
    """A day as coaches write it: "Nov 8"."""
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{months[day.month - 1]} {day.day}"


def called(penalty: Penalty) -> str:
    """A penalty in words: "fighting major", "match"."""
    offence = "" if penalty.offence == "other" else f"{penalty.offence} "
    return f"{offence}{penalty.penalty_class}".replace("-", " ")
