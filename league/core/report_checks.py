"""Decides what is wrong or doubtful about a game report: every finding at once, with clause and remedy.

What can't be is refused; what doesn't agree with what the product works out, or is hardly so, is a
warning: the reporter may have seen it so and send it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from league.core import fair_play
from league.core.book import FairPlay, Results
from league.core.fair_play import Verdict
from league.core.findings import Finding, Severity
from league.core.penalty_minutes import assessed_seconds
from league.core.report_about import About
from league.core.report_game import as_played, numbered_ids, team_of
from league.core.report_sheet_checks import sheet_findings
from league.core.reports import SIDES, ReportContent, Side, SideReport, category_counts

PERIODS = 3
"""Periods of regulation; a fourth entry is overtime."""
MOST = 99
"""The most that any figure of a report can be."""
HARDLY = 15
"""More goals than this in one period are worth a second look."""


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """What the product makes of one side of a report. Minutes are equivalent minutes, seconds those of the sheet."""

    score: int
    seconds: int
    verdict: Verdict | None


def worked_out(content: ReportContent, about: About) -> Mapping[Side, WorkedOut]:
    """Score, minutes and Fair Play verdict of both sides, by the book. The report must have passed `check_report`."""
    game = as_played(about.game, content, numbered_ids(about.game))
    has_points = about.keeps_score and about.book.get(FairPlay) is not None
    found: dict[Side, WorkedOut] = {}
    for side in SIDES:
        team = team_of(game, side)
        seconds = sum(assessed_seconds(item, about.level, about.book) for item in game.penalties if item.team == team)
        verdict = fair_play.verdict(about.facts, game, team, about.book) if has_points else None
        found[side] = WorkedOut(content.side(side).score, seconds, verdict)
    return found


def check_report(content: ReportContent, about: About) -> tuple[Finding, ...]:
    """Everything that is wrong or doubtful about the report, in the order of the form."""
    found = [*_numbers(content), *_score(content, about)]
    for side in SIDES:
        found += sheet_findings(content.side(side), side, about)
    if not any(item.severity == "refuse" for item in found):
        found += _own_words(content, about)
    return tuple(found)


def refused(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Those findings that keep a report from being accepted."""
    return tuple(item for item in findings if item.severity == "refuse")


def _numbers(content: ReportContent) -> Iterator[Finding]:
    """Figures that can't be."""
    for side in SIDES:
        report = content.side(side)
        named: dict[str, Any] = {f"goals.{place + 1}": goals for place, goals in enumerate(report.goals)}
        named |= {f"penalties.{name}": number for name, number in report.counts.items()}
        for where, number in named.items():
            if not 0 <= number <= MOST:
                yield _finding("number", f"{number} can't be", f"{side}.{where}", remedy=f"0 to {MOST}")
        if report.total is not None and not 0 <= report.total <= MOST * (PERIODS + 1):
            yield _finding("number", f"{report.total} can't be", f"{side}.total", remedy="check the total")


def _score(content: ReportContent, about: About) -> Iterator[Finding]:
    given = [content.side(side) for side in SIDES]
    if not about.keeps_score:
        if any(report.score for report in given):
            rules = about.book.one(Results)
            yield _finding(
                "no-score",
                f"No score is kept at this level ({about.level}): a game is reported as 0 to 0",
                "goals",
                clause=rules.no_score_clause,
                remedy="leave the goals out",
            )
        return
    periods = {len(report.goals) for report in given}
    if max(periods) > PERIODS + 1:
        yield _finding("periods", f"More than {PERIODS} periods and one overtime", "goals", remedy="add them up")
    elif len(periods) > 1 or 0 < max(periods) < PERIODS or (periods == {0} and None in {one.total for one in given}):
        yield _finding(
            "periods",
            f"Goals are needed for all {PERIODS} periods of both teams",
            "goals",
            clause=about.clause,
            remedy="put 0 where none was scored",
        )
    for side in SIDES:
        for place, goals in enumerate(content.side(side).goals):
            if HARDLY < goals <= MOST:
                where = f"{side}.goals.{place + 1}"
                yield _finding("many-goals", f"{goals} goals in one period", where, "warn", remedy="check it")
    if periods == {PERIODS} or periods == {PERIODS + 1}:
        yield from _decision(content)
    elif content.decided_in == "shootout" and content.shootout_winner is None:
        yield _no_shootout_winner()


