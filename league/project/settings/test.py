"""Decides how the tests run: as production does, but fast, and with nothing leaving the machine."""

import os

import environ

from league.project.settings.base import *  # noqa: F403
from league.project.settings.base import CELERY_BROKER_TRANSPORT_OPTIONS

env = environ.Env()

DEBUG = False
SECRET_KEY = "tests-only-0123456789-0123456789-0123456789-0123456789"
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
SITE_URL = "http://testserver"

DATABASES = {"default": env.db_url("DATABASE_URL", default="postgres:///rinkside")}
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
CELERY_BROKER_URL = REDIS_URL
# Each process of a parallel run has its own queues, on a shared server as well.
CELERY_BROKER_TRANSPORT_OPTIONS |= {"global_keyprefix": f"test-{os.environ.get('PYTEST_XDIST_WORKER', os.getpid())}-"}

MAILERS = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
DEFAULT_FROM_EMAIL = "rinkside@example.org"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Straight from the sources; the live server of the browser tests serves them.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
