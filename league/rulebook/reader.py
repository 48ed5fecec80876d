"""Decides how a rule book is laid out for reading: chapters, clauses, their figures and their examples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from league.rulebook.book import RuleBook
from league.rulebook.clause import Clause, Example
from league.rulebook.links import clause_anchor

_SHOWN = (
    "level", "window", "starts", "ends", "playoffs_start", "timezone", "teams", "people", "games", "penalties",
    "conduct", "fair_play", "requests", "adjustments", "coin_flips", "decisions", "as_of",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Matter:
    """What an example is about: the name of a field and its lines."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """An example as readers see it: a sentence, what is given, and what must come of it."""

    says: str
    given: tuple[Matter, ...]
    text: str
    expected: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A clause on the page; `base` is the slug of the book that states it when it is taken over."""

    clause: Clause
    anchor: str
    figures: tuple[str, ...]
    examples: tuple[WorkedExample, ...]
    base: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The clauses that share the first part of their id: `3` for 3.1 to 3.15.i."""

    name: str
    entries: tuple[Entry, ...]


def chapters(book: RuleBook) -> tuple[Chapter, ...]:
    """The whole book in its own order, those clauses included that it takes over."""
    told = sentences_by_clause(book)
    grouped = groupby(book.clauses.values(), key=lambda clause: clause.id.split(".")[0])
    return tuple(
        Chapter(name, tuple(_entry(clause, book, told.get(clause.id, ())) for clause in clauses))
        for name, clauses in grouped
    )


def sentences_by_clause(book: RuleBook) -> dict[str, tuple[str, ...]]:
    """What the book's data say about each clause: the sentences of its sections that cite it."""
    found: dict[str, dict[str, None]] = {}
    for _, entry in book.entries():
        sentences = tuple(entry.explain())
        for clause in entry.clauses_driven():
            cited = re.compile(rf"(?<![\w.-]){re.escape(clause)}(?![\w-]|\.\w)")
            for sentence in sentences:
                if cited.search(sentence):
                    found.setdefault(clause, {})[sentence] = None
    return {clause: tuple(sentences) for clause, sentences in found.items()}


def _entry(clause: Clause, book: RuleBook, figures: tuple[str, ...]) -> Entry:
    stated_in = book.clause_book(clause.id)
    return Entry(
        clause=clause,
        anchor=clause_anchor(clause.id),
        figures=figures,
        examples=tuple(_example(example) for example in clause.examples),
        base="" if stated_in == book.slug else stated_in,
    )


def _example(example: Example) -> WorkedExample:
    given = tuple(_matters(example)) if example.kind == "season" else ()
    return WorkedExample(example.says, given, (example.text or "").strip(), example.expect.strip())


def _matters(example: Example) -> Iterable[Matter]:
    defaults = Example.model_fields
    for name in _SHOWN:
        value = getattr(example, name)
        if name == "level" or value != defaults[name].default:
            lines = value if isinstance(value, tuple) else (str(value),)
            yield Matter(name.replace("_", " ").capitalize(), lines)
