"""Decides what would have had to be different for one team to stand before another: the smallest changes, tried out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Literal

from league.core.facts import Adjustment, Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book import Points
from standings.core.counting import counted
from standings.core.table import DivisionStandings, standings

MOST_POINTS: Final = 256
"""More points than this are no near miss."""
MOST_GAMES: Final = 8
"""So many of a team's games are tried with another end: those against the other team, then the latest."""
MOST_SHOWN: Final = 3

Kind = Literal["goal", "tie", "win"]


@dataclass(frozen=True, slots=True)
class OtherEnd:
    """A game that would have put the team ahead if it had ended like this, everything else being equal."""

    game: str
    kind: Kind  # one goal more for the team, a tie where it lost, a win
    goals_for: int  # the team's goals then
    goals_against: int
    decided_in: str


@dataclass(frozen=True, slots=True)
class Nearest:
    """The smallest changes that would have put a team before another. `points` None: no number of points would."""

    team: str
    other: str
    points: int | None
    ends: tuple[OtherEnd, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a table is worked out from; `fair_play` holds points by game and team."""

    facts: Facts
    book: RuleBook
    results: Mapping[str, Result]
    fair_play: Mapping[tuple[str, str], int]

    def table(self, division: str) -> DivisionStandings:
        """The division's table. Raises StopIteration where it has none."""
        tables = standings(self.facts, self.book, self.results, self.fair_play)
        return next(table for table in tables if table.division == division)

    def ahead(self, team: str, other: str) -> bool:
        """Whether the team stands before the other."""
        table = self.table(self.facts.team[team].division)
        return table.row(team).rank < table.row(other).rank


def nearest(ruling: Ruling, team: str, other: str) -> Nearest:
    """What would have put `team` before `other`, which isn't behind it: fewest points, and games with another end.

    Of the games only the smallest kind of change that is enough is told: a goal, else a tie for a
    loss or a win for a tie, else a win for a loss. Tables are worked out a bounded number of times.
    Raises KeyError when a team isn't in the facts.
    """
    return Nearest(team, other, _points(ruling, team, other), _ends(ruling, team, other))


def _points(ruling: Ruling, team: str, other: str) -> int | None:
    """The fewest points more that are enough: doubled until they are, then halved in on."""

    def enough(points: int) -> bool:
        given = (*ruling.facts.adjustments, Adjustment(team, points))
        return replace(ruling, facts=ruling.facts.changed(adjustments=given)).ahead(team, other)

    most = 1
    while not enough(most):
        most *= 2
        if most > MOST_POINTS:
            return None
    low, high = most // 2, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _ends(ruling: Ruling, team: str, other: str) -> tuple[OtherEnd, ...]:
    games = list(islice(_worth_trying(ruling, team, other), MOST_GAMES))
    table = ruling.table(ruling.facts.team[team].division)
    level = table.row(team).points == table.row(other).points
    ladders = (_goal if level else _none, _one_better, _win)
    for ladder in ladders:
        tried = ((result, end) for result in games for end in ladder(result, team))
        enough = [end for result, end in tried if _with(ruling, result, team, end).ahead(team, other)]
        if enough:
            return tuple(enough[:MOST_SHOWN])
    return ()


def _worth_trying(ruling: Ruling, team: str, other: str) -> Iterator[Result]:
    """The team's games that were played: against the other team first, then from the latest."""
    points = ruling.book.one(Points)
    own = [
        result
        for result in counted(ruling.results.values(), points)
        if team in result.game.teams and result.status == "played" and result.game.home_goals is not None
    ][::-1]
    yield from (result for result in own if other in result.game.teams)
    yield from (result for result in own if other not in result.game.teams)


def _none(result: Result, team: str) -> Iterable[OtherEnd]:
    return ()


def _goal(result: Result, team: str) -> Iterable[OtherEnd]:
    """One goal more that leaves the game's result as it was."""
    goals, against = result.goals(team)
    line = result.line(team)
    if line == "win" or (line == "loss" and against - goals > 1):
        yield OtherEnd(result.game.id, "goal", goals + 1, against, result.game.decided_in)


def _one_better(result: Result, team: str) -> Iterable[OtherEnd]:
    """A tie for a loss in regulation, a win for a tie; beyond regulation the other of two ends."""
    goals, against = result.goals(team)
    line, game = result.line(team), result.game
    if line == "tie":
        yield OtherEnd(game.id, "win", goals + 1, against, "regulation")
    elif line == "loss" and game.decided_in == "regulation":
        yield OtherEnd(game.id, "tie", against, against, "regulation")
    elif line == "loss":
        yield OtherEnd(game.id, "win", against, goals, game.decided_in)


def _win(result: Result, team: str) -> Iterable[OtherEnd]:
    """A win for a loss in regulation."""
    _goals, against = result.goals(team)
    if result.line(team) == "loss" and result.game.decided_in == "regulation":
        yield OtherEnd(result.game.id, "win", against + 1, against, "regulation")


def _with(ruling: Ruling, result: Result, team: str, end: OtherEnd) -> Ruling:
    """The ruling with one game ended otherwise."""
    game = result.game
    at_home = game.home == team
    winner = {"tie": None, "win": team}.get(end.kind, result.winner)
    ended = replace(
        game,
        home_goals=end.goals_for if at_home else end.goals_against,
        away_goals=end.goals_against if at_home else end.goals_for,
        decided_in=end.decided_in,
        winner=winner,
    )
    return replace(ruling, results={**ruling.results, game.id: replace(result, game=ended, winner=winner)})
