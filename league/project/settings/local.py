"""Decides how the demo and a developer's machine run; never used in production."""

import environ

from league.project.settings.base import *  # noqa: F403

env = environ.Env()

DEBUG = env.bool("DEBUG", default=True)
DEMO = env.bool("DEMO", default=True)
SECRET_KEY = "local-only-never-used-where-anything-matters"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]

DATABASES = {"default": env.db_url("DATABASE_URL", default="postgres:///rinkside")}
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
CELERY_BROKER_URL = REDIS_URL

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
