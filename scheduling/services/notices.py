"""Decides who is told of a step of a request, and how its mails go out: each once, whoever sends them."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.html import strip_tags

from league.face.moments import written
from league.models import Membership, Role, User
from league.services import mail
from scheduling.models import RequestEvent, RequestNotice, RequestStep

logger = logging.getLogger(__name__)

_TO_OFFICERS = (RequestStep.AGREED, RequestStep.WITHDRAWN, RequestStep.EXPIRED)
_MOVED = (RequestStep.APPROVED, RequestStep.WAIVED)


def tell(*, event: RequestEvent) -> None:
    """Note whom a step has to be told: both teams' representatives, the director, officials of a moved game.

    A reminder goes only to who holds the request up. Side effect: RequestNotice rows, which workers mail.
    """
    request = event.request
    game, held = request.game, Membership.objects.filter(ended_at__isnull=True)
    teams = Q(role=Role.TEAM_REPRESENTATIVE, team__in=game.team_ids)
    directors = Q(role=Role.DIRECTOR, league=request.season.league_id) & (
        Q(season__isnull=True) | Q(season=request.season_id)
    )
    whom = teams
    if event.step == RequestStep.REMINDED:
        whom = Q(role=Role.TEAM_REPRESENTATIVE, team=request.awaits_id) if request.awaits_id else directors
    elif event.step in (*_TO_OFFICERS, *_MOVED, RequestStep.REFUSED):
        whom = teams | directors
    readers = Q(memberships__in=held.filter(whom))
    if event.step in _MOVED:
        readers |= Q(people__assignments__game=game)
    users = User.objects.filter(readers, is_active=True).distinct().order_by("pk")
    if event.by_id is not None and event.step not in _MOVED:
        users = users.exclude(pk=event.by_id)
    RequestNotice.objects.bulk_create([RequestNotice(event=event, user=user) for user in users], ignore_conflicts=True)


def send_waiting(*, now: dt.datetime) -> int:
    """Mail every notice that waits for it; returns how many went out.

    Two workers never send the same one; one that dies between the mail and its commit sends it again.
    What the mail server refuses is tried again at the next sweep. Side effects: mails, `sent_at`.
    """
    sent = last = 0
    while (found := _send_next(after=last, now=now)) is not None:
        last, went = found
        sent += went
    return sent


@transaction.atomic
def _send_next(*, after: int, now: dt.datetime) -> tuple[int, bool] | None:
    parts = ("event__request__season__league", "event__request__game__home", "event__request__game__away")
    rows = RequestNotice.objects.select_for_update(skip_locked=True, of=("self",)).filter(sent_at__isnull=True)
    more = ("event__request__by", "event__team", "event__by", "user")
    notice = rows.filter(pk__gt=after).select_related(*parts, *more).order_by("pk").first()
    if notice is None:
        return None
    try:
        _send(notice)
    except OSError:
        logger.warning("The notice %s waits for the next sweep.", notice.pk, exc_info=True)
        return notice.pk, False
    notice.sent_at = now
    notice.save(update_fields=["sent_at"])
    return notice.pk, True


def _send(notice: RequestNotice) -> None:
    event, request = notice.event, notice.event.request
    season = request.season
    names = {"league": season.league.slug, "season": season.slug, "move": request.pk}
    old = request.original_start
    values = {
        "event": event,
        "request": request,
        "game": request.game,
        "season": season,
        "old": strip_tags(written(old, season, "full")) if old else "",
        "new": strip_tags(written(event.new_start, season, "full")),
        "moved": event.step in _MOVED,
        "link": mail.absolute(reverse("scheduling:move", kwargs=names)),
    }
    mail.send(template="move", to=notice.user.email, language=season.league.language, values=values)
