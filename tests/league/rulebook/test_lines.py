"""The line finder points at the line where a value is written."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from league.rulebook.lines import Path, line_at, lines_of

TEXT = '''\
# a comment with [brackets] and key = value
[book]
slug = "tiny"
"odd key" = 'a [[table]] in a string'

[[step]]
metric = "wins"   # trailing [comment]
[step.more]
text = """
[not.a.header]
not = "a key"
"""
list = [
  "a",
  { key = 1 },  # inside a value
]
[[step]]
metric = "losses"
a.b = 1
[[step.inner]]
x = 1
[[step.inner]]
x = 2
'''


def test_every_key_is_found_where_it_is_written() -> None:
    assert lines_of(TEXT) == {
        (): 1,
        ("book",): 2,
        ("book", "slug"): 3,
        ("book", "odd key"): 4,
        ("step",): 6,
        ("step", 0): 6,
        ("step", 0, "metric"): 7,
        ("step", 0, "more"): 8,
        ("step", 0, "more", "text"): 9,
        ("step", 0, "more", "list"): 13,
        ("step", 1): 17,
        ("step", 1, "metric"): 18,
        ("step", 1, "a"): 19,
        ("step", 1, "a", "b"): 19,
        ("step", 1, "inner"): 20,
        ("step", 1, "inner", 0): 20,
        ("step", 1, "inner", 0, "x"): 21,
        ("step", 1, "inner", 1): 22,
        ("step", 1, "inner", 1, "x"): 23,
    }


def test_a_value_inside_a_value_is_found_at_the_key_around_it() -> None:
    assert line_at(lines_of(TEXT), ("step", 0, "more", "list", 1, "key")) == 13


def test_a_missing_key_is_found_at_its_table() -> None:
    assert line_at(lines_of(TEXT), ("step", 1, "scope")) == 17


def test_a_table_that_is_not_there_is_found_at_the_top() -> None:
    assert line_at(lines_of(TEXT), ("points", "win")) == 1


def test_strings_with_escapes_and_quotes_hide_what_is_in_them() -> None:
    text = 'a = "x\\" [b]\\n"\nc = \'\'\'\n[d]\n\'\'\'\ne = """four quotes""""\nf = 1\n'
    assert lines_of(text) == {(): 1, ("a",): 1, ("c",): 2, ("e",): 5, ("f",): 6}


_names = st.sampled_from(["a", "b", "c", "kind", "x-y", "Z_9"])
_values = st.sampled_from(
    ["1", '"text"', '"[t] = # \\""', "'[[x]]'", "true", "2014-09-01", "[1, 2]", '[\n  "a",\n  "]",\n]',
     "{ k = 1, l = [2] }", '"""\n[x]\ny = 1\n"""', "'''\n[[x]]\n'''", "[{ k = 1 },\n { k = 2 }]"]
)  # fmt: skip
_body = st.dictionaries(_names, _values, max_size=4)
_tables = st.lists(st.tuples(st.sampled_from(["one", "many"]), _body, st.booleans()), max_size=6)


@given(_tables)
def test_any_text_gives_every_key_its_own_line(tables: list[tuple[str, dict[str, str], bool]]) -> None:
    """Build a text, note the line of each key while writing it, and find the same."""
    lines: list[str] = []
    expected: dict[Path, int] = {(): 1}
    count = {"many": -1}

    def write(text: str) -> int:
        number = len(lines) + 1
        lines.extend(text.split("\n"))
        return number

    for number, (kind, body, comment) in enumerate(tables):
        if comment:
            write("# [[comment]] with = and [x]")
        table: Path
        if kind == "many":
            at = write("[[many]]")
            count["many"] += 1
            table = ("many", count["many"])
            expected.setdefault(("many",), at)
        else:
            at = write(f"[one{number}]")
            table = (f"one{number}",)
        expected[table] = at
        for key, value in body.items():
            expected[(*table, key)] = write(f"{key} = {value}")
    text = "\n".join(lines)
    assert lines_of(text) == expected
    assert all(_reach(tomllib.loads(text), path) is not None for path in expected)


def _reach(value: Any, path: Path) -> Any:
    for piece in path:
        value = value[piece]
    return value
