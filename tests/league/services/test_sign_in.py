"""Shows that a sign-in link works once, not for long, and that asking for many is limited for everybody alike."""

import datetime as dt
import re

import pytest
from axes.models import AccessLog
from django.contrib.sessions.models import Session
from django.core import mail
from django.utils import timezone

from league.models import AuditEntry, LinkRequest, User
from league.services import sign_in
from tests import factories

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2014, 11, 8, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def user() -> User:
    return factories.user(email="coach@example.org")


def mailed_key(place: int = -1) -> str:
    found = re.search(r"key=([\w-]+)", str(mail.outbox[place].body))
    assert found is not None
    return found.group(1)


def test_a_link_signs_in_once(user: User) -> None:
    assert sign_in.send_link(email="COACH@example.org", then="/account/") is True
    assert mail.outbox[0].to == ["coach@example.org"]
    assert "http://testserver/sign-in/link/arrived/?key=" in str(mail.outbox[0].body)
    assert "next=%2Faccount%2F" in str(mail.outbox[0].body)
    assert sign_in.use_link(key=mailed_key(), now=timezone.now()) == user
    assert sign_in.use_link(key=mailed_key(), now=timezone.now()) is None


def test_of_two_links_the_first_used_is_the_only_one(user: User) -> None:
    sign_in.send_link(email=user.email)
    sign_in.send_link(email=user.email)
    assert sign_in.use_link(key=mailed_key(1), now=timezone.now()) == user
    assert sign_in.use_link(key=mailed_key(0), now=timezone.now()) is None


def test_of_two_at_once_one_gets_in(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have read the user before either has written."""
    sign_in.send_link(email=user.email)
    read = User.objects.get(pk=user.pk)
    assert sign_in.use_link(key=mailed_key(), now=timezone.now()) == user
    monkeypatch.setattr("league.services.sign_in.LinkBackend.authenticate", lambda *_, **__: read)
    assert sign_in.use_link(key=mailed_key(), now=timezone.now()) is None


def test_a_link_ends_after_a_quarter_of_an_hour(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_in.send_link(email=user.email)
    sent = timezone.now().timestamp()
    monkeypatch.setattr("sesame.tokens_v2.time.time", lambda: sent + 14 * 60)
    assert sign_in.LinkBackend().authenticate(request=None, sesame=mailed_key()) == user
    monkeypatch.setattr("sesame.tokens_v2.time.time", lambda: sent + 16 * 60)
    assert sign_in.use_link(key=mailed_key(), now=timezone.now()) is None


def test_a_link_ends_with_the_password_and_with_the_account(user: User) -> None:
    sign_in.send_link(email=user.email)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert sign_in.use_link(key=mailed_key(), now=timezone.now()) is None
    User.objects.filter(pk=user.pk).update(is_active=True)
    sign_in.set_password(user=user, password="another-long-password")
    assert sign_in.use_link(key=mailed_key(), now=timezone.now()) is None


@pytest.mark.parametrize("key", ["", "x", "é", "A" * 10_000, "AAAA" * 6, "\x00", "....", "\ud800"])
def test_whatever_is_no_link_opens_nothing(user: User, key: str) -> None:
    assert sign_in.use_link(key=key, now=NOW) is None


def test_nothing_is_mailed_to_strangers_and_closed_accounts() -> None:
    factories.user(email="closed@example.org", is_active=False)
    assert sign_in.send_link(email="closed@example.org") is False
    assert sign_in.send_link(email="nobody@example.org") is False
    assert mail.outbox == []


@pytest.mark.parametrize("email", ["coach@example.org", "nobody@example.org"])
def test_three_links_for_an_address_in_a_quarter_of_an_hour(user: User, email: str) -> None:
    minute = dt.timedelta(minutes=1)
    for passed in (0, 5, 6):
        assert sign_in.request_link(email=email, address="192.0.2.1", now=NOW + passed * minute) is None
    again = sign_in.request_link(email=email.upper(), address="192.0.2.2", now=NOW + 7 * minute)
    assert again == NOW + 15 * minute
    assert sign_in.request_link(email=email, address="192.0.2.1", now=NOW + 16 * minute) is None
    assert sign_in.request_link(email=email, address="192.0.2.1", now=NOW + 17 * minute) == NOW + 20 * minute


def test_twenty_links_for_a_network_address_in_a_quarter_of_an_hour() -> None:
    for number in range(20):
        assert sign_in.request_link(email=f"{number}@example.org", address="192.0.2.1", now=NOW) is None
    assert sign_in.request_link(email="20@example.org", address="192.0.2.1", now=NOW) == NOW + dt.timedelta(minutes=15)
    assert sign_in.request_link(email="20@example.org", address="192.0.2.2", now=NOW) is None


def test_requests_are_counted_without_the_address() -> None:
    sign_in.request_link(email="coach@example.org", address="192.0.2.1", now=NOW)
    assert "coach" not in LinkRequest.objects.get().email_hash


def test_what_is_no_longer_needed_is_forgotten() -> None:
    day = dt.timedelta(days=1)
    for age in (dt.timedelta(hours=23), dt.timedelta(hours=25)):
        sign_in.request_link(email="coach@example.org", address=None, now=NOW - age)
    for key, left in (("ended", -day), ("open", day)):
        Session.objects.create(session_key=key, session_data="", expire_date=NOW + left)
    for username, age in (("old", 91 * day), ("recent", 89 * day)):
        log = AccessLog.objects.create(username=username)
        AccessLog.objects.filter(pk=log.pk).update(attempt_time=NOW - age)
    assert sign_in.forget(now=NOW) == 3
    assert Session.objects.get().session_key == "open"
    assert AccessLog.objects.get().username == "recent"
    assert LinkRequest.objects.get().at == NOW - dt.timedelta(hours=23)


def test_what_somebody_changes_about_themselves_is_in_the_trail(user: User) -> None:
    sign_in.change_account(user=user, name="Nor Quell", language="en")
    sign_in.set_password(user=user, password="another-long-password")
    changed, password = AuditEntry.objects.order_by("number")
    assert changed.after == {"name": "Nor Quell", "language": "en"}
    assert (password.action, password.before, password.after) == ("set-password", None, None)
