"""Decides how long what is costly to work out from a table is kept: as long as its facts and its book are the same."""

from __future__ import annotations

from collections.abc import Callable

from django.core.cache import cache

from standings.queries import RuledDivision
from standings.services import facts_digest

SECONDS = 24 * 60 * 60


def kept[T](what: str, ruled: RuledDivision, make: Callable[[], T]) -> T:
    """What `make` gives for this table; worked out once for the same facts and version of the book.

    `what` says what it is, in letters, digits and hyphens. Losing it costs time only.
    """
    key = f"standings:{what}:{ruled.version.pk}:{facts_digest(ruled.facts)}"
    found: T | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, SECONDS)
    return found
