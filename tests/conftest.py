"""What every test may use: a Celery worker beside the test."""

from collections.abc import Iterator

import pytest
from celery.contrib.testing.worker import start_worker
from celery.worker import WorkController
from django.db import connection
from pytest_django.plugin import DjangoDbBlocker

from league.project.celery import app


@pytest.fixture
def worker(transactional_db: None) -> Iterator[WorkController]:
    """Run a Celery worker in a thread, on this test's database and queues."""
    app.control.purge()
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30) as started:
        yield started


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Let the tests with real transactions empty the tables after themselves, the audit trail too.

    Only the refusal of TRUNCATE is off, only in the test database; its own test turns it on.
    """
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE league_auditentry DISABLE TRIGGER audit_trail_stays")
