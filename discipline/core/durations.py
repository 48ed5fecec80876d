"""Decides how long a suspension by time lasts: by the calendar, the day it starts included."""

import calendar
import datetime as dt
import re

FORM = r"^[1-9]\d* (day|week|month|year)s?$"
"""How a length of time is written in a rule book: "7 days", "6 months", "1 year"."""
_FORM = re.compile(r"([1-9]\d*) (day|week|month|year)s?")


def last_day(start: dt.date, length: str) -> dt.date:
    """The last suspended day of a `length` such as "6 months" that runs from `start`, `start` included (case.9).

    The person is free on the same day so many months or years later, or on the first of the next month
    where that day doesn't exist. Raises ValueError for a length that can't be read.
    """
    found = _FORM.fullmatch(length)
    if found is None:
        raise ValueError(f"{length!r} is no length of time such as '6 months'")
    number, unit = int(found[1]), found[2]
    if unit in ("day", "week"):
        return start + dt.timedelta(days=number * (7 if unit == "week" else 1) - 1)
    return _months_later(start, number * (12 if unit == "year" else 1)) - dt.timedelta(days=1)


def _months_later(start: dt.date, months: int) -> dt.date:
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    if start.day > calendar.monthrange(year, month + 1)[1]:
        year, month = divmod(year * 12 + month + 1, 12)
        return dt.date(year, month + 1, 1)
    return dt.date(year, month + 1, start.day)
