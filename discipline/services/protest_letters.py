"""Decides who is told that a game is protested, and that it was answered: both teams' representatives."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import transaction
from django.urls import reverse

from discipline.models import Case, CaseKind, CaseLetter, LetterKind
from discipline.queries import due_process
from league.models import Role, User
from league.services import mail

logger = logging.getLogger(__name__)


def owe_letters(case: Case, kind: LetterKind) -> list[CaseLetter]:
    """Have both teams' representatives told of a protest; nobody of any other case. Call it inside a transaction.

    What was written stays with the league and the team that protests. Side effects: CaseLetter rows.
    """
    game = case.game
    if case.kind != CaseKind.PROTEST or game is None or case.team_id is None:
        return []
    people = {user.pk: user for team in (game.home, game.away) for user in _representatives(case, team.pk)}
    rows = [CaseLetter(case=case, reader=user, kind=kind) for user in people.values() if user.email]
    return CaseLetter.objects.bulk_create(rows, ignore_conflicts=True)


def _representatives(case: Case, team: int) -> list[User]:
    game = case.game
    assert game is not None
    return due_process.users_of(game.home if game.home_id == team else game.away, Role.TEAM_REPRESENTATIVE)


def send_waiting(*, now: dt.datetime) -> int:
    """Mail the letters that wait; returns how many went.

    Two workers never send the same one; one that dies between the mail and its commit sends it again. Side
    effects: mails, CaseLetter rows.
    """
    waiting = CaseLetter.objects.filter(sent_at__isnull=True).order_by("pk").values_list("pk", flat=True)
    return sum(_send(pk, now) for pk in list(waiting[:200]))


@transaction.atomic
def _send(pk: int, now: dt.datetime) -> bool:
    rows = CaseLetter.objects.select_for_update(skip_locked=True, of=("self",))
    rows = rows.select_related("case__season__league", "case__team", "reader")
    letter = rows.select_related("case__game__home", "case__game__away").filter(pk=pk, sent_at__isnull=True).first()
    if letter is None:
        return False
    case, reader = letter.case, letter.reader
    season, game = case.season, case.game
    assert game is not None
    own = {user.pk for user in _representatives(case, case.team_id or 0)}
    place = {"league": season.league.slug, "season": season.slug, "game": game.pk}
    page = reverse("discipline:protest", kwargs=place | {"team": case.team_id}) if reader.pk in own else None
    values = {
        "case": case,
        "game": game,
        "season": season,
        "answered": letter.kind == LetterKind.ANSWERED,
        "own": reader.pk in own,
        "link": mail.absolute(page or reverse("league:game", kwargs=place)),
    }
    try:
        mail.send(template="protest", to=reader.email, language=reader.language, values=values)
    except OSError:
        logger.warning("Letter %s waits for the next round.", letter.pk, exc_info=True)
        return False
    letter.sent_at = now
    letter.save(update_fields=["sent_at"])
    return True
