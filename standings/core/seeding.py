"""Decides who goes into the playoffs from the table, best first, and who is left out by which clause."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book import Playoffs
from standings.core.eligibility import Bar, playoff_bars
from standings.core.ranking import Group, TieBreakTrace
from standings.core.table import DivisionStandings, Row
from standings.core.tie_breaks import apply_flips

__all__ = ["Seeding", "Skipped", "playoff_bars", "seeding"]

WITHDRAWN = Bar((), ("Withdrew from the season",))


@dataclass(frozen=True, slots=True)
class Skipped:
    """A team that the seeding leaves out."""

    team: str
    clauses: tuple[str, ...]
    why: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The entry of `skipped`."""
        return {"team": self.team, "clauses": list(self.clauses), "why": list(self.why)}


@dataclass(frozen=True, slots=True)
class Seeding:
    """The order in which a division's teams go into the playoffs; teams still level stand by id.

    `tie_breaks` hold what parted teams here and not in the table. `stage` is the stage that is
    ranked; None: the season's table.
    """

    division: str
    stage: str | None
    teams: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    tie_breaks: tuple[TieBreakTrace, ...]
    coin_flip_needed: tuple[Group, ...]
    clauses: tuple[str, ...]
    why: tuple[str, ...]

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `seeding`."""
        return {
            "division": self.division,
            "stage": self.stage,
            "teams": list(self.teams),
            "skipped": [item.document() for item in self.skipped],
            "tie_breaks": [trace.document() for trace in self.tie_breaks],
            "coin_flip_needed": [list(teams) for teams in self.coin_flip_needed],
            "clauses": list(self.clauses),
            "why": list(self.why),
        }


def seeding(
    facts: Facts,
    book: RuleBook,
    results: Mapping[str, Result],
    standings: Sequence[DivisionStandings],
) -> tuple[Seeding, ...]:
    """The seeding of every division that has a table (5.5, 3.12.playoffs of District 9).

    The order is the table's, without the teams that are barred or withdrew. Empty for a book without
    playoffs.
    """
    playoffs = book.get(Playoffs)
    if playoffs is None:
        return ()
    bars = playoff_bars(facts, book, results)
    return tuple(_seeded(table, facts, book, playoffs, bars) for table in standings)


def _seeded(
    table: DivisionStandings, facts: Facts, book: RuleBook, playoffs: Playoffs, bars: Mapping[str, Bar]
) -> Seeding:
    left_out = {row.team: _bar(row, bars) for row in table.rows if not row.playoff_eligible}
    flips = [flip for flip in facts.coin_flips if flip.division == table.division]
    # where only some of a tied set go on, a flip among those is what the seeding needs
    order = apply_flips(_groups(table.rows, left_out), book, flips)
    return Seeding(
        division=table.division,
        stage=None,
        teams=tuple(team for group in order.groups for team in group),
        skipped=tuple(Skipped(team, *bar) for team, bar in left_out.items()),
        tie_breaks=tuple(trace for trace in order.traces if trace.steps),
        coin_flip_needed=order.decisions_needed,
        clauses=tuple(
            dict.fromkeys([playoffs.clause, *(clause for bar in left_out.values() for clause in bar.clauses)])
        ),
        why=("In the order of the table",),
    )


def _bar(row: Row, bars: Mapping[str, Bar]) -> Bar:
    bar = bars.get(row.team, Bar((), ()))
    return Bar(bar.clauses, (*bar.why, *WITHDRAWN.why)) if row.withdrawn else bar


def _groups(rows: Iterable[Row], left_out: Mapping[str, Bar]) -> tuple[Group, ...]:
    """Teams that are seeded, those that share a rank together, best first."""
    by_rank = groupby((row for row in rows if row.team not in left_out), key=lambda row: row.rank)
    return tuple(tuple(row.team for row in rows_of_rank) for _, rows_of_rank in by_rank)
