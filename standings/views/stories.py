"""How a table tells its story: what each game brought, each tie step by step, each team's points game by game."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from league.core.results import Result
from league.models import Division, Game, Team
from league.queries.clock import today
from standings import queries
from standings.core.book import Points
from standings.core.counting import counted, of_game
from standings.core.ranking import Step, TieBreakTrace
from standings.core.table import Row, decimal
from standings.core.tally import Tally
from standings.core.why import done, listed
from standings.queries import RuledDivision
from standings.views.table import day_asked


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


@dataclass(frozen=True, slots=True)
class Explained:
    """A division's table on one day with its counted games, and the names by which readers know teams and games."""

    ruled: RuledDivision
    day: dt.date
    as_of: dt.date | None  # the day asked for; None: today
    fault: str  # what is wrong with the day asked for
    names: Mapping[str, str]
    games: list[Counted]

    @property
    def query(self) -> str:
        """What leads from this day's page to another of the same day."""
        return f"?as_of={self.as_of}" if self.as_of else ""


LINES = {"win": lazy("Win"), "loss": lazy("Loss"), "tie": lazy("Tie")}


def explained(division: Division, asked: Mapping[str, Any]) -> Explained:
    """The table of today, or of the day in `as_of` of the address. Constant queries."""
    latest = today(division.season)
    day, fault = latest, ""
    if asked.get("as_of"):
        found, fault = day_asked(str(asked["as_of"]).strip(), latest)
        day = found or latest
    ruled = queries.rule_division(division, day)
    names = {team.key: team.name or team.key for team in Team.objects.filter(season=division.season).order_by()}
    keys = dict(Game.objects.filter(division=division).order_by().values_list("key", "pk"))
    games = counted_games(ruled, keys, names)
    return Explained(ruled, day, day if day != latest else None, fault, names, games)


def counted_games(ruled: RuledDivision, keys: Mapping[str, int], names: Mapping[str, str]) -> list[Counted]:
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


def tie_stories(ruled: RuledDivision, games: Iterable[Counted], names: Mapping[str, str]) -> list[TieStory]:
    """Every set of tied teams of the table, with the games among them."""
    if ruled.table is None:
        return []
    games = list(games)
    return [
        TieStory(
            teams=listed(trace.teams, names),
            steps=[step_story(step, trace, names) for step in trace.steps],
            waits_for=trace.waits_for if trace.unresolved else None,
            unresolved=trace.unresolved,
            games=[game for game in games if set(game.result.game.teams) <= set(trace.teams)],
        )
        for trace in ruled.table.tie_breaks
    ]


def step_story(step: Step, trace: TieBreakTrace, names: Mapping[str, str]) -> StepStory:
    """One step of a set of tied teams in words."""
    says_nothing = all(value == "-" for value in step.values.values())
    figures = [] if says_nothing else [team for group in step.split for team in group]
    return StepStory(
        clause=step.clause,
        why=step.why,
        figures=[(names.get(team, team), *shown_figure(step.values[team])) for team in figures],
        done=done(step, trace.restarts_at, names),
    )


def shown_figure(value: str) -> tuple[str, str]:
    """An exact value and, for a fraction, its decimals; words where it is no number."""
    if value == "-":
        return _("no value"), ""
    if value == "inf":
        return _("greater than any number"), ""
    return value, decimal(Fraction(value)) if "/" in value else ""


def team_stories(ruled: RuledDivision, games: Iterable[Counted], names: Mapping[str, str]) -> list[TeamStory]:
    """Every team of the table with its games, in the table's order."""
    of_team: dict[str, list[TeamGame]] = {}
    for game in games:
        for team in game.result.game.teams:
            side, opponent = game.side(team), game.result.game.opponent(team)
            line = str(LINES[game.result.line(team) or "tie"])
            at_home = game.result.game.home == team
            of_team.setdefault(team, []).append(TeamGame(game, side, names.get(opponent, opponent), at_home, line))
    rows = ruled.table.rows if ruled.table else ()
    return [TeamStory(row.team, names.get(row.team, row.team), row, of_team.get(row.team, [])) for row in rows]
