"""Decides what is wrong with a lineup as a whole: too many dressed, or on lines where they don't belong."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from discipline.core.gates.appearances import holds
from discipline.core.gates.book_games import Dressed, Lines
from discipline.core.team_bars import team_suspension_faults
from league.core.facts import Facts, Game, RosterSpot
from league.core.results import Result
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.rulebook.book import RuleBook

GOALIE = "goalie"


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a lineup: the line that he belongs to, and the one on which he skates."""

    person: str
    goalie: bool
    own: str | None
    line: str | None


@dataclass(frozen=True, slots=True)
class LineupFault:
    """Everything wrong with one team's lineup in one game."""

    game: str
    team: str
    clauses: tuple[str, ...]
    why: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `lineup_faults`."""
        return {"game": self.game, "team": self.team, "clauses": list(self.clauses), "why": list(self.why)}


def lineup_faults(facts: Facts, book: RuleBook, results: Mapping[str, Result]) -> tuple[LineupFault, ...]:
    """The faults of every lineup there is, by start of the game, then team."""
    dressed, lines = book.get(Dressed), book.get(Lines)
    suspended: dict[tuple[str, str], list[tuple[str, str]]] = {}
    open_games = {id for id, result in results.items() if result.status == "open"}
    for at, of, clause, why in team_suspension_faults(facts, book, open_games):
        suspended.setdefault((at.id, of), []).append((clause, why))
    if dressed is None and lines is None and not suspended:
        return ()
    spots = facts.spots_of
    found = []
    for game in facts.games_in_order:
        if results[game.id].status == "cancelled":
            continue
        for team in sorted(game.teams):
            players = _players(facts, spots, game, team)
            told = [*(_numbers(dressed, players) if dressed else ()), *(_lines(lines, players) if lines else ())]
            told += suspended.get((game.id, team), ())
            if told:
                clauses = tuple(dict.fromkeys(clause for clause, _ in told))
                found.append(LineupFault(game.id, team, clauses, tuple(f"{why} ({clause})." for clause, why in told)))
    return tuple(found)


def _players(
    facts: Facts, spots: Mapping[tuple[str, str], tuple[RosterSpot, ...]], game: Game, team: str
) -> list[Player]:
    """The players of a lineup, team officials who don't play left out; a guest belongs to his own team's line."""
    if not game.lineup(team):
        return []
    guests = {spot.person: spot for spot in facts.roster if spot.team != team and spot.line}
    found = []
    for worn in game.lineup(team):
        of_team = [spot for spot in spots.get((worn.person, team), ()) if game.day is None or holds(spot, game.day)]
        if of_team and all(spot.role in TEAM_OFFICIAL_ROLES for spot in of_team):
            continue
        place = next((spot for spot in of_team if spot.role not in TEAM_OFFICIAL_ROLES), guests.get(worn.person))
        own = place.line if place and place.line else worn.line
        found.append(Player(worn.person, bool(place and place.role == GOALIE), own, worn.line or own))
    return found


def _numbers(rule: Dressed, players: list[Player]) -> Iterator[tuple[str, str]]:
    goalies = sum(player.goalie for player in players)
    skaters = len(players) - goalies
    if skaters > rule.skaters:
        yield rule.clause, f"{skaters} skaters dressed, at most {rule.skaters} may be"
    if goalies > rule.goalies:
        yield rule.clause, f"{goalies} goaltenders dressed, at most {rule.goalies} may be"


def _lines(rule: Lines, players: list[Player]) -> Iterator[tuple[str, str]]:
    skaters = [player for player in players if not player.goalie]
    first = [player for player in skaters if player.own == rule.first]
    if len(first) > rule.most_first:
        yield rule.clause, f"{len(first)} players of line {rule.first}, at most {rule.most_first} may skate"
    for player in first:
        if player.line == rule.third:
            yield rule.clause, f"{player.person} of line {rule.first} on line {rule.third}"
    yield from _fills(rule, skaters)


def _fills(rule: Lines, skaters: list[Player]) -> Iterator[tuple[str, str]]:
    """Whether those who skate on the second line from others fill its open places in the book's order."""
    own = sum(player.own == rule.second for player in skaters)
    short = max(rule.full - own, 0)
    fills = open_places(rule, short, sum(player.own == rule.third for player in skaters))
    for line in (rule.first, rule.third):
        there = sum(player.own == line and player.line == rule.second for player in skaters)
        allowed = fills.count(line)
        clause = rule.clause
        if line == rule.first and len(skaters) <= rule.few_skaters:
            allowed, clause = max(allowed, 1), rule.few_clause if there > 1 >= allowed else rule.clause
        if there > allowed:
            order = f"its open places are filled from {', '.join(fills)}" if fills else "it has no open place"
            yield (
                clause,
                f"{there} of line {line} on line {rule.second}, at most {allowed} may be: {own} of its own, {order}",
            )


def open_places(rule: Lines, short: int, third: int) -> tuple[str, ...]:
    """The lines from which the open places of the second line are filled, with so many of the third present."""
    fills = list(rule.fills[:short])
    if fills and fills[0] == rule.first and third >= rule.enough_third:
        fills[0] = rule.third
    return tuple(fills)
