"""Shows how moments are written."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

import pytest
from django.utils import translation

from league.face.moments import is_ambiguous, written, zone_of


@dataclass
class Season:
    timezone: str = "America/Chicago"


CHICAGO = Season()


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("short", "Sat, Nov 1, 8:30 PM"),
        ("full", 'Sat, Nov 1, 2014, 8:30 PM <abbr title="America/Chicago">CDT</abbr>'),
        ("date", "Sat, Nov 1, 2014"),
        ("day", "Sat, Nov 1"),
        ("time", "8:30 PM"),
    ],
)
def test_a_moment_is_written_in_the_seasons_zone(style: str, text: str) -> None:
    moment = datetime(2014, 11, 2, 1, 30, tzinfo=UTC)
    assert written(moment, CHICAGO, style) == f'<time datetime="2014-11-01T20:30:00-05:00">{text}</time>'


def test_the_zone_can_be_asked_for() -> None:
    moment = datetime(2014, 12, 2, 1, 30, tzinfo=UTC)
    assert written(moment, CHICAGO, "time", zone=True) == (
        '<time datetime="2014-12-01T19:30:00-06:00">7:30 PM <abbr title="America/Chicago">CST</abbr></time>'
    )


@pytest.mark.parametrize(("hour", "name"), [(6, "CDT"), (7, "CST")])
def test_the_hour_that_the_clock_shows_twice_names_its_zone(hour: int, name: str) -> None:
    assert f">{name}</abbr>" in written(datetime(2014, 11, 2, hour, 30, tzinfo=UTC), CHICAGO)


def test_only_that_hour_is_ambiguous() -> None:
    hours = [datetime(2014, 11, 2, hour, 30, tzinfo=UTC).astimezone(zone_of(CHICAGO)) for hour in range(4, 10)]
    assert [is_ambiguous(hour) for hour in hours] == [False, False, True, True, False, False]


def test_a_date_has_no_time_and_nothing_stays_nothing() -> None:
    assert written(date(2015, 2, 1), CHICAGO) == '<time datetime="2015-02-01">Sun, Feb 1, 2015</time>'
    assert written(None, CHICAGO) == ""


def test_without_a_season_the_installations_zone_is_used(settings: object) -> None:
    settings.TIME_ZONE = "America/Halifax"  # type: ignore[attr-defined]
    assert 'datetime="2014-11-30T20:00:00-04:00"' in written(datetime(2014, 12, 1, tzinfo=UTC))


def test_an_unknown_style_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        written(datetime(2014, 12, 1, tzinfo=UTC), CHICAGO, "fancy")


def test_days_are_written_in_the_readers_language() -> None:
    with translation.override("fr"):
        assert ">dim, Fév 1, 2015<" in written(date(2015, 2, 1), CHICAGO)
