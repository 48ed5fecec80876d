"""The Celery application: finds the tasks of every app, and carries the request id into them."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.project.settings.local")

app = Celery("rinkside")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
