"""What standings adds to the pages of `league`: tables to a season's, a place to a team's, points to a game's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.core import fair_play
from league.core.book import Results
from league.face import panels
from league.face.panels import Panel
from league.models import Game
from league.permissions import Action
from league.views.changing import of_game as game_address
from league.views.place import PageRequest
from standings import queries, shootouts
from standings.core.benches import entry_for
from standings.core.book import Points
from standings.core.counting import counted, of_game
from standings.core.shootout import winner
from standings.views.rows import table_of
from standings.views.shootout import rounds_of
from standings.views.table import address, glance, own_teams


def register() -> None:
    """Have the pages of `league` ask for these parts. Called once, when the app starts."""
    panels.add("season", of_season)
    panels.add("team", of_team)
    panels.add("game", of_game_page)
    panels.add("game", of_shootout)
    panels.add("report", of_report)


def of_season(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """All divisions' tables. Two queries."""
    season = request.place.season
    tables = glance(request, season) if season is not None else []
    return Panel("standings/_panel_season.html", {"tables": tables}) if tables else None


def of_team(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """The team's line in the table, with its neighbours' for comparison. Two queries."""
    team, season = request.place.team, request.place.season
    if team is None or season is None:
        return None
    team.division.season = season
    current = queries.current_table(team.division)
    if current is None or not current.content["rows"]:
        return None
    table = table_of(current.content, queries.teams_in_table(team.division_id), season, own_teams(request))
    place = next((place for place, row in enumerate(table.rows) if row.team and row.team.pk == team.pk), None)
    if place is None:
        return None
    first = max(min(place - 1, len(table.rows) - 3), 0)
    values = {
        "row": table.rows[place],
        "rows": table.rows[first : first + 3],
        "of": len(table.rows),
        "uneven": table.uneven,
        "team": team,
        "url": address("standings:division", team.division),
        "why_url": table.rows[place].why_url,
        "final": current.final is not None,
    }
    return Panel("standings/_panel_team.html", values)


def of_game_page(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """What the game brings both teams in the table, with the clause. One query."""
    game, season, book, result = request.place.game, request.place.season, context["book"], context["result"]
    points = book.get(Points)
    if game is None or season is None or points is None:
        return None
    game.division.season = season
    withdrawn = queries.withdrawn(game.team_ids)
    url = address("standings:division", game.division)
    if withdrawn and game.outcome == "scheduled":
        return Panel("standings/_panel_withdrawn.html", {"teams": withdrawn})
    if not counted([result], points) or game.division.level in _without_table(context):
        return None
    given = fair_play.points(tuple(context["verdicts"].values()), {result.game.id: result}, book)
    values = {
        "sides": [_side(side, game, result, points, given) for side in (game.away, game.home)],
        "clause": points.clause,
        "available": points.available,
        "provisional": result.game.provisional,
        "url": url,
        "why_url": address("standings:why", game.division),
    }
    return Panel("standings/_panel_game.html", values)


def of_shootout(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """The shots of a level game, round by round and without names, and for officers the way to enter them.

    Two queries for a level game of which the book has a shootout, none for others.
    """
    game, fact = request.place.game, context["fact"]
    entry = entry_for(context["book"], fact)
    if game is None or entry is None or entry.shootout is None:
        return None
    if game.outcome != "played" or game.score_home is None or game.score_home != game.score_away:
        return None
    may = request.access.may(Action.RECORD_SHOOTOUT, request.place)
    kept = shootouts.recorded(game)
    if kept is None and not may:
        return None
    values: dict[str, Any] = {
        "clause": entry.shootout.clause,
        "url": game_address("standings:shootout", game) if may else "",
    }
    if kept is not None:
        given = shootouts.entered(kept, game)
        won = winner(given.attempts, game.home.key, game.away.key, entry.shootout)
        names = {game.home.key: game.home.name, game.away.key: game.away.name}
        values["overtime"] = kept.get_overtime_display() if kept.overtime else ""
        values["rounds"] = rounds_of(given.attempts, names)
        if may and won != fact.winner:
            values["contradicts"] = names[won] if won else _("nobody won")
    return Panel("standings/_panel_shootout.html", values)


def of_report(request: PageRequest, context: Mapping[str, Any]) -> Panel | None:
    """The way from a report to the shootout, where the book has one for the game. No query."""
    game = request.place.game
    rules = shootouts.rules_of(context["about"])
    if game is None or rules is None or not request.access.may(Action.RECORD_SHOOTOUT, request.place):
        return None
    values = {"clause": rules[1].clause, "url": game_address("standings:shootout", game)}
    return Panel("standings/_panel_report_shootout.html", values)


def _side(team: Any, game: Game, result: Any, points: Points, given: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    kept = given.get((game.key, team.key), 0)
    tally = of_game(result, team.key, points, kept)
    extra = kept * points.fair_play
    return {
        "team": team,
        "line": result.line(team.key),
        "result": tally.points - extra,
        "fair_play": extra,
        "points": tally.points,
    }


def _without_table(context: Mapping[str, Any]) -> tuple[str, ...]:
    rules = context["book"].get(Results)
    return rules.no_score_levels if rules else ()
