"""Decides how a game goes: its score by period, its penalties, and whether a team keeps its Fair Play point."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from demo.generator.teams import Division, Person, Team

type Json = dict[str, Any]
type Side = Literal["home", "away"]

PERIODS = 3
MOST_GOALS = 9
LOSES_THE_POINT = 0.1
"""How often a team loses its Fair Play point."""

_MINORS = (
    "tripping", "tripping", "tripping", "hooking", "hooking", "holding", "interference", "interference", "roughing",
    "roughing", "slashing", "cross-checking", "high-sticking", "elbowing", "delay-of-game", "unsportsmanlike-conduct",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a game has to look like where the story needs it; None leaves it to chance."""

    score: tuple[int, int] | None = None
    keeps: tuple[bool | None, bool | None] = (None, None)
    """Whether home and away keep their Fair Play points."""


class Sheet:
    """The sheet of one game while it is written; penalties get their ids and places at the end."""

    def __init__(self, game: str, division: Division, rng: Random) -> None:
        self._game = game
        self._division = division
        self._rng = rng
        self._acts: list[list[Json]] = []
        self.conduct: list[Json] = []

    def act(self, team: Team, *penalties: Json, person: Person | None = None) -> None:
        """One act: the penalties that somebody, or the bench, gets for it at one moment."""
        self._acts.append([{"team": team.id, "person": person.id if person else None, **each} for each in penalties])

    def goes_bad(self, team: Team, dressed: Sequence[Person]) -> None:
        """Let a team lose its Fair Play point in one of the usual ways."""
        who = self._rng.choice(dressed)
        match self._rng.randrange(5):
            case 0:
                self.conduct.append({"team": team.id, "kind": "spectators-removed"})
                self.minors(team, dressed, self._rng.randint(0, 2))
            case 1:
                self.checking_from_behind(team, who)
                self.minors(team, dressed, self._division.limit // 2 - 4)
            case 2:
                self.act(team, {"offence": "abuse-of-official", "class": "misconduct"}, person=who)
                self.minors(team, dressed, self._division.limit // 2 - 4)
            case _:
                self.minors(team, dressed, self._division.limit // 2 + 1)

    def minors(self, team: Team, dressed: Sequence[Person], number: int) -> None:
        """A number of minors, now and then one against the bench, or for checking where it isn't allowed."""
        for _ in range(number):
            if self._rng.random() < 0.06:
                server = self._rng.choice(dressed)
                self.act(team, {"offence": "too-many-men", "class": "bench-minor", "served_by": server.id})
                continue
            checks = self._rng.random() < 0.12
            offence = "boarding" if checks and self._division.checking else "body-checking" if checks else None
            minor = {"offence": offence or self._rng.choice(_MINORS), "class": "minor"}
            self.act(team, minor, person=self._rng.choice(dressed))

    def checking_from_behind(self, team: Team, person: Person) -> None:
        """Both parts of it, as the sheet shows them."""
        parts = [{"offence": "checking-from-behind", "class": each} for each in ("minor", "misconduct")]
        self.act(team, *parts, person=person)

    def fight(self, team: Team, person: Person) -> None:
        """A fighting major and the game misconduct that comes with it."""
        parts = [{"offence": "fighting", "class": each} for each in ("major", "game-misconduct")]
        self.act(team, *parts, person=person)

    def penalties(self) -> list[Json]:
        """All penalties in the order of the clock."""
        whole = self._division.period_minutes * 60
        moments = sorted((self._rng.randint(1, PERIODS), -self._rng.randrange(10, whole)) for _ in self._acts)
        self._rng.shuffle(self._acts)
        found: list[Json] = []
        for (period, left), act in zip(moments, self._acts, strict=True):
            ids = [f"{self._game}-x{len(found) + number}" for number in range(1, len(act) + 1)]
            for id, penalty in zip(ids, act, strict=True):
                shared = {"incident": ids[0]} if len(act) > 1 else {}
                clock = f"{-left // 60:02d}:{-left % 60:02d}"
                found.append({"id": id, **penalty, **shared, "period": period, "left": clock})
        return found


def usual_penalties(
    sheet: Sheet, division: Division, rng: Random, team: Team, dressed: Sequence[Person], keeps: bool | None
) -> None:
    """What a team gets in a game; `keeps` None leaves it to chance whether it keeps its point."""
    if keeps is None:
        keeps = rng.random() >= LOSES_THE_POINT
    if not keeps:
        sheet.goes_bad(team, dressed)
        return
    fewest, most = division.penalties
    sheet.minors(team, dressed, min(rng.randint(fewest, most), division.limit // 2))


def score(division: Division, home: Team, away: Team, rng: Random) -> tuple[int, int]:
    """Goals of both sides, by their strengths."""
    lead = (home.strength - away.strength) / 2
    return _goals(rng, division.goals + lead + 0.15), _goals(rng, division.goals - lead - 0.15)


def periods(goals: int, rng: Random) -> list[int]:
    """The goals by period."""
    scored = [rng.randrange(PERIODS) for _ in range(goals)]
    return [scored.count(period) for period in range(PERIODS)]


def _goals(rng: Random, mean: float) -> int:
    """A number as goals come, one after the other (Poisson)."""
    bound, product, goals = math.exp(-max(mean, 0.4)), rng.random(), 0
    while product > bound and goals < MOST_GOALS:
        product *= rng.random()
        goals += 1
    return goals
