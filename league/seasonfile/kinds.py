"""Decides what each kind of value in a season file looks like, and what it stands for in the facts.

A kind reads a value of the document (`read`, raising `Unreadable`) and writes a value of the facts
(`write`). Both take the `Known`: the time zone, the vocabulary and the ids that the file defines.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

from league.seasonfile.faults import Unreadable, shown, suggestion, wrong_type
from league.seasonfile.known import Known

LONGEST_ID = 200
LONGEST_TEXT = 10_000
_MONEY = re.compile(r"[0-9]{1,9}(\.[0-9]{1,2})?")


class Kind(Protocol):
    """A kind of value."""

    def read(self, value: object, known: Known) -> Any:
        """What the value stands for. Raises Unreadable."""

    def write(self, value: Any, known: Known) -> object:
        """The value of the document for one of the facts."""


class Plain:
    """A kind whose values are written as they are."""

    def write(self, value: Any, known: Known) -> object:
        """The value itself."""
        return value


@dataclass(frozen=True, slots=True)
class Text(Plain):
    """Any text that can be stored: no NUL, no half of a character."""

    longest: int = LONGEST_TEXT

    def read(self, value: object, known: Known) -> str:
        """The text, byte for byte."""
        if type(value) is not str:
            raise wrong_type(value, "a text")
        if len(value) > self.longest:
            raise Unreadable("too-long", f"longer than {self.longest} characters")
        if not value.isprintable() and not storable(value):
            raise Unreadable("unusable-text", f"{shown(value)} holds a character that can't be stored")
        return value


def storable(text: str) -> bool:
    """Whether a database and a UTF-8 file can hold the text."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


@dataclass(frozen=True, slots=True)
class Id(Plain):
    """An id of the file's own choice: any text that isn't empty."""

    def read(self, value: object, known: Known) -> str:
        """The id, byte for byte."""
        text = _ID_TEXT.read(value, known)
        if not text:
            raise Unreadable("empty-id", "an id can't be empty")
        return text


_ID_TEXT = Text(LONGEST_ID)


@dataclass(frozen=True, slots=True)
class Ref(Plain):
    """The id of something that the file defines in the list `of`."""

    of: str
    noun: str

    def read(self, value: object, known: Known) -> str:
        """The id."""
        if type(value) is not str:
            raise wrong_type(value, f"the id of {self.noun}")
        if value not in known.ids[self.of]:
            raise Unreadable("undefined-id", f"{self.noun} with the id {shown(value)} isn't defined")
        return value


@dataclass(frozen=True, slots=True)
class Act(Plain):
    """What a decision is on: an incident, a penalty, an infraction, or what the rulings derive from a game."""

    def read(self, value: object, known: Known) -> str:
        """The id."""
        if type(value) is not str:
            raise wrong_type(value, "the id of an incident, a penalty or an infraction")
        if value not in known.ids["acts"] and not _derived(value, known):
            raise Unreadable("undefined-id", f"no incident, penalty or infraction has the id {shown(value)}")
        return value


def _derived(act: str, known: Known) -> bool:
    """Whether an incident is named `CLAUSE:GAME:PERSON`, as the rulings name what follows from a lineup."""
    parts = act.split(":")
    return any(
        ":".join(parts[person:]) in known.ids["people"] and ":".join(parts[game:person]) in known.ids["games"]
        for person in range(2, len(parts))
        for game in range(1, person)
    )


@dataclass(frozen=True, slots=True)
class Word(Plain):
    """One of the words that the key allows."""

    words: tuple[str, ...]
    noun: str

    def read(self, value: object, known: Known) -> str:
        """The word."""
        if type(value) is not str:
            raise wrong_type(value, "a text")
        if value not in self.words:
            raise unknown_word(value, self.words, self.noun)
        return value


@dataclass(frozen=True, slots=True)
class Offence(Plain):
    """An offence of the vocabulary or of the rule book."""

    def read(self, value: object, known: Known) -> str:
        """The offence's slug."""
        if type(value) is not str:
            raise wrong_type(value, "a text")
        if value not in known.offences:
            raise unknown_word(value, known.offences, "offence")
        return value


def unknown_word(value: str, words: Iterable[str], noun: str) -> Unreadable:
    """The fault of a word outside its list, with the nearest known one or, for a short list, all of them."""
    near = suggestion(value, words)
    choices = tuple(words)
    if not near and len(choices) <= 9:
        near = f" (known: {', '.join(choices)})"
    return Unreadable("unknown-word", f"unknown {noun} {shown(value)}{near}")


@dataclass(frozen=True, slots=True)
class Whole(Plain):
    """A whole number, by default none below zero."""

    noun: str = "a number"
    least: int = 0
    most: int = 9_999

    def read(self, value: object, known: Known) -> int:
        """The number."""
        if type(value) is not int:
            raise wrong_type(value, "a whole number")
        if value < self.least:
            raise Unreadable("too-small", f"{self.noun} can't be below {self.least}, it is {shown(value)}")
        if value > self.most:
            raise Unreadable("too-large", f"{self.noun} can't be above {self.most}, it is {shown(value)}")
        return value


@dataclass(frozen=True, slots=True)
class YesNo(Plain):
    """true or false."""

    def read(self, value: object, known: Known) -> bool:
        """The truth value."""
        if type(value) is not bool:
            raise wrong_type(value, "true or false")
        return value


@dataclass(frozen=True, slots=True)
class Money:
    """A decimal string of at most two places, not negative."""

    def read(self, value: object, known: Known) -> int:
        """The amount in cents."""
        if type(value) is not str:
            raise wrong_type(value, 'an amount in quotes such as "50.00"')
        if not _MONEY.fullmatch(value):
            raise Unreadable("not-money", f'{shown(value)} is no amount such as "50.00"')
        return int(Decimal(value) * 100)

    def write(self, value: int, known: Known) -> str:
        """The amount with two places."""
        return f"{value // 100}.{value % 100:02d}"


@dataclass(frozen=True, slots=True)
class Payer(Plain):
    """Who paid: "team:ID" or "person:ID"."""

    def read(self, value: object, known: Known) -> str:
        """The payer as written."""
        if type(value) is not str:
            raise wrong_type(value, '"team:ID" or "person:ID"')
        who, colon, identity = value.partition(":")
        lists = {"team": "teams", "person": "people"}
        if not colon or who not in lists:
            raise Unreadable("unknown-word", f'{shown(value)} is neither "team:ID" nor "person:ID"')
        if identity not in known.ids[lists[who]]:
            raise Unreadable("undefined-id", f"a {who} with the id {shown(identity)} isn't defined")
        return value


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one kind, as a tuple; `distinct` ones only once each."""

    kind: Kind
    distinct: bool = False

    def read(self, value: object, known: Known) -> tuple[Any, ...]:
        """The values in the list's order."""
        if type(value) is not list:
            raise wrong_type(value, "a list")
        values: list[Any] = []
        seen: set[Any] = set()
        faults: list[tuple[str, str, str]] = []
        for index, item in enumerate(value):
            try:
                read = self.kind.read(item, known)
            except Unreadable as wrong:
                faults += [(f"[{index}]{below}", code, message) for below, code, message in wrong.faults]
                continue
            values.append(read)
            if not self.distinct:
                continue
            if read in seen:
                faults.append((f"[{index}]", "listed-twice", f"{shown(item)} is in the list already"))
            seen.add(read)
        if faults:
            raise Unreadable.all_of(faults)
        return tuple(values)

    def write(self, value: Iterable[Any], known: Known) -> list[object]:
        """The values as a list."""
        return [self.kind.write(item, known) for item in value]
