"""The Django project: settings, addresses, workers, health. Loads Celery with Django."""

from league.project.celery import app as celery_app

__all__ = ["celery_app"]
