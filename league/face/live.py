"""Answers a live region's question "is there anything newer?" without rendering the page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

SEEN = "seen"


def nothing_new(request: HttpRequest, version: object) -> HttpResponse | None:
    """Return 204 when the asking page already shows this version, else None: render the region.

    A `{% live %}` region asks its address with `?seen=<version>`.
    """
    if request.GET.get(SEEN) == str(version):
        return HttpResponse(status=204)
    return None
