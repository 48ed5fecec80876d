"""Decides which version of which rule book holds, and reads it: once loaded, a version stays in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import lru_cache

from django.db.models import QuerySet

from league.core.book import Results
from league.models import RuleBookVersion, Season, SeasonRuleBook
from league.rulebook.book import RuleBook
from league.rulebook.loader import load_text
from league.rulebook.sections import Section, registered


def versions_of(slug: str) -> QuerySet[RuleBookVersion]:
    """The versions of a book without their texts, the newest first."""
    return RuleBookVersion.objects.filter(slug=slug).defer("text").order_by("-pk")


def newest_version(slug: str) -> RuleBookVersion | None:
    """The version of a book that was published last, or None."""
    return versions_of(slug).first()


def newest_versions() -> list[RuleBookVersion]:
    """The newest version of every book, by slug, without their texts."""
    newest = RuleBookVersion.objects.order_by("slug", "-pk").distinct("slug")
    return list(newest.defer("text").select_related("extends"))


def read_version(version: RuleBookVersion) -> RuleBook:
    """The rule book of a version, with everything that it takes over. At most one query, none when in memory."""
    return _read(version.pk, version.digest, registered())


def version_in_force(season: Season, day: dt.date) -> RuleBookVersion:
    """The version by which a season is played on a day: the last one pinned from that day or before.

    Before the first, the first; a season whose version never changed has the one that it pins.
    """
    found = _in_force(_history(season), day)
    return found.rulebook if found else season.rulebook


def book_for(season: Season, day: dt.date) -> RuleBook:
    """The rule book that judges what happens in a season on a day, whenever it is entered."""
    return read_version(version_in_force(season, day))


def books_of(season: Season) -> list[tuple[dt.date | None, RuleBook]]:
    """Every book of a season with the day from which it holds, in order; None: from its beginning."""
    history = _history(season)
    if not history:
        return [(None, read_version(season.rulebook))]
    first, *later = history
    return [
        (None, read_version(first.rulebook)),
        *((entry.effective_from, read_version(entry.rulebook)) for entry in later),
    ]


def levels_without_score(season: Season) -> tuple[str, ...]:
    """The levels at which the season's book keeps no score. At most one query, none when the book is in memory."""
    rules = read_version(season.rulebook).get(Results)
    return rules.no_score_levels if rules else ()


def _history(season: Season) -> list[SeasonRuleBook]:
    entries = season.rulebook_history.select_related("rulebook").defer("rulebook__text")
    return list(entries.order_by("effective_from", "pk"))


def _in_force(history: Iterable[SeasonRuleBook], day: dt.date) -> SeasonRuleBook | None:
    found = None
    for entry in history:
        if found is None or entry.effective_from <= day:
            found = entry
    return found


@lru_cache(maxsize=64)
def _read(pk: int, digest: str, known: tuple[type[Section], ...]) -> RuleBook:
    """`digest` and `known` are part of the key: another text or another set of sections is another book."""
    version = RuleBookVersion.objects.select_related("extends").get(pk=pk)
    base = version.extends
    parent = _read(base.pk, base.digest, known) if base else None

    def parents(slug: str) -> RuleBook | None:
        return parent if parent is not None and parent.slug == slug else None

    return load_text(version.text, name=f"{version.slug} {version.version}", parents=parents)
