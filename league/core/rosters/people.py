"""Decides whether somebody on a roster is a person on record: surely, surely not, or a question for a human."""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from league.core.findings import Finding
from league.core.rosters.columns import TITLES, plain
from league.core.rosters.entries import Entry

NEW = "new"
"""The answer that somebody is a new person."""
_ALIKE_PERCENT = 75


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person on record in the league. Somebody new in a table has the negative number of the first row as `id`."""

    id: int
    name: str
    born: dt.date | None = None
    registration: str = ""

    @property
    def answer(self) -> str:
        """The answer that somebody is this person."""
        return str(self.id)


@dataclass(frozen=True, slots=True)
class Match:
    """Who an entry is: `person`, or nobody yet known; or whoever of `candidates` a human says, if anybody."""

    person: KnownPerson | None = None
    candidates: tuple[KnownPerson, ...] = ()
    findings: tuple[Finding, ...] = ()


class People:
    """The people on record, found by registration, name and date of birth; rows add those who are new."""

    def __init__(
        self, known: Iterable[KnownPerson], rosters: Mapping[int, Collection[int]], listed: Iterable[str] = ()
    ) -> None:
        """`rosters`: the ids of the people on each team's roster; `listed`: every name of the table."""
        self._rosters = rosters
        self._listed = {plain(name) for name in listed}
        self._by_registration: dict[str, KnownPerson] = {}
        self._by_name: dict[str, list[KnownPerson]] = defaultdict(list)
        self._by_birth: dict[dt.date, list[KnownPerson]] = defaultdict(list)
        for person in known:
            self.add(person)

    def add(self, person: KnownPerson) -> None:
        """Let later entries be this person."""
        if person.registration:
            self._by_registration.setdefault(plain(person.registration), person)
        self._by_name[plain(person.name)].append(person)
        if person.born:
            self._by_birth[person.born].append(person)

    def match(self, entry: Entry, team: int) -> Match:
        """Who the entry is.

        Surely somebody: of this registration number, of this name and date of birth, or of this name
        on the very roster. A question: of this name with a date of birth missing, or of this date of
        birth with a name much like it, or of another registration number.
        """
        registered = self._by_registration.get(plain(entry.registration)) if entry.registration else None
        if registered is not None:
            return _registered(entry, registered)
        namesakes = [person for person in self._by_name.get(plain(entry.name), ()) if not _born_apart(person, entry)]
        sure = [person for person in namesakes if person.born and person.born == entry.born]
        if not sure:
            sure = [person for person in namesakes if person.id in self._rosters.get(team, ())]
        if len(sure) == 1 and not _registered_apart(sure[0], entry):
            return Match(person=sure[0])
        candidates = {person.id: person for person in sure or namesakes or self._misspelt(entry)}
        return Match(candidates=tuple(candidates.values()))  # somebody may be known by two names

    def _misspelt(self, entry: Entry) -> Iterable[KnownPerson]:
        """People of this date of birth with a name much like it; whoever has a row of their own is somebody else."""
        born_then = self._by_birth.get(entry.born, ()) if entry.born else ()
        others = [person for person in born_then if plain(person.name) not in self._listed]
        return [person for person in others if _alike(person.name, entry.name)]


def _registered(entry: Entry, person: KnownPerson) -> Match:
    """Somebody holds the entry's registration number; the rest must not speak against it."""
    apart = _born_apart(person, entry)
    alike = _alike(person.name, entry.name)
    if apart and alike:
        message = f"{person.name} is on record as born on {person.born}, not {entry.born}"
        fault = Finding(
            "born-differently",
            message,
            where=f"row {entry.row}, {TITLES['born']}",
            remedy="correct the row or the record",
        )
        return Match(findings=(fault,))
    if not alike and (apart or person.born is None or entry.born is None):
        message = f'registration "{entry.registration}" is that of {person.name}'
        where = f"row {entry.row}, {TITLES['registration']}"
        return Match(findings=(Finding("registered-to-another", message, where=where, remedy="check the number"),))
    if plain(person.name) == plain(entry.name):
        return Match(person=person)
    message = f"is {person.name} on record, by the registration number; that name stays"
    note = Finding("named-differently", message, "warn", where=f"row {entry.row}, {TITLES['name']}")
    return Match(person=person, findings=(note,))


def _born_apart(person: KnownPerson, entry: Entry) -> bool:
    return person.born is not None and entry.born is not None and person.born != entry.born


def _registered_apart(person: KnownPerson, entry: Entry) -> bool:
    both = bool(person.registration and entry.registration)
    return both and plain(person.registration) != plain(entry.registration)


def _alike(one: str, other: str) -> bool:
    """Whether two names could be one, misspelt or with another first name."""
    if plain(one.split()[-1] if one.split() else "") == plain(other.split()[-1] if other.split() else ""):
        return True
    return SequenceMatcher(None, plain(one), plain(other)).ratio() * 100 >= _ALIKE_PERCENT
