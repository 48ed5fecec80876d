"""Reads the audit trail of a league or a season, for its administrators."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.models import AuditEntry, League, Season


def entries(
    league: League,
    season: Season | None,
    *,
    who: str = "",
    what: str = "",
    start: dt.date | None = None,
    end: dt.date | None = None,
    zone: ZoneInfo,
) -> QuerySet[AuditEntry]:
    """Entries of a league or of a season, the newest first.

    `who` is looked for in the actor's name and address, `what` in the action, the record and the
    reason; the days are those of `zone`, both included.
    """
    rows = AuditEntry.objects.filter(league=league)
    if season is not None:
        rows = rows.filter(season=season)
    if who:
        rows = rows.filter(Q(actor_label__icontains=who) | Q(actor__name__icontains=who))
    if what:
        action = what.strip().replace(" ", "-")
        rows = rows.filter(Q(action__icontains=action) | Q(target_label__icontains=what) | Q(reason__icontains=what))
    if start is not None:
        rows = rows.filter(at__gte=dt.datetime.combine(start, dt.time(), zone))
    if end is not None:
        rows = rows.filter(at__lte=dt.datetime.combine(end, dt.time.max, zone))
    return rows.select_related("actor", "season").order_by("-number")


@dataclass(frozen=True, slots=True)
class Change:
    """One field of a record, before and after; None where it wasn't there."""

    label: str
    left: object
    right: object


def changes(entry: AuditEntry) -> Iterator[Change]:
    """The fields that an entry says were changed, flat: nested ones with dotted names."""
    before, after = dict(_flat(entry.before)), dict(_flat(entry.after))
    for name in [*before, *(name for name in after if name not in before)]:
        if before.get(name) != after.get(name):
            yield Change(name, before.get(name), after.get(name))


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    match value:
        case None if not name:
            return
        case Mapping():
            for key, item in value.items():
                yield from _flat(item, f"{name}.{key}" if name else str(key))
        case list() if any(isinstance(item, (dict, list)) for item in value):
            for place, item in enumerate(value):
                yield from _flat(item, f"{name}[{place}]")
        case list():
            yield name, ", ".join(str(item) for item in value)
        case _:
            yield name, value
