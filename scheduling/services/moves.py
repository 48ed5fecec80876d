"""Decides how a game is moved by a request: asked, answered, decided; what each step needs and whom it tells."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Game, Season, Team, User, new_key
from league.queries.clock import today
from league.services import attachments, audit, recompute
from league.services.announcing import ANNOUNCED, announce, shown_of
from league.services.attachments import File
from league.services.editing import constraint_of, constraints_told
from league.services.errors import Conflict, Refused
from league.services.ledger import request_posting
from league.services.locking import lock
from league.services.setup_games import GAME_FIELDS, taken_meanwhile
from scheduling.models import (
    RequestDecision,
    RequestEnd,
    RequestEvent,
    RequestStep,
    RescheduleAgreement,
    RescheduleRequest,
)
from scheduling.services.move_answers import against, not_to_come, offer, ruled
from scheduling.services.notices import tell

_LENGTH = dt.timedelta(minutes=75)
"""How long a game without a date holds its rink when it gets one."""


@transaction.atomic
def send(
    *,
    game: Game,
    team: Team,
    new_start: dt.datetime,
    reason: str,
    text: str,
    files: Collection[File],
    shown_fee: int,
    by: User,
    now: dt.datetime,
) -> RescheduleRequest:
    """Ask to move a game, at the fee that was shown (3.10 and 3.11 of District 9).

    Side effects: the request, its evidence, its first event, mails to whoever has to know, an audit
    entry. Raises Refused with everything against it, also when the fee is another by now, or another
    request for the game is open.
    """
    game = _locked(game)
    found = offer(game=game, by=team, new_start=new_start, reason=reason)
    kept, wrong = attachments.inspect(files)
    findings = [*found.findings, *wrong]
    if not text.strip():
        findings.append(Finding("text", _("say why the game has to move"), where="text"))
    if found.ruling.fee_cents != shown_fee:
        findings.append(Finding("fee", _("the fee is another one than was shown"), remedy=_("look at it again")))
    if findings:
        raise Refused(findings)
    request = RescheduleRequest(
        key=new_key(),
        season=game.season,
        game=game,
        by=team,
        received=today(game.season),
        new_start=new_start,
        original_start=game.starts,
        reason=reason,
        submitted_by=by,
        submitted_at=now,
        awaits=_opponent(game, team),
    )
    try:
        with transaction.atomic():
            request.save(force_insert=True)
    except IntegrityError as error:
        if constraint_of(error) != "request_open_once_a_game":
            raise
        remedy = _("answer it, or wait for it to end")
        raise Refused([Finding("open", _("a request for this game is open already"), remedy=remedy)]) from error
    stored = attachments.store(files=kept, game=game, report=None, by=by)
    event = _step(request, RequestStep.SENT, team, by, now, text, found.ruling.fee_cents)
    event.evidence.set(stored)
    _tell(request, "request-move", by, text)
    return request


@transaction.atomic
def agree(*, request: RescheduleRequest, team: Team, by: User, text: str, version: int, now: dt.datetime) -> None:
    """The team that is asked agrees to the date that stands; then the league decides (3.11).

    Side effects: the agreement, an event, mails, an audit entry. Raises Conflict when the request isn't
    any more what the person saw, Refused when it isn't this team's turn.
    """
    request = _turn_of(request, team, version)
    if team.pk != request.by_id:
        RescheduleAgreement.objects.get_or_create(
            request=request, team=team, defaults={"agreed_at": now, "agreed_by": by}
        )
    request.awaits = None
    _save(request)
    _step(request, RequestStep.AGREED, team, by, now, text)
    _tell(request, "agree-to-move", by, text)


@transaction.atomic
def decline(*, request: RescheduleRequest, team: Team, by: User, text: str, version: int, now: dt.datetime) -> None:
    """The team that is asked declines: the game stays where it was (3.11.ii). Side effects and errors as `agree`."""
    request = _turn_of(request, team, version)
    _end(request, RequestEnd.DECLINED)
    _step(request, RequestStep.DECLINED, team, by, now, text)
    _tell(request, "decline-to-move", by, text)


@transaction.atomic
def propose(
    *,
    request: RescheduleRequest,
    team: Team,
    new_start: dt.datetime,
    by: User,
    text: str,
    version: int,
    now: dt.datetime,
) -> None:
    """The team that is asked proposes another date, which the other now has to answer.

    Side effects: the request's date, an event, mails, an audit entry. Raises Conflict and Refused as
    `agree` does, and Refused with what stands against the date.
    """
    request = _turn_of(request, team, version)
    found = ruled(request, request.game, new_start=new_start)
    findings = [*not_to_come(request.game), *against(found)]
    if new_start <= now:
        findings.append(Finding("past", _("the new date is over"), where="day", remedy=_("choose a day to come")))
    if findings:
        raise Refused(findings)
    request.new_start = new_start
    RescheduleAgreement.objects.filter(request=request).delete()
    if team.pk != request.by_id:
        RescheduleAgreement.objects.create(request=request, team=team, agreed_at=now, agreed_by=by)
    request.awaits = _opponent(request.game, team)
    _save(request)
    _step(request, RequestStep.PROPOSED, team, by, now, text, found.fee_cents if found else None)
    _tell(request, "propose-date", by, text)


@transaction.atomic
def withdraw(*, request: RescheduleRequest, team: Team, by: User, text: str, version: int, now: dt.datetime) -> None:
    """The team that asked takes its request back before it is decided. Side effects and errors as `agree`."""
    request = _open(request, version)
    if team.pk != request.by_id:
        raise Refused([Finding("not-yours", _("only the team that asked can take the request back"))])
    _end(request, RequestEnd.WITHDRAWN)
    _step(request, RequestStep.WITHDRAWN, team, by, now, text)
    _tell(request, "withdraw-move", by, text)


@transaction.atomic
def decide(
    *, request: RescheduleRequest, decision: str, by: User, reason: str, version: int, now: dt.datetime
) -> RescheduleRequest:
    """The league approves, refuses, or approves without the fee, each with a reason (3.10.d).

    What is approved moves the game at once; its charge follows from the rulings. An approval doesn't
    stand in for the other team's agreement (3.11.ii). Side effects: the decision, the game's time and
    version, an event, mails, recompute requests, an audit entry. Raises Conflict when the request isn't
    any more what the person saw, Refused with everything against it; then nothing has changed.
    """
    game = _locked(request.game)
    request = _open(request, version)
    request.game = game
    findings = [] if reason.strip() else [Finding("reason", _("a reason is needed"), where="reason")]
    granted = decision in (RequestDecision.APPROVED, RequestDecision.WAIVED)
    request.decision = decision
    fee = None
    if granted:
        found = ruled(request, game)
        fee = found.fee_cents if found else 0
        findings += [*not_to_come(game), *against(found)]
        if request.awaits_id is not None:
            findings.append(Finding("unanswered", _("the teams don't agree on the date yet"), where="decision"))
    if findings:
        raise Refused(findings)
    request.decided_at, request.decided_by, request.awaits = now, by, None
    _save(request)
    before = audit.snapshot(game, *GAME_FIELDS)
    if granted:
        _move(game, request.new_start)
    _step(request, RequestStep(decision), None, by, now, reason, fee)
    divisions = {game.division_id, game.home.division_id, game.away.division_id}
    recompute.request(season=game.season, divisions=divisions, teams=game.team_ids)
    request_posting(season=game.season)
    if granted:
        audit.record(
            action="move-game",
            target=game,
            before=before,
            after=audit.snapshot(game, *GAME_FIELDS),
            reason=reason,
            actor=by,
            season=game.season,
        )
    _tell(request, f"{decision}-move", by, reason)
    return request


def open_requests(season: Season | None = None) -> Iterable[RescheduleRequest]:
    """Requests that wait for somebody, the oldest first, with their games and teams."""
    rows = RescheduleRequest.objects.filter(decision__isnull=True, ended__isnull=True, submitted_by__isnull=False)
    rows = rows if season is None else rows.filter(season=season)
    return rows.select_related(*PARTS).order_by("submitted_at", "pk")


PARTS = (
    "season__league",
    "season__rulebook",
    "game__home",
    "game__away",
    "game__venue",
    "game__division",
    "by",
    "awaits",
)
"""What a request is loaded with."""


@transaction.atomic
def expire(*, request: RescheduleRequest, now: dt.datetime) -> bool:
    """End a request whose game or new date has come undecided: the game stays as it was. Whether it ended now."""
    request = lock(RescheduleRequest.objects.select_related(*PARTS), request.pk)
    times = [one for one in (request.game.starts, request.new_start) if one is not None]
    if request.decision or request.ended or min(times) > now:
        return False
    _end(request, RequestEnd.EXPIRED)
    _step(request, RequestStep.EXPIRED, None, None, now, "")
    _tell(request, "expire-move", None, "")
    return True


@transaction.atomic
def remind(*, request: RescheduleRequest, now: dt.datetime, after: dt.timedelta) -> bool:
    """Remind whoever holds a request up, once that has lasted for `after`; whether that was done now."""
    request = lock(RescheduleRequest.objects.select_related(*PARTS), request.pk)
    last = request.events.order_by("-at", "-pk").first()
    if request.decision or request.ended or last is None or last.at > now - after:
        return False
    request.reminded_at = now
    request.save(update_fields=["reminded_at"])
    _step(request, RequestStep.REMINDED, request.awaits, None, now, "")
    return True


def _move(game: Game, new_start: dt.datetime) -> None:
    """Put the game on its new date, as long as before; its first start stays on record, calendars hear of it."""
    shown = shown_of(game)
    if game.starts is not None:
        game.original_start = game.original_start or game.starts
        shift = new_start - game.starts
        game.ends = game.ends + shift if game.ends else None
        game.occupied_until = game.occupied_until + shift if game.occupied_until else new_start + _LENGTH
    else:
        game.ends, game.occupied_until = None, new_start + _LENGTH
    game.starts = new_start
    game.version += 1
    with constraints_told(taken_meanwhile()):
        announce(game, shown)
        game.save(update_fields=["starts", "ends", "occupied_until", "original_start", "version", *ANNOUNCED])


def _locked(game: Game) -> Game:
    parts = ("season__league", "season__rulebook", "division", "home__division", "away__division", "venue")
    return lock(Game.objects.select_related(*parts), game.pk)


def _open(request: RescheduleRequest, version: int) -> RescheduleRequest:
    """The request, kept to oneself, while it is undecided and as the person saw it."""
    found = lock(RescheduleRequest.objects.select_related(*PARTS), request.pk)
    if found.version != version:
        message = _("somebody else has answered or decided meanwhile")
        raise Conflict([Finding("changed-meanwhile", message, remedy=_("look at it again"))], theirs=found)
    if found.decision or found.ended:
        raise Refused([Finding("closed", _("this request has ended"))])
    return found


def _turn_of(request: RescheduleRequest, team: Team, version: int) -> RescheduleRequest:
    found = _open(request, version)
    if found.awaits_id != team.pk:
        raise Refused([Finding("not-your-turn", _("it isn't this team that has to answer"))])
    return found


def _end(request: RescheduleRequest, how: RequestEnd) -> None:
    request.ended, request.awaits = how, None
    _save(request)


def _save(request: RescheduleRequest) -> None:
    request.version += 1
    request.save()


def _opponent(game: Game, team: Team) -> Team:
    return game.away if team.pk == game.home_id else game.home


def _step(
    request: RescheduleRequest,
    step: RequestStep,
    team: Team | None,
    by: User | None,
    now: dt.datetime,
    text: str,
    fee: int | None = None,
) -> RequestEvent:
    """Write a step into the history, and whom it is to be told."""
    event = RequestEvent.objects.create(
        request=request,
        step=step,
        team=team,
        by=by,
        at=now,
        text=text.strip(),
        new_start=request.new_start,
        fee_cents=fee,
    )
    tell(event=event)
    return event


def _tell(request: RescheduleRequest, action: str, by: User | None, reason: str) -> None:
    fields = ("game", "by", "new_start", "reason", "decision", "ended", "awaits")
    audit.record(
        action=action,
        target=request,
        after=audit.snapshot(request, *fields),
        reason=reason,
        actor=by,
        season=request.season,
    )
