"""The demo stays out of real installations, and never empties a database that holds a real league."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from league.models import League


@pytest.mark.django_db
def test_it_is_refused_where_it_has_no_business() -> None:
    with override_settings(DEMO=False), pytest.raises(CommandError, match="isn't a demo"):
        call_command("create_demo", stdout=io.StringIO())
    assert not League.objects.exists()


@pytest.mark.django_db
def test_a_database_with_another_league_is_never_emptied() -> None:
    League.objects.create(slug="real", name="Real")
    with override_settings(DEMO=True), pytest.raises(CommandError, match=r"holds other leagues \(real\)"):
        call_command("create_demo", "--fresh", stdout=io.StringIO())
    assert League.objects.get().slug == "real"
