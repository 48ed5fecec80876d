"""Decides how a league begins and ends taking card payments: its keys are sealed, and never shown again."""

from __future__ import annotations

import datetime as dt
import logging

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import CardAccount, League, User
from league.services import audit
from league.services.errors import Refused
from league.services.locking import lock
from league.services.sealing import Unreadable, resealed, seal

logger = logging.getLogger(__name__)

_LIVE, _TEST = ("sk_live_", "rk_live_"), ("sk_test_", "rk_test_")
_WEBHOOK = "whsec_"


@transaction.atomic
def set_keys(*, league: League, secret_key: str, webhook_secret: str, by: User, now: dt.datetime) -> CardAccount:
    """Have a league take card payments with its own keys at the provider, in place of those it had.

    Side effects: the sealed keys, an audit entry that says that they were set and not what they are. Raises
    Refused for what can't be such keys, without repeating them.
    """
    lock(League.objects.all(), league.pk)
    secret_key, webhook_secret = secret_key.strip(), webhook_secret.strip()
    findings = []
    if not secret_key.startswith(_LIVE + _TEST) or not secret_key.isascii():
        message, remedy = _("this is no secret key"), _("copy the key that begins with sk_live_ or sk_test_")
        findings.append(Finding("secret-key", message, where="secret_key", remedy=remedy))
    if not webhook_secret.startswith(_WEBHOOK) or not webhook_secret.isascii():
        message, remedy = _("this is no signing secret"), _("copy the secret of the endpoint that begins with whsec_")
        findings.append(Finding("webhook-secret", message, where="webhook_secret", remedy=remedy))
    if findings:
        raise Refused(findings)
    values = {
        "secret_key": seal(secret_key),
        "webhook_secret": seal(webhook_secret),
        "live": secret_key.startswith(_LIVE),
        "set_at": now,
        "set_by": by,
    }
    account, _created = CardAccount.objects.update_or_create(league=league, defaults=values)
    audit.record(action="set-card-keys", target=account, after={"live": account.live}, actor=by, league=league)
    return account


@transaction.atomic
def remove_keys(*, league: League, by: User) -> None:
    """Stop taking card payments. What was paid stays; messages of the provider are refused from now on.

    Side effects: the keys are gone, an audit entry.
    """
    account = CardAccount.objects.select_for_update().filter(league=league).first()
    if account is None:
        return
    audit.record(action="remove-card-keys", target=account, before={"live": account.live}, actor=by, league=league)
    account.delete()


def reseal() -> int:
    """Seal every key anew with the installation's newest one, so that older ones can go; returns how many were."""
    done = 0
    for pk in CardAccount.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic():
            account = CardAccount.objects.select_for_update().filter(pk=pk).first()
            if account is None:
                continue
            try:
                account.secret_key, account.webhook_secret = (
                    resealed(account.secret_key),
                    resealed(account.webhook_secret),
                )
            except Unreadable:
                logger.warning("keys of card payments can't be read any more", extra={"league": account.league_id})
                continue
            account.save(update_fields=["secret_key", "webhook_secret"])
            done += 1
    return done
