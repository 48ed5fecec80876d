"""Decides which moment a day and a time on the clock are, also in the nights in which the clock is changed."""

import datetime as dt
from zoneinfo import ZoneInfo


class SkippedTime(ValueError):
    """A time that the clock never shows that day: it goes forward over it."""


def moment_of(day: dt.date, time: dt.time, zone: ZoneInfo, *, second: bool = False) -> dt.datetime:
    """The moment, in UTC. Where the clock shows the time twice, the first is meant, or with `second` the later one.

    Raises SkippedTime.
    """
    clock = dt.datetime.combine(day, time.replace(tzinfo=None))
    moment = clock.replace(tzinfo=zone, fold=int(second)).astimezone(dt.UTC)
    if moment.astimezone(zone).replace(tzinfo=None, fold=0) != clock:
        raise SkippedTime(f"{time:%H:%M} doesn't exist on {day} in {zone.key}: the clocks go forward over it")
    return moment


def comes_twice(day: dt.date, time: dt.time, zone: ZoneInfo) -> bool:
    """Whether the clock shows this time twice that day, because it is set back."""
    clock = dt.datetime.combine(day, time.replace(tzinfo=None), zone)
    # on the day the clock goes forward the two readings differ as well, with the later one first
    first, second = clock.replace(fold=0).utcoffset(), clock.replace(fold=1).utcoffset()
    return first is not None and second is not None and first > second
