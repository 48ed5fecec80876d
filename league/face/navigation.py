"""Which places the main navigation offers, to whom, for the league and season at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from league.permissions import Action
from league.permissions import Place as Here

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True)
class Place:
    """A page that the navigation can lead to, and what one must be allowed to do to see it offered."""

    label: _StrPromise
    view: str
    action: Action = Action.READ_PUBLIC
    of: str = "season"  # what its address takes: season, book or nothing


@dataclass(frozen=True, slots=True)
class Item:
    """A place as it is shown on one page."""

    label: str
    url: str
    current: bool = False


PLACES: Final = (
    Place(_("Report"), "league:due", Action.REPORT_GAME),
    Place(_("Waiting"), "league:waiting", Action.SETTLE_REPORTS),
    Place(_("Standings"), "standings:season"),
    Place(_("Games"), "league:games"),
    Place(_("Suspensions"), "discipline:season", Action.READ_SUSPENSIONS),
    Place(_("Rule book"), "league:rulebook", of="book"),
    Place(_("Set up"), "league:set_up", Action.SET_UP),
    Place(_("Rule books"), "league:rulebooks", of="nothing"),
)


def navigation(context: Mapping[str, Any]) -> dict[str, Any]:
    """Return what `components/navigation.html` shows.

    Works without a request, a league or a season, so that error pages keep their navigation.
    """
    request: HttpRequest | None = context.get("request")
    user = getattr(request, "user", None)
    return {
        "where": _where(context),
        "items": _items(context, request.path if request is not None else ""),
        "person": user if user is not None and user.is_authenticated else None,
        "sign_in": str(settings.LOGIN_URL),
        "sign_out": _address("league:sign_out"),
        "csrf_token": context.get("csrf_token"),
    }


def _where(context: Mapping[str, Any]) -> Item | None:
    """The league and season at hand, leading to the season's page or to the league's."""
    league, season = context.get("league"), context.get("season")
    if league is None:
        return None
    if season is None:
        return Item(str(league), _address("league:league", league=league.slug))
    url = _address("league:season", league=league.slug, season=season.slug)
    return Item(f"{league} · {season.name}", url)


def _items(context: Mapping[str, Any], path: str) -> list[Item]:
    league, season, access = context.get("league"), context.get("season"), context.get("access")
    here = Here(league=league, season=season)
    arguments: dict[str, dict[str, str]] = {"nothing": {}} if season is None else {}
    if league is not None and season is not None:
        arguments["season"] = {"league": league.slug, "season": season.slug}
        arguments["book"] = {"book": season.rulebook.slug}
    items = []
    for place in PLACES:
        if place.of not in arguments:
            continue
        if place.action is not Action.READ_PUBLIC and (access is None or not access.may(place.action, here)):
            continue
        url = _address(place.view, **arguments[place.of])
        if url:
            items.append(Item(str(place.label), url, current=path.startswith(url)))
    return items


def _address(view: str, **arguments: str) -> str:
    try:
        return reverse(view, kwargs=arguments)
    except NoReverseMatch:
        return ""
