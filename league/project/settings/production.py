"""Decides how production runs: from the environment only, over HTTPS only."""

import os

from league.project.logs import logging_settings
from league.project.settings import environment
from league.project.settings.base import *  # noqa: F403
from league.project.settings.base import STORAGES
from league.project.settings.environment import Environment

env = Environment(os.environ)

DEBUG = False

SECRET_KEY = env.read("SECRET_KEY", environment.secret, "the key that signs sessions and links, kept secret")
SECRET_KEY_FALLBACKS = env.read(
    "SECRET_KEY_FALLBACKS",
    environment.secrets,
    "older keys that are still accepted, separated by commas",
    default=list[str](),
)
ALLOWED_HOSTS = env.read("ALLOWED_HOSTS", environment.host_names, "the names of this site, separated by commas")
_site = env.read("SITE_URL", environment.site, "https://league.example.org, for the links in mails", default="")
_database = env.read("DATABASE_URL", environment.database, "postgres://user:password@host:5432/database")
REDIS_URL = env.read("REDIS_URL", environment.redis_url, "redis://:password@host:6379/0")
_mail = env.read("EMAIL_URL", environment.mail_server, "smtp+tls://user:password@host:587, the mail server")
DEFAULT_FROM_EMAIL = env.read("DEFAULT_FROM_EMAIL", environment.text, "the sender of the mails, league@example.org")
TRUSTED_PROXIES = env.read(
    "TRUSTED_PROXIES",
    environment.whole_number,
    "how many proxies of your own stand before the web server",
    default=1,
)
_hsts_seconds = env.read(
    "SECURE_HSTS_SECONDS",
    environment.whole_number,
    "how long browsers insist on HTTPS, in seconds",
    default=365 * 24 * 3600,
)
_connection_seconds = env.read(
    "DATABASE_CONNECTION_SECONDS",
    environment.whole_number,
    "how long a connection to the database is kept, in seconds",
    default=60,
)
RECOMPUTE_PATIENCE_SECONDS = env.read(
    "RECOMPUTE_PATIENCE_SECONDS",
    environment.whole_number,
    "the age in seconds of a waiting recompute request from which /readyz complains",
    default=300,
)
_level = env.read("LOG_LEVEL", environment.log_level, "how much is logged", default="INFO")

env.refuse()

SITE_URL = _site or f"https://{ALLOWED_HOSTS[0].lstrip('.')}"

DATABASES = {
    "default": {
        **_database,
        "CONN_MAX_AGE": _connection_seconds,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 5, **_database.get("OPTIONS", {})},
    }
}
CELERY_BROKER_URL = REDIS_URL
MAILERS = {"default": _mail}
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# The proxy in front ends HTTPS and says so; without one, nobody's word is taken for it.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = _hsts_seconds
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_SECURE = True
CSRF_COOKIE_NAME = "__Host-csrf"

STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

LOGGING = logging_settings(json=True, level=_level)
