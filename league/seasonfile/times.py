"""Decides how a season file writes days, times, time zones, lengths and periods, and what they stand for."""

import datetime as dt
import re
from dataclasses import dataclass
from decimal import Decimal
from zoneinfo import ZoneInfo, available_timezones

from league.seasonfile.faults import Unreadable, shown, wrong_type
from league.seasonfile.kinds import ListOf, Plain, Whole, unknown_word
from league.seasonfile.known import Known

YEARS = range(1900, 2200)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
_LEFT = re.compile(r"[0-9]{1,2}:[0-5][0-9]")
_OVERTIME = re.compile(r"OT([1-9][0-9]?)?")


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar day, `YYYY-MM-DD`."""

    def read(self, value: object, known: Known) -> dt.date:
        """The day."""
        if type(value) is not str:
            raise wrong_type(value, "a date such as 2014-11-22")
        if not _DAY.fullmatch(value):
            raise Unreadable("not-a-date", f"{shown(value)} is no date such as 2014-11-22")
        try:
            day = dt.date.fromisoformat(value)
        except ValueError:
            raise Unreadable("not-a-date", f"{shown(value)} isn't in the calendar") from None
        if day.year not in YEARS:
            raise Unreadable("not-a-date", f"the year of {shown(value)} is out of the question")
        return day

    def write(self, value: dt.date, known: Known) -> str:
        """The day as the file writes it."""
        return value.isoformat()


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of the season's zone, `YYYY-MM-DDTHH:MM`; in a repeated hour the earlier instant is meant."""

    def read(self, value: object, known: Known) -> dt.datetime:
        """The moment, in UTC."""
        if type(value) is not str:
            raise wrong_type(value, "a time such as 2014-11-22T13:00")
        if not _MOMENT.fullmatch(value):
            raise Unreadable("not-a-time", f"{shown(value)} is no time such as 2014-11-22T13:00")
        try:
            clock = dt.datetime.fromisoformat(value)
        except ValueError:
            raise Unreadable("not-a-time", f"{shown(value)} isn't in the calendar or on the clock") from None
        if clock.year not in YEARS:
            raise Unreadable("not-a-time", f"the year of {shown(value)} is out of the question")
        moment = clock.replace(tzinfo=known.zone).astimezone(dt.UTC)
        if moment.astimezone(known.zone).replace(tzinfo=None) != clock:
            raise Unreadable(
                "skipped-time",
                f"{shown(value)} doesn't exist in {known.zone.key}: the clocks go forward over it",
            )
        return moment

    def write(self, value: dt.datetime, known: Known) -> str:
        """The wall-clock time in the season's zone."""
        return value.astimezone(known.zone).strftime("%Y-%m-%dT%H:%M")


@dataclass(frozen=True, slots=True)
class DayOrMoment:
    """A calendar day or a time."""

    def read(self, value: object, known: Known) -> dt.date | dt.datetime:
        """A date, or a moment in UTC."""
        if type(value) is str and "T" in value:
            return _MOMENT_KIND.read(value, known)
        return _DAY_KIND.read(value, known)

    def write(self, value: dt.date | dt.datetime, known: Known) -> str:
        """The day, or the wall-clock time."""
        if isinstance(value, dt.datetime):
            return _MOMENT_KIND.write(value, known)
        return _DAY_KIND.write(value, known)


_DAY_KIND, _MOMENT_KIND = Day(), Moment()


@dataclass(frozen=True, slots=True)
class Window:
    """Two days, the first not after the second; both belong to it."""

    def read(self, value: object, known: Known) -> tuple[dt.date, dt.date]:
        """The two days."""
        if type(value) is not list or len(value) != 2:
            raise wrong_type(value, "a list of two dates")
        first, last = ListOf(_DAY_KIND).read(value, known)
        if last < first:
            raise Unreadable("backwards", f"ends on {last}, before it starts on {first}", "[1]")
        return first, last

    def write(self, value: tuple[dt.date, dt.date], known: Known) -> list[str]:
        """The two days in a list."""
        return [day.isoformat() for day in value]


@dataclass(frozen=True, slots=True)
class TimeZone(Plain):
    """The name of a time zone, such as America/Chicago."""

    def read(self, value: object, known: Known) -> str:
        """The name."""
        if type(value) is not str:
            raise wrong_type(value, "the name of a time zone")
        if time_zone(value) is None:
            raise unknown_word(value, sorted(available_timezones()), "time zone")
        return value


def time_zone(name: object) -> ZoneInfo | None:
    """The time zone of that name, or None where there is none."""
    if not isinstance(name, str) or not name.isascii() or not name[:1].isalpha():
        return None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


@dataclass(frozen=True, slots=True)
class Minutes:
    """A length in minutes: a number that comes to whole seconds, such as 5 or 1.5."""

    def read(self, value: object, known: Known) -> int:
        """The length in seconds."""
        if type(value) is int and 0 <= value <= 999:
            return value * 60
        if type(value) not in (int, float):
            raise wrong_type(value, "a number of minutes")
        if isinstance(value, float) and 0 <= value <= 999:
            seconds = Decimal(repr(value)) * 60
            if seconds == int(seconds):
                return int(seconds)
        raise Unreadable("not-minutes", f"{shown(value)} is no number of minutes from 0 to 999 in whole seconds")

    def write(self, value: int, known: Known) -> object:
        """The length in minutes."""
        # The one number of the format that may have places, and JSON has no other for it.
        return value // 60 if value % 60 == 0 else value / 60


@dataclass(frozen=True, slots=True)
class Left:
    """The time left in a period, `MM:SS`."""

    def read(self, value: object, known: Known) -> int:
        """The time left in seconds."""
        if type(value) is not str:
            raise wrong_type(value, "a time left such as 08:00")
        if not _LEFT.fullmatch(value):
            raise Unreadable("not-a-time-left", f"{shown(value)} is no time left such as 08:00")
        minutes, seconds = value.split(":")
        return int(minutes) * 60 + int(seconds)

    def write(self, value: int, known: Known) -> str:
        """Minutes and seconds."""
        return f"{value // 60:02d}:{value % 60:02d}"


@dataclass(frozen=True, slots=True)
class Period(Plain):
    """The number of a period, or "OT", "OT2", ... for overtime."""

    def read(self, value: object, known: Known) -> int | str:
        """The number, or the name of the overtime."""
        if type(value) is int:
            return _PERIOD_NUMBER.read(value, known)
        if type(value) is not str:
            raise wrong_type(value, "a period's number")
        if not _OVERTIME.fullmatch(value):
            raise Unreadable("unknown-word", f'unknown period {shown(value)}: a number, or "OT", "OT2", ...')
        return value


_PERIOD_NUMBER = Whole("a period's number", least=1, most=99)
