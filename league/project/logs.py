"""Decides what a line of the log looks like, and that each carries the id of its request."""

import logging
from typing import Any

from league.project.request_id import current_request_id


class RequestIdFilter(logging.Filter):
    """Puts the id of the request, or of the task, into every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mark the record; let every record pass."""
        record.request_id = current_request_id()
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
        },
    }
