"""Checks that feeds are iCalendar as Apple, Google and Thunderbird take it, whatever games are in them."""

import datetime as dt
import re
from zoneinfo import ZoneInfo

import icalendar
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.ical import Entry, calendar, definition

CHICAGO = ZoneInfo("America/Chicago")
STAMP = dt.datetime(2014, 10, 1, 12, 0, tzinfo=dt.UTC)


def entry(number: int = 1, **fields: object) -> Entry:
    values = {
        "uid": f"00000000-0000-4000-8000-{number:012d}",
        "sequence": 0,
        "stamp": STAMP,
        "starts": dt.datetime(2014, 11, 1, 19, 30, tzinfo=CHICAGO),
        "ends": dt.datetime(2014, 11, 1, 20, 45, tzinfo=CHICAGO),
        "zone": "America/Chicago",
        "summary": "Lynx at Otters",
    } | fields
    return Entry(**values)  # type: ignore[arg-type]


def check(data: bytes) -> icalendar.Calendar:
    """Parse a feed strictly, with the rules that calendar programs insist on."""
    text = data.decode("utf-8")
    assert text.endswith("END:VCALENDAR\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", text)
    found = icalendar.Calendar.from_ical(data)
    assert isinstance(found, icalendar.Calendar)
    assert not found.errors
    assert found["VERSION"] == "2.0"
    assert found["PRODID"]
    assert found.get("METHOD", "PUBLISH") == "PUBLISH"
    events = found.walk("VEVENT")
    uids = [str(event["UID"]) for event in events]
    assert len(set(uids)) == len(uids)
    defined = {str(zone["TZID"]) for zone in found.walk("VTIMEZONE")}
    for event in events:
        assert not event.errors
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE", "STATUS"} <= set(event)
        assert event["DTSTAMP"].dt.utcoffset() == dt.timedelta(0)
        for name in ("DTSTART", "DTEND"):
            if name in event and "TZID" in event[name].params:
                assert event[name].params["TZID"] in defined
        if "DTEND" in event:
            assert event["DTEND"].dt > event["DTSTART"].dt
    for zone in found.walk("VTIMEZONE"):
        assert [part.name for part in zone.subcomponents]
        for part in zone.subcomponents:
            assert {"DTSTART", "TZOFFSETFROM", "TZOFFSETTO"} <= set(part)
    return found


def offset(text: str, local: dt.datetime) -> dt.timedelta:
    """The offset that a VTIMEZONE gives a local time, read as RFC 5545 says: by the last onset before it."""
    onsets = []
    for block in re.findall(r"BEGIN:(?:STANDARD|DAYLIGHT)\n(.*?)END:", text, re.S):
        hours, minutes = re.search(r"TZOFFSETTO:([+-]\d\d)(\d\d)", block).groups()  # type: ignore[union-attr]
        to = dt.timedelta(hours=int(hours), minutes=int(minutes))
        dates = re.findall(r"(\d{8}T\d{6})", block)
        onsets += [(dt.datetime.strptime(date, "%Y%m%dT%H%M%S"), to) for date in dates]
    return max(onset for onset in onsets if onset[0] <= local)[1]


def test_a_game_is_written_with_all_that_a_program_needs() -> None:
    event = check(
        calendar(
            "Otters 2014-15",
            "America/Chicago",
            [entry(sequence=3, location="Ice Hall, 1 Rink Road; North", description="Bantam A", url="http://x.org/1")],
        )
    ).walk("VEVENT")[0]
    assert event["DTSTART"].params["TZID"] == "America/Chicago"
    assert event["DTSTART"].dt == dt.datetime(2014, 11, 1, 19, 30, tzinfo=CHICAGO)
    assert event["DTEND"].dt - event["DTSTART"].dt == dt.timedelta(minutes=75)
    assert event["DTSTAMP"].dt == STAMP
    assert event["SEQUENCE"] == 3
    assert str(event["LOCATION"]) == "Ice Hall, 1 Rink Road; North"
    assert event["STATUS"] == "CONFIRMED"


def test_a_cancelled_game_stays_and_says_so() -> None:
    event = check(calendar("Otters", "America/Chicago", [entry(cancelled=True)])).walk("VEVENT")[0]
    assert event["STATUS"] == "CANCELLED"
    assert event["TRANSP"] == "TRANSPARENT"


def test_a_game_of_unknown_length_has_no_end() -> None:
    assert "DTEND" not in check(calendar("Otters", "America/Chicago", [entry(ends=None)])).walk("VEVENT")[0]


def test_a_feed_without_games_is_valid() -> None:
    assert check(calendar("Otters", "America/Chicago", [])).walk("VEVENT") == []


@pytest.mark.parametrize("zone", ["America/Chicago", "America/Edmonton", "America/Moncton", "America/Regina"])
def test_half_past_seven_stays_half_past_seven_across_both_clock_changes(zone: str) -> None:
    text = "\n".join(definition(zone, 2014, 2016))
    for day in (dt.date(2014, 11, 1), dt.date(2014, 11, 3), dt.date(2015, 3, 7), dt.date(2015, 3, 9)):
        local = dt.datetime.combine(day, dt.time(19, 30))
        assert offset(text, local) == local.replace(tzinfo=ZoneInfo(zone)).utcoffset()


def test_a_start_that_the_clock_shows_twice_means_the_right_one() -> None:
    first, later = (dt.datetime(2014, 11, 2, 1, 30, tzinfo=CHICAGO, fold=fold) for fold in (0, 1))
    data = calendar("Night", "America/Chicago", [entry(1, starts=first, ends=None), entry(2, starts=later, ends=None)])
    assert b"DTSTART;TZID=America/Chicago:20141102T013000\r\n" in data
    assert b"DTSTART:20141102T073000Z\r\n" in data
    check(data)


@given(
    name=st.text(max_size=120),
    games=st.lists(
        st.tuples(
            st.datetimes(dt.datetime(2014, 1, 1), dt.datetime(2030, 1, 1)),
            st.integers(0, 300),
            st.text(max_size=200),
            st.text(max_size=200),
            st.sampled_from(["America/Chicago", "America/Edmonton", "UTC"]),
        ),
        max_size=6,
    ),
)
def test_whatever_names_there_are_the_feed_is_read_back_as_it_was(
    name: str, games: list[tuple[dt.datetime, int, str, str, str]]
) -> None:
    entries = [
        entry(
            number,
            starts=(starts := naive.replace(second=0, microsecond=0, tzinfo=dt.UTC)),
            ends=starts + dt.timedelta(minutes=minutes),
            summary=summary,
            location=location,
            zone=zone,
        )
        for number, (naive, minutes, summary, location, zone) in enumerate(games)
    ]
    events = check(calendar(name, "America/Chicago", entries)).walk("VEVENT")
    assert len(events) == len(entries)
    for event, given_ in zip(events, entries, strict=True):
        assert str(event["SUMMARY"]) == _kept(given_.summary)
        start = event["DTSTART"].dt
        assert start.astimezone(dt.UTC) == given_.starts
    assert calendar(name, "America/Chicago", entries) == calendar(name, "America/Chicago", entries)


def _kept(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(letter for letter in text if letter == "\n" or (ord(letter) >= 32 and ord(letter) != 127))
