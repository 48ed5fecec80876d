"""Every clause that a ruling cites can be read: it stands in the rule book."""

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from league.rulebook.loader import shipped
from rulings.compose import rule_facts
from rulings.reading import open_season_file

CASES = Path(__file__).parents[1] / "cases"


def sound_cases() -> Iterator[Path]:
    for folder in sorted(path.parent for path in CASES.glob("*/season.json")):
        named = json.loads((folder / "season.json").read_text(encoding="utf-8"))["rulebook"]
        expected = json.loads((folder / "expect.json").read_text(encoding="utf-8"))
        if named in shipped() and "faults" not in expected:
            yield folder


def cited(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "clause" and isinstance(inner, str):
                yield inner
            elif key == "clauses":
                yield from inner
            else:
                yield from cited(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cited(inner)


@pytest.mark.parametrize("case", list(sound_cases()), ids=lambda folder: folder.name)
def test_every_cited_clause_stands_in_the_book(case: Path) -> None:
    opened = open_season_file((case / "season.json").read_bytes())
    arguments = (case / "args").read_text().split() if (case / "args").exists() else []
    as_of = dt.date.fromisoformat(arguments[arguments.index("--as-of") + 1]) if "--as-of" in arguments else None
    clauses = set(cited(rule_facts(opened.file.facts, opened.book, as_of).document()))
    assert clauses
    assert clauses - {"decision"} <= set(opened.book.clauses)
