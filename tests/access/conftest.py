"""Walks every address as every role, once for all the tests of access."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.http import HttpResponse

from tests.access.routes import Route, routes
from tests.access.world import ROLES, World, world


@dataclass
class Visit:
    """One request and what came of it; `broken` is the exception that got out, if one did."""

    route: Route
    method: str
    role: str
    answer: HttpResponse | None
    broken: str = ""

    @property
    def cell(self) -> str:
        """What the table says of it."""
        if self.answer is None:
            return "500"
        if self.answer.status_code == 302 and self.answer["Location"].startswith("/sign-in/?next="):
            return "sign in"
        return str(self.answer.status_code)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Thousands of requests: keep no copy of what each template was given, and write no log."""
    monkeypatch.setattr("django.test.client.store_rendered_templates", lambda *_, **__: None)
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def made(db: None) -> World:
    """The world, for one test."""
    return world()


_walked: list[Visit] = []


@pytest.fixture
def visits(request: pytest.FixtureRequest) -> list[Visit]:
    """Every address asked with GET by every role, and with an empty POST where it takes one; once a process."""
    if not _walked:
        made = request.getfixturevalue("made")
        for route in routes():
            for method in ("GET", "POST") if route.takes_posts else ("GET",):
                _walked.extend(visit(made, route, method, role) for role in ROLES)
    return _walked


def visit(made: World, route: Route, method: str, role: str, address: str = "", **data: object) -> Visit:
    """Ask once, and take back whatever that changed."""
    client = made.client(role)
    address = address or route.address(**made.values(route)) + made.query(route)
    try:
        with transaction.atomic():
            answer = client.generic(method, address, **data)  # type: ignore[arg-type]
            transaction.set_rollback(True)
    except Exception as error:
        return Visit(route, method, role, None, f"{type(error).__name__}: {error}")
    return Visit(route, method, role, answer)  # type: ignore[arg-type]
