"""Decides what changed between two versions of a rule book: clauses word by word, data value by value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from league.rulebook.book import RuleBook
from league.rulebook.clause import Clause

FIELDS = ("title", "kind", "topic", "text", "does", "reads")
"""The fields of a clause that readers see, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of words that stayed, went or came."""

    change: Literal["same", "removed", "added"]
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of a clause whose words changed."""

    field: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A clause that both versions have, with what changed in it."""

    id: str
    fields: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value of the book's data; None on the side where there is none."""

    path: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Differences:
    """Everything that tells two versions apart."""

    added: tuple[Clause, ...]
    removed: tuple[Clause, ...]
    changed: tuple[ClauseChange, ...]
    values: tuple[ValueChange, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.values)


def differences(old: RuleBook, new: RuleBook) -> Differences:
    """What a reader of `old` has to learn to know `new`, in the order of the books."""
    return Differences(
        added=tuple(clause for id, clause in new.clauses.items() if id not in old.clauses),
        removed=tuple(clause for id, clause in old.clauses.items() if id not in new.clauses),
        changed=tuple(
            ClauseChange(id, fields)
            for id, clause in new.clauses.items()
            if id in old.clauses and (fields := tuple(_fields(old.clauses[id], clause)))
        ),
        values=tuple(_values(_data(old), _data(new), "")),
    )


def word_runs(old: str, new: str) -> tuple[Run, ...]:
    """Two texts as runs of words: what stayed, what went, what came. Spaces go with the word before."""
    left, right = re.findall(r"\S+\s*|\s+", old), re.findall(r"\S+\s*|\s+", new)
    runs: list[Run] = []
    for tag, a, b, c, d in SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        if tag == "equal":
            runs.append(Run("same", "".join(left[a:b])))
            continue
        if b > a:
            runs.append(Run("removed", "".join(left[a:b])))
        if d > c:
            runs.append(Run("added", "".join(right[c:d])))
    return tuple(runs)


def _fields(old: Clause, new: Clause) -> Iterator[FieldChange]:
    for field in FIELDS:
        before, after = getattr(old, field) or "", getattr(new, field) or ""
        if before != after:
            yield FieldChange(field, word_runs(before, after))


def _data(book: RuleBook) -> dict[str, Any]:
    """The book's data with every default filled in: a default that is spelled out is no difference."""
    found: dict[str, Any] = {}
    for kind, entries in book.sections.items():
        dumped = tuple(entry.model_dump() for entry in entries)
        found[kind.key] = dumped if kind.many else dumped[0] if dumped else None
    return found


def _values(old: Any, new: Any, path: str) -> Iterator[ValueChange]:
    if old == new:
        return
    if _is_table(old) and _is_table(new):
        old, new = old or {}, new or {}
        for key in (*old, *(key for key in new if key not in old)):
            yield from _values(old.get(key), new.get(key), f"{path}.{key}" if path else key)
    elif _is_list_of_tables(old) and _is_list_of_tables(new):
        yield from _entries(old or (), new or (), path)
    else:
        yield ValueChange(path, old, new)


def _entries(old: Sequence[Any], new: Sequence[Any], path: str) -> Iterator[ValueChange]:
    """Lists of tables: entries that stayed are passed over wherever they stand now; the rest is paired in order."""
    left, right = [repr(entry) for entry in old], [repr(entry) for entry in new]
    for tag, a, b, c, d in SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for offset in range(max(b - a, d - c)):
            before = old[a + offset] if a + offset < b else None
            after = new[c + offset] if c + offset < d else None
            index = a + offset if after is None else c + offset
            yield from _values(before, after, f"{path}[{index}]")


def _is_table(value: Any) -> bool:
    return value is None or isinstance(value, Mapping)


def _is_list_of_tables(value: Any) -> bool:
    return value is None or (isinstance(value, tuple) and all(isinstance(entry, Mapping) for entry in value))
