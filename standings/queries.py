"""Decides how standings are read: the facts a table needs, the table of a day, and tables as the workers left them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject

from league.core import facts as core
from league.core import fair_play, results
from league.core.cut import known_on
from league.core.fair_play import Verdict
from league.core.results import Result
from league.models import Division, RuleBookVersion, Season, Team
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import read_version, version_in_force
from league.rulebook.book import RuleBook
from standings.core.seeding import Seeding, seeding
from standings.core.table import DivisionStandings, standings
from standings.models import Adjustment, CoinFlip, FinalTable, StandingsSnapshot, Withdrawal


def standings_facts(season: Season, division: Division | None = None) -> dict[str, Any]:
    """The adjustments, coin flips and withdrawals of a season or a division, by name of the facts' lists.

    Three queries.
    """
    of_team = {"team__season": season} if division is None else {"team__division": division}
    of_division = {"division__season": season} if division is None else {"division": division}
    adjustments = Adjustment.objects.filter(**of_team).select_related("team").order_by("position", "pk")
    flips = CoinFlip.objects.filter(**of_division).select_related("division").order_by("position", "pk")
    withdrawals = Withdrawal.objects.filter(**of_team).select_related("team").order_by("position", "pk")
    return {
        "adjustments": tuple(
            core.Adjustment(row.team.key, row.points, row.clause, row.reason or "") for row in adjustments
        ),
        "coin_flips": tuple(
            core.CoinFlip(row.division.key, tuple(row.among), tuple(row.order or _winner_first(row))) for row in flips
        ),
        "withdrawn": tuple(core.Withdrawal(row.team.key, row.date) for row in withdrawals),
    }


def _winner_first(row: CoinFlip) -> list[str]:
    """The order that a flip with a winner gives: with two teams all of it, with more only the first place."""
    others = [team for team in row.among if team != row.winner]
    return [row.winner or "", *(others if len(others) == 1 else [])]


def division_facts(division: Division) -> core.Facts:
    """Everything that a division's table rests on. Work and queries are bounded by the division."""
    facts = league_facts(Slice(division.season, division=division.pk))
    return facts.changed(**standings_facts(division.season, division))


@dataclass(frozen=True, slots=True)
class RuledDivision:
    """A division's table on one day with everything it was made from. `table` is None where the book ranks nothing."""

    version: RuleBookVersion
    book: RuleBook
    as_of: dt.date
    facts: core.Facts
    results: Mapping[str, Result]
    verdicts: tuple[Verdict, ...]
    fair_play: Mapping[tuple[str, str], int]  # points by game and team
    table: DivisionStandings | None
    seeding: Seeding | None

    def content(self) -> dict[str, Any]:
        """What a snapshot and a frozen table keep of it, as JSON: the rulings' entries and two marks a row more."""
        content: dict[str, Any] = {
            "rows": [],
            "tie_breaks": [],
            "coin_flip_needed": [],
            "seeding": [self.seeding.document()] if self.seeding else [],
        }
        if self.table is not None:
            document = self.table.document()
            content |= {name: document[name] for name in ("rows", "tie_breaks", "coin_flip_needed")}
            for row, line in zip(content["rows"], self.table.rows, strict=True):
                row |= {"provisional": line.provisional, "withdrawn": line.withdrawn}
        return content


def rule_division(division: Division, day: dt.date) -> RuledDivision:
    """Work a division's table out from its facts as they were known at the end of `day`, by the book then in force.

    Work and queries are bounded by the division. Raises MissingSection where the book lacks what these facts need.
    """
    version = version_in_force(division.season, day)
    book = read_version(version)
    facts = known_on(division_facts(division), day)
    found = results.results(facts, book)
    verdicts = fair_play.verdicts(facts, book, found)
    points = fair_play.points(verdicts, found, book)
    tables = standings(facts, book, found, points)
    seedings = seeding(facts, book, found, tables)
    return RuledDivision(
        version,
        book,
        day,
        facts,
        found,
        verdicts,
        points,
        next(iter(tables), None),
        next(iter(seedings), None),
    )


_FROZEN = FinalTable.objects.filter(division=OuterRef("division"), reopened_at__isnull=True)


def snapshot(division: Division) -> StandingsSnapshot | None:
    """The division's table as the workers left it, or None before the first.

    `final` on it is the frozen table that stands, as a mapping, or None while the table is open. One query.
    """
    frozen = JSONObject(
        pk="pk",
        rows="rows",
        tie_breaks="tie_breaks",
        coin_flip_needed="coin_flip_needed",
        seeding="seeding",
        facts_digest="facts_digest",
        frozen_at="frozen_at",
        frozen_by="frozen_by__name",
    )
    found = StandingsSnapshot.objects.filter(division=division).select_related("rulebook").defer("rulebook__text")
    return found.annotate(final=Subquery(_FROZEN.values(json=frozen))).first()


def table_version(division: Division) -> str:
    """What pages that show the table compare: it changes with the snapshot and with freezing. One query."""
    found = StandingsSnapshot.objects.filter(division=division).annotate(final=Subquery(_FROZEN.values("pk")))
    row = found.values_list("version", "final").first()
    return f"{row[0]}.{row[1] or 0}" if row else "0"


def final_table(division: Division) -> FinalTable | None:
    """The frozen table that stands, or None while the table is open. One query."""
    found = FinalTable.objects.filter(division=division, reopened_at__isnull=True)
    return found.select_related("rulebook", "frozen_by").first()


def earlier_final_tables(division: Division) -> QuerySet[FinalTable]:
    """Final tables that were reopened, the newest first, with who froze and who reopened them."""
    found = FinalTable.objects.filter(division=division, reopened_at__isnull=False)
    return found.select_related("frozen_by", "reopened_by").order_by("-reopened_at")


def teams_in_table(*divisions: int) -> QuerySet[Team]:
    """The teams of these divisions with their adjustments (`adjusted`: points, clause, reason). One query."""
    adjusted = Adjustment.objects.filter(team=OuterRef("pk")).order_by("position", "pk")
    parts = adjusted.values(json=JSONObject(points="points", clause="clause", reason="reason"))
    return Team.objects.filter(division__in=divisions).annotate(adjusted=ArraySubquery(parts)).order_by("name", "pk")


def coin_flips(division: Division) -> QuerySet[CoinFlip]:
    """The flips recorded for a division, in the order in which they count."""
    return CoinFlip.objects.filter(division=division).select_related("recorded_by").order_by("position", "pk")


def season_snapshots(season: Season) -> list[StandingsSnapshot]:
    """Every division's table, in the season's order of divisions; `final` as in `snapshot`. One query."""
    found = StandingsSnapshot.objects.filter(division__season=season).select_related("division")
    frozen = JSONObject(
        pk="pk", rows="rows", coin_flip_needed="coin_flip_needed", seeding="seeding", frozen_at="frozen_at"
    )
    found = found.annotate(final=Subquery(_FROZEN.values(json=frozen)))
    return list(found.order_by("division__position", "division__pk"))
