"""Tells the audit trail who acts in a request, from where."""

from collections.abc import Callable
from typing import cast

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
