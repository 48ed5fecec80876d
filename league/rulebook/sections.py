"""Decides what a section of a rule book is: typed data under one key, registered by the app that owns it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from league.core.findings import Finding

if TYPE_CHECKING:
    from league.rulebook.book import RuleBook


def frozen(value: Any) -> Any:
    """The value with every list turned into a tuple, all the way down; tables stay tables."""
    if isinstance(value, Mapping):
        return {key: frozen(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return tuple(frozen(inner) for inner in value)
    return value


class Part(BaseModel):
    """A frozen, strict piece of a section: unknown keys and wrong types are refused, lists become tuples."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _freeze(cls, data: Any) -> Any:
        return frozen(data)


class Section(Part):
    """One section of a rule book, such as `[points]`, or one entry of a list such as `[[tie_break]]`.

    An app subclasses it once a section, sets `key`, and hands the class to `register`.
    """

    key: ClassVar[str]
    """The TOML key."""
    many: ClassVar[bool] = False
    """True for `[[key]]` sections, of which a book holds a list in its own order."""

    def clauses_driven(self) -> Iterable[str]:
        """Ids of the clauses that this data drives, in the order of the fields, each once.

        By default the values of every field named `clause` or `clauses`, or ending in `_clause` or
        `_clauses`, in this section and in everything nested in it.
        """
        return tuple(dict.fromkeys(clause for _, clause in driven_paths(self)))

    def explain(self) -> Iterable[str]:
        """Plain sentences that say, from the section's own figures, what the book will do."""
        return ()

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """What is wrong between this section and the rest of the book; `where` is a path inside the section."""
        return ()


def driven_paths(value: Any, path: str = "") -> Iterable[tuple[str, str]]:
    """Pairs (path of the field, clause id) for every field of `value` that names a clause."""
    if isinstance(value, BaseModel):
        items: Iterable[tuple[str, Any]] = ((name, getattr(value, name)) for name in type(value).model_fields)
    elif isinstance(value, Mapping):
        items = ((str(key), inner) for key, inner in value.items())
    elif isinstance(value, tuple | list):
        for index, inner in enumerate(value):
            yield from driven_paths(inner, f"{path}[{index}]")
        return
    else:
        return
    for name, inner in items:
        at = f"{path}.{name}" if path else name
        if _names_clause(name):
            yield from _clause_values(inner, at)
        else:
            yield from driven_paths(inner, at)


def _names_clause(name: str) -> bool:
    return name in ("clause", "clauses") or name.endswith(("_clause", "_clauses"))


def _clause_values(value: Any, path: str) -> Iterable[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple | list | frozenset):
        for inner in value:
            yield from _clause_values(inner, path)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _clause_values(inner, f"{path}.{key}")


_registry: dict[str, type[Section]] = {}


def register(*sections: type[Section]) -> None:
    """Make section classes known to the loader; doing it twice is harmless.

    Raises ValueError when a key already belongs to another class or is one of the loader's own.
    """
    for section in sections:
        known = _registry.get(section.key)
        if known is not None and known.__qualname__ != section.__qualname__:
            raise ValueError(f"section {section.key!r} belongs to {known.__qualname__}")
        if section.key in ("book", "clause"):
            raise ValueError(f"{section.key!r} is a key of every rule book, not a section")
        _registry[section.key] = section


def registered() -> tuple[type[Section], ...]:
    """Every section class known so far, in the order of registration."""
    return tuple(_registry.values())
