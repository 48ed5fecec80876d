"""Decides how an object of the file becomes a record of the facts: a table of its keys, read and written."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import MISSING, dataclass, fields
from typing import Any, NamedTuple

from league.seasonfile.faults import Unreadable, printable, suggestion, wrong_type
from league.seasonfile.kinds import Kind
from league.seasonfile.known import Known

type Values = dict[str, Any]
type Faults = Iterable[tuple[str, str, str]]
REQUIRED = object()
OF_THE_FIELD = object()


class Doubled(dict[str, Any]):
    """An object in which some keys are written twice; `doubled` names them."""

    doubled: tuple[str, ...] = ()


MOST_KEYS = 1_000
"""What has more is no slip; looking for what each of its keys should be would take long."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its kind of value, the field of the record that holds it, and what holds without it.

    The default comes from the record's field; a key whose default is None may also be null.
    """

    name: str
    kind: Kind
    field: str = ""
    default: Any = OF_THE_FIELD
    nullable: bool | None = None


class Reading(NamedTuple):
    """What came of one object. `faulty` are keys whose values are wrong or missing, not unknown ones."""

    record: Any
    faults: list[tuple[str, str, str]]
    faulty: frozenset[str]


class Table:
    """The keys of one kind of object, and the record that they fill.

    `check` finds what the values of one object have against each other; it is handed the names of
    the keys whose values are wrong already. `assemble` turns the values of the keys into the record's
    fields where they aren't the same, `take_apart` gives the values that aren't such a field. Keys in
    `apart` are read and written by somebody else.
    """

    def __init__(
        self,
        record: type[Any],
        *keys: Key,
        check: Callable[[Values, Set[str]], Faults] | None = None,
        assemble: Callable[[Values, Known], Values] | None = None,
        take_apart: Callable[[Any, Known], Values] | None = None,
        apart: Iterable[str] = (),
    ) -> None:
        self.record = record
        self.check = check
        self.assemble = assemble
        self.take_apart = take_apart
        self.apart = frozenset(apart)
        standing = {field.name: _default(field) for field in fields(record)}
        self.keys: dict[str, Key] = {}
        for key in keys:
            name = key.field or key.name
            default = standing[name] if key.default is OF_THE_FIELD else key.default
            nullable = default is None if key.nullable is None else key.nullable
            self.keys[key.name] = Key(key.name, key.kind, name, default, nullable)
        self.required = {key.name: key.field for key in self.keys.values() if key.default is REQUIRED}
        self._defaults = {key.field: key.default for key in self.keys.values() if key.default is not REQUIRED}

    def read(self, value: Mapping[str, object], known: Known, **more: Any) -> Reading:
        """The record, with defaults for what is missing or wrong, and every fault, paths below the object."""
        values = self._defaults | more
        faults: list[tuple[str, str, str]] = []
        faulty: set[str] = set()
        if len(value) > MOST_KEYS:
            faults.append(("", "unknown-key", f"{len(value)} keys, which no object of the format has"))
            value = {}
        for name, item in value.items():
            key = self.keys.get(name)
            if key is None:
                if name not in self.apart:
                    faults.append(self._unknown(name))
            elif item is None and key.nullable:
                values[key.field] = None
            else:
                try:
                    values[key.field] = key.kind.read(item, known)
                except Unreadable as wrong:
                    faulty.add(name)
                    faults += [(f".{name}{below}", code, message) for below, code, message in wrong.faults]
        for name, field in self.required.items():
            if name not in value:
                faults.append((f".{name}", "missing-key", "is required and missing"))
                faulty.add(name)
            if name in faulty:
                values[field] = None
        faults += keys_twice(value)
        if self.check:
            faults += self.check(values, faulty)
        if self.assemble:
            values = self.assemble(values, known)
        return Reading(self.record(**values), faults, frozenset(faulty))

    def write(self, record: Any, known: Known) -> dict[str, Any]:
        """The object in its plainest form: no key that holds its default."""
        apart = self.take_apart(record, known) if self.take_apart else {}
        written: dict[str, Any] = {}
        for name, key in self.keys.items():
            value = apart[key.field] if key.field in apart else getattr(record, key.field)
            if value is not None and value != key.default:
                written[name] = key.kind.write(value, known)
        return written

    def _unknown(self, name: object) -> tuple[str, str, str]:
        text = name if isinstance(name, str) else repr(name)
        near = suggestion(text, (*self.keys, *self.apart))
        return (f".{printable(text)}", "unknown-key", f"unknown key{near}")


def keys_twice(value: object) -> Faults:
    """The keys that an object of the file holds twice."""
    if isinstance(value, Doubled):
        for name in value.doubled:
            yield f".{printable(name)}", "key-twice", "is written twice"


def _default(field: Any) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else REQUIRED


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind: one object inside another, read by a table."""

    table: Table

    def read(self, value: object, known: Known) -> Any:
        """The record. Raises Unreadable with all its faults."""
        if not isinstance(value, dict):
            raise wrong_type(value, "an object")
        reading = self.table.read(value, known)
        if reading.faults:
            raise Unreadable.all_of(reading.faults)
        return reading.record

    def write(self, value: Any, known: Known) -> object:
        """The object."""
        return self.table.write(value, known)
