"""Decides what a line of the log looks like, and that each carries the id of its request."""

import logging
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from league.project.request_id import META_KEY, current_request_id, path_to_tell


class RequestIdFilter(logging.Filter):
    """Puts the id of the request, or of the task, into every record, and takes the request out.

    Django's own records bring the request along, with an address whose query may hold a one-time
    link; and it writes some of them when the request's id is no longer current. That somebody was
    refused a page is a line, not a fault with its traceback.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Mark the record; let every record pass."""
        request = record.__dict__.pop("request", None)
        brought = ""
        if isinstance(request, HttpRequest):
            brought = request.META.get(META_KEY, "")
            if isinstance(record.args, tuple):
                record.args = tuple(path_to_tell(request) if arg == request.path else arg for arg in record.args)
        if record.exc_info and isinstance(record.exc_info[1], PermissionDenied):
            record.exc_info = None
        record.request_id = current_request_id() or brought
        return True


def logging_settings(*, json: bool, level: str) -> dict[str, Any]:
    """Return Django's LOGGING: one line a record on standard error, as JSON or for people."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request_id": {"()": RequestIdFilter}},
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s %(request_id)s",
                "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
                "datefmt": "%Y-%m-%dT%H:%M:%S%z",
            },
            "plain": {"format": "%(asctime)s %(levelname)-7s %(name)s %(message)s [%(request_id)s]"},
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["request_id"],
                "formatter": "json" if json else "plain",
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would write the same again, without the id.
            "django": {"handlers": [], "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            # It repeats the provider's answers, which may repeat a key.
            "stripe": {"level": "CRITICAL"},
        },
    }
