"""Decides what holds in every environment: apps, middleware, security policy, formats."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from league.project.logs import logging_settings

BASE_DIR = Path(__file__).resolve().parents[3]

# Applications

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "crispy_forms",
    "crispy_bootstrap5",
    "django_htmx",
    "axes",
    "league",
    "standings",
    "discipline",
    "scheduling",
    "rulings",
    "demo",
]

MIDDLEWARE = [
    "league.project.health.HealthMiddleware",
    "league.project.request_id.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "league.middleware.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before whoever looks a cookie up.
    "league.middleware.NulMiddleware",
    "league.middleware.SizeMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Tells the audit trail who acts.
    "league.middleware.ActingMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    # Last, so that it sees the refusals of the authentication backends.
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "league.project.urls"
WSGI_APPLICATION = "league.project.wsgi.application"
ASGI_APPLICATION = "league.project.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.face.context.place",
            ],
        },
    },
]

CRISPY_ALLOWED_TEMPLATE_PACKS = "bootstrap5"
CRISPY_TEMPLATE_PACK = "bootstrap5"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Whether this is the demo: its users and the password of all of them are shown on the sign-in page.
DEMO = False
DEMO_PASSWORD = "drop-the-puck-at-seven"

# Where people find the site, for the links in mails.
SITE_URL = "http://127.0.0.1:8000"

# People and access

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = [
    # Refuses sign-ins after too many failures, before any password is looked at.
    "axes.backends.AxesStandaloneBackend",
    # One-time links are not among them: league.services.sign_in opens those, and nothing else does.
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Five failures for one e-mail address from one place close that door for a quarter of an hour.
# By the pair, so that a stranger can't lock out a statistician and one bad memory in a rink's
# network doesn't lock out the others.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
# The name under which sign-in hands over the address, here and in the admin.
AXES_USERNAME_FORM_FIELD = "username"
AXES_CLIENT_IP_CALLABLE = "league.project.client_address.client_address"
AXES_HTTP_RESPONSE_CODE = 429
AXES_LOCKOUT_CALLABLE = "league.views.sign_in.locked_out"
# Trying again meanwhile doesn't make it longer: the page says when the door opens.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_VERBOSE = False

# A link is good for one sign-in within fifteen minutes.
SESAME_MAX_AGE = timedelta(minutes=15)
SESAME_ONE_TIME = True
SESAME_INVALIDATE_ON_EMAIL_CHANGE = True

# Card payments, where a league sets its keys: where the provider is asked for a page to pay on (None: where its
# library says), and where such pages are, so that a form may lead there.
STRIPE_API: str | None = None
STRIPE_PAGES = "https://checkout.stripe.com"

# How many proxies of our own stand before the web server; none unless the environment says so.
TRUSTED_PROXIES = 0

# Sessions and cookies. Sessions are in the database, so that sign-in works without Redis.

SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = int(timedelta(days=14).total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"

# Headers

SECURE_CSP: dict[str, list[str]] = {
    "default-src": [CSP.SELF],
    # Bootstrap's style sheet has small pictures inside (the arrow of a select, the tick of a box).
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# Words, numbers, times: stored in UTC, shown in the season's zone.

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = BASE_DIR / "staticfiles"

STORAGES: dict[str, dict[str, Any]] = {
    # Nothing is kept on local disk: many machines serve one installation. Attachments are rows
    # of the database; whoever tried to store a file by Django's default would lose it.
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Attachments of up to 15 MB are read by content, and kept in the database.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
# A report with ten of them is the largest form; nothing larger is read at all.
LARGEST_UPLOAD = 10 * 15 * 1024 * 1024 + DATA_UPLOAD_MAX_MEMORY_SIZE

# Nothing depends on the cache: it is per process, and may be empty at any time.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# /readyz complains when a recompute request waits longer than this.
RECOMPUTE_PATIENCE_SECONDS = 300

LOGGING = logging_settings(json=False, level="INFO")

# Workers: see league/project/celery.py

CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker for as long as it takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_CONNECTION_TIMEOUT = 1
# A web request must never wait for a broker that is down: one short attempt, no retries.
# What could not be sent is picked up by the sweep.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "max_retries": 0,
    # Tasks are short; one that a dead worker held is handed out again after this many seconds.
    "visibility_timeout": 600,
}
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "sweep": {
        "task": "rulings.tasks.sweep",
        "schedule": timedelta(seconds=10),
        # A sweep that nobody took in time is worthless: the next one is already here.
        "options": {"expires": 10},
    },
    "invitations": {
        "task": "league.tasks.send_invitations",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "reminders": {
        "task": "league.tasks.remind",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    "notices": {
        "task": "discipline.tasks.send_notices",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "incident-reports": {
        "task": "discipline.tasks.remind_of_incident_reports",
        "schedule": timedelta(minutes=15),
        "options": {"expires": 900},
    },
    "confirmations": {
        "task": "scheduling.tasks.ask_to_confirm",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "moves": {
        "task": "scheduling.tasks.follow_up",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    "placing": {
        "task": "scheduling.tasks.place_games",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "round-mails": {
        "task": "scheduling.tasks.send_round_mails",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "move-notices": {
        "task": "scheduling.tasks.send_notices",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "dunning": {
        "task": "league.tasks.send_dunning",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "forget": {
        "task": "league.tasks.forget",
        "schedule": timedelta(days=1),
        "options": {"expires": 3600},
    },
    "rule-books": {
        "task": "league.tasks.show_rulebooks_due",
        "schedule": timedelta(minutes=15),
        "options": {"expires": 900},
    },
}
