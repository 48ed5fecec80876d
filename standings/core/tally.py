"""Decides what games add up to: for each team over the season, and among any set of teams."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Self


class Tally(NamedTuple):
    """What a number of games brought one team. Points hold the Fair Play points, never an adjustment."""

    games: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    overtime_wins: int = 0  # overtime and shootout are counted in wins and losses too
    overtime_losses: int = 0
    shootout_wins: int = 0
    shootout_losses: int = 0
    fair_play: int = 0
    points: int = 0
    available: int = 0  # the most that these games could bring
    goals_for: int = 0
    goals_against: int = 0
    penalty_seconds: int = 0
    provisional: int = 0
    differences: tuple[int, ...] = ()  # goals for less goals against, game by game

    @classmethod
    def total(cls, tallies: Sequence[Self]) -> Self:
        """The sum of tallies."""
        if not tallies:
            return cls()
        if len(tallies) == 1:
            return tallies[0]
        *counts, differences = zip(*tallies, strict=True)  # column by column: this is where the time goes
        return cls._make((*map(sum, counts), tuple(chain.from_iterable(differences))))

    @property
    def regulation_wins(self) -> int:
        """Wins in regulation time; a game won without play is one."""
        return self.wins - self.overtime_wins - self.shootout_wins

    @property
    def regulation_and_overtime_wins(self) -> int:
        """Wins other than by shootout."""
        return self.wins - self.shootout_wins

    def goal_difference(self, cap: int | None = None) -> int:
        """Goals for less goals against, each game counting from -cap to +cap."""
        if cap is None:
            return self.goals_for - self.goals_against
        return sum(max(-cap, min(cap, difference)) for difference in self.differences)


class Meeting(NamedTuple):
    """One counted game between two teams, with what it brought each."""

    order: tuple[dt.datetime, str]  # when it started, then its id: any fixed order of games
    home: str
    tallies: Mapping[str, Tally]


class Tallies:
    """Every team's tally, in all and against each opponent; built in one pass over the games."""

    def __init__(self, meetings: Iterable[Meeting]) -> None:
        self._meetings: dict[tuple[str, str], list[Meeting]] = {}
        for meeting in meetings:
            self._meetings.setdefault(pair_of(*meeting.tallies), []).append(meeting)
        self._against: dict[str, dict[str, Tally]] = {}
        for pair, met in self._meetings.items():
            for team, opponent in (pair, pair[::-1]):
                total = Tally.total([meeting.tallies[team] for meeting in met])
                self._against.setdefault(team, {})[opponent] = total
        self._all = {team: Tally.total(tuple(opponents.values())) for team, opponents in self._against.items()}

    def with_more(self, meetings: Iterable[Meeting]) -> "Tallies":
        """These games and more; what the others brought is not added up again."""
        more = Tallies(meetings)
        found = Tallies(())
        found._meetings = {
            pair: [*self._meetings.get(pair, ()), *more._meetings.get(pair, ())]
            for pair in self._meetings.keys() | more._meetings.keys()
        }
        found._against = {team: dict(opponents) for team, opponents in self._against.items()}
        found._all = dict(self._all)
        for team, opponents in more._against.items():
            mine = found._against.setdefault(team, {})
            for opponent, tally in opponents.items():
                mine[opponent] = Tally.total([mine[opponent], tally]) if opponent in mine else tally
            found._all[team] = Tally.total([self.of(team), more._all[team]])
        return found

    def of(self, team: str) -> Tally:
        """All of a team's games."""
        return self._all.get(team, Tally())

    def between(self, team: str, opponent: str) -> Tally:
        """A team's games against one opponent."""
        return self._against.get(team, {}).get(opponent, Tally())

    def among(self, teams: Iterable[str]) -> Mapping[str, Tally]:
        """Each team's games against the others of `teams` only."""
        chosen = tuple(teams)
        return {team: self.against(team, chosen) for team in chosen}

    def against(self, team: str, others: Iterable[str]) -> Tally:
        """A team's games against any of `others`."""
        opponents = self._against.get(team, {})
        return Tally.total(tuple(opponents[other] for other in others if other in opponents))

    def among_without_odd(self, teams: Iterable[str]) -> Mapping[str, Tally]:
        """As `among`; where two met more often at one of their rinks, the first game there is left out."""
        chosen = tuple(teams)
        found: dict[str, list[Tally]] = {team: [] for team in chosen}
        for number, team in enumerate(chosen):
            for other in chosen[number + 1 :]:
                for meeting in without_odd(self._meetings.get(pair_of(team, other), ())):
                    found[team].append(meeting.tallies[team])
                    found[other].append(meeting.tallies[other])
        return {team: Tally.total(tallies) for team, tallies in found.items()}


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Two teams in the order of their ids."""
    return (one, other) if one < other else (other, one)


def without_odd(meetings: Sequence[Meeting]) -> Sequence[Meeting]:
    """The games of two teams without the first at the rink that saw one more; an even number stays whole."""
    if len(meetings) % 2 == 0:
        return meetings
    homes = [meeting.home for meeting in meetings]
    most = max(sorted(set(homes)), key=homes.count)
    first = min((meeting for meeting in meetings if meeting.home == most), key=lambda meeting: meeting.order)
    return [meeting for meeting in meetings if meeting is not first]
