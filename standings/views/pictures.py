"""The page with pictures of a table: rank by date, points against games left, head to head; the figures behind each."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.face.moments import written
from league.models import Division, Team
from league.permissions import Action
from league.queries.clock import today
from league.views.place import PageRequest, page
from standings import drawing, queries
from standings.core.book import Points
from standings.core.counting import counted
from standings.drawing import Dot
from standings.kept import kept
from standings.queries import RuledDivision
from standings.views.rows import team_addresses
from standings.views.table import address, trail

MOST_MOMENTS = 20
"""Days on which the table is worked out for the picture of ranks: of more, so many are chosen evenly."""
MOST_IN_GRID = 20
"""Teams up to which head to head is drawn; the table stands for any number."""

Ranks = tuple[tuple[dt.date, Mapping[str, int]], ...]
"""Every moment with each team's rank."""


@dataclass(frozen=True, slots=True)
class Left:
    """A team's points, the games it has left and the most points that it can still reach."""

    name: str
    url: str
    points: int
    left: int
    most: int


@page(Action.READ_PUBLIC)
def pictures(request: PageRequest) -> HttpResponseBase:
    """Draw the table of today. Constant queries; what is costly is kept as long as the facts are the same."""
    division = request.place.division
    assert division is not None
    ruled = queries.rule_division(division, today(division.season))
    teams = {team.key: team for team in Team.objects.filter(season=division.season).order_by()}
    names = {key: team.name or key for key, team in teams.items()}
    context: dict[str, Any] = {
        "division": division,
        "book": ruled.version,
        "table_url": address("standings:division", division),
        "breadcrumbs": trail(request, (division.name, address("standings:division", division)), (_("Pictures"), "")),
    }
    if ruled.table is not None and ruled.table.rows:
        context |= _ranks(division, ruled, names) | _left(division, ruled, teams) | _against(division, ruled, names)
    return render(request, "standings/pictures.html", context)


# ---------------------------------------------------------------- rank by date


def _ranks(division: Division, ruled: RuledDivision, names: Mapping[str, str]) -> dict[str, Any]:
    found: Ranks = kept("ranks", ruled, lambda: ranks_by_date(ruled))
    assert ruled.table is not None
    lines = {names.get(row.team, row.team): [then.get(row.team) for _day, then in found] for row in ruled.table.rows}
    days = [written(day, division.season, "day") for day, _then in found]
    title = _("Rank by date in %(division)s") % {"division": division.name}
    return {
        "ranks": drawing.ranks(title, [_plain(day) for day, _then in found], lines) if len(found) > 1 else "",
        "days": days,
        "rank_rows": list(lines.items()),
    }


def _plain(day: dt.date) -> str:
    return f"{day:%b} {day.day}"


def ranks_by_date(ruled: RuledDivision) -> Ranks:
    """Each team's rank at the end of game days up to the table's own, at most `MOST_MOMENTS`, the last included.

    By the version of the book that holds on the last.
    """
    points = ruled.book.get(Points)
    played = counted(ruled.results.values(), points) if points else ()
    days = sorted({result.game.day for result in played if result.game.day is not None})
    moments = []
    for day in _evenly(days, MOST_MOMENTS):
        table = queries.rule_facts(ruled.facts, ruled.version, day).table
        moments.append((day, {row.team: row.rank for row in table.rows} if table else {}))
    return tuple(moments)


def _evenly(days: Sequence[dt.date], most: int) -> Sequence[dt.date]:
    """So many of the days, evenly, the first and the last among them."""
    if len(days) <= most:
        return days
    return [days[place * (len(days) - 1) // (most - 1)] for place in range(most)]


# ---------------------------------------------------------------- points against games left


def _left(division: Division, ruled: RuledDivision, teams: Mapping[str, Team]) -> dict[str, Any]:
    assert ruled.table is not None
    points, page_of = ruled.book.one(Points), team_addresses(division.season)
    to_play: dict[str, int] = {}
    for result in ruled.results.values():
        if result.status == "open" and result.game.kind in points.kinds:
            for team in result.game.teams:
                to_play[team] = to_play.get(team, 0) + 1
    rows = [
        Left(
            name=teams[row.team].name or row.team,
            url=page_of(teams[row.team].pk),
            points=row.points,
            left=to_play.get(row.team, 0),
            most=row.points + to_play.get(row.team, 0) * points.available,
        )
        for row in ruled.table.rows
        if not row.withdrawn
    ]
    title = _("Points against games left in %(division)s") % {"division": division.name}
    dots = [Dot(row.name, row.left, row.points) for row in rows]
    return {"left": drawing.points_left(title, _("games left"), _("points"), dots), "left_rows": rows}


# ---------------------------------------------------------------- head to head


def _against(division: Division, ruled: RuledDivision, names: Mapping[str, str]) -> dict[str, Any]:
    assert ruled.table is not None
    points = ruled.book.one(Points)
    order = [row.team for row in ruled.table.rows]
    place = {team: number for number, team in enumerate(order)}
    lines: dict[tuple[int, int], list[str]] = {}
    for result in counted(ruled.results.values(), points):
        for team in result.game.teams:
            other = result.game.opponent(team)
            if team in place and other in place:
                lines.setdefault((place[team], place[other]), []).append(result.line(team) or "tie")
    cells = {pair: _cell(played) for pair, played in lines.items()}
    named = [names.get(team, team) for team in order]
    title = _("Head to head in %(division)s: wins, losses, ties of the row's team") % {"division": division.name}
    rows = [
        (
            name,
            [
                cells.get((row, column), ("none", ""))[1] if row != column else "\N{MULTIPLICATION SIGN}"
                for column in range(len(order))
            ],
        )
        for row, name in enumerate(named)
    ]
    return {
        "grid": drawing.grid(title, named, cells) if len(order) <= MOST_IN_GRID else "",
        "grid_names": named,
        "grid_rows": rows,
    }


def _cell(lines: Iterable[str]) -> tuple[str, str]:
    """The tone of a pair and its wins, losses and ties."""
    played = list(lines)
    wins, losses, ties = (played.count(line) for line in ("win", "loss", "tie"))
    tone = "good" if wins > losses else "bad" if losses > wins else "even"
    return tone, "-".join(map(str, (wins, losses, ties)))
