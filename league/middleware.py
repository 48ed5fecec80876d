"""Decides what holds for every request: who acts, which addresses are refused, what browsers may not offer."""

from collections.abc import Callable
from typing import cast

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from league.models import Source, User
from league.project.client_address import client_address
from league.project.request_id import current_request_id
from league.services.audit import acting


class ActingMiddleware:
    """Sets who acts, after the authentication middleware. The user is looked up only when asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, knowing who asks."""
        with acting(
            actor=cast(User, request.user),
            source=Source.WEB,
            address=client_address(request),
            request_id=current_request_id(),
        ):
            return self.get_response(request)


class NulMiddleware:
    """Keeps out NULs, which no page, name or column can hold: refuses such addresses, forgets such cookies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 400."""
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("The address holds a NUL.")
        # A cookie can spell it as \000. Refusing would keep its browser out for as long as it has the cookie.
        for name in [name for name, value in request.COOKIES.items() if "\x00" in value]:
            del request.COOKIES[name]
        return self.get_response(request)


class PermissionsPolicyMiddleware:
    """Tells browsers that no page here needs what looks, listens, locates, pays or speaks to devices."""

    POLICY = ", ".join(
        f"{feature}=()"
        for feature in (
            *("accelerometer", "bluetooth", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
            *("magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
        )
    )

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request with the policy's header."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", self.POLICY)
        return response
