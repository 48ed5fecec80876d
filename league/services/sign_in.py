"""Decides how somebody signs in by a one-time link, and how they set their password.

A link is good once, for `SESAME_MAX_AGE`, and until the password changes. Nothing here tells whether
an address is known: requests are counted and answered alike, and mails are sent by a worker.
"""

import datetime as dt
import hashlib
from typing import Final
from urllib.parse import urlencode

from axes.models import AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from sesame.backends import ModelBackend as LinkBackend
from sesame.utils import get_token

from league.models import LinkRequest, User
from league.services import mail
from league.services.audit import record, snapshot

LIMIT_PERIOD: Final = dt.timedelta(minutes=15)
LINKS_PER_EMAIL: Final = 3
LINKS_PER_ADDRESS: Final = 20
"""How many links one e-mail address and one network address get within the period; a rink shares one network."""

_REQUESTS_KEPT: Final = dt.timedelta(days=1)
_LOG_KEPT: Final = dt.timedelta(days=90)


def request_link(*, email: str, address: str | None, now: dt.datetime) -> dt.datetime | None:
    """Count a request for a link, and return None, or from when on one may ask again.

    Counts the same way for known and unknown e-mail addresses. Side effect: a row in LinkRequest.
    """
    email_hash = hashlib.sha256(email.strip().lower().encode()).hexdigest()
    since = now - LIMIT_PERIOD
    with transaction.atomic():
        recent = LinkRequest.objects.filter(at__gt=since).order_by("-at")
        for same, limit in (
            (Q(email_hash=email_hash), LINKS_PER_EMAIL),
            (Q(address=address, address__isnull=False), LINKS_PER_ADDRESS),
        ):
            times = recent.filter(same).values_list("at", flat=True)[:limit]
            if len(times) == limit:
                return times[limit - 1] + LIMIT_PERIOD
        LinkRequest.objects.create(email_hash=email_hash, address=address, at=now)
    return None


def forget(*, now: dt.datetime) -> int:
    """Remove what is no longer needed about people's coming and going; returns how many rows went.

    That is requests for links after a day, sessions that have ended, and the log of sign-ins after
    ninety days. Side effects: rows of LinkRequest, Session and AccessLog go.
    """
    old = (
        LinkRequest.objects.filter(at__lt=now - _REQUESTS_KEPT),
        Session.objects.filter(expire_date__lt=now),
        AccessLog.objects.filter(attempt_time__lt=now - _LOG_KEPT),
    )
    return sum(rows.delete()[0] for rows in old)


def send_link(*, email: str, then: str = "") -> bool:
    """Mail a sign-in link if the address is that of an active user; returns whether one was sent.

    `then` is the path to go to after signing in. Sending it twice is harmless: whichever link is used
    first makes the other useless. Side effect: a mail.
    """
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user is None:
        return False
    query = urlencode({"key": get_token(user)} | ({"next": then} if then else {}))
    mail.send(
        template="sign_in_link",
        to=user.email,
        language=user.language,
        values={
            "user": user,
            "link": mail.absolute(f"{reverse('league:link_arrived')}?{query}"),
            "minutes": int(settings.SESAME_MAX_AGE.total_seconds() // 60),
        },
    )
    return True


def use_link(*, key: str, now: dt.datetime) -> User | None:
    """The user whom a link signs in, or None where it is unknown, too old or used; it is used up now.

    Of two that come with the same link at once, one gets in. Side effect: the user's last sign-in.
    """
    user: User | None = LinkBackend().authenticate(request=None, sesame=key)
    if user is None:
        return None
    # The link's signature covers the last sign-in: whoever changes it first has used the link.
    changed = User.objects.filter(pk=user.pk, last_login=user.last_login).update(last_login=now)
    if not changed:
        return None
    user.last_login = now
    return user


@transaction.atomic
def set_password(*, user: User, password: str) -> None:
    """Set a password that the form has judged. Ends the user's other sessions and open links.

    Side effects: the user's password, an audit entry.
    """
    user.set_password(password)
    user.save(update_fields=["password"])
    record(action="set-password", target=user, actor=user)


@transaction.atomic
def change_account(*, user: User, name: str, language: str) -> None:
    """Change how somebody is called and in which language mails come. Side effects: the user, an audit entry."""
    before = snapshot(user, "name", "language")
    user.name, user.language = name, language
    user.save(update_fields=["name", "language"])
    record(action="change-account", target=user, before=before, after=snapshot(user, "name", "language"), actor=user)
