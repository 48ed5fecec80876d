"""Every source file says what it decides, stays readable, and knows nothing of anybody's machine."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

from rinkside.where import ROOT

LONGEST = 400
PURE = (
    *("league/core", "league/rulebook", "league/seasonfile"),
    *("standings/core", "discipline/core", "scheduling/core", "rulings/core"),
)

# Made by tools, or by others.
_NOT_OURS = {
    *(".git", ".venv", ".rinkside", "__pycache__", "node_modules", "staticfiles", "vendor", "test-results"),
    *(".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".import_linter_cache"),
}
_CLOCK = {"now", "today", "utcnow", "localtime", "fromtimestamp"}
# Written in pieces, so that this file doesn't hold what it looks for.
_FOREIGN = re.compile("|".join(["/" + "root/", "/" + "home/[a-z]", "/" + "Users/", "/" + "work/", "/" + "opt/pypi"]))


def _files(*endings: str) -> Iterator[tuple[str, str]]:
    """Name from the root, and text, of every file of ours with one of these endings."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in _NOT_OURS]
        for name in names:
            path = Path(folder) / name
            if path.suffix in endings and name != "uv.lock":
                yield path.relative_to(ROOT).as_posix(), path.read_text()


def _sources() -> Iterator[tuple[str, str]]:
    """Python files that somebody wrote; migrations are generated."""
    return ((name, text) for name, text in _files(".py") if "/migrations/" not in name)


def test_a_file_begins_by_saying_what_it_decides() -> None:
    silent = []
    for name, text in _sources():
        docstring = ast.get_docstring(ast.parse(text)) or ""
        if len(docstring.partition("\n")[0].split()) < 3:
            silent.append(f"{name} begins with {docstring.partition(chr(10))[0]!r}")
    assert silent == []


def test_a_file_can_be_read_in_one_sitting() -> None:
    lengths = {name: len(text.splitlines()) for name, text in _sources()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_rules_are_worked_out_without_a_clock_without_files_and_without_rounding() -> None:
    faults = []
    for name, text in _sources():
        if not name.startswith(PURE):
            continue
        for node in ast.walk(ast.parse(text)):
            where = f"{name}:{getattr(node, 'lineno', 0)}"
            match node:
                case ast.Call(func=ast.Attribute(attr=attr)) if attr in _CLOCK:
                    faults.append(f"{where} reads the clock with {attr}()")
                case ast.Call(func=ast.Name(id="float" | "open" | "print" | "input" as called)):
                    faults.append(f"{where} calls {called}()")
                case ast.Constant(value=float()):
                    faults.append(f"{where} holds the float {node.value}")
    assert faults == []


def test_no_signals_of_the_database() -> None:
    hidden = [name for name, text in _sources() if re.search(r"^(from|import) django\.db\.models\.signals", text, re.M)]
    assert hidden == []


def test_no_path_of_a_machine() -> None:
    endings = (".py", ".toml", ".md", ".html", ".css", ".js", ".yml", ".json", ".txt", ".po", "")
    found = [
        f"{name} holds {match.group()}"
        for name, text in _files(*endings)
        if (match := _FOREIGN.search(text)) is not None
    ]
    assert found == []
