"""Decides what a date and time typed into the schedule form means: month first, on either clock."""

import datetime as dt
import re

_TYPED = re.compile(
    r"(?P<month>\d{1,2})/(?P<day>\d{1,2})/(?P<year>\d{4})"
    r"(?:,?\s+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::00)?\s*(?:(?P<half>[AaPp])\.?[Mm]\.?)?)?"
)


def read_typed_time(text: str) -> dt.datetime | None:
    """The local time that was typed, such as `12/18/2014 1:00 PM` or `12/18/2014 13:00`, or None.

    The time is wall-clock time without a zone: the season's. A day that doesn't exist, an hour that
    the clock doesn't have and a date without a time mean nothing.
    """
    found = _TYPED.fullmatch(text.strip())
    if found is None or found["hour"] is None:
        return None
    hour = _hour(int(found["hour"]), found["half"])
    if hour is None:
        return None
    try:
        return dt.datetime(int(found["year"]), int(found["month"]), int(found["day"]), hour, int(found["minute"]))
    except ValueError:
        return None


def _hour(typed: int, half: str | None) -> int | None:
    """The hour from 0 to 23; on the 12-hour clock 12 AM is 0 and 12 PM is 12."""
    if half is None:
        return typed
    if not 1 <= typed <= 12:
        return None
    return typed % 12 + (12 if half in "Pp" else 0)
