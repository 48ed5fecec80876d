"""Decides how the mails of a round go out, each once: reminders of missing forms, news of published versions."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse

from league.models import Membership, Role, User
from league.services import mail
from scheduling.models import RoundGame, RoundNotice, RoundTeam

logger = logging.getLogger(__name__)


def send_waiting(*, now: dt.datetime) -> int:
    """Mail every reminder and every notice of a published version that waits; returns how many rows went out.

    Two workers never send the same one; what the mail server refuses is tried again at the next sweep.
    Side effects: mails, `reminded_at` and `sent_at`.
    """
    sent = 0
    for step in (_next_reminder, _next_notice):
        last = 0
        while (found := step(last, now)) is not None:
            last, went = found
            sent += went
    return sent


def representatives(team: int) -> Iterable[User]:
    """Who represents a team and can sign in."""
    held = Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE, team=team, ended_at__isnull=True)
    return User.objects.filter(memberships__in=held, is_active=True).distinct().order_by("pk")


@transaction.atomic
def _next_reminder(after: int, now: dt.datetime) -> tuple[int, bool] | None:
    waiting = Q(reminded_at__isnull=True) | Q(reminded_at__lt=F("remind_at"))
    rows = RoundTeam.objects.select_for_update(skip_locked=True, of=("self",))
    rows = rows.filter(waiting, remind_at__isnull=False, handed_in_at__isnull=True, round__number=0, pk__gt=after)
    row = rows.select_related("round__season__league", "team").order_by("pk").first()
    if row is None:
        return None
    season = row.round.season
    here = {"league": season.league.slug, "season": season.slug, "round": row.round_id, "team": row.team_id}
    missing = RoundGame.objects.filter(Q(starts__isnull=True) | Q(venue__isnull=True), round=row.round, home=row.team)
    values = {
        "round": row.round,
        "team": row.team,
        "season": season,
        "missing": missing.count(),
        "link": mail.absolute(reverse("scheduling:round_form", kwargs=here)),
    }
    try:
        for reader in representatives(row.team_id):
            mail.send(template="round_reminder", to=reader.email, language=season.league.language, values=values)
    except OSError:
        logger.warning("The reminder %s waits for the next sweep.", row.pk, exc_info=True)
        return row.pk, False
    row.reminded_at = now
    row.save(update_fields=["reminded_at"])
    return row.pk, True


@transaction.atomic
def _next_notice(after: int, now: dt.datetime) -> tuple[int, bool] | None:
    rows = RoundNotice.objects.select_for_update(skip_locked=True, of=("self",)).filter(sent_at__isnull=True)
    parts = ("version__round__season__league", "user")
    notice = rows.filter(pk__gt=after).select_related(*parts).order_by("pk").first()
    if notice is None:
        return None
    season = notice.version.round.season
    here = {"league": season.league.slug, "season": season.slug}
    values = {
        "version": notice.version,
        "round": notice.version.round,
        "season": season,
        "games": notice.games,
        "link": mail.absolute(reverse("scheduling:schedule", kwargs=here)),
    }
    try:
        mail.send(template="round_published", to=notice.user.email, language=season.league.language, values=values)
    except OSError:
        logger.warning("The notice %s waits for the next sweep.", notice.pk, exc_info=True)
        return notice.pk, False
    notice.sent_at = now
    notice.save(update_fields=["sent_at"])
    return notice.pk, True
