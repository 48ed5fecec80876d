"""Decides which divisions, associations and teams there are, and who is on each team."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from demo.generator.names import BOYS, GIRLS, RINKS, TOWNS, Namer, slug

TEAMS = 8
"""Teams a division."""


@dataclass(frozen=True, slots=True)
class Division:
    """A division as the demo plays it. Ages are those of the players in the year in which the season begins."""

    id: str
    name: str
    level: str
    ages: tuple[int, int]
    towns: tuple[int, ...]
    """The towns of its teams, by their places; one named twice enters two teams."""
    checking: bool = False
    girls: bool = False
    rank: int = 1
    skaters: int = 12
    goalies: int = 2
    goals: float = 3.0
    """How many a middling team scores in a game; 0: no score is kept."""
    penalties: tuple[int, int] = (1, 5)
    """The fewest and the most minors that a team usually takes in a game."""
    limit: int = 0
    """The Fair Play limit in minutes, for making sheets that keep within it or don't."""
    period_minutes: int = 15
    sheets: bool = False
    """Whether its games come with lineups."""

    @property
    def keeps_score(self) -> bool:
        """Whether there is a score at all."""
        return self.goals > 0


DIVISIONS: Sequence[Division] = (
    Division(
        "ba", "Bantam A", "bantam", (13, 14), (0, 1, 2, 3, 4, 5, 6, 7),
        checking=True, skaters=13, goals=2.9, penalties=(1, 6), limit=14, sheets=True,
    ),
    Division(
        "bb", "Bantam B1", "bantam", (13, 14), (8, 0, 10, 11, 12, 13, 3, 8),
        checking=True, rank=2, skaters=13, goals=2.7, penalties=(1, 6), limit=14, sheets=True,
    ),
    Division("pa", "Peewee A", "peewee", (11, 12), (1, 2, 4, 5, 7, 9, 10, 12), goals=3.1, limit=12),
    Division("pb", "Peewee B", "peewee", (11, 12), (0, 3, 6, 8, 9, 11, 12, 13), rank=2, goals=2.8, limit=12),
    Division(
        "sa", "Squirt A", "squirt", (9, 10), (1, 3, 5, 6, 8, 10, 11, 13),
        penalties=(0, 4), limit=10, period_minutes=12,
    ),
    Division(
        "12ub", "12U B", "girls-12u", (10, 12), (0, 2, 4, 6, 8, 9, 11, 12),
        girls=True, goals=2.5, penalties=(0, 4), limit=10,
    ),
    Division(
        "10ub", "10U B", "girls-10u", (8, 10), (1, 3, 5, 7, 9, 10, 12, 13),
        girls=True, goals=2.4, penalties=(0, 3), limit=8, period_minutes=12,
    ),
    Division("mite", "Mite", "mite", (6, 8), (0, 2, 4, 5, 7, 8, 11, 13), skaters=11, goalies=0, goals=0),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a team, with their place on it."""

    id: str
    name: str
    role: str
    born: str | None = None
    number: int | None = None
    starts: dt.date | None = None
    ends: dt.date | None = None

    def is_there(self, day: dt.date) -> bool:
        """Whether they are on the team on a day."""
        return (self.starts is None or self.starts <= day) and (self.ends is None or day <= self.ends)

    def document(self) -> dict[str, Any]:
        """The entry of the file's `people`."""
        return {"id": self.id, "name": self.name} | ({"born": self.born} if self.born else {})


@dataclass(frozen=True, slots=True)
class Team:
    """A team and everybody on it; `strength` moves its goals up or down."""

    id: str
    name: str
    place: int
    """Its place in the division, from 0."""
    association: str
    rink: str
    strength: float
    people: list[Person] = field(default_factory=list)

    def of(self, *roles: str) -> list[Person]:
        """Everybody on the team in one of these roles."""
        return [person for person in self.people if person.role in roles]

    @property
    def skaters(self) -> list[Person]:
        """The skaters."""
        return self.of("skater")

    @property
    def coach(self) -> Person:
        """The head coach."""
        return self.of("coach")[0]

    def roster(self) -> Iterator[dict[str, Any]]:
        """The entries of the file's `roster`."""
        for person in self.people:
            entry: dict[str, Any] = {"person": person.id, "team": self.id, "role": person.role}
            if person.number is not None:
                entry["number"] = person.number
            if person.starts:
                entry["from"] = person.starts.isoformat()
            if person.ends:
                entry["to"] = person.ends.isoformat()
            yield entry


class People:
    """Makes people: each with a name of their own and the next free id."""

    def __init__(self, rng: Random, prefix: str, namer: Namer) -> None:
        self._rng = rng
        self._prefix = prefix
        self._namer = namer
        self._count = 0

    def player(self, division: Division, year: int, role: str, number: int) -> Person:
        """A player of the division's ages in a season that begins in `year`."""
        age = self._rng.randint(*division.ages)
        born = f"{year - age}-{self._rng.randint(1, 12):02d}-{self._rng.randint(1, 28):02d}"
        return Person(self._id(), self._namer.name(GIRLS if division.girls else BOYS), role, born, number)

    def adult(self, role: str) -> Person:
        """A team official."""
        return Person(self._id(), self._namer.name(self._rng.choice((BOYS, GIRLS))), role)

    def _id(self) -> str:
        self._count += 1
        return f"{self._prefix}{self._count:04d}"


def associations() -> list[dict[str, Any]]:
    """The entries of the file's `associations`."""
    return [{"id": slug(town), "name": town} for town in TOWNS]


def everybody(seed: int, year: int) -> dict[str, list[Team]]:
    """The teams of all divisions, by division, in a season that begins in `year`; the same for the same seed."""
    rng = Random(f"teams {seed} {year}")
    people = People(rng, "p", Namer(rng))
    return {division.id: make_teams(division, year, rng, people) for division in DIVISIONS}


def make_teams(division: Division, year: int, rng: Random, people: People) -> list[Team]:
    """The teams of a division with everybody on them; the stronger ones stand anywhere."""
    teams = []
    for place, town in enumerate(division.towns):
        name = TOWNS[town]
        if division.towns.count(town) > 1:
            name += " Blue" if town not in division.towns[:place] else " White"
        team = Team(
            id=f"{division.id}-{slug(name)}",
            name=name,
            place=place,
            association=slug(TOWNS[town]),
            rink=RINKS[min(town, len(RINKS) - 1)],
            strength=rng.uniform(-1.2, 1.2),
        )
        team.people.extend(_everybody(division, year, rng, people, manager=place % 4 == 0))
        teams.append(team)
    return teams


def _everybody(division: Division, year: int, rng: Random, people: People, *, manager: bool) -> Iterator[Person]:
    numbers = sorted(rng.sample(range(2, 30), division.skaters))
    for number in numbers:
        yield people.player(division, year, "skater", number)
    for number in (1, 31)[: division.goalies]:
        yield people.player(division, year, "goalie", number)
    yield people.adult("coach")
    yield people.adult("assistant-coach")
    if manager:
        yield people.adult("manager")
