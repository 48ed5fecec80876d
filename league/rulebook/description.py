"""Decides how a rule book tells in plain sentences what it will do, section by section."""

from __future__ import annotations

from dataclasses import dataclass

from league.rulebook.book import RuleBook


@dataclass(frozen=True, slots=True)
class Described:
    """A section and its sentences, made from its own figures."""

    key: str
    sentences: tuple[str, ...]

    @property
    def title(self) -> str:
        """The key as words: `Tie break`."""
        return self.key.replace("_", " ").capitalize()


def describe(book: RuleBook) -> tuple[Described, ...]:
    """Every section that the book has, in the book's order, entries of a list one after the other."""
    found: dict[str, list[str]] = {}
    for kind, entries in book.sections.items():
        for entry in entries:
            found.setdefault(kind.key, []).extend(entry.explain())
    return tuple(Described(key, tuple(sentences)) for key, sentences in found.items())
