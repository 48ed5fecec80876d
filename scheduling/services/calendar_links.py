"""Decides how private calendar addresses are made and revoked: unguessable, shown once, kept as a digest."""

import datetime as dt
import secrets
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.core.tokens import hash_of
from league.models import User
from league.services.audit import record
from league.services.errors import Refused
from league.services.locking import lock
from scheduling.models import CalendarLink

MOST: Final = 20
"""How many addresses in force somebody can have."""


@transaction.atomic
def create_link(*, user: User, label: str, now: dt.datetime) -> tuple[CalendarLink, str]:
    """A new private address of somebody's calendar, and its secret, which can't be read again.

    Side effects: the link, an audit entry (without the secret). Raises Refused beyond `MOST`.
    """
    lock(User.objects.all(), user.pk)
    if CalendarLink.objects.filter(user=user, revoked_at__isnull=True).count() >= MOST:
        message = _("you have %(most)s calendar addresses already") % {"most": MOST}
        raise Refused([Finding("too-many", message, where="label", remedy=_("revoke one that you don't use"))])
    token = secrets.token_urlsafe(32)
    link = CalendarLink.objects.create(user=user, label=label, token_hash=hash_of(token), created_at=now)
    record(action="create-calendar-link", target=link, after={"label": label, "user": user.pk}, actor=user)
    return link, token


@transaction.atomic
def revoke_link(*, link: CalendarLink, by: User, now: dt.datetime) -> None:
    """Close a private address for good. Side effects: the link, an audit entry; nothing for one closed already."""
    found = lock(CalendarLink.objects.all(), link.pk)
    if found.revoked_at is not None:
        return
    found.revoked_at = now
    found.save(update_fields=["revoked_at"])
    record(
        action="revoke-calendar-link", target=found, before={"revoked_at": None}, after={"revoked_at": now}, actor=by
    )


def link_of(token: str) -> CalendarLink | None:
    """The link in force with this secret, of a user who may still sign in; None where there is none. One query."""
    found = CalendarLink.objects.filter(token_hash=hash_of(token), revoked_at__isnull=True, user__is_active=True)
    return found.select_related("user").first()
