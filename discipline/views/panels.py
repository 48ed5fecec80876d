"""What discipline adds to the pages of `league`: do-not-dress lists, a game's suspensions, the director's reviews."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from discipline import queries
from discipline.models import Suspension
from discipline.queries import incident_reports
from discipline.queries.ejections import ejected_from
from discipline.views.lists import do_not_dress, sides_of
from discipline.views.reading import address, length_of, state_of
from league.face import panels
from league.face.panels import Panel
from league.models import Season
from league.permissions import Access, Action, Place
from league.views import waiting
from league.views.naming import Naming
from league.views.place import PageRequest
from league.views.waiting import Waiting


def register() -> None:
    """Have the pages of `league` ask for these parts. Called once, when the app starts."""
    panels.add("game", of_game, version_of_game)
    panels.add("team", of_team)
    panels.add("game", incidents_of_game)
    waiting.add(what_waits)


def of_team(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """The team's do-not-dress list, for whoever may read that somebody may not play."""
    team, season = request.place.team, request.place.season
    if team is None or season is None or not request.access.may(Action.READ_ELIGIBILITY, request.place):
        return None
    values = do_not_dress(request, team, season)
    if request.access.may(Action.READ_WARNINGS, request.place):
        values["warnings"] = [
            (row.person.name or row.person.key, row.text, [row.clause]) for row in queries.early_warnings(team)
        ]
    return Panel("discipline/_panel_team.html", values | {"url": address("discipline:team", season, team=team.pk)})


def of_game(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """Before a game who may not play, after it who was put out and what suspensions it brought; as far as readable."""
    game, season = request.place.game, request.place.season
    if game is None or season is None or not request.access.may(Action.READ_ELIGIBILITY, request.place):
        return None
    naming = Naming(request.access, request.place)
    found = Suspension.objects.filter(season=season, game=game).select_related("person", "team__division")
    brought = [
        {"row": row, "state": state_of(row), "length": length_of(row.data)}
        for row in found.order_by("team", "pk")
        if row.team is not None and naming.may(Action.READ_SUSPENSIONS, row.team)
    ]
    sides = sides_of(request, game, season)
    played = game.outcome != "scheduled"
    reads = [team for team in (game.home, game.away) if naming.may(Action.READ_SUSPENSIONS, team)]
    if played and not reads and not any(side.people for side in sides):
        return None
    return Panel(
        "discipline/_panel_game.html",
        {
            "sides": sides,
            "brought": brought,
            "played": played,
            "reads": reads,
            "ejected": ejected_from(game, reads) if played else [],
            "url": address("discipline:game", season, game=game.pk),
        },
    )


def incidents_of_game(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """The way to an incident report, for officials; for directors those that were filed too. At most five queries."""
    game, season = request.place.game, request.place.season
    if game is None or season is None or not request.access.may(Action.FILE_INCIDENTS, request.place):
        return None
    reads_all = request.access.may(Action.READ_INCIDENTS, request.place)
    own = incident_reports.own(season, request.user).filter(game=game).first()
    values = {
        "url": address("discipline:incident_form", season, game=game.pk),
        "own": own,
        "filed": list(incident_reports.about_game(game)) if reads_all else [],
        "owed": len(incident_reports.owed(season, games=[game.pk])),
    }
    return Panel("discipline/incidents/_panel.html", values)


def version_of_game(request: PageRequest) -> str:
    """How new a game's part is: workers rule a moment after the game changed. Two queries, none for the public."""
    game = request.place.game
    if game is None or not request.access.may(Action.READ_ELIGIBILITY, request.place):
        return ""
    brought = Suspension.objects.filter(game=game).aggregate(last=Max("made_at"), number=Count("pk"))
    return f"{queries.list_version(queries.not_eligible_in(game))}.{brought['number']}.{brought['last']}"


def what_waits(access: Access, season: Season) -> Iterable[Waiting]:
    """Open reviews, for the director; missing incident reports, for officials too. Four queries."""
    if access.may(Action.DECIDE_DISCIPLINE, Place(league=season.league, season=season)):
        number = queries.open_reviews(season).count()
        yield Waiting(_("Reviews"), number, address("discipline:reviews", season), tone="bad")
    if access.may(Action.FILE_INCIDENTS, Place(league=season.league, season=season)):
        number = len(incident_reports.owed(season))
        yield Waiting(_("Incident reports missing"), number, address("discipline:incidents", season))
