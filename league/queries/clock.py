"""Decides which day it is in a season: the one place where pages and workers read the clock."""

import datetime as dt
from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.models import Season


def today(season: Season) -> dt.date:
    """Today's date in the season's time zone."""
    return timezone.now().astimezone(ZoneInfo(season.timezone)).date()


def running(seasons: Iterable[Season]) -> Season | None:
    """Of these seasons the one that is played now: it began last.

    Before any has begun it is the one that begins first; one without days, as when the next season
    has just been opened, comes last. None where there are none.
    """
    found = list(seasons)
    begun = [season for season in found if season.starts is not None and season.starts <= today(season)]
    if begun:
        return max(begun, key=lambda season: (season.starts or dt.date.min, season.pk))
    return min(found, key=lambda season: (season.starts or dt.date.max, -season.pk), default=None)
