"""The page on what can still happen: for each team which places and the playoffs are certain or in reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.models import Division, Team
from league.permissions import Action
from league.queries.clock import today
from league.views.place import PageRequest, page
from standings import queries
from standings.core.book import Playoffs
from standings.core.clinch import RUNS, Outlook, TeamOutlook, outlook
from standings.kept import kept
from standings.queries import RuledDivision
from standings.views.rows import team_addresses
from standings.views.table import address, own_teams, trail

USUAL_GAMES = 132
"""Games of a division of twelve: of larger ones fewer seasons are simulated, so that the page stays quick."""
FEWEST_RUNS = 50
STATES = {"clinched": "clinched", "in-reach": "in-reach", "out": "out-of-reach"}


@dataclass(frozen=True, slots=True)
class Chance:
    """What can come of one place, or of the playoffs: the state, and the share of the ends in which it does."""

    state: str
    share: str


@dataclass(frozen=True, slots=True)
class Prospect:
    """A team's line."""

    rank: int
    name: str
    url: str
    own: bool
    best: int
    worst: int
    line: Chance | None
    places: tuple[Chance, ...]  # to finish there or better, from the first place


@page(Action.READ_PUBLIC)
def prospects(request: PageRequest) -> HttpResponseBase:
    """Show what can still happen from today's facts. Constant queries; worked out once for the same facts."""
    division = request.place.division
    assert division is not None
    ruled = queries.rule_division(division, today(division.season))
    found = _outlook(ruled, division)
    context: dict[str, Any] = {
        "division": division,
        "book": ruled.version,
        "final": queries.final_table(division),
        "table_url": address("standings:division", division),
        "try_url": address("standings:what_if", division),
        "breadcrumbs": trail(
            request, (division.name, address("standings:division", division)), (_("What can still happen"), "")
        ),
    }
    if found is not None and ruled.table is not None and found.teams:
        playoffs = ruled.book.get(Playoffs)
        advance = playoffs.advance if playoffs else None
        context |= {
            "outlook": found,
            "rows": _rows(request, division, ruled, found),
            "line_clause": advance.clause_for(len(found.teams)) if advance and found.line else "",
            "error": _percent(found.error_permille(found.runs // 2)),
            "numbers": range(1, len(found.teams) + 1),
        }
    return render(request, "standings/outlook.html", context)


def _outlook(ruled: RuledDivision, division: Division) -> Outlook | None:
    """What can still happen; None where there is no table. Kept as long as the facts are the same."""
    if ruled.table is None:
        return None
    runs = max(FEWEST_RUNS, RUNS * USUAL_GAMES // max(USUAL_GAMES, len(ruled.facts.games)))
    return kept(
        "outlook",
        ruled,
        lambda: outlook(ruled.facts, ruled.book, ruled.results, ruled.fair_play, division.key, runs=runs),
    )


def _rows(request: PageRequest, division: Division, ruled: RuledDivision, found: Outlook) -> list[Prospect]:
    """The teams in the table's order; those that withdrew are left out."""
    teams = {team.key: team for team in Team.objects.filter(division=division)}
    page_of, own = team_addresses(division.season), own_teams(request)
    of_team = {item.team: item for item in found.teams}
    assert ruled.table is not None
    return [
        Prospect(
            rank=row.rank,
            name=teams[row.team].name or row.team,
            url=page_of(teams[row.team].pk),
            own=teams[row.team].pk in own,
            best=of_team[row.team].best,
            worst=of_team[row.team].worst,
            line=_line(of_team[row.team], found),
            places=tuple(_places(of_team[row.team], found)),
        )
        for row in ruled.table.rows
        if row.team in of_team
    ]


def _line(team: TeamOutlook, found: Outlook) -> Chance | None:
    return None if team.line is None else _chance(team.line, team.times_on, found.runs)


def _places(team: TeamOutlook, found: Outlook) -> list[Chance]:
    """To finish at each place or better."""
    return [_chance(status, sum(team.times[:place]), found.runs) for place, status in enumerate(team.places, start=1)]


def _chance(status: str, times: int, runs: int) -> Chance:
    """A state with its share, which never claims a certainty that only the state may claim."""
    if status != "in-reach" or not runs:
        return Chance(STATES[status], "")
    share = 100 * times // runs
    if share == 0:
        return Chance("in-reach", _("< 1 %"))
    return Chance("in-reach", _("> 99 %") if share == 100 else f"{share} %")


def _percent(permille: int) -> str:
    """Thousandths as per cent, rounded up."""
    return str(-(-permille // 10))
