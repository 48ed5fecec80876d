"""Decides what two teams' reports make of a game: posted, verified or in dispute, and how a dispute is settled."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from league.core.report_checks import MOST
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
    one_by_one,
)
from league.core.vocabulary import DECIDED_IN

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
    made = ReportContent(
        home=sides["home"],
        away=sides["away"],
        decided_in=holds("decided_in", "home").decided_in,
        shootout_winner=holds("shootout_winner", "home").shootout_winner,
    )
    return _by_score(made) if any(field.endswith(".score") for field in fields) else made


def _by_score(content: ReportContent) -> ReportContent:
    """The report with both scores whole, where only one side's goals are known by period."""
    if bool(content.home.goals) == bool(content.away.goals):
        return content
    home, away = (replace(content.side(side), goals=(), total=content.side(side).score) for side in SIDES)
    return replace(content, home=home, away=away)


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
    named = any(report.penalties for report in told.values())
    sorted_out = {name: by_category(report) for name, report in told.items()}
    of_base = by_category(base)
    counts: dict[str, int] = {}
    penalties: list[ReportedPenalty] = []
    for name in dict.fromkeys([*CATEGORIES, *sorted_out["home"], *sorted_out["away"]]):
        field = f"{side}.penalties.{name}"
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


def own_values(item: Difference) -> tuple[str, ...] | None:
    """The words that a differing field may be given besides those of the two reports.

    Empty: any number. None: nothing else, as where there is only yes and no.
    """
    match item.field.split("."):
        case ["decided_in"]:
            return DECIDED_IN
        case ["shootout_winner"]:
            return (*SIDES, "nobody")
        case [_, "goals", _] | [_, "score"] | [_, "penalties", _]:
            return ()
    return None


def with_value(content: ReportContent, field: str, value: str) -> ReportContent:
    """The report with another value in one of the fields that `own_values` lets be set.

    Penalties by number keep the names of those that are there, unless fewer are wanted: then
    nobody can say whose they are. Raises ValueError for a field or value that can't be.
    """
    match field.split("."):
        case ["decided_in"] if value in DECIDED_IN:
            return replace(content, decided_in=value)
        case ["shootout_winner"] if value in (*SIDES, "nobody"):
            return replace(content, shootout_winner=None if value == "nobody" else value)  # type: ignore[arg-type]
        case [("home" | "away") as side, "goals", place]:
            report = content.side(side)
            goals = [*report.goals, *(0,) * (int(place) - len(report.goals))]
            goals[int(place) - 1] = _number(value)
            return _with_side(content, side, replace(report, goals=tuple(goals)))
        case [("home" | "away") as side, "score"]:
            return _by_score(_with_side(content, side, replace(content.side(side), goals=(), total=_number(value))))
        case [("home" | "away") as side, "penalties", name] if name in CATEGORIES:
            return _with_side(content, side, _with_number(content.side(side), name, _number(value)))
    raise ValueError(f"{field} can't be {value!r}")


def _number(value: str) -> int:
    if not value.isascii() or not value.isdecimal() or len(value) > 3 or int(value) > MOST:
        raise ValueError(f"{value!r} is no number up to {MOST}")
    return int(value)


def _with_side(content: ReportContent, side: Side, report: SideReport) -> ReportContent:
    return replace(content, home=report) if side == "home" else replace(content, away=report)


def _with_number(report: SideReport, name: str, number: int) -> SideReport:
    if not report.penalties:
        return replace(report, counts={**report.counts, name: number})
    acts = by_category(report).get(name, ())
    kept = acts if len(acts) <= number else ()
    gone = {id(item) for act in acts for item in act} - {id(item) for act in kept for item in act}
    added = one_by_one(SideReport(counts={name: number - len(kept)}))
    named_apart = tuple(replace(item, incident=f"own:{item.incident}" if item.incident else "") for item in added)
    return replace(report, penalties=(*(item for item in report.penalties if id(item) not in gone), *named_apart))
