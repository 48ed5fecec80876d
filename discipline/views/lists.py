"""Lists of discipline: the season's suspensions, a team's do-not-dress list, who may not play tonight."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from discipline import queries
from discipline.models import Ineligibility, Suspension
from discipline.views.reading import Return, address, back_in, length_of, state_of, trail
from league.face import live
from league.models import Game, Season, Team
from league.permissions import OFFICERS, Action, Grant
from league.views.naming import Naming, places_on_rosters
from league.views.place import PageRequest, page

A_PAGE = 50


@dataclass(slots=True)
class Absent:
    """Somebody who may not take part, as the visitor may read it. `reasons` are empty for who needs none."""

    who: str
    number: int | None
    reasons: list[tuple[str, list[str]]]  # a sentence and its clauses
    suspensions: list[Suspension]
    back: Return | None = None
    role: str = ""

    @property
    def left(self) -> list[str]:
        """What is left of each suspension, in words; nothing for who needs no reasons."""
        return [length_of(row.data) for row in self.suspensions]


@dataclass(slots=True)
class OfGame:
    """A game and everybody of one team who may not take part in it."""

    game: Game
    team: Team
    people: list[Absent] = field(default_factory=list)


@page(Action.READ_SUSPENSIONS)
def season(request: PageRequest) -> HttpResponseBase:
    """The season's suspensions: officers see all, others those of the teams they answer for. Constant queries.

    The list keeps itself current: what is asked for is part of its address.
    """
    season = request.place.season
    assert season is not None
    found = readable(request, season)
    version = queries.list_version(found)
    if unchanged := live.nothing_new(request, version):
        return unchanged
    everything = request.GET.get("show") == "all"
    shown = found if everything else found.filter(active=True)
    page_of = Paginator(shown, A_PAGE).get_page(request.GET.get("page"))
    may_decide = request.access.may(Action.DECIDE_DISCIPLINE, request.place)
    naming = Naming(request.access, request.place)
    asked = QueryDict(mutable=True)
    asked.update({name: request.GET[name] for name in ("show", "page") if name in request.GET})
    context = {
        "page": page_of,
        "version": version,
        "address": f"{request.path}?{asked.urlencode()}" if asked else request.path,
        "lines": [
            {
                "row": row,
                "state": state_of(row),
                "length": length_of(row.data),
                "may_read_list": row.team is not None and naming.may(Action.READ_ELIGIBILITY, row.team),
            }
            for row in page_of
        ],
        "everything": everything,
        "own_teams": request.access.teams(season),
        "reviews": queries.open_reviews(season).count() if may_decide else None,
        "may_decide": may_decide,
        "may_read_year": request.access.may(Action.READ_YEAR, request.place),
        "breadcrumbs": trail(season),
    }
    return render(request, "discipline/_season.html" if request.htmx else "discipline/season.html", context)


def readable(request: PageRequest, season: Season) -> QuerySet[Suspension]:
    """The suspensions that the visitor may read: officers all, others those of the teams they answer for."""
    if request.access.grants(request.place) & OFFICERS:
        return queries.suspensions(season)
    teams = {team.pk for team in request.access.teams(season)}
    associations = {
        item.association_id
        for item in request.access.memberships
        if item.role == Grant.ASSOCIATION_PRESIDENT and item.season_id == season.pk
    }
    if associations:
        teams |= set(Team.objects.filter(season=season, association__in=associations).values_list("pk", flat=True))
    return queries.suspensions_of_teams(season, teams)


@page(Action.READ_ELIGIBILITY)
def team(request: PageRequest) -> HttpResponseBase:
    """The team's do-not-dress list: for the next game and for those after it. Constant queries."""
    team, season = request.place.team, request.place.season
    assert team is not None
    assert season is not None
    rows = queries.do_not_dress(team)
    version = queries.list_version(rows)
    if unchanged := live.nothing_new(request, version):
        return unchanged
    context = do_not_dress(request, team, season) | {
        "team": team,
        "version": version,
        "address": address("discipline:team", season, team=team.pk),
        "breadcrumbs": [
            *trail(season)[:2],
            (team.name, address("league:team", season, team=team.pk)),
            (_("Do not dress"), ""),
        ],
    }
    return render(request, "discipline/_team.html" if request.htmx else "discipline/team.html", context)


