"""Decides whether the process is alive (`/healthz`) and whether it can serve (`/readyz`)."""

from collections.abc import Callable
from typing import Any

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from league.models import RecomputeRequest

type Findings = dict[str, Any]

# No later middleware adds to these answers.
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class HealthMiddleware:
    """Answers the two health addresses before anything else looks at the request.

    Probes come over plain HTTP with the address of a machine as the host; they need no session,
    no permission and no redirect.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a probe, or pass the request on."""
        match request.path:
            case "/healthz":
                return HttpResponse("ok\n", content_type="text/plain", headers=_HEADERS)
            case "/readyz":
                return _readiness(request.GET.get("only", ""))
        return self.get_response(request)


def _readiness(only: str) -> JsonResponse:
    """Answer 200 when every part is well, else 503; the body says how each is.

    `only` names some of the parts, separated by commas: pages are served without a broker too,
    so a load balancer asks for the database and its migrations, and monitoring asks for all.
    """
    names = [name for name in only.split(",") if name] or list(_PARTS)
    if unknown := [name for name in names if name not in _PARTS]:
        known = ", ".join(_PARTS)
        return JsonResponse(
            {"error": f"no such part: {', '.join(unknown)}; there are {known}"}, status=400, headers=_HEADERS
        )
    parts = {name: _PARTS[name]() for name in names}
    ready = all(part["ok"] for part in parts.values())
    return JsonResponse(
        {"ready": ready, "parts": parts},
        status=200 if ready else 503,
        headers=_HEADERS,
    )


def _database() -> Findings:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return _unwell(error)
    return {"ok": True}


def _migrations() -> Findings:
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return _unwell(error)
    pending = [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]
    return {"ok": not pending, "pending": pending}


def _broker() -> Findings:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1) as client:
            client.ping()
    except redis.RedisError as error:
        return _unwell(error)
    return {"ok": True}


def _recompute() -> Findings:
    """Whether what follows from reports is being worked out: the age of the oldest request."""
    try:
        oldest = RecomputeRequest.objects.order_by("requested_at").first()
    except DatabaseError as error:
        return _unwell(error)
    age = round((timezone.now() - oldest.requested_at).total_seconds()) if oldest else 0
    patience = settings.RECOMPUTE_PATIENCE_SECONDS
    return {"ok": age <= patience, "oldest_request_seconds": age, "patience_seconds": patience}


def _unwell(error: Exception) -> Findings:
    """Name the kind of fault only: a message may hold a host or a user, and this page is public."""
    return {"ok": False, "error": type(error).__name__}


_PARTS: dict[str, Callable[[], Findings]] = {
    "database": _database,
    "migrations": _migrations,
    "broker": _broker,
    "recompute": _recompute,
}
