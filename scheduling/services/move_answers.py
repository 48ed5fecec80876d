"""Decides what the rule book and the calendar answer to a request to move a game, before and after it is sent."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from league.core import facts as core
from league.core.findings import Finding
from league.models import Game, Outcome, ReportState, Season, Team
from league.queries.clock import today
from league.queries.facts import season_facts
from league.queries.rulebooks import book_for
from scheduling.core.fee_book import Reschedule
from scheduling.core.quotes import CostFrom, quote
from scheduling.core.requests import RequestRuling, rule_requests
from scheduling.models import RescheduleRequest
from scheduling.queries import request_facts, scheduling_facts

NEW = "new-request"
"""The id of a request that isn't on record yet."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a request would cost and run into, before it is sent. Money in cents."""

    ruling: RequestRuling
    costs: tuple[CostFrom, ...]
    currency: str
    findings: tuple[Finding, ...]
    """What stands against it; empty when it can be sent."""


def offer(*, game: Game, by: Team, new_start: dt.datetime, reason: str) -> Offer:
    """What moving a game costs if the request came in today, and what book and calendar have against it.

    Nothing is changed. The opponent's agreement is taken as given. Constant queries, bounded by the season.
    """
    season = game.season
    facts, book, day = _facts(season), book_for(season, today(season)), today(season)
    others = tuple(team.key for team in (game.home, game.away) if team.pk != by.pk)
    wanted = core.RescheduleRequest(NEW, game.key, by.key, day, new_start, reason, others)
    ruling = _ruling(facts, wanted, season, day)
    if ruling is None:
        nobody = Finding("no-moves", _("the rule book doesn't say how games are moved"), remedy=_("ask the league"))
        return Offer(RequestRuling(NEW, False, 0, (), (), (), False), (), book.currency, (nobody,))
    findings = [*not_to_come(game), *against(ruling)]
    if new_start <= dt.datetime.now(dt.UTC):
        findings.append(Finding("past", _("the new date is over"), where="day", remedy=_("choose a day to come")))
    if new_start == game.starts:
        findings.append(Finding("same", _("this is when the game is already"), where="day"))
    costs: tuple[CostFrom, ...] = ()
    if book.get(Reschedule) is not None and ruling.allowed:
        costs = quote(_with(facts, wanted), book, game.key, by.key, day, new_start, reason).costs
    return Offer(ruling, costs, book.currency, tuple(findings))


def answer_of(request: RescheduleRequest) -> RequestRuling | None:
    """The book's answer to a request once both teams agree: its fee, and what is against it. Changes nothing."""
    return ruled(request, request.game, new_start=request.new_start)


def currency(season: Season) -> str:
    """The currency of the season's book."""
    return book_for(season, today(season)).currency


def without_ids(text: str) -> str:
    """A sentence of the rulings without the id behind a game: "Bears - Otters (g7)"; clauses stay."""
    return re.sub(r"( - [^()]+?) \([^()]+\)", r"\1", text)


def _facts(season: Season) -> core.Facts:
    """The season's games as the season file has them, and its requests."""
    return season_facts(season).changed(**scheduling_facts(season))


def _with(facts: core.Facts, wanted: core.RescheduleRequest) -> core.Facts:
    """The facts with this request as it would be."""
    others = tuple(one for one in facts.requests if one.id != wanted.id)
    return facts.changed(requests=(*others, wanted))


def _ruling(facts: core.Facts, wanted: core.RescheduleRequest, season: Season, day: dt.date) -> RequestRuling | None:
    rulings = rule_requests(_with(facts, wanted), book_for(season, day))
    return next((one for one in rulings if one.id == wanted.id), None)


def ruled(request: RescheduleRequest, game: Game, new_start: dt.datetime | None = None) -> RequestRuling | None:
    """The book's answer to a request as it stands, or on another date that both would agree to."""
    season = game.season
    wanted = replace(request_facts(request), decision=request.decision)
    if new_start is not None:
        others = tuple(team.key for team in (game.home, game.away) if team.pk != request.by_id)
        wanted = replace(wanted, new_start=new_start, agreed=others)
    return _ruling(_facts(season), wanted, season, today(season))


def against(ruling: RequestRuling | None) -> list[Finding]:
    """What book and calendar have against a request."""
    if ruling is None:
        return [Finding("no-moves", _("the rule book doesn't say how games are moved"))]
    found = []
    if not ruling.allowed:
        for clause in ruling.refused_by:
            told = [why for why in ruling.why if f"({clause})" in why] or [_("the rule book is against it")]
            found.append(Finding("refused", "; ".join(told), where="day", clause=clause))
    for clash in ruling.clashes:
        found.append(Finding("taken", clash, where="day", remedy=_("choose another day or time")))
    return found


def not_to_come(game: Game) -> list[Finding]:
    """What stands against moving a game that is over or called off."""
    if game.outcome != Outcome.SCHEDULED or game.report_state != ReportState.UNREPORTED:
        return [Finding("over", _("this game is over or called off"))]
    return []
