"""Decides which data a rule book gives about due process: who decides, by when, whom to ask, notices and appeals."""

from collections.abc import Iterable
from typing import ClassVar, Literal

from discipline.core.wording import counted
from league.core.book import unknown_words
from league.core.findings import Finding
from league.core.vocabulary import PENALTY_CLASSES, ROLES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Part, Section, register

RECIPIENTS = (
    *("association-president", "team-representative", "registry", "officials-representative", "technical-director"),
    *("executive-committee", "league-office"),
)
"""Whom a notice can be sent to; the first two are found by their roles, the others are offices of the league."""

MEANWHILE = (
    *("practise", "try-out", "play", "bench", "coach", "dressing-room", "contact-with-bench", "officiate"),
    *("take-part",),
)
"""What somebody may or may not do while suspended."""

STEPS = ("called", "process-explained", "report-outlined", "reply-taken")
"""What is done with the person before a hearing is held."""

Since = Literal["infraction", "report", "appeal"]
When = Literal["other-district", "serious", "above-minimum"]


class DecisionClock(Section):
    """`[[decision_clock]]`: within how many hours something is to be done, from what on, and what stops the clock."""

    key: ClassVar[str] = "decision_clock"
    many: ClassVar[bool] = True
    clause: str
    what: Literal["decision", "notice", "appeal"]
    """What ends it: the decision, its notice, or the decision on an appeal."""
    since: Since
    hours: int
    warn_hours: int | None = None
    """From so many hours on it is shown as soon due."""
    most_games: int | None = None
    """Runs only where the length is in games and not more than these; unset: always."""
    waits_for_hearing: bool = False
    """Whether it stands still from the call for a hearing to its outcome."""

    def explain(self) -> Iterable[str]:
        """Say what is due when."""
        of = f", for {counted(self.most_games, 'game')} or fewer" if self.most_games is not None else ""
        stands = "; it stands still while a hearing is called" if self.waits_for_hearing else ""
        yield f"The {self.what} is due {self.hours} hours after the {self.since}{of}{stands} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find a warning after the end."""
        if self.warn_hours is not None and not 0 < self.warn_hours < self.hours:
            yield Finding("warning", "a warning comes before the end", where="warn_hours", remedy="1 to hours - 1")


class Jurisdiction(Section):
    """`[[jurisdiction]]`: who decides a case; of several rows the first that fits."""

    key: ClassVar[str] = "jurisdiction"
    many: ClassVar[bool] = True
    clause: str
    authority: str
    """Who decides, as the league calls them."""
    classes: tuple[str, ...] = ()
    """Classes of penalty; empty: all."""
    team_officials: bool | None = None
    """Only cases of team officials, or only of others; unset: both."""
    one_association: bool = False
    """Only games of two teams of one association."""

    def explain(self) -> Iterable[str]:
        """Say whose cases these are."""
        what = " or ".join(self.classes) or "any other penalty"
        whom = {None: "", True: " of a team official", False: " of a player"}[self.team_officials]
        where = " in a game inside one association" if self.one_association else ""
        yield f"A {what}{whom}{where}: the {self.authority.replace('-', ' ')} decides ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown classes."""
        yield from unknown_words(self.classes, PENALTY_CLASSES, "class", "classes")


class Consulting(Section):
    """`[[consultation]]`: who has to be asked before a notice may go out."""

    key: ClassVar[str] = "consultation"
    many: ClassVar[bool] = True
    clause: str
    whom: str
    when: When
    authorities: tuple[str, ...] = ()
    """Only where one of these decides; empty: whoever does."""

    def explain(self) -> Iterable[str]:
        """Say who is asked and when."""
        case = {
            "other-district": "another district is concerned",
            "serious": "the case is serious",
            "above-minimum": "the length is above the minimum",
        }[self.when]
        by = f" by the {' or '.join(self.authorities)}" if self.authorities else ""
        yield f"Where {case}, the {self.whom.replace('-', ' ')} is asked{by} before the notice ({self.clause})."


class Meanwhile(Part):
    """What people of some roles may do while suspended."""

    roles: tuple[str, ...]
    may: tuple[str, ...] = ()
    may_not: tuple[str, ...] = ()
    cites: tuple[str, ...]
    """The clauses that say so, for the reader of the notice; what enforces them drives them."""


class Notices(Section):
    """`[notice]`: what a notice of suspension says and who gets it."""

    key: ClassVar[str] = "notice"
    clause: str
    recipients: tuple[str, ...]
    recipients_clause: str
    needs_report: bool = False
    """Whether it may go out only where a written report is on file."""
    needs_report_clause: str | None = None
    explained_clause: str | None = None
    """Unset where nobody of the team has to note that it was explained to the person."""
    meanwhile: tuple[Meanwhile, ...] = ()

    def explain(self) -> Iterable[str]:
        """Say who gets a notice and what it needs."""
        readers = ", ".join(name.replace("-", " ") for name in self.recipients)
        yield f"A notice of suspension goes to: {readers} ({self.recipients_clause})."
        if self.needs_report:
            yield f"It needs a written report on file ({self.needs_report_clause})."
        if self.explained_clause:
            yield f"Once it is out, the team explains it to the person and says when ({self.explained_clause})."
        for item in self.meanwhile:
            roles = " or ".join(item.roles)
            said = [*(f"may {word}" for word in item.may), *(f"may not {word}" for word in item.may_not)]
            yield f"While suspended a {roles}: {', '.join(said).replace('-', ' ')} ({', '.join(item.cites)})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from unknown_words(self.recipients, RECIPIENTS, "recipient", "recipients")
        for place, item in enumerate(self.meanwhile):
            yield from unknown_words(item.roles, ROLES, "role", f"meanwhile[{place}].roles")
            yield from unknown_words((*item.may, *item.may_not), MEANWHILE, "activity", f"meanwhile[{place}]")
            yield from unknown_words(item.cites, tuple(book.clauses), "clause", f"meanwhile[{place}].cites")


