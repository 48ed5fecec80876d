"""Decides the table of each division: its rows with every column, their ranks, and how ties were broken."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from league.core.book import Results
from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book_points import Points, RankBy, Ranking
from standings.core.counting import counted, penalty_seconds, standing, tallies
from standings.core.deductions import Adjusted, adjusted
from standings.core.eligibility import Bar, playoff_bars
from standings.core.metrics import split_by
from standings.core.ranking import Group, TieBreakTrace
from standings.core.tally import Tallies, Tally
from standings.core.tie_breaks import Evidence, break_ties

DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A team's line in the table. `points` include the adjustment, `available` is what its games could bring."""

    rank: int
    team: str
    played: int
    wins: int
    losses: int
    ties: int
    overtime_wins: int
    overtime_losses: int
    shootout_wins: int
    shootout_losses: int
    fair_play: int
    adjustment: int
    points: int
    available: int
    percentage: str  # for display: four decimals, half up
    goals_for: int
    goals_against: int
    penalty_seconds: int  # as assessed
    playoff_eligible: bool
    tied: bool
    withdrawn: bool
    provisional: int  # counted games that only one team has reported
    clauses: tuple[str, ...]
    why: tuple[str, ...]

    @property
    def penalty_minutes(self) -> int | float:
        """Assessed minutes; halves come from minors of a minute and a half."""
        minutes, seconds = divmod(self.penalty_seconds, 60)
        return minutes if seconds == 0 else self.penalty_seconds / 60

    def document(self) -> dict[str, Any]:
        """The row as the rulings show it."""
        shown = {name: getattr(self, name) for name in COLUMNS}
        return {**shown, "clauses": list(self.clauses), "why": list(self.why)}


