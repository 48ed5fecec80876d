"""Decides who goes into the playoffs from the table, best first, and who is left out by which clause."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book_playoffs import Playoffs
from standings.core.eligibility import Bar, playoff_bars
from standings.core.ranking import Group, TieBreakTrace
from standings.core.stages import StageOrder, stage_orders
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
    fair_play: Mapping[tuple[str, str], int] | None = None,
) -> tuple[Seeding, ...]:
    """The seeding of every division that has a table, and the order of every round robin of the playoffs.

    From the table (5.5, 3.12.playoffs of District 9; 9-1.a of the Alberta manual): its order without the
    teams that are barred or withdrew, as many as go on. Of a round robin: its own order, all teams
    (rule 19 of M.A.H.A.). Empty for a book without playoffs.
    """
    playoffs = book.get(Playoffs)
    if playoffs is None:
        return ()
    bars = playoff_bars(facts, book, results)
    orders = stage_orders(facts, book, results, fair_play or {})
    found: list[Seeding] = []
    for table in standings:
        if playoffs.from_table:
            found.append(_seeded(table, facts, book, playoffs, bars))
        found.extend(_of_stage(order) for order in orders if order.division == table.division)
    return tuple(found)


def first_of(
    order: Sequence[tuple[int, str]], seeded: Sequence[str], left_out: Collection[str], number: int
) -> tuple[str, ...] | None:
    """The first `number` teams of a seeding, taken further down the table where it holds fewer.

    `order` is the table, rank and team, `left_out` whom the seeding skips. None where teams that share a
    rank stand on both sides of the cut and nothing says which of them goes on.
    """
    further = [(rank, team) for rank, team in order if team not in seeded and team not in left_out]
    more = number - len(seeded)
    if more <= 0:
        return tuple(seeded[:number])
    if more < len(further) and further[more - 1][0] == further[more][0]:
        return None
    return (*seeded, *(team for _, team in further[:more]))


def _seeded(
    table: DivisionStandings, facts: Facts, book: RuleBook, playoffs: Playoffs, bars: Mapping[str, Bar]
) -> Seeding:
    left_out = {row.team: _bar(row, bars) for row in table.rows if not row.playoff_eligible}
    flips = [flip for flip in facts.coin_flips if flip.division == table.division]
    # where only some of a tied set go on, a flip among those is what the seeding needs
    order = apply_flips(_groups(table.rows, left_out), book, flips)
    size = sum(not row.withdrawn for row in table.rows)
    going = playoffs.advance.of(size) if playoffs.advance else None
    seeded = tuple(team for group in order.groups for team in group)[:going]
    barring = (clause for bar in left_out.values() for clause in bar.clauses)
    advancing = (playoffs.advance.clause_for(size),) if playoffs.advance else ()
    return Seeding(
        division=table.division,
        stage=None,
        teams=seeded,
        skipped=tuple(Skipped(team, *bar) for team, bar in left_out.items()),
        tie_breaks=tuple(trace for trace in order.traces if trace.steps),
        # who is level below those who go on waits for nothing
        coin_flip_needed=tuple(group for group in order.decisions_needed if not set(group).isdisjoint(seeded)),
        clauses=tuple(dict.fromkeys([playoffs.clause, *advancing, *barring])),
        why=("In the order of the table", *_going_on(playoffs, size, going)),
    )


def _going_on(playoffs: Playoffs, size: int, going: int | None) -> Iterable[str]:
    if playoffs.advance is None:
        return
    if going is None:
        yield f"The rule book doesn't say how many of {size} teams go on: the league has to"
        return
    table = str(size) in playoffs.advance.by_size
    confirm = "" if table else ", a size that the rule book's table leaves out: an officer confirms it"
    yield f"{going} of {size} teams go on ({playoffs.advance.clause_for(size)}){confirm}"


def _of_stage(found: StageOrder) -> Seeding:
    stage = found.stage
    return Seeding(
        division=found.division,
        stage=stage.name,
        teams=tuple(team for group in found.groups for team in group),
        skipped=tuple(Skipped(team, *WITHDRAWN) for team in found.withdrawn),
        tie_breaks=found.order.traces,
        coin_flip_needed=found.order.decisions_needed,
        clauses=tuple(dict.fromkeys((stage.clause, stage.ranking_clause or stage.clause))),
        why=(f"By the points of the {stage.name.replace('-', ' ')}",),
    )


def _bar(row: Row, bars: Mapping[str, Bar]) -> Bar:
    bar = bars.get(row.team, Bar((), ()))
    return Bar(bar.clauses, (*bar.why, *WITHDRAWN.why)) if row.withdrawn else bar


def _groups(rows: Iterable[Row], left_out: Mapping[str, Bar]) -> tuple[Group, ...]:
    """Teams that are seeded, those that share a rank together, best first."""
    by_rank = groupby((row for row in rows if row.team not in left_out), key=lambda row: row.rank)
    return tuple(tuple(row.team for row in rows_of_rank) for _, rows_of_rank in by_rank)
