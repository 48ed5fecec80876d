"""Decides how standings are read: the facts a table needs, the table of a day, and tables as the workers left them."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject

from discipline.queries.records import decisions_on, infractions
from league.core import facts as core
from league.core import fair_play, results
from league.core.book import Results
from league.core.cut import known_on, of_division
from league.core.fair_play import Verdict
from league.core.results import Result
from league.models import Division, RuleBookVersion, Season, Team
from league.queries.facts import Slice, league_facts
from league.queries.rulebooks import read_version, version_in_force
from league.rulebook.book import RuleBook
from standings.core.book import Deduction, Points
from standings.core.seeding import Seeding, seeding
from standings.core.table import DivisionStandings, standings
from standings.models import Adjustment, CoinFlip, FinalTable, StandingsSnapshot, Withdrawal


def standings_facts(
    season: Season, divisions: Collection[int] | None = None, day: dt.date | None = None
) -> dict[str, Any]:
    """The adjustments, coin flips and withdrawals of a season or of some divisions, by name of the facts' lists.

    A flip of a later day than `day` isn't there yet; one without a day always is. Three queries.
    """
    of_team = {"team__season": season} if divisions is None else {"team__division__in": divisions}
    of_division = {"division__season": season} if divisions is None else {"division__in": divisions}
    adjustments = Adjustment.objects.filter(**of_team).select_related("team").order_by("position", "pk")
    flips = CoinFlip.objects.filter(**of_division, withdrawn_at=None).select_related("division")
    flips = flips.order_by("position", "pk")
    if day is not None:
        flips = flips.filter(Q(date=None) | Q(date__lte=day))
    return {
        "adjustments": tuple(
            core.Adjustment(row.team.key, row.points, row.clause, row.reason or "") for row in adjustments
        ),
        "coin_flips": tuple(
            core.CoinFlip(row.division.key, tuple(row.among), tuple(row.order or _winner_first(row))) for row in flips
        ),
        "withdrawn": withdrawals(season, divisions),
    }


def withdrawals(season: Season, divisions: Collection[int] | None = None) -> tuple[core.Withdrawal, ...]:
    """The teams that left a season, or some divisions: games to come with them are off. One query."""
    of_team = {"team__season": season} if divisions is None else {"team__division__in": divisions}
    rows = Withdrawal.objects.filter(**of_team).select_related("team").order_by("position", "pk")
    return tuple(core.Withdrawal(row.team.key, row.date) for row in rows)


def teams_gone(season: Season, day: dt.date) -> QuerySet[Withdrawal, int]:
    """Ids of the teams that left a season by a day, to be part of another query."""
    found = Withdrawal.objects.filter(team__season=season).exclude(date__gt=day).order_by()
    return found.values_list("team", flat=True)


def _winner_first(row: CoinFlip) -> list[str]:
    """The order that a flip with a winner gives: with two teams all of it, with more only the first place."""
    others = [team for team in row.among if team != row.winner]
    return [row.winner or "", *(others if len(others) == 1 else [])]


def division_facts(division: Division, day: dt.date | None = None) -> core.Facts:
    """Everything that a division's table rests on, coin flips those of `day` or before.

    Work and queries are bounded by the division. It is the facts' first division; others are there
    where its teams play theirs.
    """
    return _facts_of(division.season, [division], day)[0]


def _facts_of(season: Season, divisions: Sequence[Division], day: dt.date | None) -> list[core.Facts]:
    """The facts of each of these divisions of a season, read together. Constant queries."""
    keys = [division.pk for division in divisions]
    facts = league_facts(Slice(season, divisions=keys)).changed(**standings_facts(season, keys, day))
    if _moved_by_infractions(read_version(season.rulebook)):
        recorded = infractions(season, keys)
        decided = decisions_on(season, [item.id for item in recorded]) if recorded else ()
        facts = facts.changed(infractions=recorded, decisions=decided)
    return [of_division(facts, division.key) for division in divisions]


def _moved_by_infractions(book: RuleBook) -> bool:
    """Whether what is recorded off the sheets forfeits games or takes points off."""
    rules = book.get(Results)
    return bool(book.all(Deduction)) or (rules is not None and bool(rules.used_infractions))


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
    seedings: tuple[Seeding, ...] = ()  # with the orders of the playoffs' round robins

    def content(self) -> dict[str, Any]:
        """What a snapshot and a frozen table keep of it, as JSON: the rulings' entries and some marks a row more."""
        content: dict[str, Any] = {
            "rows": [],
            "tie_breaks": [],
            "coin_flip_needed": [],
            "seeding": [self.seeding.document()] if self.seeding else [],
        }
        if self.table is not None:
            document = self.table.document()
            content |= {name: document[name] for name in ("rows", "tie_breaks", "coin_flip_needed")}
            turned = self._turned()
            for row, line in zip(content["rows"], self.table.rows, strict=True):
                row |= {"provisional": line.provisional, "withdrawn": line.withdrawn}
                if line.team in turned:
                    row["turned"] = turned[line.team]
        return content

    def _turned(self) -> dict[str, list[dict[str, Any]]]:
        """By team, its games that were played and lost afterwards, with the clauses by which."""
        turned: dict[str, list[dict[str, Any]]] = {}
        for result in self.results.values():
            if result.game.outcome == "played" and result.status in ("forfeit", "double-forfeit"):
                for team in result.at_fault:
                    against = result.game.opponent(team)
                    turned.setdefault(team, []).append({"against": against, "clauses": list(result.clauses)})
        return turned


