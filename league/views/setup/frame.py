"""Decides what every set-up page shows around itself: the way there, and the tabs of its season."""

from typing import Any

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from league.models import Season
from league.permissions import Action, Place
from league.queries.setup import Progress, progress
from league.views.people import trail
from league.views.place import PageRequest


def address(place: Place, view: str, **more: Any) -> str:
    """The address of a set-up page, `app:name`, at a league or a season."""
    assert place.league is not None
    names: dict[str, Any] = {"league": place.league.slug}
    if place.season is not None:
        names["season"] = place.season.slug
    return reverse(view, kwargs=names | more)


def season_frame(request: PageRequest, title: str, *above: tuple[str, str]) -> dict[str, Any]:
    """Breadcrumbs (`above` stand between "Set up" and the page), tabs and `progress` of a season's page. One query."""
    place = request.place
    assert place.season is not None
    found = progress(place.season)
    crumbs = [(_("Set up"), address(place, "league:set_up")), *above, (title, "")]
    return {
        "title": title,
        "progress": found,
        "setup_tabs": _tabs(place, found),
        "breadcrumbs": trail(place, *crumbs),
    }


def league_frame(request: PageRequest, title: str, *above: tuple[str, str]) -> dict[str, Any]:
    """Breadcrumbs of a page that sets up the league itself."""
    place = Place(league=request.place.league)
    first = [(_("Set up the league"), address(place, "league:set_up_league"))]
    return {"title": title, "breadcrumbs": trail(place, *first, *above, (title, ""))}


def posted(request: PageRequest) -> Any:
    """What was sent with the page's form, also where that is nothing; None for a page that is only looked at."""
    return request.POST if request.method == "POST" else None


def may_set_up_league(request: PageRequest) -> bool:
    """Whether the visitor sets up the whole league, and not one season of it only."""
    return request.access.may(Action.SET_UP, Place(league=request.place.league))


def the_season(request: PageRequest) -> Season:
    """The season of the address."""
    season = request.place.season
    assert season is not None
    return season


def _tabs(place: Place, found: Progress) -> list[tuple[Any, ...]]:
    tabs: list[tuple[Any, ...]] = [
        (_("Overview"), "league:set_up"),
        (_("Season"), "league:set_up_season"),
        (_("Rule book"), "rulings:change_rulebook"),
        (_("Divisions"), "league:set_up_divisions", found.divisions),
        (_("Associations"), "league:set_up_associations", found.associations),
        (_("Teams"), "league:set_up_teams", found.teams),
        (_("Rosters"), "league:set_up_rosters", found.people),
        (_("Games"), "rulings:set_up_games", found.games),
    ]
    shown = []
    for label, view, *count in tabs:
        try:
            shown.append((label, address(place, view), *count))
        except NoReverseMatch:  # the app that has the page isn't installed
            continue
    return shown
