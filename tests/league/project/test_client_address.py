"""The address of a client is believed as far as our own proxies vouch for it."""

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from league.project.client_address import client_address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, None, "192.0.2.1"),
        (0, "203.0.113.5", "192.0.2.1"),  # nobody vouches for it
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "198.51.100.9, 203.0.113.5", "203.0.113.5"),  # the first was made up by the client
        (2, "198.51.100.9, 203.0.113.5, 10.0.0.2", "203.0.113.5"),
        (2, "203.0.113.5", "192.0.2.1"),  # shorter than it should be
        (1, None, "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "203.0.113.5:51234", "203.0.113.5"),  # some proxies write the port
        (1, "[2001:db8::5]:443", "2001:db8::5"),
        (1, "2001:DB8:0::5", "2001:db8::5"),
        (1, "unknown", "192.0.2.1"),
        (1, "203.0.113.5, \x00", "192.0.2.1"),
        (1, "' or 1=1", "192.0.2.1"),
    ],
)
def test_client_address(settings: Settings, proxies: int, forwarded: str | None, expected: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR="192.0.2.1")
    assert client_address(request) == expected


def test_on_a_unix_socket_nobody_says_it(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 0
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="")) == ""
    assert client_address(RequestFactory().get("/", REMOTE_ADDR="unix:")) == ""
