"""Decides what a rule book takes over from the book that it extends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Table = Mapping[str, Any]


def merged(parent: Table, child: Table) -> dict[str, Any]:
    """The parent's tables with the child's laid over them.

    Tables merge key by key, all the way down; anything else that the child states, a list of tables
    included, takes the place of the parent's. Clauses merge by id: one that the child restates keeps
    the parent's place, new ones follow. `[book]` is always the child's own.
    """
    result = {**_laid_over(parent, child)}
    result["clause"] = _clauses(parent.get("clause", ()), child.get("clause", ()))
    result["book"] = child.get("book", {})
    return result


def _laid_over(under: Table, over: Table) -> dict[str, Any]:
    result = dict(under)
    for key, value in over.items():
        below = result.get(key)
        both_tables = isinstance(below, Mapping) and isinstance(value, Mapping)
        result[key] = _laid_over(below, value) if both_tables else value  # type: ignore[arg-type]
    return result


def _clauses(parent: Sequence[Table], child: Sequence[Table]) -> tuple[Table, ...]:
    own = {clause["id"]: clause for clause in child}
    kept = tuple(own.pop(clause["id"], clause) for clause in parent)
    return kept + tuple(own.values())
