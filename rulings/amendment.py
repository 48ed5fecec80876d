"""Decides what another version of its rule book would change in a season, before anybody confirms it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence

from league.core.facts import Facts
from league.models import RuleBookVersion, Season
from league.queries.rulebooks import books_of, read_version
from league.rulebook.book import RuleBook
from rulings.compose import rule_facts
from rulings.core.changes import Changes, changes
from rulings.queries import whole_facts

Dated = tuple[dt.date | None, RuleBook]
"""A book and the day from which it holds; None: from the season's beginning."""


def preview(
    season: Season, version: RuleBookVersion, effective_from: dt.date, *, as_of: dt.date
) -> tuple[Changes, Facts]:
    """What would change in tables and suspensions on `as_of` if the version held from a day on, and the facts.

    Rules on the whole season twice; changes nothing. Raises MissingSection where a book lacks what
    the season needs.
    """
    facts, now = whole_facts(season), books_of(season)
    before, after = (
        _document(facts, now, as_of),
        _document(facts, amended(now, read_version(version), effective_from), as_of),
    )
    return changes(before, after), facts


def amended(books: Sequence[Dated], book: RuleBook, effective_from: dt.date) -> list[Dated]:
    """The books of a season with one more from a day on, in order; one of the same day is replaced."""
    kept = [item for item in books if item[0] != effective_from]
    return sorted([*kept, (effective_from, book)], key=lambda item: item[0] or dt.date.min)


def _document(facts: Facts, books: Iterable[Dated], as_of: dt.date) -> dict[str, object]:
    book_on = _by_day(list(books))
    return rule_facts(facts, book_on(as_of), as_of, book_on).document()


def _by_day(books: list[Dated]) -> Callable[[dt.date], RuleBook]:
    return lambda day: [book for starts, book in books if starts is None or starts <= day][-1]
