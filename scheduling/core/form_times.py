"""Decides what a date and time typed into a team's schedule form means: month first, 12 or 24 hours."""

import datetime as dt
import re

from league.core.findings import Finding

EXAMPLE = "write it as 12/18/2014 1:00 PM"
_TYPED = re.compile(
    r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d+)"
    r"(?:\s*,?\s+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?\s*(?P<half>[ap]\.?\s?m\.?)?)?",
    re.IGNORECASE | re.ASCII,
)


def read_start(value: object, where: str = "") -> dt.datetime | Finding:
    """What a cell of the form says: typed text, or a real spreadsheet date rounded to its minute.

    Gives the wall-clock time without a zone (the season's is meant), or the reason why it can't be read.
    """
    if isinstance(value, dt.datetime):
        rounded = value.replace(tzinfo=None) + dt.timedelta(seconds=30)
        return rounded.replace(second=0, microsecond=0)
    if isinstance(value, dt.date):
        return _unreadable(str(value), "the time of day is missing", where)
    return parse_start("" if value is None else str(value), where)


def parse_start(text: str, where: str = "") -> dt.datetime | Finding:
    """The wall-clock time typed as month/day/year and h:mm AM or PM, or h:mm on the 24-hour clock.

    Gives a time without a zone (the season's is meant), or the reason why it can't be read; never a
    guess. Implements 3.4 of District 9.
    """
    typed = " ".join(text.split())
    if not typed:
        return _unreadable(text, "it is empty", where)
    found = _TYPED.fullmatch(typed)
    if found is None:
        return _unreadable(text, "it is no month/day/year with a time", where)
    month, day, year = int(found["month"]), int(found["day"]), found["year"]
    if not 1 <= month <= 12:
        swapped = ", which comes first" if 1 <= day <= 12 else ""
        return _unreadable(text, f"there is no month {month}{swapped}", where)
    if len(year) != 4:
        return _unreadable(text, "the year has four digits", where)
    if found["hour"] is None:
        return _unreadable(text, "the time of day is missing", where)
    time = _time_of_day(int(found["hour"]), int(found["minute"]), int(found["second"] or 0), found["half"])
    if isinstance(time, str):
        return _unreadable(text, time, where)
    try:
        return dt.datetime.combine(dt.date(int(year), month, day), time)
    except ValueError:
        return _unreadable(text, f"there is no {month}/{day} in {year}", where)


def _time_of_day(hour: int, minute: int, second: int, half: str | None) -> dt.time | str:
    """The time of day, or why there is none; seconds are dropped."""
    typed = f"{hour}:{minute:02d}" + (f" {half.upper()}" if half else "")
    if half is not None:
        if not 1 <= hour <= 12:
            return f"there is no {typed}"
        hour = hour % 12 + (12 if half[0] in "pP" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return f"there is no {typed}"
    return dt.time(hour, minute)


def _unreadable(text: str, reason: str, where: str) -> Finding:
    return Finding("unreadable-time", f"can't read {text!r}: {reason}", where=where, remedy=EXAMPLE)
