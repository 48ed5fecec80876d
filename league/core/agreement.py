"""Decides what two teams' reports make of a game: posted, verified or in dispute, and how a dispute is settled."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from league.core.reports import (
    CATEGORIES,
    SIDES,
    Difference,
    ReportContent,
    ReportedPenalty,
    Side,
    SideReport,
    by_category,
    differences,
)

State = Literal["unreported", "provisional", "verified", "disputed"]


@dataclass(frozen=True, slots=True)
class TeamReport:
    """A team's current report and who sent it."""

    content: ReportContent
    by: int


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game stands by its reports. `content` is what is posted; `alone`: one person spoke for both teams."""

    state: State
    content: ReportContent | None = None
    differences: tuple[Difference, ...] = ()
    alone: bool = False


def standing(reports: Mapping[Side, TeamReport], first: Side, *, disputed: bool = False) -> Standing:
    """What the teams' current reports make of a game (5.1.post of District 9).

    The report of the side that spoke `first` is posted; that of the other verifies it or opens a
    dispute, unless the same person sent both. Nobody ends a dispute (`disputed`) by reporting for
    the other side too.
    """
    if not reports:
        return Standing("unreported")
    if len(reports) == 1:
        return Standing("provisional", next(iter(reports.values())).content)
    home, away = reports["home"], reports["away"]
    found = differences(home.content, away.content)
    posted = reports[first].content
    if home.by == away.by:
        return Standing("disputed" if disputed else "provisional", posted, found, alone=True)
    if found:
        return Standing("disputed", posted, found)
    return Standing("verified", agreed(home.content, away.content))


def agreed(home: ReportContent, away: ReportContent) -> ReportContent:
    """What two reports that don't differ say together: all names given, each team's word on its own bench."""
    return replace(home, home=_together(home.home, away.home), away=_together(away.away, home.away))


def _together(own: SideReport, other: SideReport) -> SideReport:
    """A side as its own team tells it, filled up with what only the other team tells."""
    return replace(
        own,
        goals=own.goals or other.goals,
        penalties=own.penalties or other.penalties,
        dressed=own.dressed if own.dressed is not None else other.dressed,
        fair_play=own.fair_play if own.fair_play is not None else other.fair_play,
    )


def settled(home: ReportContent, away: ReportContent, taken: Mapping[str, Side]) -> ReportContent:
    """The two reports made one: in each differing field the report of the side that `taken` names holds.

    `taken` maps every field of `differences(home, away)` to a side. Raises KeyError where one is missing.
    """
    reports = {"home": home, "away": away}
    fields = {item.field for item in differences(home, away)}

    def holds(field: str, otherwise: Side) -> ReportContent:
        return reports[taken[field]] if field in fields else reports[otherwise]

    sides = {side: _settled_side(side, reports, fields, taken) for side in SIDES}
    return ReportContent(
        home=sides["home"],
        away=sides["away"],
        decided_in=holds("decided_in", "home").decided_in,
        shootout_winner=holds("shootout_winner", "home").shootout_winner,
    )


def _settled_side(
    side: Side, reports: Mapping[str, ReportContent], fields: set[str], taken: Mapping[str, Side]
) -> SideReport:
    other: Side = "away" if side == "home" else "home"
    told = {"home": reports["home"].side(side), "away": reports["away"].side(side)}
    base = _together(told[side], told[other])

    def holds(field: str) -> SideReport:
        return told[taken[field]] if field in fields else base

    periods = max(len(report.goals) for report in told.values())
    goals = tuple(_goal(holds(f"{side}.goals.{number + 1}"), number) for number in range(periods))
    if f"{side}.score" in fields:
        chosen = holds(f"{side}.score")
        base = replace(base, total=chosen.total)
        goals = chosen.goals
    kinds = sorted({kind for report in told.values() for kind in report.conduct})
    base = replace(
        base,
        goals=goals,
        conduct=tuple(kind for kind in kinds if kind in holds(f"{side}.conduct.{kind}").conduct),
        fair_play=holds(f"{side}.fair_play").fair_play,
    )
    return _with_settled_penalties(side, told, base, fields, taken)


def _goal(report: SideReport, place: int) -> int:
    return report.goals[place] if place < len(report.goals) else 0


def _with_settled_penalties(
    side: Side, told: Mapping[str, SideReport], base: SideReport, fields: set[str], taken: Mapping[str, Side]
) -> SideReport:
    """Penalties category by category from the report that holds there; by number only where neither gives names."""
    whole = f"{side}.penalties"
    if whole in fields:
        return replace(base, penalties=told[taken[whole]].penalties, counts={})
    named = any(report.penalties for report in told.values())
    sorted_out = {name: by_category(report) for name, report in told.items()}
    of_base = by_category(base)
    counts: dict[str, int] = {}
    penalties: list[ReportedPenalty] = []
    for name in dict.fromkeys([*CATEGORIES, *sorted_out["home"], *sorted_out["away"]]):
        field = f"{whole}.{name}"
        source = taken[field] if field in fields else ""
        acts = (sorted_out[source] if source else of_base).get(name, ())
        counts[name] = len(acts)
        penalties += [_named_after(source, item) for act in acts for item in act]
    if named:
        return replace(base, penalties=tuple(penalties), counts={})
    return replace(base, penalties=(), counts={name: number for name, number in counts.items() if number})


def _named_after(source: str, item: ReportedPenalty) -> ReportedPenalty:
    """The penalty with its act named after the report it comes from, so that no two acts fall together."""
    return replace(item, incident=f"{source}:{item.incident}") if item.incident else item
