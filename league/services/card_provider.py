"""Decides how the provider of card payments is spoken to: a page to pay on, and messages whose signature is checked."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import stripe
from django.conf import settings
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import CardAccount
from league.services.errors import Refused
from league.services.sealing import Unreadable, opened

logger = logging.getLogger(__name__)

SECONDS = 10
"""How long the provider may take to answer; somebody is waiting."""
TOLERANCE = 300
"""How old a signature may be, in seconds: what is older was recorded by somebody and sent again."""
LONGEST = 1024 * 1024
"""The largest message that is read, in bytes."""


class Untrusted(Exception):
    """A message isn't from the provider, or not for this league; why is nobody's business outside."""


@dataclass(frozen=True, slots=True)
class Item:
    """One line on the provider's page: what it is called there, and its cents."""

    name: str
    cents: int


def page_for(*, account: CardAccount, key: str, items: Sequence[Item], currency: str, success: str, cancel: str) -> str:
    """Have the provider make a page to pay exactly these items on; returns its address.

    `key` is our name of the checkout: asked twice with it, the provider makes one page. No name and no
    address of anybody goes there. Raises Refused where the provider is away or says no.
    """
    params: dict[str, Any] = {
        "mode": "payment",
        "payment_method_types": ["card"],
        "client_reference_id": key,
        "metadata": {"checkout": key},
        "payment_intent_data": {"metadata": {"checkout": key}},
        "success_url": success,
        "cancel_url": cancel,
        "line_items": [
            {
                "quantity": 1,
                "price_data": {
                    "currency": currency.lower(),
                    "unit_amount": item.cents,
                    "product_data": {"name": item.name},
                },
            }
            for item in items
        ],
    }
    try:
        client = stripe.StripeClient(
            opened(account.secret_key),
            base_addresses={"api": settings.STRIPE_API} if settings.STRIPE_API else {},
            max_network_retries=1,
            http_client=stripe.RequestsClient(timeout=SECONDS),
        )
        made = client.v1.checkout.sessions.create(params, {"idempotency_key": f"checkout-{key}"})  # type: ignore[arg-type]
    except (stripe.StripeError, Unreadable) as error:
        # The provider's message may repeat part of the key: only its kind is told and logged.
        logger.warning("no page to pay on could be made", extra={"error": type(error).__name__, "checkout": key})
        message = _("the card provider gave no page to pay on; nothing was charged")
        remedy = _("try again in a minute, or ask the league to look at its card payments")
        raise Refused([Finding("card-provider", message, remedy=remedy)]) from None
    if not made.url:
        raise Refused([Finding("card-provider", _("the card provider gave no page to pay on; nothing was charged"))])
    return made.url


def trusted(*, account: CardAccount | None, body: bytes, signature: str | None) -> Mapping[str, Any]:
    """A message as the provider wrote it. Raises Untrusted unless its signature is this league's, and fresh."""
    if account is None or len(body) > LONGEST:
        raise Untrusted
    try:
        text = body.decode()
        stripe.WebhookSignature.verify_header(text, signature, opened(account.webhook_secret), TOLERANCE)
        found = json.loads(text)
    except (stripe.StripeError, Unreadable, ValueError, RecursionError):
        raise Untrusted from None
    if not isinstance(found, dict) or not isinstance(found.get("id"), str) or found.get("livemode") is not account.live:
        raise Untrusted
    return found