def rule_division(division: Division, day: dt.date) -> RuledDivision:
    """Work a division's table out from its facts as they were known at the end of `day`, by the book then in force.

    Work and queries are bounded by the division. Raises MissingSection where the book lacks what these facts need.
    """
    return rule_divisions(division.season, [division], day)[0]


def rule_divisions(season: Season, divisions: Sequence[Division], day: dt.date) -> list[RuledDivision]:
    """As `rule_division`, for several divisions of a season, read together: as many queries as for one."""
    version = version_in_force(season, day)
    return [rule_facts(facts, version, day) for facts in _facts_of(season, divisions, day)]


def rule_facts(facts: core.Facts, version: RuleBookVersion, day: dt.date) -> RuledDivision:
    """As `rule_division`, on facts that are at hand, such as those that a correction would leave.

    `facts` are those of `division_facts`. No query once the book is in memory. Raises as `rule_division`.
    """
    book = read_version(version)
    facts = known_on(facts, day)
    found = results.results(facts, book)
    verdicts = fair_play.verdicts(facts, book, found)
    points = fair_play.points(verdicts, found, book)
    tables = standings(facts, book, found, points)
    seedings = seeding(facts, book, found, tables, points)
    own = facts.divisions[0].id
    return RuledDivision(
        version,
        book,
        day,
        facts,
        found,
        verdicts,
        points,
        next((table for table in tables if table.division == own), None),
        next((item for item in seedings if item.division == own), None),
        tuple(item for item in seedings if item.division == own),
    )


def season_table_facts(season: Season) -> core.Facts:
    """Everything that the tables of a whole season rest on. Constant queries."""
    return league_facts(Slice(season)).changed(**standings_facts(season))


def rule_tables(facts: core.Facts, book: RuleBook, day: dt.date) -> tuple[DivisionStandings, ...]:
    """The tables that `book` makes of these facts at the end of `day`. No query. Raises MissingSection."""
    facts = known_on(facts, day)
    found = results.results(facts, book)
    points = fair_play.points(fair_play.verdicts(facts, book, found), found, book)
    return standings(facts, book, found, points)


