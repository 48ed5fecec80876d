"""What moving games adds to others' pages: the way to ask on a game's page, and what waits for whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.face import panels
from league.face.panels import Panel
from league.models import Outcome, Season
from league.permissions import Access, Action, Place
from league.views import waiting
from league.views.place import PageRequest
from league.views.waiting import Waiting, page_of
from scheduling.models import RescheduleRequest
from scheduling.queries.confirmations import unconfirmed
from scheduling.queries.moves import requests_of
from scheduling.views.moves import holder_of, state_of


def register() -> None:
    """Have the pages of `league` ask. Called once, when the app starts."""
    panels.add("game", of_game, version_of_game)
    waiting.add(of_waiting)


def of_game(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """The requests for the game, and the way to ask for one; only to the teams and the officers. One query."""
    game = request.place.game
    if game is None or not request.access.may(Action.READ_MOVES, request.place):
        return None
    rows = [{"row": row, "state": state_of(row), "holder": holder_of(row)} for row in requests_of(game)]
    to_come = game.outcome == Outcome.SCHEDULED and (game.starts is None or game.starts > timezone.now())
    teams = [team for team in (game.home, game.away) if _represents(request, team)]
    asking = [] if not to_come or any(row["holder"] for row in rows) else teams
    return Panel("scheduling/_panel_game.html", {"rows": rows, "asking": asking}) if rows or asking else None


def version_of_game(request: PageRequest) -> str:
    """Changes with every step of the game's requests. One query for who sees them."""
    game = request.place.game
    if game is None or not request.access.may(Action.READ_MOVES, request.place):
        return ""
    versions = requests_of(game).values_list("pk", "version")
    return ",".join(f"{pk}.{version}" for pk, version in versions)


def of_waiting(access: Access, season: Season) -> Iterable[Waiting]:
    """Requests that wait for this visitor's teams, and for the director. Three queries at most."""
    rows = RescheduleRequest.objects.filter(
        season=season, decision__isnull=True, ended__isnull=True, submitted_by__isnull=False
    )
    page = page_of("scheduling:moves", season)
    if teams := access.teams(season):
        number = rows.filter(awaits__in=[team.pk for team in teams]).count()
        yield Waiting(_("Moves to answer"), number, page)
        home = unconfirmed(season, timezone.now()).filter(home__in=[team.pk for team in teams])
        yield Waiting(_("Games to confirm"), home.count(), page_of("scheduling:unconfirmed", season))
    if access.may(Action.DECIDE_MOVE, Place(league=season.league, season=season)):
        yield Waiting(_("Moves to decide"), rows.filter(Q(awaits__isnull=True)).count(), page)


def _represents(request: PageRequest, team: Any) -> bool:
    place = request.place
    return request.access.may(Action.ASK_FOR_MOVE, Place(league=place.league, season=place.season, team=team))
