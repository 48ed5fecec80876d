"""Decides whether an answer holds what a worked example or a case expects of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any


def differences(expected: Any, actual: Any, at: str = "") -> Iterator[str]:
    """One line for each place where `actual` doesn't hold what `expected` says.

    Objects are compared by the keys that `expected` gives. A list holds in full and in order, unless
    `expected` is `{"contains": [...]}` and/or `{"none": {...}}`. True is not 1.
    """
    if isinstance(expected, Mapping) and expected and set(expected) <= {"contains", "none"}:
        yield from _members(expected, actual, at)
    elif isinstance(expected, Mapping):
        yield from _object(expected, actual, at)
    elif isinstance(expected, list):
        yield from _list(expected, actual, at)
    elif expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        yield f"{at or '$'}: {_brief(expected)} expected, got {_brief(actual)}"


def _members(expected: Mapping[str, Any], actual: Any, at: str) -> Iterator[str]:
    if not isinstance(actual, list):
        yield f"{at or '$'}: a list expected, got {_brief(actual)}"
        return
    for wanted in expected.get("contains", ()):
        misses = [list(differences(wanted, entry, at)) for entry in actual]
        if all(misses):
            nearest = min(misses, key=len, default=["the list is empty"])
            yield f"{at or '$'}: nothing like {_brief(wanted)} ({nearest[0]})"
    banned = expected.get("none", [])
    for unwanted in banned if isinstance(banned, list) else [banned]:
        for index, entry in enumerate(actual):
            if not any(differences(unwanted, entry)):
                yield f"{at}[{index}]: should not be there: {_brief(entry)}"


def _object(expected: Mapping[str, Any], actual: Any, at: str) -> Iterator[str]:
    if not isinstance(actual, Mapping):
        yield f"{at or '$'}: an object expected, got {_brief(actual)}"
        return
    for key, wanted in expected.items():
        inside = f"{at}.{key}" if at else key
        if key in actual:
            yield from differences(wanted, actual[key], inside)
        else:
            yield f"{inside}: missing"


def _list(expected: list[Any], actual: Any, at: str) -> Iterator[str]:
    if not isinstance(actual, list) or len(actual) != len(expected):
        yield f"{at or '$'}: {len(expected)} entries expected, got {_brief(actual)}"
        return
    for index, (wanted, entry) in enumerate(zip(expected, actual, strict=True)):
        yield from differences(wanted, entry, f"{at}[{index}]")


def _brief(value: Any, size: int = 160) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= size else text[: size - 1] + "…"
