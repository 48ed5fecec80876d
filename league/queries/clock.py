"""Decides which day it is in a season: the one place where pages and workers read the clock."""

import datetime as dt
from zoneinfo import ZoneInfo

from django.utils import timezone

from league.models import Season


def today(season: Season) -> dt.date:
    """Today's date in the season's time zone."""
    return timezone.now().astimezone(ZoneInfo(season.timezone)).date()
