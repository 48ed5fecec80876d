"""Decides what holds for every request: who acts, what is refused unread, what browsers may not offer."""

from collections.abc import Callable
from typing import cast

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
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


class SizeMiddleware:
    """Refuses a body larger than any form here can be, before its files fill a disk.

    Files are kept aside while a form is read, and it is read before anybody asks who sends it: so who
    doesn't even claim to be signed in, whose forms take no files, gets no room for them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, or 400."""
        signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES
        most = settings.LARGEST_UPLOAD if signed_in else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 15 or int(length) > most:
            raise RequestDataTooBig("The body is larger than any form here.")
        return self.get_response(request)


class PermissionsPolicyMiddleware:
    """Tells browsers that no page here needs what looks, listens, locates, pays or speaks to devices."""

    POLICY = ", ".join(
        f"{feature}=()"
        for feature in (
            *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid"),
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
