"""Decides how many games a team has against the most that it may play in a season."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.core.facts import NEVER, Facts, Game
from league.core.findings import Severity
from league.rulebook.book import RuleBook
from scheduling.core.book import GameLimit
from scheduling.core.bookings import booked_moment
from scheduling.core.faults import ScheduleFault
from scheduling.core.places import standing_games
from scheduling.core.words import team_name


@dataclass(frozen=True, slots=True)
class GameCount:
    """A team's games of every kind, cancelled ones left out, against its limit."""

    team: str
    games: int
    limit: int
    warns: bool
    """From the book's share of the limit on."""
    clause: str


def game_counts(facts: Facts, book: RuleBook) -> tuple[GameCount, ...]:
    """The count of every team that has a limit, by team id (3.9 of District 9)."""
    return tuple(
        GameCount(team, len(games), rule.games, len(games) * 100 >= rule.games * rule.warn_percent, rule.clause)
        for team, games, rule in sorted(_counted(facts, book), key=lambda entry: entry[0])
    )


def limit_faults(facts: Facts, book: RuleBook) -> tuple[ScheduleFault, ...]:
    """The games past a team's limit, taken in the order of booking, then of start.

    Kinds that the book refuses there are refused; others are recorded and warned of.
    """
    order = {game.id: number for number, game in enumerate(facts.games)}
    found: list[ScheduleFault] = []
    for team, games, rule in _counted(facts, book):
        booked = sorted(
            games,
            key=lambda game: (booked_moment(facts.season, game.booked), game.starts or NEVER, order[game.id]),
        )
        for number, game in enumerate(booked[rule.games :], rule.games + 1):
            why = f"Game {number} of {team_name(facts, team)}, which may play {rule.games} in a season"
            severity: Severity = "refuse" if game.kind in rule.refused_kinds else "warn"
            found.append(ScheduleFault(game.id, team, rule.clause, severity, (why,)))
    return tuple(found)


def _counted(facts: Facts, book: RuleBook) -> Iterable[tuple[str, list[Game], GameLimit]]:
    """Each team with a limit, its games that count, and the limit."""
    limits = {level: rule for rule in book.all(GameLimit) for level in rule.levels}
    games: Mapping[str, list[Game]] = {team.id: [] for team in facts.teams if facts.level(team.id) in limits}
    for game in standing_games(facts):
        for team in game.teams:
            if team in games:
                games[team].append(game)
    return [(team, of_team, limits[facts.level(team)]) for team, of_team in games.items()]
