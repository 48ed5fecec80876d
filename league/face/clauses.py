"""How explanations are read: their sentences, and where the clause behind each stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from league.rulebook import links


class Reason(NamedTuple):
    """One sentence of an explanation, with the id of the clause behind it, if any."""

    text: str
    clause: str = ""


def edition_of(book: Any) -> tuple[str, str | None]:
    """Return slug and version of a rule book: given as a slug, as a book, or as a season that pins one.

    A bare slug has no version: its links lead to the newest. Without a book the slug is empty.
    """
    if isinstance(book, str) or book is None:
        return book or "", None
    pinned = getattr(book, "rulebook", book)
    return str(pinned.slug), str(pinned.version)


def clause_url(book: Any, clause: str) -> str:
    """Return the address of a clause on its rule book page; an empty string without a book."""
    slug, version = edition_of(book)
    return links.clause_url(slug, version, clause) if slug else ""


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