class Hearings(Section):
    """`[hearings]`: who has a right to a hearing, and what comes before one is held."""

    key: ClassVar[str] = "hearings"
    clause: str
    above_minimum: bool
    """Whether a length above the minimum gives the right."""
    indefinite: bool
    """Whether a suspension without an end gives it."""
    days: int | None = None
    """Days from the notice in which it can be asked for; unset: the league says."""
    steps: tuple[str, ...] = ()
    steps_clause: str | None = None

    def explain(self) -> Iterable[str]:
        """Say who may ask for a hearing."""
        cases = [
            word for word, on in (("above the minimum", self.above_minimum), ("indefinite", self.indefinite)) if on
        ]
        yield f"A hearing can be asked for when the suspension is {' or '.join(cases)} ({self.clause})."
        if self.steps:
            yield f"Before it is held: {', '.join(self.steps).replace('-', ' ')} ({self.steps_clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown steps."""
        yield from unknown_words(self.steps, STEPS, "step", "steps")


class Appeals(Section):
    """`[appeals]`: until when a suspension can be appealed or a game protested, to whom, and what holds meanwhile."""

    key: ClassVar[str] = "appeals"
    clause: str
    to: str
    """Whom it is addressed to, as the league calls them."""
    hours: int | None = None
    """From the end of the game, or from the notice where no game gave the suspension; unset: the league says."""
    game_minutes: int = 90
    """The length of a game whose end nobody noted."""
    protests: bool = False
    """Whether games can be protested in the same way."""
    before_next_game: str | None = None
    """Local time, "HH:MM", of the day after by which it has to come to be decided before a game on that day."""
    before_next_game_clause: str | None = None
    serving_goes_on: bool = True
    """Whether the suspension is served while the appeal is open."""
    serving_clause: str | None = None
    stay_by: str | None = None
    """Who may order that it rests while the appeal is open, as the league calls them; unset: nobody.

    Where serving doesn't go on, it rests from the day of the appeal on by itself."""
    stay_clause: str | None = None
    missed_count: bool | None = None
    """Whether games missed meanwhile count; unset: the decision says."""

    def explain(self) -> Iterable[str]:
        """Say until when, to whom, and what holds meanwhile."""
        what = "Appeals and protests" if self.protests else "Appeals"
        until = (
            f"within {self.hours} hours of the game's end" if self.hours is not None else "in the time the league sets"
        )
        yield f"{what} go to {self.to} {until} ({self.clause})."
        if self.before_next_game:
            yield (
                f"Where the team plays on the day after, it has to come by {self.before_next_game} of that day to be"
                f" decided before the game ({self.before_next_game_clause})."
            )
        meanwhile = "is served" if self.serving_goes_on else "rests, from the day of the appeal on,"
        yield f"The suspension {meanwhile} while an appeal is open ({self.serving_clause or self.clause})."
        if self.stay_by:
            yield f"It rests from the day on which {self.stay_by} orders it ({self.stay_clause or self.clause})."


CONDITIONS = ("warning", "probation", "bond", "special-conditions")
"""What a director can set for a time."""


class SeasonEnd(Section):
    """`[[season_end]]`: what is to be done about probations and bonds when the season is over."""

    key: ClassVar[str] = "season_end"
    many: ClassVar[bool] = True
    clause: str
    what: Literal["review", "return"]
    """A full review of it, or its bond given back."""
    kinds: tuple[str, ...]
    """Which conditions: warning, probation, bond, special-conditions."""
    months: int = 0
    """By when: so many months after the last playoff game, or the last game where there are no playoffs."""

    def explain(self) -> Iterable[str]:
        """Say what is to be done by when."""
        which = " or ".join(kind.replace("-", " ") for kind in self.kinds)
        after = f" within {counted(self.months, 'month')} of its last game" if self.months else ""
        done = "is reviewed" if self.what == "review" else "with a bond that is held: the bond is given back"
        yield f"At the season's end{after} a {which} {done} ({self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown conditions and a time that goes backwards."""
        yield from unknown_words(self.kinds, CONDITIONS, "condition", "kinds")
        if self.months < 0:
            yield Finding("months", "this would be before the end", where="months", remedy="0 or more")


register(DecisionClock, Jurisdiction, Consulting, Notices, Hearings, Appeals, SeasonEnd)
