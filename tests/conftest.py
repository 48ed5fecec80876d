"""What every test may use: a database that can be removed in the end, a Celery worker beside the test."""

from collections.abc import Iterator

import pytest
from celery.contrib.testing.worker import start_worker
from celery.worker import WorkController
from django.db import connection
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from league.project.celery import app

# A slow machine is no fault of the product: no example fails for the time that it takes.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture
def worker(transactional_db: None) -> Iterator[WorkController]:
    """Run a Celery worker in a thread, on this test's database and queues."""
    app.control.purge()
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30) as started:
        yield started


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A test database that can be emptied and removed.

    Tests with real transactions empty the tables after themselves, the audit trail too: so, in the
    test database, only the refusal of TRUNCATE is off; its own test turns it on. And what threads
    left connected (a worker, a live server) is ended before the database goes.
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_auditentry DISABLE TRIGGER audit_trail_stays")
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
