"""Decides how a game loses its date and gets another, while it is still to be played."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Game, Outcome, User
from league.services import audit
from league.services.errors import Refused
from league.services.posting import Change, lock, require_seen

USUAL_LENGTH = dt.timedelta(minutes=75)
"""How long a game holds its rink where no other game of its division says."""


@transaction.atomic
def postpone(*, game: Game, reason: str, by: User, seen_version: int) -> Game:
    """Take a game off its date without a new one: the ice is free, the game is not overdue and keeps its number.

    Side effects: the game's times and version, recompute requests, an audit entry. Raises Refused
    with every finding, Conflict when the game isn't any more at `seen_version`.
    """
    return _put(game, None, reason=reason, by=by, seen_version=seen_version, action="postpone")


@transaction.atomic
def put_on_date(*, game: Game, starts: dt.datetime, reason: str, by: User, seen_version: int) -> Game:
    """Put a game that is still to be played on another date, on the same rink and for as long as before.

    A game without a date takes as long as the last game of its division. Side effects and errors as
    those of `postpone`; refused too when rink or teams are taken then.
    """
    return _put(game, starts, reason=reason, by=by, seen_version=seen_version, action="put-on-date")


def _put(game: Game, starts: dt.datetime | None, *, reason: str, by: User, seen_version: int, action: str) -> Game:
    game = lock(game)
    require_seen(game, seen_version)
    findings = [*_why_not(game, starts, reason)]
    if findings:
        raise Refused(findings)
    change = Change.of(game)
    change.before |= audit.snapshot(game, "starts", "ends")
    length, own = _length(game), game.ends is not None
    game.starts = starts
    game.occupied_until = starts + length if starts else None
    game.ends = game.occupied_until if own else None
    told = audit.snapshot(game, "starts", "ends")
    try:
        with transaction.atomic():
            change.save(action=action, by=by, reason=reason, **told)
    except IntegrityError as clash:
        message = _("The rink or a team is in another game then.")
        raise Refused([_finding("clash", message, _("choose another time"), "starts")]) from clash
    return game


def _length(game: Game) -> dt.timedelta:
    if game.starts and game.occupied_until:
        return game.occupied_until - game.starts
    dated = Game.objects.filter(division=game.division_id, starts__isnull=False).order_by("-starts")
    times = dated.values_list("starts", "occupied_until").first()
    return times[1] - times[0] if times and times[0] and times[1] else USUAL_LENGTH


def _why_not(game: Game, starts: dt.datetime | None, reason: str) -> list[Finding]:
    found = []
    if game.outcome != Outcome.SCHEDULED:
        message = _("Only a game that is still to be played can be moved.")
        found.append(_finding("not-scheduled", message, _("take its result or outcome away first"), "outcome"))
    elif starts is None and game.starts is None:
        found.append(_finding("no-date", _("The game has no date already."), "", "outcome"))
    if not reason.strip():
        found.append(_finding("reason", _("A reason is needed."), _("say why"), "reason"))
    return found


def _finding(code: str, message: str, remedy: str, where: str) -> Finding:
    return Finding(f"date.{code}", message, where=where, remedy=remedy)
