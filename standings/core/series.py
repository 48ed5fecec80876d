"""Decides how far a knockout has come: who stands where, each series' games, who won, and what is still needed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from league.core.facts import NEVER
from league.core.results import Result
from standings.core.bracket import Draw, Match, Seeds, Slot, placeholder

GameState = Literal["played", "to-play", "if-necessary"]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a match: the team once it is certain, otherwise what stands in its place."""

    team: str | None
    placeholder: str
    seed: int | None = None  # its place among those that entered; the lower number is the higher seed
    wins: int = 0


@dataclass(frozen=True, slots=True)
class SeriesGame:
    """One game of a series, in order. `result` None: not on the calendar yet."""

    number: int
    state: GameState
    home: str | None  # once both are certain
    away: str | None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """A match as it stands. Games that nobody needs any more are left out."""

    match: Match
    sides: tuple[Side, Side]
    games: tuple[SeriesGame, ...]
    winner: str | None
    loser: str | None
    forfeited: bool = False
    """Whether a forfeit decided it, whatever the games before it said."""
    superfluous: tuple[Result, ...] = ()
    """Games on the calendar that aren't needed any more: the ice can go back."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knockout as it stands, match by match."""

    draw: Draw
    series: tuple[Series, ...]

    def of(self, match: str) -> Series:
        """The series of a match. Raises KeyError."""
        for series in self.series:
            if series.match.id == match:
                return series
        raise KeyError(match)

    @property
    def champion(self) -> str | None:
        """Who won the final."""
        return self.series[-1].winner


def bracket(draw: Draw, seeds: Seeds, results: Iterable[Result], forfeits_lose_series: bool = False) -> Bracket:
    """The bracket with the teams that are certain and the games between them (9-1.d, 9-1.e of the Alberta manual).

    `seeds` holds only places that are certain: a name never stands where it could still change. `results`
    are playoff games in any order; a game belongs to the match of its two teams, which meet once in a
    knockout. With `forfeits_lose_series` one forfeited game loses the series (7-1.b).
    """
    order = {seed: number for number, seed in enumerate(_seed_order(draw), 1)}
    rank = {seeds[seed]: number for seed, number in order.items() if seed in seeds}
    games = sorted((result for result in results), key=lambda item: (item.game.starts or NEVER, item.game.id))
    found: dict[str, Series] = {}
    for match in draw.matches:
        left = _left(draw, match, found, seeds, rank)
        sides = tuple(_side(slot, draw, seeds, found, left, rank) for slot in match.slots)
        found[match.id] = _series(match, (sides[0], sides[1]), games, forfeits_lose_series)
    return Bracket(draw, tuple(found[match.id] for match in draw.matches))


def _seed_order(draw: Draw) -> list[str]:
    """The seeds that enter, the highest first; for crossovers every group's first before the seconds."""
    seeds = [slot.of for match in draw.matches for slot in match.slots if slot.kind == "seed"]
    return sorted(dict.fromkeys(seeds), key=lambda seed: (int("".join(filter(str.isdigit, seed)) or 0), seed))


def _left(
    draw: Draw, match: Match, found: Mapping[str, Series], seeds: Seeds, rank: Mapping[str, int]
) -> list[str] | None:
    """Who is left for a round that is seeded anew, the best first; None while anything of the round before is open."""
    if not any(slot.kind == "left" for slot in match.slots):
        return None
    through = [_through(series, seeds) for series in found.values() if series.match.round == match.round - 1]
    if None in through:
        return None
    return sorted((team for team in through if team is not None), key=lambda team: rank[team])


def _through(series: Series, seeds: Seeds) -> str | None:
    if not series.match.bye:
        return series.winner
    return next((side.team for side in series.sides if side.team is not None), None)


def _side(
    slot: Slot,
    draw: Draw,
    seeds: Seeds,
    found: Mapping[str, Series],
    left: Sequence[str] | None,
    rank: Mapping[str, int],
) -> Side:
    team: str | None = None
    if slot.kind == "seed":
        team = seeds.get(slot.of)
    elif slot.kind == "left" and left is not None:
        team = left[int(slot.of) - 1]
    elif slot.kind in ("winner", "loser"):
        series = found[slot.of]
        team = series.winner if slot.kind == "winner" else series.loser
    return Side(team, placeholder(slot, draw), rank.get(team) if team else None)


def _series(match: Match, sides: tuple[Side, Side], games: Sequence[Result], forfeits_lose: bool) -> Series:
    if match.bye:
        return Series(match, sides, (), None, None)
    first, second = sides[0].team, sides[1].team
    if first is None or second is None:
        least = match.best_of // 2 + 1
        waiting = tuple(_to_come(match, number, least + 1 - number, sides) for number in range(1, match.best_of + 1))
        return Series(match, sides, waiting, None, None)
    return _under_way(match, sides, first, second, [game for game in games if {first, second} == set(game.game.teams)],
                      forfeits_lose)  # fmt: skip


def _under_way(
    match: Match, sides: tuple[Side, Side], first: str, second: str, games: Sequence[Result], forfeits_lose: bool
) -> Series:
    needed = match.best_of // 2 + 1
    wins = {first: 0, second: 0}
    shown: list[SeriesGame] = []
    winner: str | None = None
    forfeited = False
    for result in (game for game in games if game.counts):
        if winner is not None:
            break
        shown.append(SeriesGame(len(shown) + 1, "played", result.game.home, result.game.away, result))
        if result.winner is not None:
            wins[result.winner] += 1
            forfeited = forfeits_lose and result.won_without_play
            if forfeited or wins[result.winner] == needed:
                winner = result.winner
    counted = {game.result.game.id for game in shown if game.result}
    open_games = [game for game in games if game.game.id not in counted and game.status == "open"]
    both = (_won(sides[0], wins[first]), _won(sides[1], wins[second]))
    superfluous: list[Result] = []
    if winner is None:
        certain = needed - max(wins.values())  # so many more will be played whatever happens
        for number in range(len(shown) + 1, match.best_of + 1):
            scheduled = open_games.pop(0) if open_games else None
            shown.append(_to_come(match, number, certain, both, scheduled))
            certain -= 1
    superfluous.extend(open_games)
    loser = None if winner is None else second if winner == first else first
    return Series(match, both, tuple(shown), winner, loser, forfeited, tuple(superfluous))


def _won(side: Side, wins: int) -> Side:
    return Side(side.team, side.placeholder, side.seed, wins)


def _to_come(
    match: Match, number: int, certain: int, sides: tuple[Side, Side], scheduled: Result | None = None
) -> SeriesGame:
    """A game that isn't played: needed for certain (`certain` is above 0), or only if the series comes to it."""
    home, away = hosts(match, number, sides)
    if scheduled is not None:
        home, away = scheduled.game.home, scheduled.game.away
    return SeriesGame(number, "to-play" if certain > 0 else "if-necessary", home, away, scheduled)


def hosts(match: Match, number: int, sides: tuple[Side, Side]) -> tuple[str | None, str | None]:
    """Home and away of a series' game, counted from 1: by seed, where both are certain."""
    first, second = sides
    if first.team is None or second.team is None:
        return None, None
    higher, lower = sorted((first, second), key=lambda side: side.seed if side.seed is not None else 0)
    return (higher.team, lower.team) if match.home[number - 1] == "higher" else (lower.team, higher.team)