def _decision(content: ReportContent) -> Iterator[Finding]:
    """Whether overtime and shootout go with the goals."""
    home, away = content.home.goals, content.away.goals
    level_after_regulation = sum(home[:PERIODS]) == sum(away[:PERIODS])
    extra = (home[PERIODS], away[PERIODS]) if len(home) > PERIODS else (0, 0)
    level = content.home.score == content.away.score
    went_on = any(extra) or content.decided_in != "regulation" or content.shootout_winner is not None
    if went_on and not level_after_regulation:
        yield _finding(
            "overtime",
            f"It was {sum(home[:PERIODS])} to {sum(away[:PERIODS])} after {PERIODS} periods: there is no overtime",
            "decided_in",
            remedy="check the goals, or take overtime and shootout out",
        )
        return
    if content.decided_in == "regulation" and any(extra) and not level:
        yield _finding("overtime", "The overtime decided the game", "decided_in", remedy="say overtime")
    if content.decided_in == "overtime" and level:
        yield _finding("overtime", "Nobody won in overtime: the score is level", "decided_in", remedy="check the goals")
    if content.decided_in != "overtime" and all(extra) and level:
        yield _finding("overtime", "Both scored in overtime", "goals.4", "warn", remedy="check the goals")
    if not level and sum(extra) > 1:
        yield _finding("overtime", "More than one goal in overtime", "goals.4", "warn", remedy="check the goals")
    if content.decided_in == "shootout" and not level:
        yield _finding("shootout", "There is no shootout unless the score is level", "shootout_winner")
    if content.decided_in == "shootout" and content.shootout_winner is None:
        yield _no_shootout_winner()
    if content.decided_in != "shootout" and content.shootout_winner is not None:
        yield _finding("shootout", "A shootout was won but did not decide", "decided_in", remedy="say shootout")


def _no_shootout_winner() -> Finding:
    return _finding("shootout", "Who won the shootout?", "shootout_winner", remedy="choose the team")


def _own_words(content: ReportContent, about: About) -> Iterator[Finding]:
    """Where totals, minutes and Fair Play points as reported aren't what the product works out."""
    made = worked_out(content, about)
    for side in SIDES:
        report, ours, name = content.side(side), made[side], about.team_name(side)
        if report.goals and report.total is not None and report.total != ours.score:
            yield _finding(
                "total",
                f"{name}: the periods add up to {ours.score}, the total says {report.total}",
                f"{side}.total",
                "warn",
                clause=about.clause,
                remedy="check the periods: they count",
            )
        yield from _minutes(report, side, name, ours, about)
        yield from _point(report, side, name, ours)


def _minutes(report: SideReport, side: Side, name: str, ours: WorkedOut, about: About) -> Iterator[Finding]:
    """Reported minutes may be those of the sheet (half minutes rounded) or the equivalent ones."""
    if report.minutes is None:
        return
    said = report.minutes * 60
    of_verdict = ours.verdict.minutes if ours.verdict else None
    if report.minutes != of_verdict and abs(said - ours.seconds) >= 60:
        counted = sum(category_counts(report).values())
        minutes = f"{ours.seconds // 60}:{ours.seconds % 60:02d}" if of_verdict is None else of_verdict
        yield _finding(
            "minutes",
            f"{name}: {counted} penalties come to {minutes} minutes, the report says {report.minutes}",
            f"{side}.minutes",
            "warn",
            clause=about.clause,
            remedy="check the penalties: they count",
        )


def _point(report: SideReport, side: Side, name: str, ours: WorkedOut) -> Iterator[Finding]:
    if report.fair_play is None or ours.verdict is None or report.fair_play == ours.verdict.kept:
        return
    says, is_so = ("kept", "lost") if report.fair_play else ("lost", "kept")
    yield _finding(
        "fair-play",
        f"{name}: the report says the Fair Play point was {says}; by the book it is {is_so} "
        f"({'; '.join(ours.verdict.why)})",
        f"{side}.fair_play",
        "warn",
        clause=ours.verdict.clauses[0],
        remedy="check the penalties and events: the point follows from them",
    )


def _finding(
    code: str, message: str, where: str, severity: Severity = "refuse", *, clause: str | None = None, remedy: str = ""
) -> Finding:
    return Finding(f"report.{code}", message, severity, where, clause, remedy)
