"""Decides the JSON Schema of a rule book, for editors that complete and check while one writes."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel

from league.rulebook.clause import Clause
from league.rulebook.reading import Header
from league.rulebook.sections import Section, registered

TITLE = "Rinkside rule book"


def schema() -> dict[str, Any]:
    """The JSON Schema of a whole rule book with every registered section.

    A table may be partial, because a book that extends another states only what differs: that
    nothing is missing is for `lint_rulebook` to say.
    """
    definitions: dict[str, Any] = {}
    properties = {
        "book": _defined(Header, definitions),
        "clause": {"type": "array", "items": _defined(Clause, definitions)},
    }
    for section in sorted(registered(), key=lambda section: section.key):
        properties[section.key] = _section(section, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "type": "object",
        "additionalProperties": False,
        "required": ["book"],
        "properties": properties,
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """The schema as it stands in the documentation: indented, with a newline at its end."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _section(section: type[Section], definitions: dict[str, Any]) -> dict[str, Any]:
    if section.many:
        return {"type": "array", "items": _defined(section, definitions)}
    own: dict[str, Any] = {}
    found = _defined(section, own)
    _drop_required(found)
    definitions |= own
    return found


def _defined(model: type[BaseModel], definitions: dict[str, Any]) -> dict[str, Any]:
    """The model's schema, its parts moved into `definitions` under names of their own."""
    prefix = model.__name__
    found: dict[str, Any] = model.model_json_schema(ref_template=f"#/$defs/{prefix}.{{model}}")
    for name, part in found.pop("$defs", {}).items():
        definitions[f"{prefix}.{name}"] = part
    return found


def _drop_required(table: dict[str, Any]) -> None:
    table.pop("required", None)
    for inner in table.get("properties", {}).values():
        if isinstance(inner, dict) and inner.get("type") == "object":
            _drop_required(inner)
