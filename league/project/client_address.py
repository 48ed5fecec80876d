"""Decides which address a request comes from, behind as many proxies as we trust."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """Return the address of the client.

    Each of our own proxies (`TRUSTED_PROXIES` of them) appends the address it was called from
    to `X-Forwarded-For`; so the client's is that many from the right, and whatever stands
    further left was written by the client and is not believed. Without proxies, or when the
    header is shorter than it should be, it is the address of the connection.
    """
    connection = str(request.META.get("REMOTE_ADDR", ""))
    hops = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
    trusted = int(settings.TRUSTED_PROXIES)
    if trusted and len(hops) >= trusted and hops[-trusted]:
        return hops[-trusted]
    return connection
