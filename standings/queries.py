"""Decides how standings are read: the facts a table needs, and the tables as the workers left them."""

from typing import Any

from league.core import facts as core
from league.models import Division, Season
from league.queries.facts import Slice, league_facts
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


def snapshot(division: Division) -> StandingsSnapshot | None:
    """The division's table as the workers left it, or None before the first. One query."""
    return StandingsSnapshot.objects.filter(division=division).select_related("rulebook").first()


def final_table(division: Division) -> FinalTable | None:
    """The frozen table that stands, or None while the table is open. One query."""
    found = FinalTable.objects.filter(division=division, reopened_at__isnull=True)
    return found.select_related("rulebook", "frozen_by").first()


def season_snapshots(season: Season) -> list[StandingsSnapshot]:
    """Every division's table, in the season's order of divisions. One query."""
    found = StandingsSnapshot.objects.filter(division__season=season).select_related("division", "rulebook")
    return list(found.order_by("division__position", "division__pk"))
