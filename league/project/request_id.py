"""Gives every request an id that follows it into the log, the tasks and the answer."""

import contextlib
import logging
import re
import time
import uuid
from collections.abc import Callable, Iterator
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

HEADER = "X-Request-ID"
META_KEY = "HTTP_X_REQUEST_ID"

SECRET_PARTS = ("token", "receipt")
"""What such parts are called in the addresses."""

_SANE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
_request_id: ContextVar[str] = ContextVar("request_id", default="")
_log = logging.getLogger("rinkside.request")


def current_request_id() -> str:
    """Return the id of the request (or of the task) being worked on; empty outside of both."""
    return _request_id.get()


def path_to_tell(request: HttpRequest) -> str:
    """The request's path as a log may have it: a part that opens a page to whoever knows it is left out."""
    path, found = request.path, request.resolver_match
    for name in SECRET_PARTS:
        if found is not None and name in found.kwargs:
            path = path.replace(str(found.kwargs[name]), "***")
    return path


@contextlib.contextmanager
def working_for(request_id: str) -> Iterator[None]:
    """Make `request_id` the current one for a while."""
    token = _request_id.set(request_id)
    try:
        yield
    finally:
        _request_id.reset(token)


class RequestIdMiddleware:
    """Takes the id of the caller when it is sane, makes one otherwise, and sends it back.

    Logs each answer in one line. Without the query, which may hold a one-time link, nor a secret in the path.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request under its id."""
        given = request.META.get(META_KEY, "")
        request_id = given if _SANE.fullmatch(given) else uuid.uuid4().hex
        request.META[META_KEY] = request_id
        begun = time.monotonic()
        with working_for(request_id):
            response = self.get_response(request)
            path = path_to_tell(request)
            _log.info(
                "%s %s %s",
                request.method,
                path,
                response.status_code,
                extra={
                    "method": request.method,
                    "path": path,
                    "status": response.status_code,
                    "milliseconds": round((time.monotonic() - begun) * 1000),
                },
            )
        response.headers[HEADER] = request_id
        return response
