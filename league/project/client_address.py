"""Decides which address a request comes from, behind as many proxies as we trust."""

import re
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

_WITH_PORT = re.compile(r"\[(?P<six>[^\]]*)\](?::\d+)?|(?P<four>[\d.]+):\d+", re.ASCII)


def client_address(request: HttpRequest) -> str:
    """Return the address of the client, an empty text where nobody says it (as on a Unix socket).

    Each of our own proxies (`TRUSTED_PROXIES` of them) appends the address it was called from
    to `X-Forwarded-For`; so the client's is that many from the right, and whatever stands
    further left was written by the client and is not believed. Without proxies, or when the
    header is shorter than it should be, it is the address of the connection.
    """
    hops = request.headers.get("X-Forwarded-For", "").split(",")
    trusted = int(settings.TRUSTED_PROXIES)
    forwarded = _address(hops[-trusted]) if trusted and len(hops) >= trusted else ""
    return forwarded or _address(str(request.META.get("REMOTE_ADDR", "")))


def _address(written: str) -> str:
    """The address alone, without the port that some proxies write; an empty text for what is none."""
    bare = written.strip()
    if found := _WITH_PORT.fullmatch(bare):
        bare = found["six"] or found["four"] or ""
    try:
        return str(ip_address(bare))
    except ValueError:
        return ""
