"""Decides how a loaded rule book is asked: its sections by type, its clauses by id, where each was stated."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from league.rulebook.clause import Clause
from league.rulebook.sections import Section, driven_paths

S = TypeVar("S", bound=Section)


class MissingSection(LookupError):
    """The book has no such section: what needs it stops and asks the league."""


class UnknownClause(LookupError):
    """The book has no clause of that id."""


@dataclass(frozen=True, eq=False)
class RuleBook:
    """A rule book, everything taken over from the books that it extends included. Equal by its digest."""

    slug: str
    title: str
    authority: str
    season: str
    version: str
    effective: dt.date
    currency: str
    language: str
    extends: str | None
    source_note: str
    clauses: Mapping[str, Clause]
    """By id, in the book's order; those of the base book come first."""
    sections: Mapping[type[Section], tuple[Section, ...]]
    stated_in: Mapping[str, str]
    """Clause id to the slug of the book that states it."""
    digest: str
    """SHA-256 over the text of the book and of every book that it extends."""
    data: Mapping[str, Any] = field(repr=False)
    """The merged raw tables, for books that extend this one and for differences."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleBook) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def one(self, section: type[S]) -> S:
        """The book's section of this type. Raises MissingSection when the book lacks it."""
        found = self.get(section)
        if found is None:
            raise MissingSection(f"The rule book {self.title!r} ({self.slug}) has no [{section.key}] section.")
        return found

    def get(self, section: type[S]) -> S | None:
        """The book's section of this type, or None."""
        found = self.all(section)
        return found[0] if found else None

    def all(self, section: type[S]) -> tuple[S, ...]:
        """Every entry of a `[[section]]`, in the book's order."""
        return cast("tuple[S, ...]", self.sections.get(section, ()))

    def clause(self, id: str) -> Clause:
        """The clause of that id. Raises UnknownClause."""
        try:
            return self.clauses[id]
        except KeyError:
            raise UnknownClause(f"The rule book {self.slug} has no clause {id!r}.") from None

    def clause_book(self, id: str) -> str:
        """Slug of the book in the chain that states the clause. Raises UnknownClause."""
        self.clause(id)
        return self.stated_in[id]

    def own_clauses(self) -> tuple[Clause, ...]:
        """The clauses that this very book states, without those taken over."""
        return tuple(clause for id, clause in self.clauses.items() if self.stated_in[id] == self.slug)

    def entries(self) -> Iterable[tuple[str, Section]]:
        """Every section entry with its path, such as `points` or `tie_break[2]`."""
        for kind, found in self.sections.items():
            for index, entry in enumerate(found):
                yield (f"{kind.key}[{index}]" if kind.many else kind.key), entry

    def drivers(self) -> Mapping[str, tuple[str, ...]]:
        """Clause id to the paths of the data that drive it, such as `tie_break[0].clause`."""
        found: dict[str, dict[str, None]] = {}
        for path, entry in self.entries():
            for inner, clause in drivers_of(entry):
                found.setdefault(clause, {})[f"{path}.{inner}" if inner else path] = None
        return {clause: tuple(paths) for clause, paths in found.items()}


def drivers_of(entry: Section) -> Iterable[tuple[str, str]]:
    """Pairs (path inside the entry, clause id) for every clause that it drives; path "" is the entry as a whole."""
    named = tuple(driven_paths(entry))
    yield from named
    known = {clause for _, clause in named}
    yield from (("", clause) for clause in entry.clauses_driven() if clause not in known)