COLUMNS = (
    "rank", "team", "played", "wins", "losses", "ties",
    "overtime_wins", "overtime_losses", "shootout_wins", "shootout_losses",
    "fair_play", "adjustment", "points", "available", "percentage",
    "goals_for", "goals_against", "penalty_minutes", "playoff_eligible", "tied",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DivisionStandings:
    """The table of one division, in rank order; teams that share a rank stand by id."""

    division: str
    rows: tuple[Row, ...]
    tie_breaks: tuple[TieBreakTrace, ...]
    coin_flip_needed: tuple[Group, ...]
    ranked_by: RankBy  # points or percentage: what these games made it
    clause: str  # by which it was that

    def row(self, team: str) -> Row:
        """The team's row. Raises KeyError when it isn't in the table."""
        for row in self.rows:
            if row.team == team:
                return row
        raise KeyError(team)

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `standings`."""
        return {
            "division": self.division,
            "rows": [row.document() for row in self.rows],
            "tie_breaks": [trace.document() for trace in self.tie_breaks],
            "coin_flip_needed": [list(teams) for teams in self.coin_flip_needed],
        }


def standings(
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    points_of_fair_play: Mapping[tuple[str, str], int],
) -> tuple[DivisionStandings, ...]:
    """The table of every division that the book ranks, in the file's order (P.1, P.1.uneven, 3.15, 5.3).

    A team's games count whatever division they are filed under. Empty for a book without points or
    ranking; levels that keep no score have no table.
    """
    points, ranking, rules = book.get(Points), book.get(Ranking), book.get(Results)
    if points is None or ranking is None:
        return ()
    unscored = rules.no_score_levels if rules else ()
    season = _Season(
        facts,
        book,
        points,
        tallies(
            standing(counted(results.values(), points), facts, book),
            points,
            points_of_fair_play,
            penalty_seconds(facts, book),
        ),
        adjusted(facts, book),
        playoff_bars(facts, book, results),
        frozenset(item.team for item in facts.withdrawn),
    )
    teams_of: dict[str, list[str]] = defaultdict(list)
    for team in facts.teams:
        teams_of[team.division].append(team.id)
    return tuple(
        _table(division.id, teams_of[division.id], ranking, season)
        for division in facts.divisions
        if division.level not in unscored
    )


@dataclass(frozen=True, slots=True)
class _Season:
    """What the tables of all divisions are made from."""

    facts: Facts
    book: RuleBook
    points: Points
    tallies: Tallies
    adjustments: Mapping[str, Adjusted]
    bars: Mapping[str, Bar]
    withdrawn: frozenset[str]

    def points_of(self, team: str) -> int:
        """Points, the adjustment included."""
        return self.tallies.of(team).points + self.adjustments.get(team, Adjusted()).points

    def share_of(self, team: str) -> Fraction:
        """Points as a share of those available; before its first game as though it had played one."""
        return Fraction(self.points_of(team), self.tallies.of(team).available or self.points.available)


def _table(division: str, teams: list[str], ranking: Ranking, season: _Season) -> DivisionStandings:
    ranked = [team for team in teams if team not in season.withdrawn]
    by = ranked_by(ranking.by, ranked, season.tallies)
    value = season.share_of if by == "percentage" else season.points_of
    level = split_by({team: value(team) for team in ranked}, "most")
    flips = [flip for flip in season.facts.coin_flips if flip.division == division]
    order = break_ties(level, season.book, Evidence(lambda games: season.tallies, flips, level))
    # withdrawn teams share the last rank: nothing is left to be decided between them
    last = tuple(sorted(season.withdrawn.intersection(teams)))
    groups = (*order.groups, last) if last else order.groups
    return DivisionStandings(
        division,
        tuple(_rows(groups, ranking.clause, season)),
        order.traces,
        order.decisions_needed,
        by,
        ranking.clause,
    )


def ranked_by(by: RankBy, teams: Iterable[str], tallies: Tallies) -> RankBy:
    """Points or percentage: `percentage-when-uneven` becomes one of them (P.1.uneven of the handbook)."""
    if by != "percentage-when-uneven":
        return by
    return "percentage" if len({tallies.of(team).games for team in teams}) > 1 else "points"


def _rows(groups: Iterable[Group], clause: str, season: _Season) -> Iterable[Row]:
    rank = 1
    for group in groups:
        for team in group:
            yield _row(team, rank, len(group) > 1, clause, season)
        rank += len(group)


def _row(team: str, rank: int, tied: bool, clause: str, season: _Season) -> Row:
    tally = season.tallies.of(team)
    adjustment, adjustment_clauses, deducted = season.adjustments.get(team, Adjusted())
    bar = season.bars.get(team, Bar((), ()))
    withdrawn = team in season.withdrawn
    points = season.points_of(team)
    return Row(
        rank=rank,
        team=team,
        played=tally.games,
        wins=tally.wins,
        losses=tally.losses,
        ties=tally.ties,
        overtime_wins=tally.overtime_wins,
        overtime_losses=tally.overtime_losses,
        shootout_wins=tally.shootout_wins,
        shootout_losses=tally.shootout_losses,
        fair_play=tally.fair_play,
        adjustment=adjustment,
        points=points,
        available=tally.available,
        percentage=decimal(season.share_of(team)),
        goals_for=tally.goals_for,
        goals_against=tally.goals_against,
        penalty_seconds=tally.penalty_seconds,
        playoff_eligible=not bar.clauses and not withdrawn,
        tied=tied,
        withdrawn=withdrawn,
        provisional=tally.provisional,
        clauses=tuple(dict.fromkeys((season.points.clause, clause, *adjustment_clauses, *bar.clauses))),
        why=(
            *_why(tally, adjustment, points, season.points),
            *deducted,
            *bar.why,
            *(("Withdrew",) if withdrawn else ()),
        ),
    )


def _why(tally: Tally, adjustment: int, points: int, rules: Points) -> Iterable[str]:
    parts = [f"{tally.points - tally.fair_play * rules.fair_play} from results"]
    if rules.fair_play:
        parts.append(f"{tally.fair_play * rules.fair_play} for Fair Play")
    if adjustment:
        parts.append(f"{adjustment:+d} by adjustment")
    yield f"{points} of {tally.available} points: {', '.join(parts)}"


def decimal(share: Fraction, decimals: int = DECIMALS) -> str:
    """A fraction with that many decimals, half away from zero; for display only, never compared."""
    scale = 10**decimals
    whole, rest = divmod((abs(share.numerator) * scale * 2 + share.denominator) // (2 * share.denominator), scale)
    sign = "-" if share < 0 and (whole or rest) else ""
    return f"{sign}{whole}.{rest:0{decimals}d}"
