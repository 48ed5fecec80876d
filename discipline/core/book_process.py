"""Decides which data a rule book gives about incident reports: who is asked for one, by when, and what it must say."""

from collections.abc import Iterable
from typing import ClassVar

from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import OFFENCES, PENALTY_CLASSES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register

REPORT_KINDS = ("incident", "fair-play-off-ice", "code-of-ethics")
"""What an incident report may be about."""

ABOUT_OFFICIAL = ("people", "actions", "intent", "witnesses", "positions")
"""What a report of abuse of an official may be asked for."""


class ReportRoute(Part):
    """Where a kind of report goes."""

    kind: str
    to: str
    """Who deals with it, as the league calls them."""
    clause: str


class AbuseOfOfficial(Part):
    """What the report of an abuse of an official needs besides."""

    clause: str
    offences: tuple[str, ...]
    asks: tuple[str, ...] = ABOUT_OFFICIAL
    copy_to: str | None = None
    """The office that gets a copy."""


class IncidentReports(Section):
    """`[incident_reports]`: for which penalties an official writes a report, until when, and what it must say."""

    key: ClassVar[str] = "incident_reports"
    clause: str
    hours: int
    """A report is late when it comes more than this long after the start of its game."""
    remind_hours: int | None = None
    """So long before it is due the officials are reminded; unset: never."""
    classes: tuple[str, ...]
    """The classes of penalty that need a report."""
    classes_clause: str
    narrative_clause: str
    """By this clause the narrative may not be empty."""
    injury_clause: str
    abuse: AbuseOfOfficial | None = None
    routes: tuple[ReportRoute, ...] = ()

    def route(self, kind: str) -> ReportRoute | None:
        """Where a kind of report goes; None where the book doesn't say."""
        return next((route for route in self.routes if route.kind == kind), None)

    def explain(self) -> Iterable[str]:
        """Say which penalties need a report and until when."""
        yield f"An official reports every {' or '.join(self.classes)} penalty ({self.classes_clause})."
        yield f"It is due {self.hours} hours after the start of the game; later it is marked late ({self.clause})."
        if self.remind_hours is not None:
            yield f"Who owes one is reminded {self.remind_hours} hours before."
        yield f"An injury needs who was hurt, how, and what happened ({self.injury_clause})."
        if self.abuse:
            copy = f"; the {self.abuse.copy_to.replace('-', ' ')} gets a copy" if self.abuse.copy_to else ""
            yield (
                f"{', '.join(self.abuse.offences)}: the report also tells {', '.join(self.abuse.asks)}{copy}"
                f" ({self.abuse.clause})."
            )
        for route in self.routes:
            yield f"A report of the kind {route.kind} goes to the {route.to.replace('-', ' ')} ({route.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words and a reminder after the deadline."""
        yield from unknown_words(self.classes, PENALTY_CLASSES, "class", "classes")
        yield from unknown_words((route.kind for route in self.routes), REPORT_KINDS, "kind of report", "routes")
        if self.abuse:
            yield from unknown_words(self.abuse.offences, OFFENCES, "offence", "abuse.offences")
            yield from unknown_words(self.abuse.asks, ABOUT_OFFICIAL, "question", "abuse.asks")
        if self.remind_hours is not None and not 0 < self.remind_hours < self.hours:
            remedy = "1 to hours - 1"
            yield Finding("reminder", "a reminder comes before it is due", where="remind_hours", remedy=remedy)


register(IncidentReports)
