"""Decides how counts, numbers and days are written in sentences about discipline."""

import datetime as dt


def counted(number: int, what: str) -> str:
    """A number with its noun: "1 game", "2 games"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, ..."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def day_text(day: dt.date) -> str:
    """A day as coaches write it: "Nov 8"."""
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{months[day.month - 1]} {day.day}"
