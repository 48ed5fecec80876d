"""Which places the main navigation offers, to whom, for the league and season at hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from league.permissions import Action
from league.permissions import Place as Here
from league.rulebook import links

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.functional import _StrPromise

    from league.models import Season


Address = Callable[["Season | None"], str]
"""From the season at hand, or none, to an address; an empty text where there is none."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page that the navigation can lead to, and what one must be allowed to do to see it offered."""

    label: _StrPromise
    address: Address
    action: Action = Action.READ_PUBLIC


@dataclass(frozen=True, slots=True)
class Item:
    """A place as it is shown on one page."""

    label: str
    url: str
    current: bool = False


def _in_season(view: str) -> Address:
    """A page of the season at hand."""

    def address(season: Season | None) -> str:
        return _reverse(view, league=season.league.slug, season=season.slug) if season else ""

    return address


def _rule_book(season: Season | None) -> str:
    """The rule book of the season at hand, else the list of all."""
    return links.book_url(season.rulebook.slug, season.rulebook.version) if season else links.ROOT


PLACES: Final = (
    Place(_("Report"), _in_season("league:due"), Action.REPORT_GAME),
    Place(_("Waiting"), _in_season("league:desk"), Action.SETTLE_REPORTS),
    Place(_("Standings"), _in_season("standings:season")),
    Place(_("Schedule"), _in_season("scheduling:schedule")),
    Place(_("Games"), _in_season("league:games")),
    Place(_("Suspensions"), _in_season("discipline:season"), Action.READ_SUSPENSIONS),
    Place(_("Tonight"), _in_season("discipline:evening"), Action.READ_EVENING),
    Place(_("Incidents"), _in_season("discipline:incidents"), Action.FILE_INCIDENTS),
    Place(_("Officials"), _in_season("scheduling:officials"), Action.READ_ASSIGNMENTS),
    Place(_("Moves"), _in_season("scheduling:moves"), Action.READ_MOVES),
    Place(_("Rounds"), _in_season("scheduling:rounds"), Action.READ_DRAFTS),
    Place(_("Money"), _in_season("league:money"), Action.READ_ACCOUNTS),
    Place(_("Rule book"), _rule_book),
    Place(_("Set up"), _in_season("league:set_up"), Action.SET_UP),
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
        "sign_out": _reverse("league:sign_out"),
        "account": _reverse("league:account"),
        "csrf_token": context.get("csrf_token"),
    }


def _where(context: Mapping[str, Any]) -> Item | None:
    """The league and season at hand, leading to the season's page or to the league's."""
    league, season = context.get("league"), context.get("season")
    if league is None:
        return None
    if season is None:
        return Item(str(league), _reverse("league:league", league=league.slug))
    url = _reverse("league:season", league=league.slug, season=season.slug)
    return Item(f"{league} · {season.name}", url)


def _items(context: Mapping[str, Any], path: str) -> list[Item]:
    season, access = context.get("season"), context.get("access")
    here = Here(league=context.get("league"), season=season)
    items = []
    for place in PLACES:
        if place.action is not Action.READ_PUBLIC and (access is None or not access.may(place.action, here)):
            continue
        if url := place.address(season):
            items.append(Item(str(place.label), url, current=path.startswith(url)))
    return items


def _reverse(view: str, **arguments: str) -> str:
    try:
        return reverse(view, kwargs=arguments)
    except NoReverseMatch:
        return ""
