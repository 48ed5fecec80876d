"""Decides how a game is confirmed: asked by mail, answered once by the mail's link or by somebody signed in."""

from __future__ import annotations

import datetime as dt
import logging

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.face.moments import written
from league.models import Game, Membership, Outcome, Role, Season, Team, User
from league.services import audit, mail
from league.services.errors import Refused
from league.services.locking import lock
from scheduling.models import GameConfirmation
from scheduling.queries.confirmations import mailed, unconfirmed

logger = logging.getLogger(__name__)

_SIGNER = Signer(salt="scheduling.confirmation")


def token_of(confirmation: GameConfirmation) -> str:
    """The secret that the mail's link carries. It confirms this game on this date, once."""
    return _SIGNER.sign(str(confirmation.pk))


def ask(*, now: dt.datetime) -> int:
    """Note that home teams are to be asked about their near games; returns how many newly are (3.13 of District 9).

    Once a game and date, however often it runs. Side effects: GameConfirmation rows, which workers mail.
    """
    made = 0
    for season in Season.objects.filter(published=True, games__starts__gt=now).select_related("league").distinct():
        rows = [
            GameConfirmation(game=game, team=game.home, starts=game.starts, asked_at=now)
            for game in unconfirmed(season, now)
            if game.starts is not None
        ]
        known = set(GameConfirmation.objects.filter(game__season=season).values_list("game", "team", "starts"))
        new = [row for row in rows if (row.game_id, row.team_id, row.starts) not in known]
        made += len(GameConfirmation.objects.bulk_create(new, ignore_conflicts=True))
    return made


def send_waiting(*, now: dt.datetime) -> int:
    """Mail the questions that wait; returns how many went out. Safe to run twice and in several workers."""
    sent = last = 0
    while (found := _send_next(after=last, now=now)) is not None:
        last, went = found
        sent += went
    return sent


@transaction.atomic
def _send_next(*, after: int, now: dt.datetime) -> tuple[int, bool] | None:
    rows = mailed(now).select_for_update(skip_locked=True, of=("self",)).filter(pk__gt=after)
    row = rows.select_related("game__season__league", "game__home", "game__away", "team").order_by("pk").first()
    if row is None:
        return None
    season = row.game.season
    link = mail.absolute(f"{reverse('scheduling:confirm')}?{urlencode({'key': token_of(row)})}")
    values = {
        "game": row.game,
        "season": season,
        "link": link,
        "played": strip_tags(written(row.starts, season, "full")),
    }
    held = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, team=row.team_id, ended_at__isnull=True)
    try:
        for reader in User.objects.filter(memberships__in=held, is_active=True).distinct():
            mail.send(template="confirm", to=reader.email, language=season.league.language, values=values)
    except OSError:
        logger.warning("The question %s waits for the next sweep.", row.pk, exc_info=True)
        return row.pk, False
    row.mailed_at = now
    row.save(update_fields=["mailed_at"])
    return row.pk, True


def of_token(token: str) -> GameConfirmation | None:
    """What a link is about; None for one that nobody signed. One query."""
    try:
        pk = int(_SIGNER.unsign(token))
    except (BadSignature, ValueError):
        return None
    parts = ("game__season__league", "game__home", "game__away", "game__venue", "team")
    return GameConfirmation.objects.select_related(*parts).filter(pk=pk).first()


def standing(confirmation: GameConfirmation, now: dt.datetime) -> bool:
    """Whether there is something to confirm: the game is still to come, on the date that was asked about."""
    game = confirmation.game
    return game.outcome == Outcome.SCHEDULED and game.starts == confirmation.starts and confirmation.starts > now


@transaction.atomic
def confirm(*, confirmation: GameConfirmation, by: User | None, now: dt.datetime) -> GameConfirmation:
    """Confirm a game by the mail's link, which is good once.

    Side effects: the confirmation, an audit entry. Raises Refused when it was used before, or the game
    has moved or been called off meanwhile.
    """
    parts = ("game__season__league", "game__home", "game__away", "team")
    found = lock(GameConfirmation.objects.select_related(*parts), confirmation.pk)
    if found.confirmed_at is not None:
        raise Refused([Finding("used", _("this game is confirmed already"))])
    if not standing(found, now):
        raise Refused([Finding("gone", _("the game has moved, is over or was called off meanwhile"))])
    found.confirmed_at, found.confirmed_by = now, by
    found.save(update_fields=["confirmed_at", "confirmed_by"])
    season = found.game.season
    audit.record(
        action="confirm-game", target=found.game, after={"team": found.team_id, "starts": found.starts},
        actor=by, season=season, league=season.league,
    )  # fmt: skip
    return found


@transaction.atomic
def confirm_by(*, game: Game, team: Team, by: User, now: dt.datetime) -> GameConfirmation:
    """Confirm a game as one of its teams, home or visitor. Side effects and errors as those of `confirm`."""
    if game.starts is None:
        raise Refused([Finding("undated", _("this game has no date"))])
    row, _new = GameConfirmation.objects.get_or_create(
        game=game, team=team, starts=game.starts, defaults={"asked_at": now}
    )
    return confirm(confirmation=row, by=by, now=now)
