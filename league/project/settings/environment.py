"""Decides what production reads from the environment, and names all that is wrong at once."""

from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import unquote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_SHORTEST_SECRET = 50


class Environment:
    """Reads variables; collects what is missing or unusable, to refuse with one clear list."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._faults: list[str] = []

    def read[Value](
        self, name: str, parse: Callable[[str], Value], what: str, *, default: Value | None = None
    ) -> Value:
        """Return the variable `name` as `parse` makes it, or `default` where it is not set.

        `parse` raises `ValueError` with what would be right. A fault is kept for `refuse`; the
        value returned then is of no use, and must not be used before `refuse` was called.
        """
        text = self._variables.get(name, "").strip()
        try:
            if text:
                return parse(text)
            if default is not None:
                return default
            self._faults.append(f"{name} is not set: {what}.")
        except ValueError as error:
            # The value itself is not repeated: it may be a secret.
            self._faults.append(f"{name} is not usable: {error}. It is {what}.")
        return cast(Value, default)

    def refuse(self) -> None:
        """Raise `ImproperlyConfigured` that lists every fault found so far, if there is any."""
        if self._faults:
            listed = "\n".join(f"  - {fault}" for fault in self._faults)
            raise ImproperlyConfigured(
                f"Rinkside can't start: {len(self._faults)} of its environment variables are "
                f"missing or wrong.\n{listed}\nSee docs/operations.md."
            )


def text(value: str) -> str:
    """Return the value as it is."""
    return value


def secret(value: str) -> str:
    """Return a key that is long and varied enough to sign with."""
    if len(value) < _SHORTEST_SECRET or len(set(value)) < 5:
        raise ValueError(f"it needs {_SHORTEST_SECRET} random characters or more")
    return value


def secrets(value: str) -> list[str]:
    """Return several such keys, separated by commas."""
    return [secret(key.strip()) for key in value.split(",")]


def whole_number(value: str) -> int:
    """Return a number, 0 or more."""
    if not value.isdecimal():
        raise ValueError("a whole number is expected")
    return int(value)


def host_names(value: str) -> list[str]:
    """Return names separated by commas; refuses one that would allow every name."""
    names = [name.strip() for name in value.split(",") if name.strip()]
    if not names or any(name in {"*", "."} or "/" in name for name in names):
        raise ValueError("host names separated by commas are expected, without * and without https")
    return names


def site(value: str) -> str:
    """Return the address of the site, without a path."""
    parts = urlsplit(value)
    if parts.scheme != "https" or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError("an address like https://league.example.org is expected")
    return value.rstrip("/")


def log_level(value: str) -> str:
    """Return the name of a level of the log."""
    levels = ["DEBUG", "INFO", "WARNING", "ERROR"]
    if value.upper() not in levels:
        raise ValueError(f"one of {', '.join(levels)} is expected")
    return value.upper()


def database(value: str) -> dict[str, Any]:
    """Return Django's settings for a PostgreSQL URL."""
    _check_scheme(value, "postgres", "postgresql")
    settings: dict[str, Any] = dict(environ.Env.db_url_config(value))
    if not settings["NAME"]:
        raise ValueError("the name of the database is missing at its end")
    return settings


def redis_url(value: str) -> str:
    """Return the URL of a Redis or Valkey."""
    _check_scheme(value, "redis", "rediss")
    return value


def mail_server(value: str) -> dict[str, Any]:
    """Return an entry of Django's MAILERS: `smtp` is plain, `smtp+tls` STARTTLS, `smtps` TLS at once."""
    _check_scheme(value, "smtp", "smtp+tls", "smtps")
    parts = urlsplit(value)
    usual_port = {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme]
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": parts.hostname,
            "port": parts.port or usual_port,
            "username": unquote(parts.username or ""),
            "password": unquote(parts.password or ""),
            "use_tls": parts.scheme == "smtp+tls",
            "use_ssl": parts.scheme == "smtps",
            # A mail server that hangs must not hold a worker.
            "timeout": 10,
        },
    }


def _check_scheme(value: str, *schemes: str) -> None:
    parts = urlsplit(value)
    if parts.scheme not in schemes:
        raise ValueError(f"it starts with none of {', '.join(f'{scheme}://' for scheme in schemes)}")
    if not parts.hostname and "host=" not in parts.query:
        raise ValueError("the name of the host is missing")
