"""Decides what is wrong or doubtful about the people, penalties and conduct of one side of a report."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from league.core.findings import Finding, Severity
from league.core.report_about import About
from league.core.reports import CATEGORIES, ReportedPenalty, Side, SideReport, by_category
from league.core.vocabulary import (
    CONDUCT_KINDS,
    FLAGS,
    OFFENCES,
    PENALTY_CLASSES,
    TEAM_OFFICIAL_ROLES,
    nearest,
)

PERIOD = re.compile(r"[1-3]|OT([2-9])?", re.ASCII)
LONGEST_PERIOD = 20 * 60
"""No period of hockey is longer than twenty minutes, in seconds."""
LONGEST_PENALTY = 60 * 60


def sheet_findings(report: SideReport, side: Side, about: About) -> Iterator[Finding]:
    """Everything about one side besides its goals."""
    yield from _words(report.counts, tuple(CATEGORIES), "category", f"{side}.penalties")
    yield from _words(report.conduct, CONDUCT_KINDS, "conduct event", f"{side}.conduct")
    for place, item in enumerate(report.penalties):
        yield from _penalty(item, side, f"{side}.penalties[{place + 1}]", about)
    if report.penalties:
        yield from _both_ways(report, side)
        yield from _alone(report, side)
    yield from _dressed(report, side, about)


def _penalty(item: ReportedPenalty, side: Side, where: str, about: About) -> Iterator[Finding]:
    yield from _words([item.penalty_class], PENALTY_CLASSES, "class", f"{where}.class")
    yield from _words([item.offence], OFFENCES, "offence", f"{where}.offence")
    yield from _words([item.stands_for], PENALTY_CLASSES, "class", f"{where}.stands_for")
    yield from _words(item.flags, FLAGS, "flag", f"{where}.flags")
    if item.period is not None and not PERIOD.fullmatch(item.period):
        yield _finding("period", f"there is no period {item.period!r}", f"{where}.period", remedy="1, 2, 3 or OT")
    if item.left is not None and not 0 <= item.left <= LONGEST_PERIOD:
        yield _finding("time-left", "no period is that long", f"{where}.left", remedy="time left, as 08:00")
    if item.seconds is not None and not 0 <= item.seconds <= LONGEST_PENALTY:
        yield _finding("length", "no penalty is that long", f"{where}.minutes", remedy="leave it to the rule book")
    for person in (item.person, item.served_by):
        if person is not None:
            yield from _belongs(person, side, where, about)


def _belongs(person: str, side: Side, where: str, about: About) -> Iterator[Finding]:
    """Somebody unknown is refused; somebody who wasn't on the team's roster that day is pointed out."""
    if person not in about.facts.person:
        yield _finding("unknown-person", "nobody with that id is known here", where, remedy="choose from the roster")
    elif all(spot.person != person for spot in about.spots(side)):
        yield _finding(
            "not-on-roster",
            f"{about.called(person)} was not on the roster of {about.team_name(side)} that day",
            where,
            "warn",
            remedy="check the name, or have the roster put right",
        )


def _both_ways(report: SideReport, side: Side) -> Iterator[Finding]:
    """Penalties given by number and one by one have to come to the same."""
    listed = {name: len(acts) for name, acts in by_category(report).items()}
    for name, number in report.counts.items():
        if number and name in CATEGORIES and number != listed.get(name, 0):
            yield _finding(
                "both-ways",
                f"{number} {name.replace('-', ' ')} by number, {listed.get(name, 0)} one by one",
                f"{side}.penalties.{name}",
                "warn",
                remedy="for this team only the list counts: add there what is missing, or take the number out",
            )


def _alone(report: SideReport, side: Side) -> Iterator[Finding]:
    """What is written as several penalties and was entered as fewer (4.5 of District 9: checking from behind)."""
    for name, acts in by_category(report).items():
        parts = len(CATEGORIES.get(name, ((),)))
        for act in acts:
            if len(act) < parts:
                others = " and ".join(penalty_class for penalty_class, _ in CATEGORIES[name][len(act) :])
                yield _finding(
                    "one-part",
                    f"A {act[0].penalty_class} for {name.replace('-', ' ')} stands alone; Fair Play counts it in full",
                    f"{side}.penalties",
                    "info",
                    remedy=f"add its {others} if the sheet has it",
                )


def _dressed(report: SideReport, side: Side, about: About) -> Iterator[Finding]:
    if report.dressed is None:
        return
    where = f"{side}.dressed"
    for person, number in Counter(report.dressed).items():
        yield from _belongs(person, side, where, about)
        if number > 1:
            yield _finding("twice", f"{about.called(person)} is listed twice", where, remedy="list everybody once")
        if person in about.barred:
            yield _finding(
                "may-not-dress",
                f"{about.called(person)} may not take part: {about.barred[person]}",
                where,
                "warn",
                remedy="take the name out, or send it as it was: the director will look at it",
            )
    on_bench = set(report.dressed)
    officials = {spot.person for spot in about.facts.roster if spot.role in TEAM_OFFICIAL_ROLES}
    for person in dict.fromkeys(item.person for item in report.penalties if item.person):
        if person not in on_bench and person not in officials:
            yield _finding(
                "penalised-not-dressed",
                f"{about.called(person)} was penalised but isn't among those who dressed",
                where,
                "warn",
                remedy="check who dressed",
            )


def _words(words: Iterable[str], known: tuple[str, ...], what: str, where: str) -> Iterator[Finding]:
    for word in words:
        if word not in known:
            near = nearest(word, known)
            remedy = f"did you mean {near!r}?" if near else ""
            yield _finding("unknown-word", f"unknown {what} {word!r}", where, remedy=remedy)


def _finding(code: str, message: str, where: str, severity: Severity = "refuse", *, remedy: str = "") -> Finding:
    return Finding(f"report.{code}", message, severity, where, None, remedy)
