"""An operator opens a league on the command line, with an administrator who can set it up."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from league.models import AuditEntry, League, Role, User
from league.services.audit import verify_chain
from tests import factories

pytestmark = pytest.mark.django_db


def test_a_league_comes_with_an_administrator_who_gets_in() -> None:
    call_command("create_league", "north", "North League", administrator="Ada@Example.org")
    league, user = League.objects.get(slug="north"), User.objects.get(email="ada@example.org")
    assert [(role.role, role.season) for role in user.memberships.all()] == [(Role.ADMINISTRATOR, None)]
    assert not user.has_usable_password()
    assert verify_chain(league).entries == AuditEntry.objects.filter(league=league).count() == 2
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/leagues/north/setup/").status_code == 200


def test_somebody_with_an_account_keeps_it() -> None:
    known = factories.user(email="ada@example.org")
    call_command("create_league", "north", "North League", administrator="ada@example.org")
    assert known.memberships.get().league.slug == "north"
    assert User.objects.count() == 1


def test_everything_wrong_is_said_at_once_and_nothing_is_made() -> None:
    with pytest.raises(CommandError) as said:
        call_command("create_league", "no slug", " ", administrator="nobody")
    assert len(str(said.value).splitlines()) == 3
    factories.league(slug="north")
    with pytest.raises(CommandError, match="another league has the address north"):
        call_command("create_league", "north", "North", administrator="ada@example.org")
    assert not User.objects.exists()
