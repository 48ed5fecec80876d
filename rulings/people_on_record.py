"""Decides whom the people of a season file are in the league: ids mean the same person, also after two were merged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from league.core import facts as core
from league.core.findings import Finding
from league.core.merging import kept_apart, one_person
from league.models import League, Person
from league.seasonfile import SeasonFile, SeasonFileFaults


def as_on_record(file: SeasonFile, league: League, *, new: bool) -> SeasonFile:
    """The file in which the ids of merged records are those of whoever stands for them. Two queries at most.

    Raises SeasonFileFaults where the file shows that two who were merged are two, and, for a `new` season's,
    where an id is somebody else's in the league.
    """
    rows = Person.objects.filter(league=league, key__in=file.facts.person).select_related("merged_into")
    known = {row.key: row for row in rows.prefetch_related("absorbed")}
    if new and (findings := list(_somebody_else(known, file.facts))):
        raise SeasonFileFaults(findings)
    standing = {key: row.merged_into or row for key, row in known.items() if row.merged_into or row.absorbed.all()}
    if not standing:
        return file
    facts, apart = file.facts, list[Finding]()
    for key, row in standing.items():
        if key != row.key:
            apart += kept_apart(facts, row.key, key)
            facts = one_person(facts, key, _on_record(facts, row))
        elif row.merged_into_id is None:
            facts = facts.changed(
                people=tuple(_on_record(facts, row) if one.id == key else one for one in facts.people)
            )
    if apart:
        raise SeasonFileFaults(apart)
    return replace(file, facts=facts, stated=_stated(file, facts, {key: row.key for key, row in standing.items()}))


def _somebody_else(known: Mapping[str, Person], facts: core.Facts) -> Iterator[Finding]:
    """Ids of people are the league's: one that is taken must mean the same person."""
    for index, person in enumerate(facts.people):
        row = known.get(person.id)
        if row is None or (row.name, row.born) == (person.name, person.born):
            continue
        completed = row.absorbed.all() and None in (row.born, person.born)
        if row.name == person.name and completed:  # the other record knew the date of birth
            continue
        message = f"{person.id!r} is somebody else in this league, {row.name!r}"
        yield Finding("person-differs", message, where=f"people[{index}].id", remedy="use another id")


def _on_record(facts: core.Facts, row: Person) -> core.Person:
    known = facts.person.get(row.key) or core.Person(row.key)
    return replace(known, name=row.name, born=row.born, registration=row.registration)


def _stated(file: SeasonFile, facts: core.Facts, ids: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The file's wording by the places that the people have now; a record that went away takes its own along."""
    places = {person.id: place for place, person in enumerate(facts.people)}
    found = {path: keys for path, keys in file.stated.items() if not path.startswith("people[")}
    own = {person.id for person in file.facts.people}
    for place, person in enumerate(file.facts.people):
        keys, stands = file.stated.get(f"people[{place}]"), ids.get(person.id, person.id)
        if keys and (stands == person.id or stands not in own):
            found[f"people[{places[stands]}]"] = tuple(keys)
    return found
