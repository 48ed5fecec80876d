"""Decides on which line of a TOML text a value stands, so that a finding can point at it.

`tomllib` gives no positions. This scanner knows just enough TOML: headers, `key =` lines, strings and
brackets. A value inside an inline table or array is found at the line of the nearest key around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

Path = tuple[str | int, ...]

_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:\\.|[^"\\\n])*"|' r"'[^'\n]*'|#[^\n]*", re.DOTALL
)
_BARE = r"[A-Za-z0-9_-]+"
_KEY = rf"(?:{_BARE}|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*')"
_DOTTED = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEADER = re.compile(rf"(\[\[|\[)[ \t]*({_DOTTED})[ \t]*(?:\]\]|\])")
_ASSIGN = re.compile(rf"({_DOTTED})[ \t]*=")
_PIECE = re.compile(_KEY)
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)")
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}


def lines_of(text: str) -> dict[Path, int]:
    """Line numbers, from 1, of every header and every `key =` in a TOML text, by path.

    Entries of `[[array]]` tables carry their index: `("tie_break", 2, "metric")`.
    """
    found: dict[Path, int] = {(): 1}
    counts: dict[Path, int] = {}
    table: Path = ()
    for line, statement in _statements(text):
        header = _HEADER.match(statement)
        if header:
            keys = _pieces(header[2])
            if header[1] == "[[":
                parent = _resolve(keys[:-1], counts)
                array = (*parent, keys[-1])
                found.setdefault(array, line)
                counts[array] = counts.get(array, -1) + 1
                table = (*array, counts[array])
            else:
                table = _resolve(keys, counts)
            _note(found, table, line)
            continue
        assign = _ASSIGN.match(statement)
        if assign:
            _note(found, (*table, *_pieces(assign[1])), line)
    return found


def line_at(found: Mapping[Path, int], path: Path) -> int:
    """The line of the path, or of the nearest value around it that the text names."""
    while path not in found:
        path = path[:-1]
    return found[path]


def names(found: Mapping[Path, int], path: Path) -> bool:
    """Whether the text itself names the path or the table that it begins with."""
    return bool(path) and path[:1] in found


def _note(found: dict[Path, int], path: Path, line: int) -> None:
    for size in range(1, len(path) + 1):
        found.setdefault(path[:size], line)


def _resolve(keys: tuple[str, ...], counts: Mapping[Path, int]) -> Path:
    """The path of a header's keys, with the index of the latest entry after each array of tables."""
    path: Path = ()
    for key in keys:
        path = (*path, key)
        if path in counts:
            path = (*path, counts[path])
    return path


def _pieces(dotted: str) -> tuple[str, ...]:
    return tuple(_unquote(piece) for piece in _PIECE.findall(dotted))


def _unquote(piece: str) -> str:
    if piece.startswith("'"):
        return piece[1:-1]
    if not piece.startswith('"'):
        return piece
    return _ESCAPE.sub(
        lambda m: chr(int(m[1][1:], 16)) if len(m[1]) > 1 else _ESCAPES.get(m[1], m[1]),
        piece[1:-1],
    )


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each header or assignment with the line on which it starts; what stands inside a value is skipped."""
    depth = 0
    position = 0
    line = 1
    at_start = True
    while position < len(text):
        rest_of_line = text.find("\n", position)
        end = len(text) if rest_of_line < 0 else rest_of_line
        if at_start and depth == 0:
            statement = text[position:end].strip()
            key = _HEADER.match(statement) or _ASSIGN.match(statement)
            at_start = False
            if key:
                yield line, statement
                position += len(text[position:end]) - len(text[position:end].lstrip()) + key.end()
                continue
        skipped = _STRING.match(text, position)
        if skipped:
            line += skipped[0].count("\n")
            position = skipped.end()
            continue
        character = text[position]
        depth += (character in "[{") - (character in "]}")
        if character == "\n":
            line += 1
            at_start = True
        position += 1
