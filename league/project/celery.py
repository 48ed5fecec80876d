"""The Celery application: finds the tasks of every app, and carries the request id into them."""

import os
import uuid
from contextlib import ExitStack
from typing import Any

from celery import Celery, signals

from league.project.request_id import current_request_id, working_for

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.project.settings.local")

app = Celery("rinkside")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# What the task at work has opened; one at a time in a worker's process or thread.
_open: dict[str, ExitStack] = {}


def _leave_logging_to_django(**_: Any) -> None:
    """Being connected is enough: Celery then leaves the handlers that LOGGING made alone."""


def _send_request_id(headers: dict[str, Any], **_: Any) -> None:
    headers["request_id"] = current_request_id() or uuid.uuid4().hex


def _take_request_id(task_id: str, task: Any, **_: Any) -> None:
    stack = _open.setdefault(task_id, ExitStack())
    stack.enter_context(working_for(getattr(task.request, "request_id", None) or task_id))


def _drop_request_id(task_id: str, **_: Any) -> None:
    stack = _open.pop(task_id, None)
    if stack is not None:
        stack.close()


signals.setup_logging.connect(_leave_logging_to_django)
signals.before_task_publish.connect(_send_request_id)
signals.task_prerun.connect(_take_request_id)
signals.task_postrun.connect(_drop_request_id)
