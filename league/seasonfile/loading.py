"""Decides whether a text is JSON at all, and says where it isn't."""

import json
from collections import Counter
from typing import Any, Never

from league.core.findings import Finding
from league.seasonfile.faults import SeasonFileFaults
from league.seasonfile.table import Doubled


def loads(text: str | bytes) -> Any:
    """The document that a JSON text (in UTF-8, where it is bytes) holds.

    Objects that hold a key twice come back as `Doubled`, which the reader reports with their paths.
    Raises SeasonFileFaults with one finding, `where` being line and column, for anything but JSON.
    """
    if isinstance(text, bytes):
        text = _decoded(text)
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_object, parse_constant=_no_number)
    except json.JSONDecodeError as wrong:
        raise _broken(wrong.msg, f"line {wrong.lineno}, column {wrong.colno}") from None
    except RecursionError:
        raise _broken("objects and lists are nested too deep") from None
    except ValueError as wrong:  # NaN and its like, and numbers of thousands of digits
        raise _broken(str(wrong)) from None


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as wrong:
        line = text.count(b"\n", 0, wrong.start) + 1
        column = wrong.start - (text.rfind(b"\n", 0, wrong.start) + 1) + 1
        raise _broken("the text isn't UTF-8", f"line {line}, byte {column}") from None


def _broken(message: str, where: str = "") -> SeasonFileFaults:
    return SeasonFileFaults([Finding("not-json", f"this is no JSON document: {message}", where=where)])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) == len(pairs):
        return whole
    doubled = Doubled(pairs)
    doubled.doubled = tuple(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    return doubled


def _no_number(name: str) -> Never:
    raise ValueError(f"{name} is no number")