def do_not_dress(request: PageRequest, team: Team, season: Season) -> dict[str, Any]:
    """The next game and those after it with whoever is kept out of each, and when each may return. Five queries.

    Games that are over and wait for their reports stand apart, as far as somebody was kept out of them: what is
    said of the games to come may change with these reports.
    """
    now = timezone.now()
    rows = list(queries.do_not_dress(team))
    games = queries.to_come(season, [team.pk])
    people = people_of(rows, [team], request, season, games)
    by_game: dict[int, list[Ineligibility]] = defaultdict(list)
    for row in rows:
        by_game[row.game_id].append(row)
    listed = [
        OfGame(game, team, [people[row.person_id, team.pk, game.pk] for row in by_game.get(game.pk, ())])
        for game in games
    ]
    coming = [item for item in listed if not _over(item.game, now)]
    return {
        "next": coming[0] if coming else None,
        "later": [item for item in coming[1:] if item.people],
        "unreported": [item for item in listed if item.people and _over(item.game, now)],
        "made_at": max((row.made_at for row in rows), default=None),
        "may_read_reasons": Naming(request.access, request.place).may(Action.READ_SUSPENSIONS, team),
    }


def _over(game: Game, now: dt.datetime) -> bool:
    """Whether a game with a date must have ended by now."""
    ends = game.occupied_until or game.starts
    return ends is not None and ends < now


def people_of(
    rows: Iterable[Ineligibility], teams: Iterable[Team], request: PageRequest, season: Season, games: list[Game]
) -> dict[tuple[int, int, int], Absent]:
    """What is shown of each row, by person, team and game. Three queries."""
    rows, naming = list(rows), Naming(request.access, request.place)
    by_pk = {team.pk: team for team in teams}
    ids = {row.person_id for row in rows}
    places = places_on_rosters(ids, set(by_pk))
    suspensions: dict[int, list[Suspension]] = defaultdict(list)
    for suspension in queries.suspensions(season).filter(person__in=ids, active=True):
        suspensions[suspension.person_id].append(suspension)
    kept_out: dict[int, set[int]] = defaultdict(set)
    for person, game in queries.absences(ids, season):
        kept_out[person].add(game)
    found = {}
    for row in rows:
        team = by_pk[row.team_id]
        number, role = places.get((row.person_id, row.team_id), (None, ""))
        absent = Absent(naming.person(row.person, team, number), number, [], [], role=role)
        if naming.may(Action.READ_SUSPENSIONS, team):
            absent.reasons = [(why, row.clauses) for why in dict.fromkeys(row.why)]
            absent.suspensions = suspensions[row.person_id]
            waits = any(item.status in ("pending", "indefinite", "expelled") for item in absent.suspensions)
            of_team = [game for game in games if team.pk in game.team_ids]
            absent.back = back_in(of_team, kept_out[row.person_id], waits, row.game)
        found[row.person_id, row.team_id, row.game_id] = absent
    return found


@page(Action.READ_ELIGIBILITY)
def game(request: PageRequest) -> HttpResponseBase:
    """Who may not take part in this game, of both teams; reasons only to who needs them. Constant queries."""
    game, season = request.place.game, request.place.season
    assert game is not None
    assert season is not None
    rows = queries.not_eligible_in(game)
    version = queries.list_version(rows)
    if unchanged := live.nothing_new(request, version):
        return unchanged
    context = {
        "game": game,
        "sides": sides_of(request, game, season),
        "played": game.outcome != "scheduled",
        "version": version,
        "address": address("discipline:game", season, game=game.pk),
        "breadcrumbs": [
            *trail(season)[:2],
            (
                _("%(away)s at %(home)s") % {"away": game.away, "home": game.home},
                address("league:game", season, game=game.pk),
            ),
            (_("Who may not play"), ""),
        ],
    }
    return render(request, "discipline/_game.html" if request.htmx else "discipline/game.html", context)


def sides_of(request: PageRequest, game: Game, season: Season) -> list[OfGame]:
    """Both teams, the visitors first, with whoever may not take part. Four queries."""
    for side in (game.home, game.away):
        side.division = game.division if side.division_id == game.division_id else side.division
    rows = list(queries.not_eligible_in(game))
    for row in rows:
        row.game = game
    games = queries.to_come(season, game.team_ids)
    people = people_of(rows, [game.home, game.away], request, season, games)
    return [
        OfGame(game, side, [people[row.person_id, side.pk, game.pk] for row in rows if row.team_id == side.pk])
        for side in (game.away, game.home)
    ]


def own_suspension(request: PageRequest, pk: int) -> Suspension:
    """The suspension of the season at hand. Raises Http404 when it isn't there or isn't the visitor's to read."""
    season = request.place.season
    found = Suspension.objects.select_related("person", "team__division", "game__home", "game__away").filter(
        pk=pk, season=season
    )
    suspension = found.first()
    if suspension is None or season is None:
        raise Http404(_("There is no such page."))
    suspension.season = season
    if not request.access.grants(request.place) & OFFICERS:
        teams = queries.teams_concerned(suspension)
        if not request.access.of_teams(Action.READ_SUSPENSIONS, request.place, teams):
            raise Http404(_("There is no such page."))
    return suspension
