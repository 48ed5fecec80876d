"""A game is confirmed a week before: asked once by mail, answered once by its link, listed until then."""

import datetime as dt
import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import AuditEntry, Game
from scheduling.models import GameConfirmation
from scheduling.queries.confirmations import unconfirmed
from scheduling.tasks import ask_to_confirm
from tests.reporting import Evening, evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def near() -> Evening:
    """A game in eight days."""
    starts = timezone.now().replace(microsecond=0) + dt.timedelta(days=8)
    return evening(starts=starts, occupied_until=starts + dt.timedelta(minutes=75))


def link() -> str:
    found = re.search(r"http://testserver(\S+)", mail.outbox[-1].body)
    assert found is not None
    return found[1]


@pytest.mark.clause("mn-district-9", "3.13")
def test_the_home_team_is_asked_once_and_confirms_by_one_link_once(near: Evening) -> None:
    for _ in range(3):
        ask_to_confirm()
    assert [message.to for message in mail.outbox] == [[near.home_coach.email]]
    visitor = Client()
    address = link()
    page = visitor.get(address)
    assert "Confirm the game" in page.content.decode()
    assert GameConfirmation.objects.get().confirmed_at is None
    key = address.partition("key=")[2].replace("%3A", ":")
    assert "Confirmed" in visitor.post("/confirm/", {"key": key}).content.decode()
    assert not unconfirmed(near.season, timezone.now()).exists()
    assert visitor.post("/confirm/", {"key": key}).status_code == 410
    assert visitor.get(address).status_code == 410
    assert AuditEntry.objects.filter(action="confirm-game").count() == 1


@pytest.mark.parametrize("key", ["", "7", "7:forged", "x" * 5000, "\x00"])
def test_a_link_that_nobody_signed_is_not_good(near: Evening, key: str) -> None:
    assert Client().get("/confirm/", {"key": key}).status_code in (400, 410)
    assert Client().post("/confirm/", {"key": key}).status_code in (400, 410)


def test_a_game_that_moved_is_confirmed_anew(near: Evening) -> None:
    ask_to_confirm()
    address = link()
    Game.objects.filter(pk=near.game.pk).update(
        starts=near.game.starts + dt.timedelta(days=1), occupied_until=near.game.starts + dt.timedelta(days=1, hours=1)
    )
    assert Client().get(address).status_code == 410
    ask_to_confirm()
    assert len(mail.outbox) == 2
    assert link() != address


@pytest.mark.clause("mn-district-9", "3.13")
def test_the_visitor_confirms_too_and_what_is_late_is_listed(near: Evening) -> None:
    starts = timezone.now() + dt.timedelta(days=6)
    Game.objects.filter(pk=near.game.pk).update(starts=starts, occupied_until=starts + dt.timedelta(hours=1))
    address = f"/leagues/{near.season.league.slug}/{near.season.slug}/unconfirmed/"

    def client_of(user: Any) -> Client:
        client = Client()
        client.force_login(user)
        return client

    page = client_of(near.statistician).get(address).content.decode()
    assert "Late" in page
    assert client_of(near.statistician).post(address, {"game": near.game.pk}).status_code == 404
    assert client_of(near.away_coach).post(address, {"game": near.game.pk}).status_code == 302
    assert GameConfirmation.objects.get().confirmed_by == near.away_coach
    assert "Everything near is confirmed" in client_of(near.statistician).get(address).content.decode()
