"""Reads and writes the access table: what each address answers to each role."""

from collections.abc import Iterable, Mapping
from pathlib import Path

FILE = Path(__file__).with_name("table.txt")
WIDTH = 9

Row = tuple[str, str]
"""A route's label and a method."""

Cells = tuple[str, ...]

_LEGEND = """\
# Who gets what: every address of the product, and what it answers to each role. Django's admin, for
# the operators of an installation, has tests of its own and opens to none of these roles but `operator`.
#
# The world behind it (tests/access/world.py): a published season of youth teams, in which
#   public      is not signed in                      team rep    represents the team that the address is about
#   stranger    is signed in, without any role        other rep   represents another team of the same division
#   other adm   administers another league            official    officiates
#   adm         administers the league                president   presides over the team's association
#   statist     is its statistician                   operator    runs the installation, without a role in a league
#   director    is its director
# The cells: an HTTP status, or `sign in` for being sent to the sign-in page. A row POST stands where the
# view takes posts; it is asked with an empty form, so 200 is the form again, with what is missing.
#
# A new address without rows here fails tests/access/test_table.py, as does every change. Judge the
# difference that the test shows, then have the file written anew and read the difference once more:
#   ACCESS_TABLE=write .venv/bin/python -m pytest tests/access/test_table.py
"""


def read(text: str) -> dict[Row, Cells]:
    """The rows of a table's text."""
    rows: dict[Row, Cells] = {}
    label = ""
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            label = " ".join(line.split())
        else:
            method, _, cells = line.strip().partition(" ")
            rows[label, method] = tuple(cell.strip() for cell in cells.split("|"))
    return rows


def write(rows: Mapping[Row, Cells], roles: Iterable[str]) -> str:
    """The text of a table."""
    lines, app, label = [_LEGEND], "", ""
    for (route, method), cells in rows.items():
        if (of := route.partition(":")[0]) != app:
            app = of
            lines.append(f"\n# {app}\n#       {_line(roles)}\n")
        if route != label:
            label = route
            lines.append(label)
        lines.append(f"  {method:<5} {_line(cells)}")
    return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    return " | ".join(f"{cell:<{WIDTH}}" for cell in cells).rstrip()


def differences(expected: Mapping[Row, Cells], actual: Mapping[Row, Cells], roles: Iterable[str]) -> list[str]:
    """One line a row or cell that isn't as the table says."""
    names, lines = list(roles), []
    for row in [*expected, *(row for row in actual if row not in expected)]:
        where = f"{row[1]} {row[0]}"
        if row not in actual:
            lines.append(f"{where}: there is no such address any more")
        elif row not in expected:
            lines.append(f"{where}: has no row; it answers {_line(actual[row])}")
        else:
            lines += [
                f"{where}: {name} gets {is_}, the table says {should}"
                for name, is_, should in zip(names, actual[row], expected[row], strict=True)
                if is_ != should
            ]
    return lines
