"""Gives every request an id that follows it into the logs, the tasks and the answer."""

import re
import uuid
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"

_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_request_id: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Return the id of the request (or of the task) being worked on; empty outside of both."""
    return _request_id.get()


class RequestIdMiddleware:
    """Takes the id of the caller when it is sane, makes one otherwise, and sends it back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        request_id = given if _SANE.fullmatch(given) else uuid.uuid4().hex
        token = _request_id.set(request_id)
        try:
            response = self.get_response(request)
        finally:
            _request_id.reset(token)
        response.headers[HEADER] = request_id
        return response
