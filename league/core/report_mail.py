"""Decides what a report written in the league's e-mail layout (5.1 of District 9) says, and which lines can't be read.

The layout: a subject "LEVEL Game: AWAY at HOME", lines of goals, of penalties and of Fair Play points,
each "TEAM ~ ...". People type it in many ways; whatever is read otherwise than written is told, line by
line, and nothing is dropped silently.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from league.core.findings import Finding, Severity
from league.core.report_mail_lines import Goals, Penalties, read_goals, read_penalties
from league.core.report_mail_words import answer, category, folded, is_misspelt, plain, whose
from league.core.reports import SIDES, ReportContent, Side, SideReport

LONGEST = 20_000
"""Characters; no report is longer."""
LONGEST_LINE = 500
"""Characters; what is longer is no line of a report, and reading it would take long."""
LONGEST_NAME = 120
"""Characters that are looked at for a team's name at the beginning of a line."""
_QUOTED = re.compile(r"^(?:\s*[>|])+\s?")
_HEADER = re.compile(
    r"^(?P<name>subject|from|to|cc|bcc|date|sent|reply-to|importance|betreff|objet)\s*:", re.IGNORECASE
)
_REPLY = re.compile(r"^(?:\s*(?:re|fwd?|fw|aw|wg|tr)\s*:\s*)+", re.IGNORECASE)
_SUBJECT = re.compile(
    r"^(?P<level>.*?)\bgame\b\s*(?:#?\s*\d+)?\s*[:~-]+\s*(?P<away>.+?)\s+(?P<at>at|@|vs\.?|v\.?)\s+(?P<home>.+)$",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"^(?:(?P<goals>final score|score by periods?|scores?|scoring|goals?|result)"
    r"|(?P<penalties>penalties|penalty|penalty minutes|pims?)"
    r"|(?P<fair_play>fair[ -]?play(?: points?)?|fpps?|fp))\s*(?:[:~-]+\s*(?P<rest>.*))?$",
    re.IGNORECASE,
)
_BOTH = re.compile(r"^(?:both(?: teams)?|each team)\b[\s~:=-]*(?P<rest>.+)$", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*[~:|]\s*|\s+-+\s+|\s*-{1,2}>?\s*|\s*=>?\s*|\s*\.{2,}\s*|\s+")


@dataclass(slots=True)
class MailReport:
    """What a mailed report says. `level` and the names are those of its subject, None where there is none."""

    level: str | None = None
    away: str | None = None
    home: str | None = None
    content: ReportContent = field(default_factory=ReportContent)
    findings: tuple[Finding, ...] = ()

    def document(self) -> dict[str, Any]:
        """The report as plain values, for worked examples."""
        sides = {side: self.content.side(side) for side in ("away", "home")}
        return {
            "level": self.level,
            "away": self.away,
            "home": self.home,
            "periods": {side: list(report.goals) for side, report in sides.items()},
            "penalties": {side: dict(report.counts) for side, report in sides.items()},
            "minutes": {side: report.minutes for side, report in sides.items()},
            "fair_play": {side: report.fair_play for side, report in sides.items()},
            "decided_in": self.content.decided_in,
            "shootout_winner": self.content.shootout_winner,
        }


def read_mail(text: str, teams: Mapping[Side, str] | None = None) -> MailReport:
    """Read a report of the game of these two teams; without them, of the teams that its subject names.

    Never raises: what can't be read is among the findings, with its line and its number.
    """
    return _Reader(text[:LONGEST], teams).report()


class _Reader:
    """Goes through the lines once, remembering the section and the team at hand."""

    def __init__(self, text: str, teams: Mapping[Side, str] | None) -> None:
        lines = [plain(_QUOTED.sub("", line)) for line in text.splitlines()]
        self.lines = [(number, line) for number, line in enumerate(lines, start=1) if line.strip("-=_*~ ")]
        self.found = MailReport()
        self.findings: list[Finding] = []
        self.teams: Mapping[Side, str] = teams or {}
        self.given = teams is not None
        self.section = ""
        self.goals: dict[Side, Goals] = {}
        self.penalties: dict[Side, Penalties] = {}
        self.points: dict[Side, bool] = {}
        self.side: Side | None = None

    def report(self) -> MailReport:
        for number, line in self.lines:
            self._line(number, line)
        self.findings += self._missing()
        self.found.content = self._content()
        self.found.findings = tuple(self.findings)
        return self.found

    def _line(self, number: int, line: str) -> None:
        if len(line) > LONGEST_LINE:
            message = f"a line of {len(line)} characters was left out: {line[:40]!r}"
            self._tell("long-line", number, message, remedy="put each team's figures on a line of their own")
            return
        header = _HEADER.match(line)
        if header and header["name"].casefold() not in ("subject", "betreff", "objet"):
            self._tell("unused", number, f"{line!r} is not part of the report", "info")
            return
        subject = _REPLY.sub("", line[header.end() :] if header else line).strip()
        matched = _SUBJECT.match(subject)
        if matched and (header or self.found.level is None):
            self._subject(number, matched)
            return
        section = _SECTION.match(line)
        if section:
            self.section = _section_of(section)
            self.side = None
            line = section["rest"] or ""
            if not line:
                return
        if header or not self._of_a_team(number, line):
            self._unread(number, line)

    def _subject(self, number: int, matched: re.Match[str]) -> None:
        level, away, home = (matched[name].strip(" ~:-") for name in ("level", "away", "home"))
        self.found.level, self.found.away, self.found.home = level or None, away, home
        if not self.given:
            self.teams = {"home": home, "away": away}
            return
        sides = whose(away, self.teams), whose(home, self.teams)
        if sides == ("home", "away"):
            self._tell(
                "swapped",
                number,
                f"the subject says {away} at {home}; this game is {self.teams['away']} at {self.teams['home']}",
                remedy="the lines are read by the teams' names",
            )
        elif sides != ("away", "home"):
            unknown = [name for name, side in zip((away, home), sides, strict=True) if side is None]
            if unknown:
                self._tell("other-team", number, f"{' and '.join(unknown)} doesn't play in this game")

    def _of_a_team(self, number: int, line: str) -> bool:
        """Read the line as one team's; False when it is nobody's."""
        if both := _BOTH.match(line):
            return self._for_both(number, both["rest"])
        side, rest, name = self._addressed(line)
        if side is None:
            return self._continued(number, line)
        if is_misspelt(name, self.teams[side]):
            self._tell("misspelt", number, f"{name!r} was read as {self.teams[side]}", "info")
        self.side = side
        return self._says(number, side, rest)

    def _for_both(self, number: int, rest: str) -> bool:
        """Read one Fair Play answer for both teams."""
        point = answer(rest)
        if point is not None:
            for side in SIDES:
                self._point(number, side, point)
        return point is not None

    def _addressed(self, line: str) -> tuple[Side | None, str, str]:
        """Whose line it is, what it says, and the name it begins with: the longest that fits a team."""
        best: tuple[Side | None, str, str] = (None, line, "")
        for cut in _SEPARATOR.finditer(line):
            if cut.start() > LONGEST_NAME:
                break
            name, rest = line[: cut.start()], line[cut.end() :]
            side = whose(name, self.teams) if rest else None
            if side is not None:
                best = (side, rest.lstrip("~:-=. "), name)
                if "~" in cut.group() or ":" in cut.group():
                    break
        return best

    def _continued(self, number: int, line: str) -> bool:
        """More penalties of the team of the line before, or an answer for both teams."""
        if self.section == "fair_play" and self._for_both(number, line):
            return True
        if self.section != "penalties" or self.side is None:
            return False
        more = read_penalties(line)
        if not more.counts and more.minutes is None:
            return False
        self._tell("continued", number, f"{line!r} was read as {self.teams[self.side]}'s", "info")
        self._add_penalties(number, self.side, more, line)
        return True

    def _says(self, number: int, side: Side, rest: str) -> bool:
        words = folded(rest).split()
        of_penalties = any(word.startswith("penalt") or category(words[place:]) for place, word in enumerate(words))
        if self.section != "fair_play" and (of_penalties or self.section == "penalties"):
            return self._add_penalties(number, side, read_penalties(rest), rest)
        point = answer(rest)
        if point is not None and (self.section == "fair_play" or not rest[:1].isdigit()):
            self._point(number, side, point)
            return True
        return self.section != "fair_play" and self._add_goals(number, side, read_goals(rest), rest)

    def _add_goals(self, number: int, side: Side, goals: Goals, rest: str) -> bool:
        if not goals.periods and goals.total is None:
            return False
        if side in self.goals:
            if self.goals[side] != goals:
                self._tell("twice", number, f"a second score for {self.teams[side]} was left out: {rest!r}")
            return True
        self.goals[side] = goals
        self._notes(number, goals.notes, goals.unread)
        return True

    def _add_penalties(self, number: int, side: Side, penalties: Penalties, rest: str) -> bool:
        if not penalties.counts and penalties.minutes is None:
            return False
        before = self.penalties.setdefault(side, Penalties())
        again = before.counts.keys() & penalties.counts.keys()
        if again and before.counts == penalties.counts:
            return True
        if again:
            self._tell("twice", number, f"second figures for {self.teams[side]} were left out: {rest!r}")
            return True
        before.counts |= penalties.counts
        before.minutes = penalties.minutes if penalties.minutes is not None else before.minutes
        self._notes(number, penalties.notes, penalties.unread)
        return True

    def _point(self, number: int, side: Side, point: bool) -> None:
        if self.points.setdefault(side, point) != point:
            self._tell("twice", number, f"a second Fair Play point for {self.teams.get(side, side)} was left out")

    def _notes(self, number: int, notes: list[str], unread: list[str]) -> None:
        for note in notes:
            self._tell("note", number, note, "info")
        if unread:
            self._tell("unread", number, f"can't read {' '.join(unread)!r}", remedy="enter it by hand")

    def _unread(self, number: int, line: str) -> None:
        says_something = any(letter.isdigit() for letter in line) or category(folded(line).split())
        severity: Severity = "warn" if says_something else "info"
        self._tell("unread", number, f"can't read {line!r}", severity, "enter it by hand if it matters")

    def _missing(self) -> Iterator[Finding]:
        known: dict[str, Collection[Side]] = {
            "score": self.goals,
            "penalties": self.penalties,
            "Fair Play point": self.points,
        }
        for side in SIDES:
            name = self.teams.get(side, side)
            for what, found in known.items():
                if side not in found:
                    yield _finding("missing", f"no {what} was found for {name}", "", "warn", "enter it by hand")
            if side in self.goals and not self.goals[side].periods:
                yield _finding(
                    "missing", f"the goals by period of {name} are missing", "", "warn", "enter them by hand"
                )

    def _tell(self, code: str, number: int, message: str, severity: Severity = "warn", remedy: str = "") -> None:
        self.findings.append(_finding(code, message, f"line {number}", severity, remedy))

    def _content(self) -> ReportContent:
        won = self._shootout_winner()
        extra = {side: goals.overtime for side, goals in self.goals.items() if goals.periods}
        went_on = any(goals is not None for goals in extra.values())
        scores = {side: self._side(side, went_on, won) for side in SIDES}
        decided_in = "shootout" if won else "regulation"
        if not won and went_on and scores["home"].score != scores["away"].score:
            decided_in = "overtime"
        return ReportContent(home=scores["home"], away=scores["away"], decided_in=decided_in, shootout_winner=won)

    def _side(self, side: Side, went_on: bool, shootout_winner: Side | None) -> SideReport:
        goals = self.goals.get(side, Goals())
        penalties = self.penalties.get(side, Penalties())
        periods = tuple(goals.periods) + ((goals.overtime or 0,) if went_on and goals.periods else ())
        total = goals.total
        if side == shootout_winner and periods and total == sum(periods) + 1:
            total -= 1  # the deciding goal of a shootout is in no score
        return SideReport(
            goals=periods,
            counts=penalties.counts,
            total=total,
            minutes=penalties.minutes,
            fair_play=self.points.get(side),
        )

    def _shootout_winner(self) -> Side | None:
        home, away = (self.goals.get(side, Goals()) for side in SIDES)
        if home.shootout is not None or away.shootout is not None:
            difference = (home.shootout or 0) - (away.shootout or 0)
            if difference:
                return "home" if difference > 0 else "away"
        for side, ours, theirs in (("home", home, away), ("away", away, home)):
            if ours.won_shootout or theirs.won_shootout is False:
                return side  # type: ignore[return-value]
        return None


def _section_of(matched: re.Match[str]) -> str:
    return next(name for name in ("goals", "penalties", "fair_play") if matched[name])


def _finding(code: str, message: str, where: str, severity: Severity, remedy: str = "") -> Finding:
    return Finding(f"mail.{code}", message, severity, where, None, remedy)
