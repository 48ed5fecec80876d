"""The page that answers "why this order?": every tie step by step, every team game by game, and any two compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.results import Result
from league.models import Game, Team
from league.permissions import Action
from league.queries.clock import today
from league.views.place import PageRequest, page
from standings import queries
from standings.core.book import Points, TieBreaking
from standings.core.counting import counted, of_game
from standings.core.ranking import Step, TieBreakTrace
from standings.core.table import Row, decimal
from standings.core.tally import Tally
from standings.core.why import done, listed, why_behind
from standings.queries import RuledDivision
from standings.views.table import address, day_asked, trail


@dataclass(frozen=True, slots=True)
class Side:
    """What one game brought one team."""

    team: str
    tally: Tally
    from_result: int
    from_fair_play: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A game that the table counts, as both teams see it."""

    result: Result
    pk: int | None
    home: Side
    away: Side

    def side(self, team: str) -> Side:
        """The game as this team, by its key, sees it."""
        return self.home if self.result.game.home == team else self.away


@dataclass(frozen=True, slots=True)
class TeamGame:
    """A counted game from one team's side."""

    game: Counted
    side: Side
    opponent: str
    at_home: bool
    line: str


@dataclass(frozen=True, slots=True)
class TeamStory:
    """How a team's points came about, game by game."""

    key: str
    name: str
    row: Row
    games: list[TeamGame]


@dataclass(frozen=True, slots=True)
class StepStory:
    """What one step gave the tied teams and what it did."""

    clause: str
    why: str
    figures: list[tuple[str, str, str]]  # team, exact value, the same as a decimal where that helps
    done: str


@dataclass(frozen=True, slots=True)
class TieStory:
    """One set of tied teams: the steps, and the games that they played against each other."""

    teams: str
    steps: list[StepStory]
    waits_for: str | None
    unresolved: bool
    games: list[Counted] = field(default_factory=list)


LINES = {"win": lazy("Win"), "loss": lazy("Loss"), "tie": lazy("Tie")}


@page(Action.READ_PUBLIC)
def why(request: PageRequest) -> HttpResponseBase:
    """Explain the table of today, or of the day in `?as_of=`; `?team=` and `?other=` compare two. Constant queries."""
    division = request.place.division
    assert division is not None
    latest = today(division.season)
    day, fault = latest, ""
    if request.GET.get("as_of"):
        asked, fault = day_asked(request.GET["as_of"].strip(), latest)
        day = asked or latest
    ruled = queries.rule_division(division, day)
    final = queries.final_table(division) if day == latest else None
    names = {team.key: team.name or team.key for team in Team.objects.filter(season=division.season).order_by()}
    games = _counted(ruled, dict(Game.objects.filter(division=division).order_by().values_list("key", "pk")), names)
    tie_breaking = ruled.book.get(TieBreaking)
    context = {
        "division": division,
        "uneven": [tie_breaking.uneven_clause] if tie_breaking and tie_breaking.uneven_clause else [],
        "as_of": day if day != latest else None,
        "fault": fault,
        "book": ruled.version,
        "points": ruled.book.get(Points),
        "table": ruled.table,
        "final": final,
        "ties": _ties(ruled, games, names),
        "stories": _stories(ruled, games, names),
        "address": address("standings:why", division),
        "table_url": address("standings:division", division),
        "breadcrumbs": trail(request, (division.name, address("standings:division", division)), (_("Why?"), "")),
    }
    compared = _compared(request.GET, ruled, names)
    return render(
        request, "standings/why.html", context | compared, status=400 if fault or "unknown" in compared else 200
    )


def _counted(ruled: RuledDivision, keys: Mapping[str, int], names: Mapping[str, str]) -> list[Counted]:
    """The games that the table counts, in order, each with what it brought both teams."""
    points = ruled.book.get(Points)
    if points is None:
        return []

    def side(result: Result, team: str) -> Side:
        kept = ruled.fair_play.get((result.game.id, team), 0)
        tally = of_game(result, team, points, kept)
        extra = kept * points.fair_play
        return Side(names.get(team, team), tally, tally.points - extra, extra)

    return [
        Counted(result, keys.get(result.game.id), side(result, result.game.home), side(result, result.game.away))
        for result in counted(ruled.results.values(), points)
    ]


def _ties(ruled: RuledDivision, games: Iterable[Counted], names: Mapping[str, str]) -> list[TieStory]:
    if ruled.table is None:
        return []
    games = list(games)
    return [
        TieStory(
            teams=listed(trace.teams, names),
            steps=[_step(step, trace, names) for step in trace.steps],
            waits_for=trace.waits_for if trace.unresolved else None,
            unresolved=trace.unresolved,
            games=[game for game in games if set(game.result.game.teams) <= set(trace.teams)],
        )
        for trace in ruled.table.tie_breaks
    ]


def _step(step: Step, trace: TieBreakTrace, names: Mapping[str, str]) -> StepStory:
    says_nothing = all(value == "-" for value in step.values.values())
    figures = [] if says_nothing else [team for group in step.split for team in group]
    return StepStory(
        clause=step.clause,
        why=step.why,
        figures=[(names.get(team, team), *_figure(step.values[team])) for team in figures],
        done=done(step, trace.restarts_at, names),
    )


def _figure(value: str) -> tuple[str, str]:
    """An exact value and, for a fraction, its decimals; words where it is no number."""
    if value == "-":
        return _("no value"), ""
    if value == "inf":
        return _("greater than any number"), ""
    return value, decimal(Fraction(value)) if "/" in value else ""


def _stories(ruled: RuledDivision, games: Iterable[Counted], names: Mapping[str, str]) -> list[TeamStory]:
    of_team: dict[str, list[TeamGame]] = {}
    for game in games:
        for team in game.result.game.teams:
            side, opponent = game.side(team), game.result.game.opponent(team)
            line = str(LINES[game.result.line(team) or "tie"])
            at_home = game.result.game.home == team
            of_team.setdefault(team, []).append(TeamGame(game, side, names.get(opponent, opponent), at_home, line))
    rows = ruled.table.rows if ruled.table else ()
    return [TeamStory(row.team, names.get(row.team, row.team), row, of_team.get(row.team, [])) for row in rows]


def _compared(asked: Mapping[str, Any], ruled: RuledDivision, names: Mapping[str, str]) -> dict[str, Any]:
    """What separates the two teams that the address names by their keys."""
    team, other = str(asked.get("team", "")), str(asked.get("other", ""))
    if not (team and other) or ruled.table is None:
        return {"team": team, "other": other}
    known = {row.team for row in ruled.table.rows}
    if team not in known or other not in known or team == other:
        return {"team": team, "other": other, "unknown": True}
    found = why_behind(ruled.table, team, other, names)
    clauses = [found.clause] if found.clause else []
    return {"team": team, "other": other, "separation": found, "separation_clauses": clauses}
