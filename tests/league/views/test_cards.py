"""Paying by card: the way to the provider, and that no key of a league ever comes out."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, CardAccount, Checkout, LedgerEntry, Role
from league.services.card_accounts import remove_keys, reseal
from league.services.sealing import Unreadable, opened, seal
from tests import card_provider, factories
from tests.card_provider import KEY, SIGNING, Provider, charge, message, refund, total
from tests.cards import at, balance, begun, client_of, owe, paid, send, with_keys
from tests.reporting import Evening, evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Evening:
    return with_keys(evening())


@pytest.fixture
def provider(settings: Any) -> Iterator[Provider]:
    with card_provider.provider() as made:
        settings.STRIPE_API = settings.STRIPE_PAGES = made.url
        yield made


# ------------------------------------------------------------------ the way to the provider


def test_a_coach_goes_to_pay_exactly_what_is_open(played: Evening, provider: Provider) -> None:
    owe(played, 5000, purpose="g1", clauses=["3.10.b"])
    owe(played, 2500, purpose="g1")
    coach = client_of(played.home_coach)
    assert "Pay by card" in coach.get(at(played, f"teams/{played.home.pk}/")).content.decode()
    address = at(played, f"pay/?account=team:{played.home.pk}")
    page = coach.get(address)
    assert provider.url in page["Content-Security-Policy"]
    entries = [str(entry.pk) for entry in LedgerEntry.objects.order_by("pk")]
    token = page.content.decode().split('name="token" value="')[1].split('"')[0]
    for _ in range(2):  # pressed twice: one page
        answer = coach.post(address, {"entry": entries, "token": token})
        assert answer.status_code == 302
    checkout = Checkout.objects.get()
    assert answer["Location"] == f"{provider.url}/pay/{checkout.key}"
    assert (checkout.cents, checkout.lines) == (7500, [["g1", 5000], ["g1", 2500]])
    assert len(provider.asked) == 1
    asked = provider.asked[0]
    assert total(asked) == 7500
    assert asked["line_items[0][price_data][currency]"] == "usd"
    assert asked["payment_intent_data[metadata][checkout]"] == asked["metadata[checkout]"] == checkout.key
    assert asked["idempotency_key"] == f"checkout-{checkout.key}"
    assert asked["success_url"] == f"http://testserver{at(played, f'cards/{checkout.pk}/')}"
    assert not LedgerEntry.objects.filter(kind="payment").exists()  # coming back proves nothing
    back = coach.get(at(played, f"cards/{checkout.pk}/")).content.decode()
    assert "hasn't confirmed it yet" in back


def test_no_name_goes_to_the_provider(played: Evening, provider: Provider) -> None:
    person = played.players["h1"]
    entry = owe(played, 1500, f"person:{person.pk}")
    address = at(played, f"pay/?account=person:{person.pk}")
    client_of(played.home_coach).post(address, {"entry": entry.pk, "token": "a" * 32})
    (asked,) = provider.asked
    assert person.name
    assert person.name not in json.dumps(asked)
    assert played.home_coach.email not in json.dumps(asked)


def test_the_provider_says_no_and_nothing_leaks(
    played: Evening, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    entry = owe(played)
    provider.fails = True
    caplog.set_level(logging.DEBUG)
    address = at(played, f"pay/?account=team:{played.home.pk}")
    page = client_of(played.home_coach).post(address, {"entry": entry.pk, "token": "a" * 32})
    text = page.content.decode()
    assert page.status_code == 200
    assert "nothing was charged" in text
    assert KEY not in text
    assert KEY not in caplog.text
    assert SIGNING not in caplog.text
    provider.fails = False  # the same form goes through afterwards
    assert client_of(played.home_coach).post(address, {"entry": entry.pk, "token": "a" * 32}).status_code == 302


@pytest.mark.parametrize(("cents", "status"), [(49, 200), (50, 302)])
def test_the_providers_least_amount(played: Evening, provider: Provider, cents: int, status: int) -> None:
    entry = owe(played, cents)
    address = at(played, f"pay/?account=team:{played.home.pk}")
    answer = client_of(played.home_coach).post(address, {"entry": entry.pk, "token": "a" * 32})
    assert answer.status_code == status


def test_nothing_chosen_and_odd_forms_are_refused(played: Evening, provider: Provider) -> None:
    entry = owe(played)
    coach, address = client_of(played.home_coach), at(played, f"pay/?account=team:{played.home.pk}")
    assert "nothing of this is open" in coach.post(address, {"token": "a" * 32}).content.decode()
    assert "sent for something else" in coach.post(address, {"entry": entry.pk, "token": "?"}).content.decode()
    assert not Checkout.objects.exists()
    assert coach.get(at(played, f"pay/?account=team:{played.away.pk}")).status_code == 404
    for odd in ("", "team:", "team:x", "team:-1", "god:1", f"team:{'9' * 40}", "team:٣"):
        assert coach.get(at(played, f"pay/?account={odd}")).status_code == 404
    assert client_of(played.statistician).get(address).status_code == 403


def test_without_keys_nothing_of_it_is_shown(provider: Provider) -> None:
    played = evening()
    entry = owe(played)
    coach = client_of(played.home_coach)
    for page in (f"teams/{played.home.pk}/", f"entries/{entry.pk}/"):
        assert "Pay by card" not in coach.get(at(played, page)).content.decode()
    assert coach.get(at(played, f"pay/?account=team:{played.home.pk}")).status_code == 404
    assert send(played, message("charge.refunded", charge(1, 1))) == 400


@pytest.mark.clause("alberta-mens", "8-1.b")
def test_where_the_book_takes_no_cards_none_are_offered(provider: Provider) -> None:
    from league.services.rulebooks import publish_shipped

    played = with_keys(evening())
    played.season.rulebook = next(one for one in publish_shipped() if one.slug == "alberta-mens")
    played.season.save()
    owe(played)
    page = client_of(played.home_coach).get(at(played, f"teams/{played.home.pk}/")).content.decode()
    assert "Pay by card" not in page


# ------------------------------------------------------------------ the keys


def test_keys_are_sealed_and_never_shown_again(settings: Any) -> None:
    played = evening()
    administrator = client_of(factories.member(Role.ADMINISTRATOR, played.season.league))
    address = f"/leagues/{played.season.league.slug}/setup/cards/"
    wrong = administrator.post(address, {"secret_key": "pk_live_1234", "webhook_secret": "hook"}).content.decode()
    assert "This is no secret key" in wrong
    assert "This is no signing secret" in wrong
    assert "pk_live_1234" not in wrong
    assert administrator.post(address, {"secret_key": KEY, "webhook_secret": SIGNING}).status_code == 302
    account = CardAccount.objects.get()
    assert (opened(account.secret_key), opened(account.webhook_secret), account.live) == (KEY, SIGNING, False)
    page = administrator.get(address).content.decode()
    assert f"http://testserver/payments/stripe/{played.season.league.slug}/" in page
    with connection.cursor() as cursor:
        cursor.execute("SELECT secret_key || webhook_secret FROM league_cardaccount")
        kept = cursor.fetchone()[0]
    told = json.dumps([entry.after for entry in AuditEntry.objects.all()])
    for secret in (KEY, SIGNING):
        assert secret not in page
        assert secret not in kept
        assert secret not in told
    assert client_of(played.statistician).get(address).status_code == 403
    assert administrator.post(address, {"remove": "1"}).status_code == 302
    assert not CardAccount.objects.exists()


def test_a_changed_secret_key_opens_old_seals_and_seals_anew(settings: Any) -> None:
    played = with_keys(evening())
    old = settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "n" * 60, [old]
    assert opened(CardAccount.objects.get().secret_key) == KEY
    assert reseal() == 1
    settings.SECRET_KEY_FALLBACKS = []
    assert opened(CardAccount.objects.get().webhook_secret) == SIGNING
    settings.SECRET_KEY = "other" * 20
    with pytest.raises(Unreadable):
        opened(CardAccount.objects.get().secret_key)
    assert reseal() == 0
    assert send(played, message("charge.refunded", charge(1, 1))) == 400
    assert seal("a") != seal("a")


def test_removed_keys_refuse_messages_and_keep_payments(played: Evening) -> None:
    checkout = begun(played, ("", 7500))
    send(played, paid(checkout))
    remove_keys(league=played.season.league, by=played.statistician)
    assert send(played, message("refund.created", refund(100))) == 400
    assert balance(played) == -7500


def test_the_list_of_card_payments_asks_no_more_for_many(played: Evening) -> None:
    statistician = client_of(played.statistician)

    def number() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert statistician.get(at(played, "cards/")).status_code == 200
        return len(queries)

    send(played, paid(begun(played, ("", 7500)), 8000))
    one = number()
    for cents in range(100, 110):
        send(played, paid(begun(played, ("", cents)), 8000, f"pi_{cents}"))
    assert number() == one == 8
