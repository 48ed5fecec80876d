"""Every page comes with the same strict policy about what it may load and run."""

from django.conf import settings
from django.test import Client


def test_content_security_policy(client: Client) -> None:
    policy = client.get("/no-such-page/")["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules == {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }


def test_passwords_are_hashed_with_argon2_outside_of_tests() -> None:
    from league.project.settings import base

    assert base.PASSWORD_HASHERS[0] == "django.contrib.auth.hashers.Argon2PasswordHasher"
    assert settings.PASSWORD_HASHERS != base.PASSWORD_HASHERS
