"""Decides which tests show which clauses: those marked for it, cases that expect it, worked examples."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from league.rulebook.book import RuleBook
from league.rulebook.coverage import Evidence

TESTS = "tests"
CASES = "tests/cases"


def evidence(root: Path, books: Iterable[RuleBook]) -> list[Evidence]:
    """All evidence for the clauses of these books, from the checkout at `root`. Reads sources, runs nothing.

    Cases of a book that isn't among them are passed over: they wait for their book.
    """
    known = {book.slug: book for book in books}
    found: list[Evidence] = []
    for path in sorted((root / TESTS).rglob("*.py")):
        place = f"`{path.relative_to(root).as_posix()}`"
        found += of_marks(path.read_text(encoding="utf-8"), place)
    for folder in sorted((root / CASES).glob("*/expect.json")):
        season = json.loads((folder.parent / "season.json").read_text(encoding="utf-8"))
        expected = json.loads(folder.read_text(encoding="utf-8"))
        if season.get("rulebook") in known:
            found += of_case(folder.parent.name, season, expected)
    for book in known.values():
        found += of_examples(book)
    return found


def of_marks(source: str, place: str) -> Iterator[Evidence]:
    """What the `pytest.mark.clause(book, *clauses)` marks of a test file show, without running it.

    A mark belongs to the test that it decorates, by itself or through a parameter; a mark of the
    whole module (`pytestmark`) to the module. A clause that isn't written out isn't found.
    """
    tree = ast.parse(source)
    tests = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]
    for test in tests:
        for decorator in test.decorator_list:
            yield from _marked(decorator, place, f"`{test.name}`")
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and _names_pytestmark(statement):
            yield from _marked(statement.value, place, "every test")


def of_case(name: str, season: Mapping[str, Any], expected: Any) -> Iterator[Evidence]:
    """The clauses that a case's expectation names, anywhere in it."""
    for clause in sorted(set(_clauses(expected))):
        yield Evidence(str(season.get("rulebook", "")), clause, "Cases", f"`{name}`")


def of_examples(book: RuleBook) -> Iterator[Evidence]:
    """The worked examples beside the book's own clauses."""
    for clause in book.own_clauses():
        for number in range(1, len(clause.examples) + 1):
            yield Evidence(book.slug, clause.id, "Worked examples", f"example {number}")


def _marked(node: ast.AST, place: str, name: str) -> Iterator[Evidence]:
    for call in ast.walk(node):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "clause"):
            continue
        words = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        for clause in words[1:]:
            yield Evidence(words[0], clause, place, name)


def _names_pytestmark(statement: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets)


def _clauses(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("clause", "clauses"):
                yield from _texts(inner)
            elif key != "none":  # what must not come shows nothing
                yield from _clauses(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _clauses(inner)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if value != "decision":  # a part of a suspension that a person added, no clause
            yield value
    elif isinstance(value, dict):
        yield from _texts(value.get("contains", []))
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
