"""Decides what a decision on a suspension must hold to: a clear answer, a reason, and never below the book."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from discipline import queries
from discipline.core.book_longer import Longer
from discipline.core.incidents import record
from discipline.core.judging import judged
from discipline.core.sentencing import DECISION, Sentenced
from discipline.models import Review, Suspension
from discipline.queries import due_process
from league.core.findings import Finding


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision as the director enters it."""

    day: dt.date
    today: dt.date
    reason: str = ""
    confirmed: bool = False
    games: int | None = None
    until: dt.date | None = None
    indefinite: bool = False
    dismissed: bool = False
    counts_missed: bool | None = None
    ground: str | None = None
    settles_appeal: bool = False
    """Whether it answers an appeal: whoever hears one has nobody's grounds to name but the first decision's."""

    @property
    def has_length(self) -> bool:
        """Whether it says how long."""
        return self.games is not None or self.until is not None or self.indefinite


def decision_findings(suspension: Suspension, asked: Asked) -> list[Finding]:
    """Everything that is wrong with a decision on this suspension, all at once."""
    return [
        *_one_act(suspension),
        *_one_answer(suspension, asked),
        *_length_fits(suspension, asked),
        *_days_fit(suspension, asked),
        *_reason_given(asked),
    ]


def _one_act(suspension: Suspension) -> Iterable[Finding]:
    """A decision names the incident; where two games share the name, it would hold in both."""
    others = Suspension.objects.filter(season=suspension.season_id, incident=suspension.incident)
    if others.exclude(game=suspension.game_id).exists():
        yield Finding(
            "ambiguous-incident",
            _("two games call an incident “%(incident)s”") % {"incident": suspension.incident},
            where="answer",
            remedy=_("load the season again with a name of its own for each"),
        )


def _one_answer(suspension: Suspension, asked: Asked) -> Iterable[Finding]:
    answers = [asked.confirmed, asked.dismissed, asked.has_length]
    if sum(answers) != 1:
        yield Finding(
            "one-answer",
            _("a decision either confirms, sets a length or dismisses"),
            where="answer",
            remedy=_("choose one of them"),
        )
    if asked.confirmed and suspension.data["pending"]:
        yield Finding(
            "no-length",
            _("the rule book sets no length here, so there is nothing to confirm"),
            where="answer",
            clause=suspension.data["clauses"][0],
            remedy=_("set the length that was decided, or dismiss"),
        )


def _length_fits(suspension: Suspension, asked: Asked) -> Iterable[Finding]:
    if asked.games is not None and asked.indefinite:
        yield Finding(
            "games-without-end",
            _("a number of games and no end contradict each other"),
            where="indefinite",
            remedy=_("give one of them"),
        )
    made = ruling_behind(suspension)
    least = made.least_games if made else 0
    clause = made.clause if made else None
    if asked.games is not None and asked.games < least:
        yield Finding(
            "below-minimum",
            ngettext(
                "%(games)s is below the rule book's minimum of %(least)s game",
                "%(games)s is below the rule book's minimum of %(least)s games",
                least,
            )
            % {"games": asked.games, "least": least},
            where="games",
            clause=clause,
            remedy=_("give %(least)s or more, or dismiss") % {"least": least},
            params={"minimum": str(least), "games": str(asked.games)},
        )
    longer = asked.until is not None or asked.indefinite or (asked.games is not None and asked.games > least)
    grounds = due_process.book_of(suspension).all(Longer)
    if longer and grounds and not asked.settles_appeal and asked.ground not in {rule.ground for rule in grounds}:
        yield Finding(
            "ground-missing",
            _("the rule book lets a suspension be longer only on certain grounds"),
            where="ground",
            clause=grounds[0].clause,
            remedy=_("choose the ground"),
        )
    if longer and not suspension.data["director_may_increase"]:
        yield Finding(
            "not-longer",
            _("the rule book lets nobody lengthen this suspension"),
            where="games",
            clause=clause,
            remedy=_("confirm it"),
        )
    waits = suspension.data["pending"] and suspension.data["hearing_required"]
    if asked.has_length and waits and asked.counts_missed is None:
        yield Finding(
            "missed-games",
            _("the decision has to say whether games missed while waiting count"),
            where="counts_missed",
            clause=clause,
            remedy=_("choose yes or no"),
        )


def _days_fit(suspension: Suspension, asked: Asked) -> Iterable[Finding]:
    if asked.day > asked.today:
        yield Finding(
            "decided-later", _("the day of the decision is still to come"), where="date", remedy=_("give its day")
        )
    if suspension.given and asked.day < suspension.given:
        yield Finding(
            "decided-before", _("the decision is older than what it is about"), where="date", remedy=_("give its day")
        )
    if asked.until and asked.until < asked.day:
        yield Finding(
            "ends-before", _("it would end before it was decided"), where="until", remedy=_("give a later day")
        )


def _reason_given(asked: Asked) -> Iterable[Finding]:
    if not asked.confirmed and not asked.reason:
        yield Finding("reason-missing", _("everybody concerned asks why"), where="reason", remedy=_("give the reason"))


def ruling_behind(suspension: Suspension) -> Sentenced | None:
    """What the book gives for the suspension, worked out anew from the facts; None when nothing is left of it."""
    season = suspension.season
    facts, book_on = queries.people_facts(season, [suspension.person_id]), queries.book_on(season)
    book = book_on(suspension.given or dt.date.min)
    person, incident = suspension.person.key, suspension.incident
    game = suspension.game.key if suspension.game else None
    for made in judged(facts, record(facts, book_on), book, book_on):
        if (made.case.person, made.case.incident, made.case.game) == (person, incident, game):
            return made
    return None


def book_games(suspension: Suspension) -> int:
    """The games that the book itself gives, as the ruling's parts say."""
    return sum(part["games"] or 0 for part in suspension.data["parts"] if part["clause"] != DECISION)


def decided_meanwhile() -> Finding:
    """What is said when two decide at a time."""
    return Finding(
        "decided-meanwhile",
        _("somebody else has decided on this suspension meanwhile"),
        where="answer",
        remedy=_("read that decision, then decide again if need be"),
    )


def closing_findings(review: Review, reason: str) -> list[Finding]:
    """Why a review can't be closed by hand."""
    found = []
    if not review.open:
        found.append(Finding("closed", _("this review is closed already"), remedy=_("reload the list")))
    if review.kind == "hearing":
        remedy = _("record the decision")
        found.append(Finding("decides", _("only the decision closes a hearing"), where="reason", remedy=remedy))
    if not reason.strip():
        found.append(
            Finding("reason-missing", _("what came of it is missing"), where="reason", remedy=_("say it in a sentence"))
        )
    return found
