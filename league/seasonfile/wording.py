"""Decides what must be remembered of a file's wording, so that writing its facts gives the same document again.

The facts alone give the plainest wording: no key that holds its default, money with two places,
bare ids in lineups. Where a file words an object otherwise, the object's *stated* entries say how:

- `kind="league"`: the key is written with this JSON value (a default spelt out, `"50"` for money,
  null, an empty list, a score beside the periods, a lineup with numbers that the roster has anyway);
- `winner`: the key, which the plainest wording has, isn't written.

`Stated` holds them by the path of the object: "season", "teams[3]", "games[0]",
"games[0].penalties[2]", and "" for the document itself (`associations=[]`). A row of the database
keeps its own entries as a list of texts; whoever rebuilds a `SeasonFile` from rows puts each row's
entries under the path at which the row now stands. Objects without entries may be left out.

Entries are wording and never facts: one is followed only while the object still means what the facts
say. When a game is moved or a lineup corrected, what no longer fits is dropped by itself.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from league.core.facts import Facts, Game
from league.seasonfile import schema
from league.seasonfile.known import Known
from league.seasonfile.table import Table

type Stated = Mapping[str, tuple[str, ...]]


def stated_in(document: Mapping[str, Any], facts: Facts, known: Known) -> dict[str, tuple[str, ...]]:
    """The stated entries of a sound document that holds these facts."""
    empty = tuple(f"{name}=[]" for name in schema.LISTS if document.get(name) == [])
    entries = {"": empty} if empty else {}
    for at, table, row, record in _objects(document, facts):
        written = table.write(record, known)
        if written != row:
            differing = tuple(sorted(_differences(written, row)))
            if differing:
                entries[at] = differing
    return entries


def _objects(document: Mapping[str, Any], facts: Facts) -> Iterator[tuple[str, Table, Mapping[str, Any], Any]]:
    """Every object of the document that is a record of the facts, with its path and table."""
    yield "season", schema.SEASON, document["season"], facts.season
    for name, table in schema.LISTS.items():
        for index, record in enumerate(getattr(facts, name)):
            row = document[name][index]
            yield f"{name}[{index}]", table, row, record
            if isinstance(record, Game):
                for place, penalty in enumerate(record.penalties):
                    yield f"games[{index}].penalties[{place}]", schema.PENALTIES, row["penalties"][place], penalty


def _differences(written: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[str]:
    for name, value in row.items():
        # The penalties of a game are objects of their own; that there are none is a matter of wording.
        if name == "penalties" and value:
            continue
        if name not in written or written[name] != value:
            yield f"{name}={json.dumps(value, ensure_ascii=False)}"
    for name in written:
        if name not in row:
            yield name


def worded(table: Table, record: Any, stated: tuple[str, ...], known: Known, **more: Any) -> dict[str, Any]:
    """The object for a record, in its stated wording as far as that still means the same.

    `more` are the fields of the record that the table leaves to others.
    """
    written = table.write(record, known)
    if not stated:
        return written
    whole = _applied(written, stated)
    if _means(table, whole, record, known, more):
        return whole
    for entry in stated:
        attempt = _applied(written, (entry,))
        if _means(table, attempt, record, known, more):
            written = attempt
    return written


def _applied(written: Mapping[str, Any], stated: tuple[str, ...]) -> dict[str, Any]:
    row = dict(written)
    for entry in stated:
        name, equals, text = entry.partition("=")
        if equals:
            row[name] = json.loads(text)
        else:
            row.pop(name, None)
    return row


def _means(table: Table, row: Mapping[str, Any], record: Any, known: Known, more: Mapping[str, Any]) -> bool:
    reading = table.read(row, known, **more)
    return not reading.faults and bool(reading.record == record)
