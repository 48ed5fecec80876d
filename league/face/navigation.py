"""Which places the main navigation offers, to whom, for the league and season at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Place:
    """A page that the navigation can lead to."""

    label: _StrPromise
    view: str
    season: bool = True  # its address takes the league's and the season's slug


@dataclass(frozen=True, slots=True)
class Item:
    """A place as it is shown on one page."""

    label: str
    url: str
    current: bool = False
    count: int | None = None


PLACES: Final = (
    Place(_("Standings"), "standings:season"),
    Place(_("Games"), "league:games"),
    Place(_("Suspensions"), "discipline:season"),
    Place(_("Rule books"), "league:rulebooks", season=False),
)


def navigation(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `components/navigation.html` shows.

    Works without a request, a league or a season, so that error pages keep their navigation.
    """
    request: HttpRequest | None = context.get("request")
    path = request.path if request is not None else ""
    user = getattr(request, "user", None)
    return {
        "items": [item for place in PLACES if (item := _item(place, context, path)) is not None],
        "person": user if user is not None and user.is_authenticated else None,
        "sign_in": str(settings.LOGIN_URL),
        "sign_out": _address("league:sign_out"),
        "csrf_token": context.get("csrf_token"),
    }


def _item(place: Place, context: Mapping[str, Any], path: str) -> Item | None:
    league, season = context.get("league"), context.get("season")
    if not place.season:
        url = _address(place.view)
    elif league is None or season is None:
        return None
    else:
        url = _address(place.view, league.slug, season.slug)
    return Item(str(place.label), url, current=path.startswith(url)) if url else None


def _address(view: str, *args: str) -> str:
    try:
        return reverse(view, args=args)
    except NoReverseMatch:
        return ""
