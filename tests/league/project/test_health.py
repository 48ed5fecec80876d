"""The health addresses tell each part that fails, and answer without any other middleware."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from league.models import RecomputeKind, RecomputeRequest
from league.project import health
from tests import factories


def _parts(client: Client, status: int, only: str = "") -> dict[str, Any]:
    response = client.get("/readyz", {"only": only} if only else {})
    assert response.status_code == status
    assert response["Cache-Control"] == "no-store"
    assert response["X-Content-Type-Options"] == "nosniff"
    answer = response.json()
    assert answer["ready"] is (status == 200)
    parts: dict[str, Any] = answer["parts"]
    return parts


def test_healthz_touches_no_database(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.content == b"ok\n"


def test_probes_come_over_plain_http_and_by_address(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["league.example.org"]
    assert client.get("/healthz", headers={"Host": "10.0.0.7:8000"}).status_code == 200


@pytest.mark.django_db
def test_all_well(client: Client) -> None:
    assert _parts(client, 200) == {
        "database": {"ok": True},
        "migrations": {"ok": True, "pending": []},
        "broker": {"ok": True},
        "recompute": {"ok": True, "oldest_request_seconds": 0, "patience_seconds": 300},
    }


@pytest.mark.django_db
def test_a_database_that_does_not_answer(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise DatabaseError("connection to db.example.org as rinkside failed")

    monkeypatch.setattr(connection, "cursor", refuse)
    parts = _parts(client, 503)
    assert {name: part["ok"] for name, part in parts.items()} == {
        **dict.fromkeys(["database", "migrations", "recompute"], False),
        "broker": True,
    }
    # The page is public: neither hosts nor users are told.
    assert parts["database"] == {"ok": False, "error": "DatabaseError"}


@pytest.mark.django_db
def test_a_migration_that_was_not_applied(client: Client) -> None:
    last = MigrationRecorder.Migration.objects.filter(app="standings").order_by("name").last()
    assert last is not None
    last.delete()
    assert _parts(client, 503)["migrations"] == {"ok": False, "pending": [f"standings.{last.name}"]}


@pytest.mark.django_db
def test_a_broker_that_is_down(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    parts = _parts(client, 503)
    assert parts["broker"] == {"ok": False, "error": "ConnectionError"}
    assert parts["database"] == {"ok": True}


@pytest.mark.django_db
def test_without_a_broker_pages_are_served_and_a_load_balancer_can_ask_for_that(
    client: Client, settings: Settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert list(_parts(client, 200, only="database,migrations")) == ["database", "migrations"]


def test_an_unknown_part_is_a_mistake_of_the_caller(client: Client) -> None:
    response = client.get("/readyz", {"only": "database,disk"})
    assert response.status_code == 400
    assert response.json() == {"error": "no such part: disk; there are database, migrations, broker, recompute"}


@pytest.mark.django_db
@pytest.mark.parametrize(("age", "status"), [(299, 200), (301, 503)])
def test_a_recompute_request_that_nobody_takes(
    client: Client, monkeypatch: pytest.MonkeyPatch, age: int, status: int
) -> None:
    now = timezone.now()
    monkeypatch.setattr(health.timezone, "now", lambda: now)
    season = factories.season()
    for seconds in (5, age, 10):
        RecomputeRequest.objects.create(
            season=season,
            kind=RecomputeKind.DIVISION,
            target_id=seconds,
            requested_at=now - timedelta(seconds=seconds),
        )
    assert _parts(client, status)["recompute"] == {
        "ok": status == 200,
        "oldest_request_seconds": age,
        "patience_seconds": 300,
    }
