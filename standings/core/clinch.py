"""Decides what can still happen in a table: for each team which places are certain, in reach and out of reach.

It supposes that every game left is played and that no points are added or taken off. What it calls
clinched or out of reach is certain then; the chances of everything between come from counting every
possible end of the season where these are few enough, otherwise from a seeded simulation.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Literal

from league.core.book import Results
from league.core.facts import CoinFlip, Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book_playoffs import Playoffs
from standings.core.book_points import Points, Ranking
from standings.core.counting import counted, penalty_seconds, standing, tallies
from standings.core.deductions import Adjusted, adjusted
from standings.core.draws import Draws
from standings.core.eligibility import playoff_bars
from standings.core.futures import Futures, Outcome, possible_outcomes
from standings.core.metrics import split_by
from standings.core.ranking import Group
from standings.core.table import ranked_by
from standings.core.tally import Tallies
from standings.core.tie_breaks import Evidence
from standings.core.unknown import break_known_ties

Status = Literal["clinched", "in-reach", "out"]
Method = Literal["settled", "exact", "simulated"]
LIMIT = 800
RUNS = 300


@dataclass(frozen=True, slots=True)
class TeamOutlook:
    """What can still become of a team. `best` and `worst` are places that it certainly won't leave behind."""

    team: str
    best: int
    worst: int
    places: tuple[Status, ...]
    """For each place from the first: to finish there or better."""
    line: Status | None
    """To go on to the playoffs; None where the book gives no line."""
    times: tuple[int, ...]
    """In how many of the counted or simulated ends of the season it came in at each place."""
    times_on: int
    """In how many of them it went on."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can still happen in a division."""

    division: str
    method: Method
    games_left: int
    runs: int
    """The possible ends that were counted (all of them, when exact) or simulated."""
    seed: int | None
    line: int | None
    teams: tuple[TeamOutlook, ...]

    def team(self, team: str) -> TeamOutlook:
        """The team's outlook. Raises KeyError."""
        for item in self.teams:
            if item.team == team:
                return item
        raise KeyError(team)

    def error_permille(self, times: int) -> int:
        """How far a simulated share may be off, in thousandths, in nineteen of twenty simulations; 0 when exact."""
        if self.method != "simulated" or not self.runs:
            return 0
        inside = times * (self.runs - times)
        return -(-1960 * isqrt(inside * 10**6) // (self.runs * isqrt(self.runs * 10**6)))


@dataclass(frozen=True, slots=True)
class _Division:
    """What the ends of a division's season are worked out from."""

    book: RuleBook
    points: Points
    ranking: Ranking
    teams: tuple[str, ...]
    adjustments: Mapping[str, Adjusted]
    flips: Sequence[CoinFlip]
    eligible: frozenset[str]
    line: int | None

    def groups(self, found: Tallies, open_pairs: Collection[tuple[str, str]]) -> tuple[Group, ...]:
        """The order that these games leave; teams that stay together could stand in any order."""
        by = ranked_by(self.ranking.by, self.teams, found)
        values: dict[str, Fraction | int] = {}
        for team in self.teams:
            tally = found.of(team)
            points = tally.points + self.adjustments.get(team, Adjusted()).points
            values[team] = Fraction(points, tally.available or self.points.available) if by == "percentage" else points
        level = split_by(values, "most")
        evidence = Evidence(lambda games: found, self.flips, level)
        return break_known_ties(level, self.book, evidence, open_pairs)


def outlook(
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    fair_play: Mapping[tuple[str, str], int],
    division: str,
    *,
    seed: int = 0,
    runs: int = RUNS,
    limit: int = LIMIT,
) -> Outlook | None:
    """What can still happen in `division`; None where the book makes no table of it.

    Exact up to `limit` possible ends of the season, else `runs` seeded simulations. Same facts and same
    seed, same answer. Every tie-break of the book is taken into account; one by goals or penalty minutes
    that are still to come leaves every order of the level teams possible.
    """
    points, ranking, rules = book.get(Points), book.get(Ranking), book.get(Results)
    if points is None or ranking is None or (rules and facts.division[division].level in rules.no_score_levels):
        return None
    found = _division(facts, book, results, points, ranking, division)
    chosen = set(found.teams)
    own = [
        result for result in standing(counted(results.values(), points), facts, book) if chosen & set(result.game.teams)
    ]
    left = [
        result
        for result in results.values()
        if result.status == "open" and result.game.kind in points.kinds and chosen & set(result.game.teams)
    ]
    base = tallies(own, points, fair_play, penalty_seconds(facts, book))
    futures = Futures(own, left, points, fair_play, penalty_seconds(facts, book), base)
    bounds = _Bounds(found, base, left)
    return _Analysis(found, futures, bounds, division, seed, runs, limit).outlook()


def _division(
    facts: Facts, book: RuleBook, results: Mapping[str, Result], points: Points, ranking: Ranking, division: str
) -> _Division:
    gone = {item.team for item in facts.withdrawn}
    teams = tuple(sorted(team.id for team in facts.teams if team.division == division and team.id not in gone))
    playoffs = book.get(Playoffs)
    line = playoffs.advance.of(len(teams)) if playoffs and playoffs.advance and playoffs.from_table else None
    flips = tuple(flip for flip in facts.coin_flips if flip.division == division)
    eligible = frozenset(teams) - set(playoff_bars(facts, book, results))
    return _Division(book, points, ranking, teams, adjusted(facts, book), flips, eligible, line)


class _Bounds:
    """The least and the most that each team can come to, game by game, whatever the others do."""

    def __init__(self, division: _Division, base: Tallies, left: Sequence[Result]) -> None:
        worth = division.points
        lines: list[int] = [
            worth.of(line, decided)
            for line in ("win", "tie", "loss")
            for decided in ("regulation", "overtime", "shootout", "forfeit")
        ]
        lines.append(worth.of("loss", "double-forfeit"))
        most = max(max(lines) + worth.fair_play, worth.available) + sum(bonus.points for bonus in worth.bonus)
        least = min(lines)
        to_come: dict[str, list[int]] = {team: [] for team in division.teams}
        for result in left:
            for team in result.game.teams:
                if team in to_come:
                    to_come[team].append(worth.weight(result))
        finals = {team: base.of(team).games + len(to_come[team]) for team in division.teams}
        shares = division.ranking.by == "percentage" or (
            division.ranking.by == "percentage-when-uneven" and len(set(finals.values())) > 1
        )
        self.low: dict[str, Fraction] = {}
        self.high: dict[str, Fraction] = {}
        for team in division.teams:
            tally = base.of(team)
            points = tally.points + division.adjustments.get(team, Adjusted()).points
            weights = sum(to_come[team])
            available = tally.available + worth.available * weights
            by = (available or worth.available) if shares else 1
            self.low[team] = Fraction(points + least * weights, by)
            self.high[team] = Fraction(points + most * weights, by)

    def best(self, team: str, among: Collection[str]) -> int:
        """The best place among these teams: behind everyone who is certainly ahead."""
        return 1 + sum(self.low[other] > self.high[team] for other in among if other != team)

    def worst(self, team: str, among: Collection[str]) -> int:
        """The worst place among these teams: behind everyone who could be ahead, or level."""
        return 1 + sum(self.high[other] >= self.low[team] for other in among if other != team)


@dataclass(frozen=True, slots=True)
class _Analysis:
    division: _Division
    futures: Futures
    bounds: _Bounds
    id: str
    seed: int
    runs: int
    limit: int

    def outlook(self) -> Outlook:
        """Count or simulate the ends of the season, and say what is certain."""
        teams = self.division.teams
        count = _Count(self.division)
        outcomes = [possible_outcomes(result, self.division.book) for result in self.futures.left]
        ends = 1
        for found in outcomes:
            ends *= len(found)
        # bonus points hang on goals, of which there is no end
        exact = ends <= self.limit and not (self.division.points.bonus and self.futures.left)
        chance = Draws(self.seed)
        for groups in self._every_end(outcomes) if exact else self._simulated(chance):
            count.add(groups, chance)
        method: Method = "settled" if not self.futures.left else "exact" if exact else "simulated"
        return Outlook(
            division=self.id,
            method=method,
            games_left=len(self.futures.left),
            runs=count.runs,
            seed=None if exact else self.seed,
            line=self.division.line,
            teams=tuple(self._team(team, count, exact) for team in teams),
        )

    def _every_end(self, outcomes: Sequence[Sequence[Outcome]]) -> Iterator[tuple[Group, ...]]:
        open_pairs = self.futures.open_pairs
        for chosen in product(*outcomes):
            yield self.division.groups(self.futures.after(chosen), open_pairs)

    def _simulated(self, chance: Draws) -> Iterator[tuple[Group, ...]]:
        for _ in range(self.runs):
            yield self.division.groups(self.futures.drawn(chance), ())

    def _team(self, team: str, count: "_Count", exact: bool) -> TeamOutlook:
        among, eligible = self.division.teams, self.division.eligible
        best, worst = self.bounds.best(team, among), self.bounds.worst(team, among)
        best_on, worst_on = self.bounds.best(team, eligible), self.bounds.worst(team, eligible)
        if exact:
            best, worst = max(best, count.best[team]), min(worst, count.worst[team])
            best_on, worst_on = max(best_on, count.best_on[team]), min(worst_on, count.worst_on[team])
        line: Status | None = None
        if self.division.line is not None:
            line = _status(best_on, worst_on, self.division.line) if team in eligible else "out"
        return TeamOutlook(
            team=team,
            best=best,
            worst=worst,
            places=tuple(_status(best, worst, place) for place in range(1, len(among) + 1)),
            line=line,
            times=tuple(count.times[team]),
            times_on=count.times_on[team],
        )


def _status(best: int, worst: int, place: int) -> Status:
    if worst <= place:
        return "clinched"
    return "out" if best > place else "in-reach"


class _Count:
    """What the ends of the season add up to."""

    def __init__(self, division: _Division) -> None:
        self._division = division
        size = len(division.teams)
        self.runs = 0
        self.times = {team: [0] * size for team in division.teams}
        self.times_on = dict.fromkeys(division.teams, 0)
        self.best = dict.fromkeys(division.teams, size + 1)
        self.worst = dict.fromkeys(division.teams, 0)
        self.best_on = dict.fromkeys(division.teams, size + 1)
        self.worst_on = dict.fromkeys(division.teams, 0)

    def add(self, groups: Sequence[Group], chance: Draws) -> None:
        """Count one end; teams that nothing parts could stand in any order, and are counted in one of them."""
        self.runs += 1
        place = on = 0
        line = self._division.line or 0
        for group in groups:
            eligible = [team for team in group if team in self._division.eligible]
            for team in group:
                self.best[team] = min(self.best[team], place + 1)
                self.worst[team] = max(self.worst[team], place + len(group))
                self.best_on[team] = min(self.best_on[team], on + 1)
                self.worst_on[team] = max(self.worst_on[team], on + max(1, len(eligible)))
            drawn = chance.shuffled(group) if len(group) > 1 else group
            for team in drawn:
                self.times[team][place] += 1
                place += 1
                if team in self._division.eligible:
                    on += 1
                    self.times_on[team] += on <= line
