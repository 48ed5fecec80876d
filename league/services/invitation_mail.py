"""Decides when an invitation's mail is sent: as soon as a worker finds it waiting, and until it went out."""

import datetime as dt
import logging

from django.db import transaction
from django.urls import reverse
from django.utils.http import urlencode

from league.models import Invitation
from league.services import mail
from league.services.access import token_of

logger = logging.getLogger(__name__)


def send_waiting_invitations(*, now: dt.datetime) -> int:
    """Mail every invitation that waits for it; returns how many went out.

    Two workers never send the same one. One that dies between the mail and its commit sends it again,
    with the same link. What the mail server refuses stays and is tried again at the next sweep.
    Side effects: mails, `mailed_at` of the invitations.
    """
    sent = last = 0
    while (found := _send_next(after=last, now=now)) is not None:
        last, went = found
        sent += went
    return sent


@transaction.atomic
def _send_next(*, after: int, now: dt.datetime) -> tuple[int, bool] | None:
    invitation = (
        Invitation.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("league", "season", "team__division", "association", "invited_by")
        .filter(
            mailed_at__isnull=True,
            accepted_at__isnull=True,
            withdrawn_at__isnull=True,
            expires_at__gt=now,
            pk__gt=after,
        )
        .order_by("pk")
        .first()
    )
    if invitation is None:
        return None
    try:
        _send(invitation)
    except OSError:  # the mail server is away or doesn't want this one; others may still go
        logger.warning("The mail of invitation %s waits for the next sweep.", invitation.pk, exc_info=True)
        return invitation.pk, False
    invitation.mailed_at = now
    invitation.save(update_fields=["mailed_at"])
    return invitation.pk, True


def _send(invitation: Invitation) -> None:
    path = f"{reverse('league:invitation')}?{urlencode({'key': token_of(invitation)})}"
    mail.send(
        template="invitation",
        to=invitation.email,
        language=invitation.league.language,
        values={"invitation": invitation, "link": mail.absolute(path)},
    )
