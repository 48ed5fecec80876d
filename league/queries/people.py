"""Decides who may be a second record of somebody, and what of a record tells whether it is."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from league.models import LineupSpot, Penalty, Person, RosterSpot

MOST = 20
"""A search that finds more asks for another word."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a person as it can be told from another: where it is listed and how much it holds."""

    person: Person
    teams: tuple[str, ...]
    penalties: int
    games: int


def second_records(person: Person, words: str = "") -> list[Person]:
    """Records of the league that may be the same person: all words in the name, or the registration number.

    Without words those born on the same day or with the same last name. At most `MOST`, by name. One query.
    """
    found = Person.objects.filter(league=person.league_id, merged_into__isnull=True).exclude(pk=person.pk)
    if words.strip():
        named = Q()
        for word in words.split():
            named &= Q(name__icontains=word)
        found = found.filter(named | Q(registration=words.strip()))
    else:
        last = person.name.split()[-1] if person.name.split() else ""
        alike = Q(name__iendswith=last) if last else Q(pk__in=())
        found = found.filter(alike | Q(born__isnull=False, born=person.born) if person.born else alike)
    return list(found.order_by("name", "pk")[:MOST])


def records_of(people: list[Person]) -> list[Record]:
    """What each of these records holds, in their order. Three queries."""
    ids = [person.pk for person in people]
    penalties = _counts(Penalty.objects.filter(person__in=ids))
    games = _counts(LineupSpot.objects.filter(person__in=ids))
    spots = RosterSpot.objects.filter(person__in=ids).select_related("team__season").order_by("team__season", "pk")
    teams: dict[int, dict[str, None]] = {}
    for spot in spots:
        teams.setdefault(spot.person_id, {})[f"{spot.team.name}, {spot.team.season.name}"] = None
    return [
        Record(person, tuple(teams.get(person.pk, ())), penalties.get(person.pk, 0), games.get(person.pk, 0))
        for person in people
    ]


def _counts(rows: object) -> dict[int, int]:
    return dict(rows.order_by().values_list("person").annotate(number=Count("pk")))  # type: ignore[attr-defined]
