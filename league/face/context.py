"""What every page's templates know without being told: the league and the season of its address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpRequest


def place(request: HttpRequest) -> dict[str, Any]:
    """Give templates `league`, `season` and `access`, where `page(action)` has resolved them."""
    here = getattr(request, "place", None)
    return {
        "league": getattr(here, "league", None),
        "season": getattr(here, "season", None),
        "access": getattr(request, "access", None),
    }
