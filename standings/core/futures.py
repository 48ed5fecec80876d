"""Decides how games still to be played can end: every outcome that a book tells apart, or one drawn by chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book_points import Points
from standings.core.book_tie_breaks import TieBreak
from standings.core.counting import meeting_of
from standings.core.draws import Draws
from standings.core.tally import Meeting, Tallies, pair_of

DEFAULT_SCORES = (
    (2, 1, "regulation"),
    (1, 2, "regulation"),
    (3, 1, "regulation"),
    (1, 3, "regulation"),
    (2, 2, "regulation"),
)
"""Drawn from while a division has played nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ends, as far as the book tells outcomes apart; goals stand for a result, not for a score."""

    winner: str | None  # home, away, or None for a tie
    decided_in: str
    fair_play: tuple[int, int]  # home, away


def possible_outcomes(result: Result, book: RuleBook) -> tuple[Outcome, ...]:
    """Every outcome of the game that the book tells apart."""
    points = book.one(Points)
    metrics = {step.metric for step in book.all(TieBreak)}
    decided = ["regulation"]
    if points.overtime_win is not None or points.overtime_loss is not None or "regulation-wins" in metrics:
        decided.append("overtime")
    told_apart = {"regulation-wins", "regulation-and-overtime-wins"} & metrics
    if points.shootout_win is not None or points.shootout_loss is not None or told_apart:
        decided.append("shootout")
    kept = tuple(product((0, 1), repeat=2)) if points.fair_play or "fair-play-points" in metrics else ((0, 0),)
    lines = [(winner, how) for how in decided for winner in result.game.teams]
    return tuple(
        Outcome(winner, how, (mine, theirs)) for winner, how in [*lines, (None, "regulation")] for mine, theirs in kept
    )


class Futures:
    """The games left of a division on top of those played."""

    def __init__(
        self,
        played: Sequence[Result],
        left: Sequence[Result],
        points: Points,
        fair_play: Mapping[tuple[str, str], int],
        seconds: Mapping[tuple[str, str], int],
        base: Tallies,
    ) -> None:
        self.left = left
        self._points = points
        self._base = base
        on_ice = [result for result in played if result.status == "played"]
        self._scores = [_score(result) for result in on_ice] or list(DEFAULT_SCORES)
        sides = [(result.game.id, team) for result in on_ice for team in result.game.teams]
        self._kept = [fair_play.get(side, 0) for side in sides] or [1]
        self._seconds = [seconds.get(side, 0) for side in sides] or [0]

    @property
    def open_pairs(self) -> frozenset[tuple[str, str]]:
        """Every two teams that still meet."""
        return frozenset(pair_of(*result.game.teams) for result in self.left)

    def after(self, outcomes: Sequence[Outcome]) -> Tallies:
        """The tallies once the games left have ended so."""
        return self._base.with_more(
            self._meeting(
                result, _goals(outcome, result), outcome.decided_in, outcome.winner, outcome.fair_play, (0, 0)
            )
            for result, outcome in zip(self.left, outcomes, strict=True)
        )

    def drawn(self, chance: Draws) -> Tallies:
        """The tallies after one end of the season: scores, Fair Play points and penalties like those so far."""
        more = []
        for result in self.left:
            home, away, decided_in = chance.choice(self._scores)
            if chance.choice((False, True)):
                home, away = away, home
            winner = None
            if home != away:
                winner = result.game.home if home > away else result.game.away
            elif decided_in != "regulation":
                winner = chance.choice(result.game.teams)
            kept = (chance.choice(self._kept), chance.choice(self._kept))
            seconds = (chance.choice(self._seconds), chance.choice(self._seconds))
            more.append(self._meeting(result, (home, away), decided_in, winner, kept, seconds))
        return self._base.with_more(more)

    def _meeting(
        self,
        result: Result,
        goals: tuple[int, int],
        decided_in: str,
        winner: str | None,
        kept: tuple[int, int],
        seconds: tuple[int, int],
    ) -> Meeting:
        game = replace(
            result.game,
            outcome="played",
            home_goals=goals[0],
            away_goals=goals[1],
            decided_in=decided_in,
            winner=winner,
        )
        sides = list(zip(game.teams, kept, seconds, strict=True))
        return meeting_of(
            Result(game, "played", winner=winner),
            self._points,
            {(game.id, team): point for team, point, _ in sides},
            {(game.id, team): spent for team, _, spent in sides},
        )


def _score(result: Result) -> tuple[int, int, str]:
    home, away = result.goals(result.game.home)
    level_and_won = home == away and result.winner is not None
    return home, away, result.game.decided_in if level_and_won or home != away else "regulation"


def _goals(outcome: Outcome, result: Result) -> tuple[int, int]:
    if outcome.winner is None or outcome.decided_in == "shootout":
        return (0, 0)
    return (1, 0) if outcome.winner == result.game.home else (0, 1)