def season_before(season: Season) -> Season | None:
    """The league's season before this one, or None. One query."""
    if season.starts is None:
        return None
    earlier = Season.objects.filter(league=season.league_id, starts__lt=season.starts).select_related(
        "league", "rulebook"
    )
    return earlier.order_by("-starts", "-pk").first()


def frozen_rows(season: Season) -> dict[str, list[dict[str, Any]]]:
    """The rows of every final table of a season that stands, by the division's key. One query."""
    found = FinalTable.objects.filter(division__season=season, reopened_at__isnull=True)
    return dict(found.order_by("pk").values_list("division__key", "rows"))


def table_facts(ruled: RuledDivision) -> core.Facts:
    """The facts that the table rests on: without the games of kinds that give no points, such as playoff games."""
    points = ruled.book.get(Points)
    if points is None:
        return ruled.facts
    return ruled.facts.changed(games=tuple(game for game in ruled.facts.games if game.kind in points.kinds))


_FROZEN = FinalTable.objects.filter(division=OuterRef("division"), reopened_at__isnull=True)


_FROZEN_CONTENT = JSONObject(
    pk="pk",
    rows="rows",
    coin_flip_needed="coin_flip_needed",
    seeding="seeding",
    facts_digest="facts_digest",
    frozen_at="frozen_at",
    frozen_by="frozen_by__name",
)


@dataclass(frozen=True, slots=True)
class CurrentTable:
    """What readers see of a division: the table as the workers left it and, once it is final, the frozen one."""

    snapshot: StandingsSnapshot
    final: Mapping[str, Any] | None

    @property
    def content(self) -> Mapping[str, Any]:
        """The rows, coin flips needed and seeding that stand: those of the frozen table where there is one."""
        if self.final is not None:
            return self.final
        return {name: getattr(self.snapshot, name) for name in ("rows", "coin_flip_needed", "seeding")}

    @property
    def changed_since(self) -> bool:
        """Whether facts have changed since the table was made final."""
        return self.final is not None and self.final["facts_digest"] != self.snapshot.facts_digest

    @property
    def version(self) -> str:
        """As `table_version`."""
        return f"{self.snapshot.version}.{self.final['pk'] if self.final else 0}"


def current_table(division: Division) -> CurrentTable | None:
    """The table that stands, or None before the first was worked out. One query."""
    found = StandingsSnapshot.objects.filter(division=division).select_related("rulebook")
    found = found.defer("fair_play", "tie_breaks", "rulebook__text")
    row = found.annotate(final=Subquery(_FROZEN.values(json=_FROZEN_CONTENT))).first()
    return CurrentTable(row, row.final) if row is not None else None


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
    teams = Team.objects.filter(division__in=divisions).only("key", "name", "division")
    return teams.annotate(adjusted=ArraySubquery(parts)).order_by("name", "pk")


def withdrawn(teams: Collection[int]) -> list[Team]:
    """Those of these teams that left the season. One query."""
    return list(Team.objects.filter(pk__in=teams, withdrawal__isnull=False).order_by("pk"))


def coin_flips(division: Division) -> QuerySet[CoinFlip]:
    """The flips and play-ins recorded for a division that stand, in the order in which they count."""
    return decisions_on_record(division).filter(withdrawn_at=None)


def decisions_on_record(division: Division) -> QuerySet[CoinFlip]:
    """As `coin_flips`, with those that were withdrawn."""
    found = CoinFlip.objects.filter(division=division).select_related("recorded_by", "withdrawn_by")
    return found.order_by("position", "pk")


def season_tables(season: Season) -> list[CurrentTable]:
    """Every division's table that stands, in the season's order of divisions. One query."""
    found = StandingsSnapshot.objects.filter(division__season=season).select_related("division")
    found = found.defer("fair_play", "tie_breaks")
    rows = found.annotate(final=Subquery(_FROZEN.values(json=_FROZEN_CONTENT)))
    return [CurrentTable(row, row.final) for row in rows.order_by("division__position", "division__pk")]
