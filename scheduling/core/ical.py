"""Decides how games are written as an iCalendar feed (RFC 5545) that Apple, Google and Thunderbird take."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from icalendar import Timezone

PRODUCT: Final = "-//Rinkside//Schedule//EN"
REFRESH: Final = "PT1H"
"""How often calendar programs are asked to look again."""
_LONGEST: Final = 75  # octets of a line, its end not counted
_TEXT: Final = str.maketrans(
    {"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"}
    | {chr(code): None for code in (*range(10), *range(11, 32), 127)}
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A game in a calendar. Moments are aware; `zone` is the clock by which it is shown.

    `sequence` and `stamp` (its last change) are the game's; without `ends` nobody knows how long it takes.
    A game that is called off stays, with `cancelled`.
    """

    uid: str
    sequence: int
    stamp: dt.datetime
    starts: dt.datetime
    ends: dt.datetime | None
    zone: str
    summary: str
    location: str = ""
    description: str = ""
    category: str = ""
    url: str = ""
    cancelled: bool = False


def calendar(name: str, zone: str, entries: Iterable[Entry]) -> bytes:
    """The feed as bytes: UTF-8, lines of at most 75 octets that end with CRLF.

    Entries come in the order given. Their zones are defined for the years in which they are, so that both
    clock changes fall right; a start that the clock shows twice is written in UTC where the later one is meant.
    """
    found = list(entries)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        f"X-WR-TIMEZONE:{zone}",
        f"REFRESH-INTERVAL;VALUE=DURATION:{REFRESH}",
        f"X-PUBLISHED-TTL:{REFRESH}",
    ]
    zones = {key: ZoneInfo(key) for key in {entry.zone for entry in found}}
    for key in sorted(zones):
        years = {entry.starts.year for entry in found if entry.zone == key}
        lines += definition(key, min(years) - 1, max(years) + 1)
    for entry in found:
        lines += _event(entry, zones[entry.zone])
    lines.append("END:VCALENDAR")
    return b"".join(_folded(line) for line in lines)


@lru_cache(maxsize=200)
def definition(zone: str, first: int, last: int) -> tuple[str, ...]:
    """The VTIMEZONE lines of a zone, from the beginning of year `first` to the end of year `last`."""
    made = Timezone.from_tzid(zone, first_date=dt.date(first, 1, 1), last_date=dt.date(last + 1, 1, 1))
    made.pop("comment", None)
    return tuple(made.to_ical().decode().replace("\r\n ", "").splitlines())


def _event(entry: Entry, zone: ZoneInfo) -> Iterator[str]:
    stamp = f"{entry.stamp.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}"
    yield "BEGIN:VEVENT"
    yield f"UID:{entry.uid}"
    yield f"DTSTAMP:{stamp}"
    yield f"LAST-MODIFIED:{stamp}"
    yield f"SEQUENCE:{entry.sequence}"
    yield f"DTSTART{_moment(entry.starts, zone)}"
    if entry.ends is not None and entry.ends > entry.starts:
        yield f"DTEND{_moment(entry.ends, zone)}"
    yield f"SUMMARY:{_text(entry.summary)}"
    yield "STATUS:CANCELLED" if entry.cancelled else "STATUS:CONFIRMED"
    yield "TRANSP:TRANSPARENT" if entry.cancelled else "TRANSP:OPAQUE"
    for key, value in (
        ("LOCATION", entry.location),
        ("DESCRIPTION", entry.description),
        ("CATEGORIES", entry.category),
    ):
        if value:
            yield f"{key}:{_text(value)}"
    if entry.url:
        yield f"URL:{entry.url}"
    yield "END:VEVENT"


def _moment(moment: dt.datetime, zone: ZoneInfo) -> str:
    local = moment.astimezone(zone)
    if local.fold:  # a local time that comes twice means the earlier one
        return f":{moment.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}"
    return f";TZID={zone.key}:{local:%Y%m%dT%H%M%S}"


def _text(value: str) -> str:
    return value.replace("\r\n", "\n").replace("\r", "\n").translate(_TEXT)


def _folded(line: str) -> bytes:
    """The line with its end; one too long goes on in lines that begin with a space, never within a character."""
    data = line.encode()
    if len(data) <= _LONGEST:
        return data + b"\r\n"
    parts, start, room = [], 0, _LONGEST
    while len(data) - start > room:
        end = start + room
        while data[end] & 0xC0 == 0x80:
            end -= 1
        parts.append(data[start:end])
        start, room = end, _LONGEST - 1
    return b"\r\n ".join([*parts, data[start:]]) + b"\r\n"
