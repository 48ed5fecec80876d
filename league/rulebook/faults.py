"""Decides how a fault of a rule book is told: file, line, path, what is wrong and what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from league.core.findings import Finding
from league.core.vocabulary import nearest
from league.rulebook.lines import Path, line_at


class RuleBookFaults(ValueError):
    """A rule book that can't be used. `findings` holds every fault, in the order of the file."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("\n".join(str(finding) for finding in findings))
        self.findings = findings


def dotted(path: Path) -> str:
    """A path as readers see it: `tie_break[2].metric`."""
    text = ""
    for piece in path:
        text += f"[{piece}]" if isinstance(piece, int) else (f".{piece}" if text else piece)
    return text


def path_of(text: str) -> Path:
    """The path written `tie_break[2].metric`; the other way round of `dotted`."""
    return tuple(int(index) if index else name for index, name in re.findall(r"\[(\d+)\]|([^.\[\]]+)", text))


def fault(
    name: str, lines: Mapping[Path, int], path: Path, message: str, remedy: str = "", *, code: str = "rulebook",
    severity: str = "refuse", clause: str | None = None,
) -> Finding:  # fmt: skip
    """A finding at a path of the file `name`; `where` reads `file:line: path`."""
    line = line_at(lines, path)
    where = ": ".join(filter(None, (f"{name}:{line}", dotted(path))))
    params = {"file": name, "line": str(line), "path": dotted(path)}
    level: Any = severity
    return Finding(code=code, message=message, severity=level, where=where, clause=clause, remedy=remedy, params=params)


@dataclass(frozen=True, slots=True)
class Refused:
    """One thing that a model refused: where inside it, what is wrong, what would be right."""

    path: Path
    message: str
    remedy: str
    code: str


def of_validation(error: ValidationError, model: type[BaseModel]) -> Iterator[Refused]:
    """Everything that the model refused, in our own words."""
    for details in error.errors(include_url=False):
        location: Path = details["loc"]
        message, remedy = _told(details, model, location)
        yield Refused(_real_path(location), message, remedy, f"rulebook.{details['type']}")


def _real_path(location: Path) -> Path:
    """The location without what pydantic adds to it: tags of unions and names of validators."""
    return tuple(
        piece for piece in location if isinstance(piece, int) or not re.search(r"[\[(]|^(str|int|bool|tuple)$", piece)
    )


def _told(details: ErrorDetails, model: type[BaseModel], location: Path) -> tuple[str, str]:
    kind, key, given = details["type"], str(location[-1]) if location else "", details["input"]
    context: Mapping[str, Any] = details.get("ctx", {})
    if kind == "extra_forbidden":
        return f"unknown key {key!r}", _did_you_mean(key, keys_at(model, location[:-1]), "known keys")
    if kind == "missing":
        return f"the key {key!r} is missing", f"add {key} = ..."
    if kind in ("literal_error", "enum"):
        known = tuple(re.findall(r"'([^']*)'", str(context.get("expected", ""))))
        return f"unknown value {given!r}", _did_you_mean(str(given), known, "known values")
    if kind == "union_tag_invalid":
        known = tuple(re.findall(r"'([^']*)'", str(context.get("expected_tags", ""))))
        return f"unknown value {context.get('tag')!r}", _did_you_mean(str(context.get("tag")), known, "known values")
    if kind == "value_error":
        return str(context.get("error", details["msg"])), ""
    return f"{_decapitalised(details['msg'])}, not {given!r}", ""


def did_you_mean(word: str, known: tuple[str, ...]) -> str:
    """`did you mean "fighting"?`, or nothing when no known word is near."""
    near = nearest(word, known)
    return f'did you mean "{near}"?' if near else ""


def _did_you_mean(word: str, known: tuple[str, ...], what: str) -> str:
    return did_you_mean(word, known) or (f"{what}: {', '.join(known)}" if known else "")


def _decapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]


def keys_at(model: Any, location: Path) -> tuple[str, ...]:
    """The keys that the model allows at a location inside it; empty where it allows any."""
    for piece in location:
        model = _step(model, piece)
    found: list[str] = []
    for candidate in models_of(model):
        found += [field.alias or name for name, field in candidate.model_fields.items()]
    return tuple(dict.fromkeys(found))


def _step(model: Any, piece: str | int) -> Any:
    if isinstance(piece, str):
        for candidate in models_of(model):
            for name, field in candidate.model_fields.items():
                if piece in (name, field.alias):
                    return field.annotation
        tagged = [candidate for candidate in models_of(model) if piece in _tags(candidate)]
        if tagged:
            return tagged[0]
    return model


def _tags(model: type[BaseModel]) -> tuple[str, ...]:
    return tuple(str(tag) for field in model.model_fields.values() for tag in get_args(field.annotation))


def models_of(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that an annotation names, inside tuples, dicts and unions too."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        return
    for inner in get_args(annotation):
        yield from models_of(inner)
