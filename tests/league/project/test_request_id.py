"""A request's id comes from the caller or from us, and follows into the answer, the log, the tasks."""

import json
import logging
import re
import time
from typing import Any

import pytest
from celery import shared_task
from celery.worker import WorkController
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from league.models import Role
from league.project.celery import app
from league.project.logs import RequestIdFilter, logging_settings
from league.project.request_id import RequestIdMiddleware, current_request_id, working_for
from tests import factories

_seen: list[str] = []


@shared_task
def remember_request_id() -> None:
    """Note under which id this task works."""
    _seen.append(current_request_id())


def _eventually(length: int) -> list[str]:
    deadline = time.monotonic() + 20
    while len(_seen) < length and time.monotonic() < deadline:
        time.sleep(0.05)
    return list(_seen)


def test_a_sane_id_of_the_caller_is_kept(client: Client) -> None:
    response = client.get("/no-such-page/", headers={"X-Request-ID": "proxy-0815.abc"})
    assert response["X-Request-ID"] == "proxy-0815.abc"


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "has spaces in it", "line\nbreak-00", "-dash-first"])
def test_any_other_is_replaced(given: str) -> None:
    request = RequestFactory().get("/")
    request.META["HTTP_X_REQUEST_ID"] = given
    response = RequestIdMiddleware(lambda request: HttpResponse())(request)
    assert re.fullmatch(r"[0-9a-f]{32}", response["X-Request-ID"])


def test_it_is_current_while_the_request_is_answered_and_no_longer() -> None:
    seen = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(current_request_id())
        return HttpResponse()

    request = RequestFactory().get("/", headers={"X-Request-ID": "abcdefgh"})
    RequestIdMiddleware(view)(request)
    assert seen == ["abcdefgh"]
    assert current_request_id() == ""


def test_it_is_no_longer_current_after_a_fault() -> None:
    def view(request: HttpRequest) -> HttpResponse:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        RequestIdMiddleware(view)(RequestFactory().get("/"))
    assert current_request_id() == ""


def _logged(**extra: Any) -> dict[str, Any]:
    """One line of the production log, read back."""
    config = logging_settings(json=True, level="INFO")
    formatter = logging.config.DictConfigurator(config)  # type: ignore[attr-defined]
    handler = formatter.configure_handler({**config["handlers"]["stderr"], "formatter": None, "filters": []})
    handler.setFormatter(formatter.configure_formatter(dict(config["formatters"]["json"])))
    handler.addFilter(config["filters"]["request_id"]["()"]())
    record = logging.makeLogRecord(
        {"name": "rinkside.request", "levelname": "INFO", "msg": "%s %s", "args": ("GET", "/"), **extra}
    )
    assert handler.filter(record)
    line: dict[str, Any] = json.loads(handler.format(record))
    return line


def test_a_line_of_the_log_is_json_with_the_id() -> None:
    with working_for("abcdefgh"):
        line = _logged(status=200)
    assert line.pop("time")
    assert line == {
        "level": "INFO",
        "logger": "rinkside.request",
        "message": "GET /",
        "request_id": "abcdefgh",
        "status": 200,
    }


def test_the_log_of_a_request_does_not_hold_its_query(caplog: pytest.LogCaptureFixture) -> None:
    request = RequestFactory().get("/sign-in/?sesame=secret-link")
    with caplog.at_level(logging.INFO, "rinkside.request"):
        RequestIdMiddleware(lambda request: HttpResponse(status=204))(request)
    (record,) = caplog.records
    assert record.getMessage() == "GET /sign-in/ 204"
    assert "secret-link" not in str(vars(record))


def test_a_record_that_brings_its_request_gives_the_id_and_not_the_query() -> None:
    request = RequestFactory().get("/sign-in/?sesame=secret-link")
    RequestIdMiddleware(lambda request: HttpResponse())(request)
    line = _logged(request=request)
    assert line["request_id"] == request.META["HTTP_X_REQUEST_ID"]
    assert "secret-link" not in str(line)


@pytest.mark.django_db(transaction=True)
def test_it_follows_into_a_task_and_ends_with_it(worker: WorkController) -> None:
    _seen.clear()
    with working_for("request-from-the-web"):
        remember_request_id.delay()
    assert _eventually(1) == ["request-from-the-web"]
    remember_request_id.delay()
    first, second = _eventually(2)
    # A task that no request sent has an id of its own.
    assert re.fullmatch(r"[0-9a-f]{32}", second)
    assert first != second


def test_a_broker_that_is_down_is_noticed_at_once() -> None:
    begun = time.monotonic()
    with pytest.raises(remember_request_id.OperationalError), app.connection("redis://127.0.0.1:1/0") as down:
        remember_request_id.apply_async(connection=down)
    assert time.monotonic() - begun < 5


def _lines(caplog: pytest.LogCaptureFixture, path: str, client: Client) -> list[logging.LogRecord]:
    """What is logged of one request, as the filter of the handlers leaves it."""
    caplog.set_level(logging.INFO)
    client.get(path)
    records = [record for record in caplog.records if record.name in ("rinkside.request", "django.request")]
    for record in records:
        assert RequestIdFilter().filter(record)
    return records


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/tonight/{}/", "/notices/{}/"])
def test_a_secret_in_a_path_is_in_no_line_of_the_log(
    path: str, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "kFw2-a-secret-that-opens-a-page"
    lines = _lines(caplog, path.format(secret), client)
    assert len(lines) == 2
    for record in lines:
        assert secret not in record.getMessage()
        assert secret not in str(record.__dict__)
        assert path.format("***") in record.getMessage()


@pytest.mark.django_db
def test_a_refusal_is_a_line_and_no_traceback(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    season = factories.season()
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    path = f"/leagues/{season.league.slug}/{season.slug}/setup/"
    refused = [record for record in _lines(caplog, path, client) if record.name == "django.request"]
    assert [record.getMessage() for record in refused] == [f"Forbidden (Permission denied): {path}"]
    assert [record.exc_info for record in refused] == [None]
