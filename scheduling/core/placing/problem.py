"""Decides what placing games is: which ice a game may have, what must hold, and which wishes forbid what."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Placing = Mapping[str, int]
"""By game the number of its slot."""


@dataclass(frozen=True, slots=True)
class Ice:
    """A slot of ice. `association` is the one whose home teams have it; None: everybody's."""

    rink: str
    starts: dt.datetime
    ends: dt.datetime
    day: dt.date
    association: str | None = None

    def overlaps(self, other: "Ice") -> bool:
        """Whether both are on one rink at one time."""
        return self.rink == other.rink and self.starts < other.ends and other.starts < self.ends


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to place. `first` and `last` bound its days; `last` may come from both teams' one association.

    `pinned` is the slot where it stays. `length` is the least time that it needs.
    """

    key: str
    division: str
    home: str
    away: str
    association: str | None = None
    first: dt.date | None = None
    last: dt.date | None = None
    last_of_association: dt.date | None = None
    pinned: int | None = None
    length: dt.timedelta = dt.timedelta(minutes=1)

    @property
    def teams(self) -> tuple[str, str]:
        """Home and away."""
        return self.home, self.away


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that must hold, and could be given up: of what kind, and of whom."""

    kind: str
    of: str = ""


WINDOW, ASSOCIATION, OMIT, BLOCKED, OWN_ICE, PINNED, DAY = (
    "window",
    "same-association",
    "omit-date",
    "blocked-day",
    "own-ice",
    "pinned",
    "one-a-day",
)


@dataclass(frozen=True, slots=True)
class Weights:
    """What a breach of each wish costs; 0 leaves the wish out."""

    rest: int = 10
    three_away: int = 15
    busy_week: int = 5
    travel: int = 1


@dataclass(frozen=True, slots=True)
class Problem:
    """Games, ice, and what is asked for.

    `omit` holds the days on which a team can't play, `taken` by team the days on which it plays already.
    `travel` gives whole kilometres by team and rink, where they are known. `week_most` is how many games a team
    may have in a week before that is a breach.
    """

    games: tuple[Fixture, ...]
    ice: tuple[Ice, ...]
    omit: Mapping[str, frozenset[dt.date]] = field(default_factory=dict)
    taken: Mapping[str, frozenset[dt.date]] = field(default_factory=dict)
    blocked: frozenset[dt.date] = frozenset()
    travel: Mapping[tuple[str, str], int] = field(default_factory=dict)
    weights: Weights = Weights()
    week_most: int = 2

    def against(self, game: Fixture, slot: int) -> Iterator[Rule]:
        """The rules that forbid a game a slot. Implements 3.6 and 3.7 of District 9, 2-2.1 and 2-2.4 of Alberta."""
        ice = self.ice[slot]
        if game.pinned is not None and game.pinned != slot:
            yield Rule(PINNED, game.key)
        if (game.first and ice.day < game.first) or (game.last and ice.day > game.last):
            yield Rule(WINDOW, game.division)
        if game.last_of_association and ice.day > game.last_of_association:
            yield Rule(ASSOCIATION)
        if ice.day in self.blocked:
            yield Rule(BLOCKED, ice.day.isoformat())
        if ice.association is not None and ice.association != game.association:
            yield Rule(OWN_ICE, ice.association)
        for team in game.teams:
            if ice.day in self.omit.get(team, ()):
                yield Rule(OMIT, team)
            if ice.day in self.taken.get(team, ()):
                yield Rule(DAY, team)

    def long_enough(self, game: Fixture, slot: int) -> bool:
        """Whether the game fits into the slot at all."""
        return self.ice[slot].ends - self.ice[slot].starts >= game.length

    def open_to(self, game: Fixture) -> tuple[int, ...]:
        """The slots that a game may have; one that is pinned has its own, whatever the rules say."""
        if game.pinned is not None:
            return (game.pinned,)
        return tuple(
            slot
            for slot in range(len(self.ice))
            if self.long_enough(game, slot) and next(self.against(game, slot), None) is None
        )

    @property
    def teams(self) -> tuple[str, ...]:
        """Every team, in the order in which it comes up."""
        return tuple(dict.fromkeys(team for game in self.games for team in game.teams))

    def overlapping(self) -> tuple[tuple[int, int], ...]:
        """Pairs of slots that share a rink and a time."""
        by_rink: dict[str, list[int]] = {}
        for number, ice in enumerate(self.ice):
            by_rink.setdefault(ice.rink, []).append(number)
        found = []
        for numbers in by_rink.values():
            numbers.sort(key=lambda number: self.ice[number].starts)
            for place, one in enumerate(numbers):
                for other in numbers[place + 1 :]:
                    if self.ice[other].starts >= self.ice[one].ends:
                        break
                    found.append((one, other))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it: a placing, or the few rules that stand against each other; `proven` says it can't be better."""

    placing: Placing | None
    conflict: tuple[Rule, ...] = ()
    proven: bool = False
    minimal: bool = True
    """Whether giving up any one rule of the conflict would do."""
