"""Decides how the sections and their keys are listed for those who write a rule book: from the models themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from league.rulebook.clause import Clause, Example
from league.rulebook.faults import models_of
from league.rulebook.reading import Header
from league.rulebook.sections import Section, registered

HEAD = """\
# Every section of a rule book and its keys

Generated from the code by `python manage.py rulebook_schema`; don't edit. How to write a book stands in \
[rulebooks.md](rulebooks.md). A key without a default has to be there, in the book or in the one that it extends.
"""


def reference() -> str:
    """The reference in Markdown."""
    lines = [HEAD]
    lines += _table("[book]", Header)
    lines += _table("[[clause]]", Clause)
    lines += _table("[[clause.example]]", Example)
    for section in sorted(registered(), key=lambda section: section.key):
        lines += _section(section)
    return "\n".join(lines).rstrip() + "\n"


def _section(section: type[Section]) -> Iterator[str]:
    yield from _table(f"[[{section.key}]]" if section.many else f"[{section.key}]", section)
    for part in _parts(section):
        yield from _table(f"{section.key}: {part.__name__}", part, level="###")


def _parts(model: type[BaseModel], seen: tuple[type[BaseModel], ...] = ()) -> tuple[type[BaseModel], ...]:
    """The models that stand inside a model, each once, in the order of the fields."""
    found = seen
    for field in model.model_fields.values():
        for part in models_of(field.annotation):
            if part not in found:
                found = _parts(part, (*found, part))
    return found


def _table(title: str, model: type[BaseModel], level: str = "##") -> Iterator[str]:
    yield f"{level} `{title}`\n"
    said = inspect.cleandoc(model.__doc__ or "").split("\n\n")[0].replace("\n", " ")
    if said:
        words = said.partition("`: ")[2] or said  # the model's own text begins with its key
        yield words[:1].upper() + words[1:] + "\n"
    yield "| key | what | default | |\n|---|---|---|---|"
    schema = model.model_json_schema()
    for name, field in schema.get("properties", {}).items():
        default = "" if name in schema.get("required", ()) else f"`{_written(field.get('default'))}`"
        about = str(field.get("description", "")).replace("\n", " ").replace("|", "\\|")
        yield f"| `{name}` | {_kind(field)} | {default} | {about} |"
    yield ""


def _kind(field: Mapping[str, Any]) -> str:
    if "anyOf" in field:
        return " or ".join(_kind(one) for one in field["anyOf"] if one.get("type") != "null")
    if "enum" in field:
        return " ".join(f"`{word}`" for word in field["enum"])
    if "const" in field:
        return f"`{field['const']}`"
    if "$ref" in field:
        return f"table {field['$ref'].rpartition('/')[2]}"
    match field.get("type"):
        case "array":
            items: Mapping[str, Any] = field.get("items") or next(iter(field.get("prefixItems", [])), {})
            return f"list of {_kind(items)}"
        case "object":
            inner = field.get("additionalProperties")
            return f"table of {_kind(inner)}" if isinstance(inner, dict) else "table"
        case "string":
            return "date" if field.get("format") == "date" else "text"
        case "integer":
            return "whole number"
        case "boolean":
            return "`true` `false`"
    return "value"


def _written(value: Any) -> str:
    match value:
        case None:
            return "unset"
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return "[" + ", ".join(_written(item) for item in value) + "]"
        case dict():
            return "{" + ", ".join(f"{key} = {_written(item)}" for key, item in value.items()) + "}"
    return str(value)
