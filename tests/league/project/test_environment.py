"""Production reads its environment strictly, and names everything that is wrong at once."""

import os
import subprocess
import sys
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from league.project.settings import environment
from league.project.settings.environment import Environment
from rinkside.where import ROOT

_COMPLETE = {
    "SECRET_KEY": "k3y" * 20 + "with-more-letters",
    "ALLOWED_HOSTS": "league.example.org",
    "DATABASE_URL": "postgres://rinkside:secret@db.example.org:5432/rinkside",
    "REDIS_URL": "redis://:secret@redis.example.org:6379/0",
    "EMAIL_URL": "smtp+tls://mailer:p%40ss@mail.example.org",
    "DEFAULT_FROM_EMAIL": "league@example.org",
}


def _start(variables: dict[str, str], code: str = "") -> subprocess.CompletedProcess[str]:
    """Start Django on production settings with this environment and nothing else."""
    return subprocess.run(
        [sys.executable, "-c", f"import django; django.setup()\nfrom django.conf import settings\n{code}"],
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "league.project.settings.production",
            **variables,
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_empty_environment_is_refused_with_one_list_of_all_that_is_missing() -> None:
    done = _start({})
    assert done.returncode != 0
    message = done.stderr[done.stderr.index("Rinkside can't start") :]
    assert "6 of its environment variables are missing or wrong" in message
    assert [line.split()[1] for line in message.splitlines() if line.startswith("  - ")] == [
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "DATABASE_URL",
        "REDIS_URL",
        "EMAIL_URL",
        "DEFAULT_FROM_EMAIL",
    ]


def test_a_complete_environment_starts_over_https_only() -> None:
    done = _start(
        _COMPLETE,
        "s = settings; print(s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.DEBUG, "
        "s.DEMO, s.SECURE_HSTS_SECONDS >= 31536000, s.DATABASES['default']['HOST'], s.PASSWORD_HASHERS[0])",
    )
    assert done.stderr == ""
    assert done.stdout.split() == [
        *("True", "True", "True", "False", "False", "True", "db.example.org"),
        "django.contrib.auth.hashers.Argon2PasswordHasher",
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SECRET_KEY", "short", "50 random characters"),
        ("SECRET_KEY", "a" * 80, "50 random characters"),
        ("ALLOWED_HOSTS", "*", "without *"),
        ("ALLOWED_HOSTS", "https://league.example.org", "without https"),
        ("DATABASE_URL", "sqlite:///league.db", "postgres://"),
        ("DATABASE_URL", "postgres://db.example.org/", "name of the database"),
        ("DATABASE_URL", "postgres:///rinkside", "name of the host"),
        ("REDIS_URL", "amqp://mq.example.org", "redis://"),
        ("EMAIL_URL", "mail.example.org", "smtp://"),
        ("TRUSTED_PROXIES", "many", "whole number"),
        ("SECURE_HSTS_SECONDS", "-1", "whole number"),
        ("LOG_LEVEL", "LOUD", "one of DEBUG, INFO"),
    ],
)
def test_a_value_that_is_no_use_is_refused_by_name_and_not_repeated(name: str, value: str, said: str) -> None:
    done = _start({**_COMPLETE, name: value})
    message = done.stderr[done.stderr.index("Rinkside can't start") :]
    faults = [line for line in message.splitlines() if line.startswith("  - ")]
    assert len(faults) == 1
    assert faults[0].startswith(f"  - {name} is not usable: ")
    assert said in faults[0]
    if name == "SECRET_KEY":
        assert value not in faults[0].replace(name, "")


def test_nothing_is_refused_where_nothing_is_wrong() -> None:
    env = Environment({"LOG_LEVEL": "debug"})
    assert env.read("LOG_LEVEL", environment.log_level, "how much", default="INFO") == "DEBUG"
    assert env.read("TRUSTED_PROXIES", environment.whole_number, "how many", default=1) == 1
    env.refuse()


def test_blank_counts_as_not_set() -> None:
    env = Environment({"REDIS_URL": "  "})
    env.read("REDIS_URL", environment.redis_url, "redis://host")
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL is not set: redis://host"):
        env.refuse()


@pytest.mark.parametrize(
    ("url", "options"),
    [
        ("smtp://mail.example.org", {"port": 25, "use_tls": False, "use_ssl": False}),
        ("smtp+tls://mail.example.org", {"port": 587, "use_tls": True, "use_ssl": False}),
        ("smtps://mail.example.org", {"port": 465, "use_tls": False, "use_ssl": True}),
        ("smtp://a:p%40ss@mail.example.org:2525", {"port": 2525, "username": "a", "password": "p@ss"}),
    ],
)
def test_mail_servers(url: str, options: dict[str, Any]) -> None:
    found = environment.mail_server(url)["OPTIONS"]
    assert found["host"] == "mail.example.org"
    assert {key: found[key] for key in options} == options
