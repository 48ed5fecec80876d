"""Makes what tests of card payments begin with: a league with keys, debts, checkouts, messages delivered."""

import datetime as dt
import itertools
from typing import Any

from django.test import Client

from league.models import Checkout, LedgerEntry
from league.services.card_accounts import set_keys
from league.services.money import Told, enter
from tests.card_provider import KEY, SIGNING, message, session, signed
from tests.reporting import Evening

DAY = dt.date(2014, 11, 12)
NOW = dt.datetime(2014, 11, 12, tzinfo=dt.UTC)
tokens = itertools.count(1)


def with_keys(played: Evening) -> Evening:
    set_keys(
        league=played.season.league, secret_key=KEY, webhook_secret=SIGNING, by=played.statistician, now=NOW
    )  # fmt: skip
    return played


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at(played: Evening, rest: str = "") -> str:
    return f"/leagues/{played.season.league.slug}/{played.season.slug}/money/{rest}"


def owe(played: Evening, cents: int = 7500, account: str = "", **fields: Any) -> LedgerEntry:
    told = Told(
        played.season, account or f"team:{played.home.pk}", cents, DAY, played.statistician, reason="ice",
        purpose=fields.pop("purpose", ""),
    )  # fmt: skip
    return enter(told=told, kind="charge", **fields)


def begun(played: Evening, *lines: tuple[str, int], key: str = "") -> Checkout:
    return Checkout.objects.create(
        season=played.season, account=f"team:{played.home.pk}", lines=[list(line) for line in lines],
        cents=sum(cents for _purpose, cents in lines), currency="USD", token=f"token-{next(tokens)}",
        created_by=played.home_coach, **({"key": key} if key else {}),
    )  # fmt: skip


def send(played: Evening, body: str, signature: str | None = None, **headers: str) -> int:
    address = f"/payments/stripe/{played.season.league.slug}/"
    headers = {"Stripe-Signature": signed(body) if signature is None else signature} | headers
    answer = Client().post(address, body, content_type="application/json", headers=headers)
    assert answer.content == b""
    return answer.status_code


def balance(played: Evening) -> int:
    return sum(LedgerEntry.objects.filter(team=played.home).values_list("cents", flat=True))


def paid(checkout: Checkout, cents: int | None = None, payment: str = "pi_1", **told: Any) -> str:
    thing = session(checkout.key, checkout.cents if cents is None else cents, payment)
    return message("checkout.session.completed", thing, **told)
