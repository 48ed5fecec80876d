"""One person's suspensions across teams and seasons: a picture of the games, and each game served with its reason."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe

from discipline.face.timeline import Mark, Picture, timeline
from discipline.models import ServedGame, Suspension
from discipline.queries import people as queries
from discipline.views.reading import address, game_phrases, length_of, sentences, state_of, trail
from league.models import Game, Person, Season
from league.permissions import OFFICERS, Action, Place
from league.views.place import PageRequest, page

STATES = {
    "served": lazy("sat out and served"),
    "out": lazy("may not take part"),
    "used": lazy("took part without being allowed to"),
    "played": lazy("took part"),
    "other": lazy("game of the team"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A game of the table behind the picture."""

    game: Game
    state: str
    words: str
    why: tuple[str, ...]
    clauses: tuple[str, ...]


@page(Action.READ_SUSPENSIONS)
@require_safe
def person(request: PageRequest, person: int) -> HttpResponseBase:
    """The person's suspensions and games: officers see all seasons of the league, others this one. Constant queries.

    404 to whoever represents none of the person's teams.
    """
    season = request.place.season
    assert season is not None
    who = Person.objects.filter(pk=person, league=season.league).first()
    if who is None:
        raise Http404(_("There is no such page."))
    if who.merged_into_id is not None:
        return redirect(address("discipline:person", season, person=who.merged_into_id))
    seasons = [season]
    if request.access.grants(request.place) & OFFICERS:
        seasons = list(season.league.seasons.select_related("league").order_by("starts", "pk"))
    elif not request.access.of_teams(Action.READ_SUSPENSIONS, request.place, queries.teams_of(who, season)):
        raise Http404(_("There is no such page."))
    ids = [one.pk for one in seasons]
    found = queries.suspensions_of(who, ids)
    rows = _rows(who, ids, found)
    shown = [(one, [row for row in rows if row.game.season_id == one.pk]) for one in seasons]
    context = {
        "who": who,
        "suspensions": [(row, state_of(row), length_of(row.data), _evidence(row)) for row in found],
        "seasons": [(one, listed) for one, listed in shown if listed],
        "picture": _picture(shown),
        "legend": [(state, words) for state, words in STATES.items() if any(row.state == state for row in rows)],
        "own_season": season,
        "may_merge": request.access.may(Action.MERGE_PEOPLE, Place(league=season.league)),
        "breadcrumbs": trail(season, (who.name or who.key, "")),
    }
    return render(request, "discipline/person.html", context)


def _rows(who: Person, seasons: list[int], suspensions: list[Suspension]) -> list[Row]:
    served: dict[int, tuple[ServedGame, Suspension]] = {
        item.game_id: (item, row) for row in suspensions for item in row.served_games.all()
    }
    barred, dressed = queries.barred_games(who, seasons), queries.dressed_in(who, seasons)
    games = {game.pk: game for game in queries.games_around(who, seasons)}
    games |= {item.game_id: item.game for item, _row in served.values() if item.game_id not in games}
    found = []
    why: tuple[str, ...]
    clauses: tuple[str, ...]
    for game in sorted(games.values(), key=lambda game: (game.starts is None, game.starts, game.pk)):
        if game.pk in served:
            item, row = served[game.pk]
            phrases = game_phrases([game], [row.team_id or game.home_id], game.season)
            why, clauses = tuple(sentences([item.reason], phrases)), (item.clause,)
            state = "served"
        elif game.pk in barred:
            why, clauses = tuple(dict.fromkeys(barred[game.pk].why)), tuple(barred[game.pk].clauses)
            state = "out" if game.outcome == "scheduled" else "used"
        else:
            why, clauses, state = (), (), "played" if game.pk in dressed else "other"
        found.append(Row(game, state, str(STATES[state]), why, clauses))
    return found


def _evidence(row: Suspension) -> list[tuple[Game, str, list[str]]]:
    """Each game served and why it counts."""
    found = []
    for item in row.served_games.all():
        phrases = game_phrases([item.game], [row.team_id or item.game.home_id], row.season)
        found.append((item.game, sentences([item.reason], phrases)[0], [item.clause]))
    return found


def _picture(shown: list[tuple[Season, list[Row]]]) -> Picture:
    return timeline(
        [
            (season.name, [Mark(row.state, f"{row.game.away}, {row.game.home}: {row.words}") for row in rows])
            for season, rows in shown
            if rows
        ]
    )
