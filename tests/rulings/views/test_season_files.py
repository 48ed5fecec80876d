"""Seasons come in and go out as files, in the browser: faults or contents first, the season when confirmed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.models import AuditEntry, League, RecomputeRequest, Role, Season
from league.services.rulebooks import publish_shipped
from tests import factories
from tests.league.seasonfile.small import sound as small

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db: None) -> League:
    publish_shipped()
    return factories.league(slug="north")


@pytest.fixture
def client(league: League) -> Iterator[Client]:
    made = Client()
    made.force_login(factories.member(Role.ADMINISTRATOR, league))
    return made


PAGE = "/leagues/north/setup/import/"


def upload(document: Any) -> SimpleUploadedFile:
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    return SimpleUploadedFile("season.json", data, content_type="application/json")


def test_a_file_is_looked_at_first_then_taken_in_and_given_out_the_same(client: Client) -> None:
    document = small()
    shown = client.post(PAGE, {"file": upload(document)})
    assert dict(shown.context["counts"])["Games"] == len(document["games"])
    assert not Season.objects.exists()
    kept = shown.context["form"]["kept"].value()
    answer = client.post(PAGE, {"kept": kept, "confirm": "yes", "slug": "winter"}, follow=True)
    season = Season.objects.get()
    assert (season.slug, season.published) == ("winter", False)
    assert "is loaded" in answer.text
    assert AuditEntry.objects.get(action="import-season").source == "import"
    assert RecomputeRequest.objects.filter(season=season).exists()
    given_out = client.get("/leagues/north/winter/setup/export/")
    assert json.loads(given_out.content) == document
    assert given_out["Content-Disposition"].startswith("attachment")


def test_a_second_time_nothing_is_changed(client: Client) -> None:
    for _ in range(2):
        kept = client.post(PAGE, {"file": upload(small())}).context["form"]["kept"].value()
        answer = client.post(PAGE, {"kept": kept, "confirm": "yes"}, follow=True)
    assert "nothing was changed" in answer.text
    assert Season.objects.count() == 1


def test_every_fault_is_shown_with_its_path(client: Client) -> None:
    document = small()
    document["games"][0]["home"] = "nobody"
    document["season"]["half"] = "spring"
    answer = client.post(PAGE, {"file": upload(document)})
    assert {"games[0].home", "season.half"} <= {finding.where for finding in answer.context["found"]}
    assert not Season.objects.exists()


def test_another_season_at_the_address_is_said(client: Client, league: League) -> None:
    factories.season(league=league, slug="winter")
    kept = client.post(PAGE, {"file": upload(small())}).context["form"]["kept"].value()
    answer = client.post(PAGE, {"kept": kept, "confirm": "yes", "slug": "winter"})
    assert [finding.code for finding in answer.context["found"]] == ["season-exists"]
    reserved = client.post(PAGE, {"kept": kept, "confirm": "yes", "slug": "setup"})
    assert set(reserved.context["form"].errors) == {"slug"}
    assert Season.objects.count() == 1


def test_a_forged_file_is_not_taken_in(client: Client) -> None:
    answer = client.post(PAGE, {"kept": "eyJhIjoxfQ:abc:def", "confirm": "yes"})
    assert "no longer at hand" in answer.text


def test_a_file_has_to_be_chosen(client: Client) -> None:
    assert set(client.post(PAGE, {}).context["form"].errors) == {"file"}


JSON = st.recursive(st.none() | st.text(max_size=5), st.lists, max_leaves=5).map(json.dumps).map(str.encode)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.binary(max_size=300) | JSON)
def test_no_file_breaks_the_page(client: Client, data: bytes) -> None:
    answer = client.post(PAGE, {"file": upload(data)})
    assert answer.status_code == 200
    assert not Season.objects.exists()
