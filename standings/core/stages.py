"""Decides the order that a round robin of the playoffs leaves, by its own games, ties and flips."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book_playoffs import PlayoffStage
from standings.core.book_points import Points
from standings.core.book_tie_breaks import PLAYOFFS, SEASON, STAGE
from standings.core.counting import counted, of_stages, penalty_seconds, standing, tallies
from standings.core.deductions import adjusted
from standings.core.metrics import split_by
from standings.core.ranking import Group, Refinement
from standings.core.tally import Tallies
from standings.core.tie_breaks import Evidence, break_ties


@dataclass(frozen=True, slots=True)
class StageOrder:
    """A round robin's order, best group first, with what parted the level teams."""

    division: str
    stage: PlayoffStage
    groups: tuple[Group, ...]
    order: Refinement
    withdrawn: tuple[str, ...] = ()
    """Teams that are in its games and left the season."""


def stage_orders(
    facts: Facts, book: RuleBook, results: Mapping[str, Result], fair_play: Mapping[tuple[str, str], int]
) -> tuple[StageOrder, ...]:
    """The order of every round robin that a division plays: division by division, stage by stage (rule 19 of M.A.H.A.).

    A round robin is there once it has a game; the teams in its games are in it, withdrawn ones left out.
    """
    points = book.get(Points)
    stages = [stage for stage in book.all(PlayoffStage) if stage.form == "round-robin"]
    if points is None or not stages:
        return ()
    found = []
    gone = frozenset(item.team for item in facts.withdrawn)
    for division in facts.divisions:
        for stage in stages:
            teams = _teams_in(stage, division.id, facts)
            if not teams <= gone:
                games = _games(stage, facts, book, results, points, fair_play)
                made = _ordered(division.id, stage, sorted(teams - gone), games, facts, book)
                found.append(replace(made, withdrawn=tuple(sorted(teams & gone))))
    return tuple(found)


def _teams_in(stage: PlayoffStage, division: str, facts: Facts) -> frozenset[str]:
    return frozenset(
        team
        for game in facts.games
        if game.kind == "playoff" and game.stage == stage.name
        for team in game.teams
        if facts.team[team].division == division
    )


def _ordered(
    division: str,
    stage: PlayoffStage,
    teams: Collection[str],
    games: Callable[[str], Tallies],
    facts: Facts,
    book: RuleBook,
) -> StageOrder:
    own = games(STAGE)
    level = split_by({team: own.of(team).points for team in teams}, "most")
    flips = tuple(flip for flip in facts.coin_flips if flip.division == division)
    adjustments = {team: item.points for team, item in adjusted(facts, book).items()}
    order = break_ties(level, book, Evidence(games, flips, level, adjustments), stage.name)
    return StageOrder(division, stage, order.groups, order)


def _games(
    stage: PlayoffStage,
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    points: Points,
    fair_play: Mapping[tuple[str, str], int],
) -> Callable[[str], Tallies]:
    """Tallies by set of games, as the steps name them. Later stages never count."""
    before = _up_to(stage, book)
    seconds = penalty_seconds(facts, book)

    def chosen(games: str) -> Iterable[Result]:
        if games == SEASON:
            return counted(results.values(), points)
        named: dict[str, set[str | None]] = {STAGE: {stage.name}, PLAYOFFS: before}
        return of_stages(results.values(), named.get(games, {games}))

    @cache
    def added(games: str) -> Tallies:
        return tallies(standing(chosen(games), facts, book), points, fair_play, seconds)

    return added


def _up_to(stage: PlayoffStage, book: RuleBook) -> set[str | None]:
    """The names of the stage and of those before it; None: playoff games that name none."""
    names: set[str | None] = {None}
    for item in book.all(PlayoffStage):
        names.update((item.name, *item.rounds) if item != stage else (item.name,))
        if item == stage:
            break
    return names
