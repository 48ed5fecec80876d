"""Decides how the address on printed game sheets is made and revoked: unguessable, for one day, kept as a digest."""

import datetime as dt
import secrets
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from discipline.models import EveningLink
from discipline.queries.evening import links_on
from league.core.findings import Finding
from league.core.tokens import hash_of
from league.models import Season, User, Venue
from league.services.audit import record
from league.services.errors import Refused
from league.services.locking import lock

MOST: Final = 40
"""How many addresses in force a day can have."""


@transaction.atomic
def open_evening(
    *, season: Season, day: dt.date, rink: Venue | None, by: User, now: dt.datetime
) -> tuple[EveningLink, str]:
    """A new address that shows who may not take part in a day's games, and its secret, which can't be read again.

    Side effects: the link, an audit entry (without the secret). Raises Refused beyond `MOST` a day.
    """
    lock(Season.objects.all(), season.pk)
    if links_on(season, day).count() >= MOST:
        message = _("this day has %(most)s addresses already") % {"most": MOST}
        raise Refused([Finding("too-many", message, remedy=_("revoke some, or copy the sheets that are printed"))])
    token = secrets.token_urlsafe(32)
    link = EveningLink.objects.create(
        season=season, day=day, rink=rink, token_hash=hash_of(token), created_at=now, created_by=by
    )
    after = {"day": day, "rink": rink.pk if rink else None}
    record(action="open-evening", target=link, after=after, actor=by, season=season)
    return link, token


@transaction.atomic
def revoke_evening(*, link: EveningLink, by: User, now: dt.datetime) -> None:
    """Close an address for good. Side effects: the link, an audit entry; nothing for one closed already."""
    found = lock(EveningLink.objects.select_related("season"), link.pk)
    if found.revoked_at is not None:
        return
    found.revoked_at = now
    found.save(update_fields=["revoked_at"])
    record(
        action="revoke-evening",
        target=found,
        before={"revoked_at": None},
        after={"revoked_at": now},
        actor=by,
        season=found.season,
    )
