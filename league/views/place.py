"""Decides what an address stands for and whether the visitor may be there: one way in for every page.

Every view is wrapped by `page(action)`. It resolves the address's league, season, division, team
and game in one query, answers 404 for what isn't there or belongs elsewhere, asks
`league.permissions`, and hands the view a request with `place` and `access`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.models import Division, Game, League, Season, Team
from league.permissions import Access, Action, Place

if TYPE_CHECKING:
    from league.models import User

View = Callable[..., HttpResponseBase]


class PageRequest(HttpRequest):
    """A request as views get it."""

    user: User
    place: Place
    access: Access
    htmx: Any


def page(action: Action) -> Callable[[View], View]:
    """Wrap a view: resolve its address, refuse whoever may not do `action` there.

    The view takes the request and whatever of its address isn't league, season, division, team
    or game. Somebody not signed in is sent to sign in; somebody signed in gets 403, but 404 where
    even knowing that the season exists is not for them.
    """

    def wrap(view: View) -> View:
        @wraps(view)
        def answer(request: PageRequest, **kwargs: Any) -> HttpResponseBase:
            request.access = Access(request.user)
            request.place, rest = resolve(kwargs)
            if not request.access.may(action, request.place):
                if not request.access.user.is_authenticated:
                    return redirect_to_login(request.get_full_path())
                if not request.access.may(Action.READ_PUBLIC, request.place):
                    raise Http404(_("There is no such page."))
                request.access.require(action, request.place)
            try:
                return view(request, **rest)
            except IntegrityError as error:
                if not _refers_to_nothing(error):
                    raise
                return render(request, "409.html", status=409)

        answer.action = action  # type: ignore[attr-defined]
        return answer

    return wrap


def _refers_to_nothing(error: IntegrityError) -> bool:
    """Whether something was to be saved that refers to what somebody else removed at the same moment.

    Only the end of the transaction shows it, when no service is left to say so; nothing was saved.
    """
    return getattr(error.__cause__, "sqlstate", None) == _FOREIGN_KEY_VIOLATION


_FOREIGN_KEY_VIOLATION = "23503"
_TEXT = "season__rulebook__text"  # long, and read once a process only
_PARTS = ("league", "season", "division", "team", "game")


def resolve(kwargs: dict[str, Any]) -> tuple[Place, dict[str, Any]]:
    """The place that an address names and what is left of its parts. Raises Http404. One query at most."""
    rest = dict(kwargs)
    names: dict[str, Any] = {name: rest.pop(name) for name in _PARTS if name in rest}
    if "game" in names:
        return _at_game(names), rest
    if "team" in names:
        return _at_team(names), rest
    if "division" in names:
        division = _only(
            Division.objects.select_related("season__league", "season__rulebook")
            .defer(_TEXT)
            .filter(pk=names["division"], season__slug=names["season"], season__league__slug=names["league"])
        )
        return Place(league=division.season.league, season=division.season, division=division), rest
    if "season" in names:
        season = _only(
            Season.objects.select_related("league", "rulebook")
            .defer("rulebook__text")
            .filter(slug=names["season"], league__slug=names["league"])
        )
        return Place(league=season.league, season=season), rest
    if "league" in names:
        return Place(league=_only(League.objects.filter(slug=names["league"]))), rest
    return Place(), rest


def _at_game(names: dict[str, Any]) -> Place:
    game = _only(
        Game.objects.select_related("season__league", "season__rulebook", "division", "home", "away", "venue")
        .defer(_TEXT)
        .filter(pk=names["game"], season__slug=names["season"], season__league__slug=names["league"])
    )
    team = None
    if "team" in names:
        team = {game.home_id: game.home, game.away_id: game.away}.get(names["team"])
        if team is None:
            raise Http404(_("That team doesn't play in this game."))
    return Place(league=game.season.league, season=game.season, division=game.division, team=team, game=game)


def _at_team(names: dict[str, Any]) -> Place:
    team = _only(
        Team.objects.select_related("season__league", "season__rulebook", "division", "association")
        .defer(_TEXT)
        .filter(pk=names["team"], season__slug=names["season"], season__league__slug=names["league"])
    )
    return Place(league=team.season.league, season=team.season, division=team.division, team=team)


def _only(found: Any) -> Any:
    row = found.first()
    if row is None:
        raise Http404(_("There is no such page."))
    return row
