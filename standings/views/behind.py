"""Pages that answer for one team: why it stands where it does, and why it stands behind or before another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Division, Team
from league.permissions import Action
from league.views.place import PageRequest, page
from standings import queries
from standings.core.book import Points, TieBreaking
from standings.core.nearest import Nearest, OtherEnd, Ruling, nearest
from standings.core.ranking import Step
from standings.core.table import Row
from standings.core.why import Separation, why_behind
from standings.kept import kept
from standings.queries import RuledDivision
from standings.views.stories import Counted, Explained, TeamStory, explained, shown_figure, team_stories
from standings.views.table import address, trail


@dataclass(frozen=True, slots=True)
class Against:
    """Another team of the table as seen from the page's team."""

    row: Row
    name: str
    url: str
    before: bool | None  # whether it stands before the page's team; None: they share the place
    why: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PairStep:
    """What one step gave the two teams: figures with their decimals where these help, and whether it parted them."""

    clause: str
    why: str
    among: int  # how many teams the step compared
    figures: tuple[tuple[str, str], tuple[str, str]]
    decided: bool


@dataclass(frozen=True, slots=True)
class Needed:
    """A game that would have turned the two round if it had ended otherwise."""

    game: Counted
    words: str


@page(Action.READ_PUBLIC)
def place(request: PageRequest) -> HttpResponseBase:
    """Why one team has its place: its points game by game, and what separates it from every other team."""
    team = _team(request)
    told = explained(team.division, request.GET)
    story = _story(told, team)
    return render(
        request,
        "standings/place.html",
        _context(request, told, team)
        | {
            "story": story,
            "against": list(_all_against(told, team)) if story else [],
            "breadcrumbs": _trail(request, team.division, team.name or team.key),
        },
        status=400 if told.fault else 200,
    )


@page(Action.READ_PUBLIC)
def behind(request: PageRequest, other: int) -> HttpResponseBase:
    """Why one team is behind another or before it: the sentence, each step, the games, what would have turned it."""
    team = _team(request)
    against = get_object_or_404(Team, pk=other, division=team.division_id)
    if against.pk == team.pk:
        raise Http404(_("A team can't be behind itself."))
    told = explained(team.division, request.GET)
    stories = [_story(told, one) for one in (team, against)]
    context = _context(request, told, team) | {"other": against, "place_url": team_address("place", team) + told.query}
    if all(stories) and told.ruled.table is not None:
        context |= _pair(told, team, against, [story for story in stories if story])
    context["breadcrumbs"] = _trail(
        request, team.division, team.name or team.key, context["place_url"], against.name or against.key
    )
    return render(request, "standings/behind.html", context, status=400 if told.fault else 200)


def team_address(view: str, team: Team, **more: Any) -> str:
    """The address of a page of `standings` about a team whose season and league are loaded."""
    season = team.division.season
    kwargs = {"league": season.league.slug, "season": season.slug, "team": team.pk}
    return reverse(f"standings:{view}", kwargs=kwargs | more)


def _team(request: PageRequest) -> Team:
    team, season = request.place.team, request.place.season
    assert team is not None
    assert season is not None
    team.division.season = season
    return team


def _story(told: Explained, team: Team) -> TeamStory | None:
    return next((story for story in team_stories(told.ruled, told.games, told.names) if story.key == team.key), None)


def _context(request: PageRequest, told: Explained, team: Team) -> dict[str, Any]:
    division = team.division
    tie_breaking = told.ruled.book.get(TieBreaking)
    return {
        "team": team,
        "division": division,
        "as_of": told.as_of,
        "query": told.query,
        "fault": told.fault,
        "book": told.ruled.version,
        "points": told.ruled.book.get(Points),
        "uneven": [tie_breaking.uneven_clause] if tie_breaking and tie_breaking.uneven_clause else [],
        "table": told.ruled.table,
        "final": queries.final_table(division) if told.as_of is None else None,
        "table_url": address("standings:division", division) + told.query,
        "why_url": address("standings:why", division) + told.query,
    }


def _trail(request: PageRequest, division: Division, *here: str) -> list[tuple[str, str]]:
    """Breadcrumbs below the division: labels, each but the last followed by its address."""
    steps = list(zip(here[::2], (*here[1::2], ""), strict=False))
    return trail(request, (division.name, address("standings:division", division)), *steps)


