"""How a moment is written: in the season's time zone, with the zone named where it matters."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext_lazy

_STYLES: Final = {
    "short": pgettext_lazy("date format", "D, M j, g:i A"),
    "full": pgettext_lazy("date format", "D, M j, Y, g:i A"),
    "date": pgettext_lazy("date format", "D, M j, Y"),
    "day": pgettext_lazy("date format", "D, M j"),
    "time": pgettext_lazy("date format", "g:i A"),
}
_WITH_ZONE: Final = {"full"}


def zone_of(season: object) -> ZoneInfo:
    """Return the time zone of a season (anything with `timezone`), else the installation's."""
    name = getattr(season, "timezone", None) or settings.TIME_ZONE
    return ZoneInfo(str(name))


def is_ambiguous(local: datetime) -> bool:
    """Tell whether the clock shows this local time twice, as on the night it is set back."""
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def written(moment: date | datetime | None, season: object = None, style: str = "short", *, zone: bool = False) -> str:
    """Return a `<time>` element for an aware datetime or a date; an empty string for None.

    The zone's abbreviation is added in the style `full`, when `zone` asks for it, and whenever
    the clock shows the same time twice that night. Raises KeyError for an unknown style.
    """
    if moment is None:
        return ""
    if not isinstance(moment, datetime):
        style = style if style in {"date", "day"} else "date"
        return format_html('<time datetime="{}">{}</time>', moment, date_format(moment, str(_STYLES[style])))
    local = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(zone_of(season))
    text = date_format(local, str(_STYLES[style]))
    suffix: str | SafeString = ""
    if zone or style in _WITH_ZONE or (is_ambiguous(local) and style in {"short", "time"}):
        suffix = format_html(' <abbr title="{}">{}</abbr>', zone_of(season).key, local.tzname())
    return format_html('<time datetime="{}">{}{}</time>', local.isoformat(), text, suffix)
