"""How long something takes or took is said: in minutes, hours or days, whichever a reader would say."""

from __future__ import annotations

import datetime as dt

from django.utils.translation import ngettext

_MINUTE = dt.timedelta(minutes=1)
_HOUR = dt.timedelta(hours=1)
_DAY = dt.timedelta(days=1)


def lasting(span: dt.timedelta) -> str:
    """Return the length of a span, whichever its direction: whole minutes, from an hour hours, from two days days."""
    span = abs(span)
    if span < _HOUR:
        return ngettext("%(n)s minute", "%(n)s minutes", span // _MINUTE) % {"n": span // _MINUTE}
    if span < 2 * _DAY:
        return ngettext("%(n)s hour", "%(n)s hours", span // _HOUR) % {"n": span // _HOUR}
    return ngettext("%(n)s day", "%(n)s days", span // _DAY) % {"n": span // _DAY}
