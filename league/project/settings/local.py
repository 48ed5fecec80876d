"""Decides how the demo and a developer's machine run; never used in production."""

import environ

from league.project.settings.base import *  # noqa: F403
from rinkside.where import HOME, running_services

env = environ.Env()

# What the environment doesn't name is what runs in this checkout, a demo for example.
_running = running_services()
_DATABASE_URL = _running.get("DATABASE_URL", "postgres:///rinkside")
REDIS_URL = env.str("REDIS_URL", default=_running.get("REDIS_URL", "redis://127.0.0.1:6379/0"))

SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000")
DEBUG = env.bool("DEBUG", default=True)
DEMO = env.bool("DEMO", default=False)
SECRET_KEY = "local-only-never-used-where-anything-matters"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", "testserver"]

DATABASES = {"default": env.db_url("DATABASE_URL", default=_DATABASE_URL)}
CELERY_BROKER_URL = REDIS_URL

# Mails, one-time links among them, are files to look at.
MAILERS = {
    "default": {
        "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "OPTIONS": {"file_path": HOME / "mail"},
    }
}
DEFAULT_FROM_EMAIL = "rinkside@example.org"

# Style sheets and scripts come straight from the sources, whatever DEBUG says.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
