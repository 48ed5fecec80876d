"""Where the text of a clause is read: the one place that knows the address of a rule book page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.urls import NoReverseMatch, reverse


class Reason(NamedTuple):
    """One sentence of an explanation, with the id of the clause behind it, if any."""

    text: str
    clause: str = ""


def slug_of(book: Any) -> str:
    """Return the slug of a rule book: given as text, as a book, or as a season that pins one."""
    if isinstance(book, str) or book is None:
        return book or ""
    return str(getattr(book, "rulebook", book).slug)


def clause_url(book: Any, clause: str) -> str:
    """Return the address of a clause on its rule book page; an empty string without a book."""
    slug = slug_of(book)
    if not slug:
        return ""
    try:
        return f"{reverse('league:rulebook', kwargs={'book': slug})}#{clause}"
    except NoReverseMatch:
        return ""


def reasons_of(why: Any) -> list[Reason]:
    """Return an explanation as a list of reasons.

    Takes a text, a mapping or an object with `text` and `clause`, a (text, clause) pair, or an
    iterable of those.
    """
    if why is None or why == "":
        return []
    if isinstance(why, str):
        return [Reason(why)]
    if isinstance(why, Mapping):
        return [Reason(str(why.get("text", "")), str(why.get("clause") or ""))]
    if hasattr(why, "text"):
        return [Reason(str(why.text), str(getattr(why, "clause", None) or ""))]
    if isinstance(why, tuple) and len(why) == 2 and all(isinstance(part, str) for part in why):
        return [Reason(*why)]
    return [reason for part in why for reason in reasons_of(part)]
