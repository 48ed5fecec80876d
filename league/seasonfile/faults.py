"""Decides how a fault of a season file is worded: its path, what is wrong, and the nearest sound value."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from league.core.findings import Finding
from league.core.vocabulary import nearest

# Longer words are no slips of the pen, and comparing them takes long.
LONGEST_WORD_COMPARED = 40
LONGEST_TEXT_SHOWN = 60


class SeasonFileFaults(Exception):
    """A season file that can't be used. `findings` holds every fault, each with its path in `where`."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


class Unreadable(Exception):
    """A value that isn't what its key asks for.

    `faults` holds (path below the value, code, message); the path of the value itself is "".
    """

    def __init__(self, code: str, message: str, below: str = "") -> None:
        self.faults: list[tuple[str, str, str]] = [(below, code, message)]
        super().__init__(message)

    @classmethod
    def all_of(cls, faults: list[tuple[str, str, str]]) -> "Unreadable":
        """One exception for several faults inside one value."""
        wrong = cls(faults[0][1], faults[0][2])
        wrong.faults = faults
        return wrong


@dataclass(frozen=True, slots=True)
class RecordFault:
    """What a check of the rule book has against one record; the reader knows where the record stands.

    `record` is the very object of the facts (found again by identity), `key` the key of the file
    whose value is wrong, `clause` the clause of the rule book that decides.
    """

    record: object
    key: str
    code: str
    message: str
    clause: str | None = None


def shown(value: object) -> str:
    """A value as a fault quotes it: JSON for simple ones, short, without characters that can't be printed."""
    if isinstance(value, str):
        return f'"{printable(value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int):
        # Turning a number of many thousand digits into text takes long, and Python refuses it.
        return str(value) if value.bit_length() < 200 else "a number of many digits"
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else "a number that isn't finite"
    return _named(value)


def printable(text: str) -> str:
    """The text, short enough for one line, with control characters and halves of characters escaped."""
    short = text if len(text) <= LONGEST_TEXT_SHOWN else text[:LONGEST_TEXT_SHOWN] + "…"
    return "".join(_escaped(letter) for letter in short)


def _escaped(letter: str) -> str:
    if letter.isprintable() or letter.isalnum():
        return letter
    return letter.encode("unicode_escape").decode("ascii")


def _named(value: object) -> str:
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    return "something that JSON doesn't have"


def wrong_type(value: object, wanted: str) -> Unreadable:
    """The fault of a value that is no `wanted` ("a text", "a whole number", ...)."""
    return Unreadable("wrong-type", f"{wanted} expected, not {shown(value)}")


def suggestion(word: str, known: Iterable[str]) -> str:
    """`, did you mean "fighting"?` where a known word is near, otherwise nothing."""
    if len(word) > LONGEST_WORD_COMPARED:
        return ""
    near = _nearest(word, tuple(known))
    return f', did you mean "{near}"?' if near else ""


# The same slip tends to come again and again in one file.
_nearest = lru_cache(maxsize=1_000)(nearest)