# ---------------------------------------------------------------- one team against all others


def _all_against(told: Explained, team: Team) -> Iterable[Against]:
    table = told.ruled.table
    assert table is not None
    keys = {row.key: row for row in Team.objects.filter(division=team.division)}
    for row in table.rows:
        if row.team != team.key:
            keys[row.team].division = team.division
            found = why_behind(table, team.key, row.team, told.names)
            yield Against(
                row=row,
                name=told.names[row.team],
                url=team_address("behind", team, other=keys[row.team].pk) + told.query,
                before=None if found.ahead is None else found.ahead == row.team,
                why=found.why,
                clauses=_clauses(found),
            )


def _clauses(found: Separation) -> tuple[str, ...]:
    return (found.clause,) if found.clause else ()


# ---------------------------------------------------------------- two teams


def _pair(told: Explained, team: Team, other: Team, stories: list[TeamStory]) -> dict[str, Any]:
    table = told.ruled.table
    assert table is not None
    found = why_behind(table, team.key, other.key, told.names)
    together = [trace for trace in table.tie_breaks if {team.key, other.key} <= set(trace.teams)]
    steps = [
        _step(step, team.key, other.key, decided=trace is together[-1] and step is trace.steps[-1] and step.parted)
        for trace in together
        for step in trace.steps
    ]
    tied = set(together[-1].teams) if together else {team.key, other.key}
    pair = {team.key, other.key}
    return {
        "separation": found,
        "separation_clauses": _clauses(found),
        "behind": None if found.behind is None else found.behind == team.key,
        "steps": steps,
        "stories": stories,
        "between": [game for game in told.games if set(game.result.game.teams) == pair],
        "among": [game for game in told.games if set(game.result.game.teams) <= tied] if len(tied) > 2 else [],
        "tied_teams": [told.names.get(key, key) for key in sorted(tied)],
        "needed": _needed(told, team, other, found),
    }


def _step(step: Step, team: str, other: str, *, decided: bool) -> PairStep:
    figures = (shown_figure(step.values[team]), shown_figure(step.values[other]))
    return PairStep(step.clause, step.why, len(step.values), figures, decided)


def _needed(told: Explained, team: Team, other: Team, found: Separation) -> dict[str, Any] | None:
    """What would have had to be different; None where nothing could have been, after a withdrawal."""
    if found.kind == "withdrawn" or told.ruled.table is None:
        return None
    if any(told.ruled.table.row(key).withdrawn for key in (team.key, other.key)):
        return None
    last, first = (found.behind or team.key), (found.ahead or other.key)
    least = kept(f"nearest-{team.pk}-{other.pk}", told.ruled, lambda: nearest(_ruling(told.ruled), last, first))
    return {
        "team": told.names.get(last, last),
        "other": told.names.get(first, first),
        "points": _points(least.points),
        "games": list(_games(told, least)),
        "flip": found.clause if found.kind == "level" else None,
    }


def _ruling(ruled: RuledDivision) -> Ruling:
    return Ruling(ruled.facts, ruled.book, ruled.results, ruled.fair_play)


def _points(points: int | None) -> str:
    if points is None:
        return ""
    return ngettext("%(n)s point more", "%(n)s points more", points) % {"n": points}


def _games(told: Explained, least: Nearest) -> Iterable[Needed]:
    games: Mapping[str, Counted] = {game.result.game.id: game for game in told.games}
    for end in least.ends:
        game = games[end.game]
        yield Needed(game, _end(end, told.names.get(least.team, least.team), game.result.goals(least.team)))


_TO = "\N{EN DASH}"


def _end(end: OtherEnd, name: str, goals: tuple[int, int]) -> str:
    words = {
        "goal": _("one goal more for %(team)s, %(then)s and not %(now)s"),
        "tie": _("a tie, %(then)s, and not %(now)s"),
        "win": _("a win of %(team)s, such as %(then)s, and not %(now)s"),
    }[end.kind]
    then, now = f"{end.goals_for}{_TO}{end.goals_against}", f"{goals[0]}{_TO}{goals[1]}"
    return words % {"team": name, "then": then, "now": now}
