"""Decides until when a suspension can be appealed or a game protested, and what an appeal's outcome changes."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from discipline import queries
from discipline.core.book_due_process import Appeals
from discipline.core.due_process import appeal_until
from discipline.models import Appeal, AppealOutcome, Case, CaseKind, LetterKind, Stay, Suspension
from discipline.queries import due_process
from discipline.services.cases import case_for
from discipline.services.protest_letters import owe_letters
from discipline.services.rulings import decide
from league.core.findings import Finding
from league.models import Game, Team, User
from league.queries.reports import book_of
from league.services import audit, recompute
from league.services.errors import Refused
from league.services.locking import lock


def until(suspension: Suspension) -> dt.datetime | None:
    """The last moment to appeal a suspension; None where the book sets none. At most two queries."""
    notice = due_process.notices_of(suspension).order_by("number").first()
    game = suspension.game
    return appeal_until(
        due_process.appeal_rules(suspension),
        starts=game.starts if game else None,
        ends=(game.ends or None) if game else None,
        notice=notice.issued_at if notice else None,
    )


@transaction.atomic
def file_appeal(*, suspension: Suspension, by: User, grounds: str, now: dt.datetime) -> Appeal:
    """Appeal a suspension (5.e of NB Minor, 7-2.a of Alberta); by the book's data it is served meanwhile or rests.

    Side effects: an Appeal, an audit entry; where it rests a Stay and a recompute request. Raises Refused with
    everything that speaks against it.
    """
    season = suspension.season
    rules = due_process.appeal_rules(suspension)
    findings = []
    if not suspension.data["appealable"]:
        clause = suspension.data["clauses"][0]
        findings.append(Finding("no-appeal", _("the rule book allows no appeal of this"), clause=clause))
    findings.extend(_in_time(rules, until(suspension), now))
    findings.extend(_said(grounds))
    case = case_for(suspension, by, now)
    if Appeal.objects.filter(case=case, outcome=AppealOutcome.OPEN).exists():
        findings.append(Finding("appeal-open", _("an appeal is open already"), remedy=_("wait for its outcome")))
    if findings:
        raise Refused(findings)
    appeal = Appeal.objects.create(
        case=case, filed_at=now, filed_by=by, to=rules.to if rules else "", grounds=grounds.strip()
    )
    if rules is not None and not rules.serving_goes_on:
        _rest(appeal, suspension, now.astimezone(ZoneInfo(season.timezone)).date(), None, now)
    audit.record(action="file-appeal", target=appeal, after={"case": case.pk}, actor=by, season=season)
    return appeal


@transaction.atomic
def order_stay(
    *, appeal: Appeal, suspension: Suspension, actor: User, day: dt.date, today: dt.date, now: dt.datetime
) -> Stay:
    """Record the order that a suspension rests from a day on while its appeal is open, by whom the book lets order it.

    Side effects: a Stay, an audit entry, a recompute request. Raises Refused with everything that speaks against it.
    """
    locked = lock(Appeal.objects.select_related("case__season"), appeal.pk)
    rules = due_process.appeal_rules(suspension)
    findings = []
    if rules is None or rules.stay_by is None:
        clause = (rules.serving_clause or rules.clause) if rules else None
        message = _("the rule book lets nobody order that the suspension rests")
        findings.append(Finding("no-stay", message, clause=clause, remedy=_("decide the appeal")))
    if locked.outcome != AppealOutcome.OPEN:
        findings.append(Finding("decided", _("this appeal was decided already"), remedy=_("reload the page")))
    if Stay.objects.filter(appeal=locked).exists():
        findings.append(Finding("rests", _("it rests already"), where="day", remedy=_("reload the page")))
    if day < locked.filed_at.astimezone(ZoneInfo(locked.case.season.timezone)).date():
        message = _("the order is older than the appeal")
        findings.append(Finding("before-appeal", message, where="day", remedy=_("give its day")))
    if day > today:
        findings.append(Finding("later", _("this day is still to come"), where="day", remedy=_("give its day")))
    if findings:
        raise Refused(findings)
    stay = _rest(locked, suspension, day, actor, now)
    audit.record(action="order-stay", target=stay, after={"from": day}, actor=actor, season=locked.case.season)
    return stay


def _rest(appeal: Appeal, suspension: Suspension, day: dt.date, actor: User | None, now: dt.datetime) -> Stay:
    recompute.request(season=suspension.season, people=[suspension.person_id])
    return Stay.objects.create(
        season=suspension.season,
        on=suspension.incident,
        person=suspension.person,
        starts=day,
        by=appeal.to if actor is None else str(actor),
        appeal=appeal,
        ordered_by=actor,
        ordered_at=now,
    )


def _binds_again(appeal: Appeal, suspension: Suspension, day: dt.date) -> None:
    """End what let the suspension rest: it binds again from the day of the outcome on."""
    for stay in Stay.objects.select_for_update().filter(appeal=appeal, ends__isnull=True):
        recompute.request(season=suspension.season, people=[suspension.person_id])
        if stay.starts >= day:
            stay.delete()
        else:
            stay.ends = day - dt.timedelta(days=1)
            stay.save(update_fields=["ends"])


@transaction.atomic
def decide_appeal(
    *,
    appeal: Appeal,
    suspension: Suspension,
    actor: User,
    outcome: str,
    reason: str,
    day: dt.date,
    today: dt.date,
    now: dt.datetime,
    games: int | None = None,
    counts_missed: bool | None = None,
) -> Appeal:
    """Record what became of an appeal: it stands, is varied to `games` in all, or is quashed (5.e of NB Minor).

    Games missed meanwhile count as the decision says, else as the book does (7-2.c of Alberta). A suspension that
    rested binds again from `day` on. Side effects: the Appeal, its Stay; where it changes something a Decision with
    all that follows; audit entries. Raises Refused with every finding.
    """
    locked = lock(Appeal.objects.select_related("case__season"), appeal.pk)
    rules = due_process.appeal_rules(suspension)
    findings = []
    if locked.outcome != AppealOutcome.OPEN:
        findings.append(Finding("decided", _("this appeal was decided already"), remedy=_("reload the page")))
    if outcome not in set(AppealOutcome.values) - {AppealOutcome.OPEN}:
        findings.append(Finding("outcome", _("what became of it?"), where="outcome", remedy=_("choose one")))
    if not reason.strip():
        findings.append(Finding("reason-missing", _("everybody concerned asks why"), where="reason"))
    if outcome == AppealOutcome.VARIED and games is None:
        findings.append(Finding("length", _("the new length is missing"), where="games", remedy=_("give it")))
    if findings:
        raise Refused(findings)
    if outcome in (AppealOutcome.VARIED, AppealOutcome.QUASHED):
        names = [penalty.key for penalty in queries.penalties_of(suspension)]
        counts = counts_missed if counts_missed is not None else (rules.missed_count if rules else None)
        locked.decision = decide(
            suspension=suspension,
            actor=actor,
            day=day,
            today=today,
            reason=reason,
            games=games if outcome == AppealOutcome.VARIED else None,
            dismissed=outcome == AppealOutcome.QUASHED,
            counts_missed=counts if outcome == AppealOutcome.VARIED else None,
            settles_appeal=True,
            seen=queries.decisions_on(suspension, names).count(),
        )
    _binds_again(locked, suspension, day)
    locked.before = str(suspension.data["games"]) if suspension.data["games"] is not None else ""
    locked.outcome, locked.decided_at, locked.reason = outcome, now, reason.strip()
    locked.save(update_fields=["decision", "before", "outcome", "decided_at", "reason"])
    after = {"outcome": outcome, "games": games, "counts_missed": counts_missed}
    audit.record(
        action="decide-appeal", target=locked, after=after, reason=reason, actor=actor, season=locked.case.season
    )
    return locked


def protest_until(game: Game) -> dt.datetime | None:
    """The last moment to protest a game; None where the book sets none."""
    return appeal_until(book_of(game).get(Appeals), starts=game.starts, ends=game.ends, notice=None)


@transaction.atomic
def file_protest(*, game: Game, team: Team, by: User, about: str, kind: str, now: dt.datetime) -> Case:
    """Protest a game, or ask the league to look into it, for one of its teams (7-2.a and 6-16.a of Alberta).

    Side effects: a Case, letters to both teams of a protest, an audit entry without the words. Raises Refused with
    everything that speaks against it.
    """
    rules = book_of(game).get(Appeals)
    findings = []
    if rules is None or not rules.protests:
        remedy = _("write to the league")
        findings.append(Finding("no-protest", _("the rule book knows no protest of a game"), remedy=remedy))
    else:
        findings.extend(_in_time(rules, protest_until(game), now))
    findings.extend(_said(about, "about"))
    if findings:
        raise Refused(findings)
    case = Case.objects.create(
        season=game.season,
        kind=CaseKind.INVESTIGATION if kind == CaseKind.INVESTIGATION else CaseKind.PROTEST,
        game=game,
        team=team,
        about=about.strip(),
        opened_by=by,
        opened_at=now,
        due=due_process.answer_due(game, now),
    )
    owe_letters(case, LetterKind.FILED)
    audit.record(
        action="file-protest", target=case, after={"game": game.pk, "team": team.pk}, actor=by, season=game.season
    )
    return case


def _in_time(rules: Appeals | None, last: dt.datetime | None, now: dt.datetime) -> list[Finding]:
    if rules is None or last is None or now <= last:
        return []
    message = _("the time for it is over: %(hours)s hours") % {"hours": rules.hours}
    return [Finding("too-late", message, clause=rules.clause, remedy=_("ask the league"))]


def _said(text: str, where: str = "grounds") -> list[Finding]:
    if text.strip():
        return []
    return [Finding("grounds-missing", _("the grounds are missing"), where=where, remedy=_("write them down"))]
