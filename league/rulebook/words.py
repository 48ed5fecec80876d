"""Decides how one line of shorthand is taken apart: a head, then words after commas."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from league.core.vocabulary import nearest

Entry = dict[str, Any]
Words = Mapping[str, Callable[[str], Entry]]
"""First word of an extra to what the rest of it adds to the entry."""


class Unreadable(ValueError):
    """A line that is no shorthand; the message says what was expected."""


def matched(pattern: str, text: str, form: str) -> dict[str, str]:
    """The named groups that the whole text gives; `form` is told when it fits no pattern. Raises Unreadable."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise Unreadable(f"{text!r} can't be read; write {form}")
    return {key: value for key, value in match.groupdict().items() if value is not None}


def one_of(word: str, known: tuple[str, ...], what: str) -> str:
    """The word, when it is known. Raises Unreadable with the nearest known one."""
    if word not in known:
        near = nearest(word, known)
        raise Unreadable(f"unknown {what} {word!r}" + (f', did you mean "{near}"?' if near else ""))
    return word


def extras_of(extras: list[str], known: Words) -> Entry:
    """What the extras of a line add up to. Raises Unreadable."""
    found: Entry = {}
    for extra in extras:
        word, _, rest = extra.partition(" ")
        one_of(word, tuple(known), "word")
        try:
            found |= known[word](rest)
        except Unreadable:
            raise
        except ValueError:
            raise Unreadable(f"{extra!r} can't be read") from None
    return found


def after(word: str, words: str) -> str:
    """What follows a word that has to be there. Raises Unreadable."""
    if not words.startswith(f"{word} "):
        raise Unreadable(f"{word!r} is missing before {words!r}")
    return words[len(word) + 1 :]


def overlaid(under: Any, over: Any) -> Any:
    """`over` laid on `under`: objects merge, lists are appended, anything else replaces."""
    if isinstance(under, dict) and isinstance(over, dict):
        both = {key: overlaid(under[key], value) if key in under else value for key, value in over.items()}
        return {**under, **both}
    if isinstance(under, list) and isinstance(over, list):
        return under + over
    return over
