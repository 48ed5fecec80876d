"""Pages of a division's playoffs: the bracket with every series, for everybody, and seeding, for officers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.results import Result
from league.face import live
from league.models import Division, Game, GameKind, GameMove, ReportState, Team
from league.permissions import Action
from league.queries.clock import today
from league.services.errors import Refused
from league.views.place import PageRequest, page
from standings import playoffs, queries
from standings.core.book import PlayoffStage, Points
from standings.core.bracket import draw, round_name
from standings.core.counting import of_game
from standings.core.series import Bracket, Series, SeriesGame, Side, bracket
from standings.forms import SeedForm, put
from standings.models import PlayoffSeeding
from standings.queries import RuledDivision
from standings.seeding import Entry, entry, seed_playoffs
from standings.views.explain import told_decision
from standings.views.table import address, flip_clause, trail


@dataclass(frozen=True, slots=True)
class ShownSide:
    """One side of a series: a team, or what stands in its place."""

    name: str
    certain: bool
    seed: int | None
    wins: int
    won: bool


@dataclass(frozen=True, slots=True)
class ShownGame:
    """One game of a series. `row` None: not on the calendar."""

    number: int
    state: str
    home: str
    away: str
    row: Game | None
    score: str
    note: str

    @property
    def unsettled(self) -> str:
        """`provisional` or `disputed` where the result may still become another; otherwise empty."""
        state = self.row.report_state if self.row is not None and self.state == "played" else ""
        return state if state in (ReportState.PROVISIONAL, ReportState.DISPUTED) else ""

    @property
    def postponed(self) -> bool:
        """Whether it lost the day that it had."""
        return self.row is not None and self.row.starts is None and bool(getattr(self.row, "had_a_day", False))

    @property
    def shot_out(self) -> bool:
        """Whether its score is level, so that there may be a shootout to tell of."""
        return self.row is not None and self.row.score_home is not None and self.row.score_home == self.row.score_away


@dataclass(frozen=True, slots=True)
class ShownSeries:
    """A series as the page tells it."""

    name: str
    bye: bool
    best_of: int
    sides: list[ShownSide]
    told: str
    games: list[ShownGame]

    @property
    def teams_known(self) -> bool:
        """Whether both teams are certain, so that there are games to tell of."""
        return len(self.sides) == 2 and all(side.certain for side in self.sides)

    @property
    def disputed(self) -> bool:
        """Whether one of its results is disputed: who goes on may still change."""
        return any(game.unsettled == ReportState.DISPUTED for game in self.games)


class _Teller:
    """Puts a division's names and game rows to what the core found. Two queries."""

    def __init__(self, division: Division) -> None:
        self.names = {team.key: team.name or team.key for team in Team.objects.filter(division=division)}
        days = GameMove.objects.filter(game=OuterRef("pk"), starts__isnull=False)
        rows = Game.objects.filter(division=division, kind=GameKind.PLAYOFF).select_related("venue")
        rows = rows.annotate(had_a_day=Exists(days))
        self.rows = {row.key: row for row in rows}

    def name(self, key: str) -> str:
        return self.names.get(key, key)

    def rounds(self, stage: PlayoffStage, found: Bracket) -> list[dict[str, Any]]:
        """The rounds in order, each with its series."""
        rounds = groupby(found.series, key=lambda series: series.match.round)
        return [
            {
                "name": round_name(stage, number, found.draw.rounds),
                "series": [self.series(item) for item in of_round],
            }
            for number, of_round in rounds
        ]

    def series(self, series: Series) -> ShownSeries:
        sides = [self._side(side, series) for side in series.sides if side.placeholder != "bye"]
        return ShownSeries(
            series.match.name,
            series.match.bye,
            series.match.best_of,
            sides,
            self._told(series, sides),
            [self._game(item) for item in series.games],
        )

    def _side(self, side: Side, series: Series) -> ShownSide:
        name = self.name(side.team) if side.team else side.placeholder
        won = series.winner is not None and series.winner == side.team
        return ShownSide(name, side.team is not None, side.seed, side.wins, won)

    def _told(self, series: Series, sides: list[ShownSide]) -> str:
        if series.match.bye:
            return _("goes on without playing")
        first, second = sides
        ahead, behind = (first, second) if first.wins >= second.wins else (second, first)
        if series.winner is not None:
            winner = next(side for side in sides if side.won)
            if series.forfeited:
                return _("%(team)s goes on: a forfeit decided it") % {"team": winner.name}
            if series.match.best_of == 1:
                return _("%(team)s goes on") % {"team": winner.name}
            return _("%(team)s wins the series %(score)s") % {
                "team": winner.name,
                "score": f"{ahead.wins}\N{EN DASH}{behind.wins}",
            }
        if not (first.certain and second.certain):
            return _("waits for its teams")
        if not any(game.state == "played" for game in series.games):
            return _("still to be played")
        if all(game.state == "played" for game in series.games):
            return _("every game is played and nobody has won: an officer decides")
        if first.wins == second.wins:
            return _("level %(score)s") % {"score": f"{first.wins}\N{EN DASH}{second.wins}"}
        return _("%(team)s leads %(score)s") % {
            "team": ahead.name,
            "score": f"{ahead.wins}\N{EN DASH}{behind.wins}",
        }

    def _game(self, item: SeriesGame) -> ShownGame:
        row = self.rows.get(item.result.game.id) if item.result is not None else None
        home, away = self.name(item.home or ""), self.name(item.away or "")
        score, note = self.scored(item.result) if item.result is not None else ("", "")
        return ShownGame(item.number, item.state, home, away, row, score, note)

    def scored(self, result: Result) -> tuple[str, str]:
        """The score, home first, and what goes with it."""
        if not result.counts:
            return "", ""
        if result.status != "played":
            winner = self.name(result.winner) if result.winner else ""
            return "", _("forfeit, won by %(team)s") % {"team": winner} if winner else _("forfeited by both")
        home, away = result.goals(result.game.home)
        notes = {"overtime": _("overtime"), "shootout": _("shootout")}
        note = notes.get(result.game.decided_in, "")
        if result.game.decided_in == "shootout" and result.winner:
            note = _("shootout, won by %(team)s") % {"team": self.name(result.winner)}
        return f"{home}\N{EN DASH}{away}", note

    def games(self, results: Iterable[Result]) -> list[ShownGame]:
        """Games outside of a series, in order."""
        return [
            ShownGame(
                number,
                "played" if item.counts else "to-play",
                self.name(item.game.home),
                self.name(item.game.away),
                self.rows.get(item.game.id),
                *self.scored(item),
            )
            for number, item in enumerate(results, 1)
        ]


@page(Action.READ_PUBLIC)
def bracket_page(request: PageRequest) -> HttpResponseBase:
    """Every stage of the division's playoffs as it stands. Constant queries."""
    division = _division(request)
    version = playoffs.version(division)
    if unchanged := live.nothing_new(request, version):
        return unchanged
    ruled = queries.rule_division(division, today(division.season))
    teller = _Teller(division)
    seedings = playoffs.standing_seedings(division)
    made = {key: row.match for key, row in playoffs.games_made(division).items()}
    stages = [
        _round_robin(ruled, stage, teller)
        if stage.form == "round-robin"
        else _knockout(ruled, stage, seedings.get(stage.name), made, teller)
        for stage in ruled.book.all(PlayoffStage)
    ]
    place = request.place
    context = {
        "division": division,
        "stages": stages,
        "version": version,
        "here": address("standings:playoffs", division),
        "decisions": _decisions(
            division,
            teller.names,
            {team for row in seedings.values() for team in row.teams},
            named=request.access.may(Action.READ_NAMES, place),
        ),
        "decision_clause": flip_clause(division),
        "may_enter": request.access.may(Action.SETTLE_REPORTS, place),
        "may_set_day": request.access.may(Action.SET_UP, place),
        "book": ruled.version,
        "may_seed": request.access.may(Action.SEED_PLAYOFFS, request.place),
        "seed_url": address("standings:seed", division),
        "address": address("standings:division", division),
        "breadcrumbs": trail(request, (division.name, address("standings:division", division)), (_("Playoffs"), "")),
    }
    return render(request, "standings/_bracket.html" if request.htmx else "standings/playoffs.html", context)


def _knockout(
    ruled: RuledDivision, stage: PlayoffStage, seeding: PlayoffSeeding | None, made: dict[str, str], teller: _Teller
) -> dict[str, Any]:
    shown: dict[str, Any] = {"stage": stage, "title": _title(stage), "form": stage.form, "seeding": seeding}
    if seeding is None:
        number = _expected(ruled, stage)
        if number >= 2:
            shown["rounds"] = teller.rounds(stage, bracket(draw(stage, number), {}, []))
        return shown
    found = playoffs.knockout(ruled, stage, seeding, made)
    return shown | {
        "rounds": teller.rounds(stage, found.bracket),
        "champion": teller.name(found.bracket.champion) if found.bracket.champion else "",
        "seeds": [teller.name(team) for team in seeding.teams],
        "skipped": [item | {"name": teller.name(item["team"])} for item in seeding.skipped],
        "strays": teller.games(found.strays),
        "unneeded": teller.games(found.unneeded),
    }


def _expected(ruled: RuledDivision, stage: PlayoffStage) -> int:
    """How many teams will enter, as things stand: the bracket's shape before it is seeded."""
    order = ruled.seeding if stage.seeded_by is None else playoffs.stage_order(ruled, stage.seeded_by)
    if order is None:
        return stage.entrants or 0
    return min(len(order.teams), stage.entrants or len(order.teams))


def _round_robin(ruled: RuledDivision, stage: PlayoffStage, teller: _Teller) -> dict[str, Any]:
    order, results = playoffs.stage_order(ruled, stage.name), playoffs.stage_results(ruled, stage.name)
    points = ruled.book.get(Points)
    rows = (
        [_line(place, team, results, ruled, points, teller) for place, team in enumerate(order.teams, 1)]
        if (order is not None and points is not None)
        else []
    )
    return {
        "stage": stage,
        "title": _title(stage),
        "form": stage.form,
        "rows": rows,
        "games": teller.games(results),
        "flips": [", ".join(map(teller.name, group)) for group in order.coin_flip_needed] if order else [],
    }


def _line(
    place: int, team: str, results: list[Result], ruled: RuledDivision, points: Points, teller: _Teller
) -> dict[str, Any]:
    mine = [item for item in results if team in item.game.teams and item.counts]
    lines = [item.line(team) for item in mine]
    kept = {item.game.id: ruled.fair_play.get((item.game.id, team), 0) for item in mine}
    return {
        "place": place,
        "name": teller.name(team),
        "played": len(mine),
        "wins": lines.count("win"),
        "losses": lines.count("loss"),
        "ties": lines.count("tie"),
        "points": sum((of_game(item, team, points, kept[item.game.id]).points for item in mine), start=0),
    }


def _title(stage: PlayoffStage) -> str:
    return stage.name.replace("-", " ").capitalize()


@page(Action.SEED_PLAYOFFS)
def seed(request: PageRequest) -> HttpResponseBase:
    """Show who would enter a knockout (`?stage=`, the first without a word); with POST seed it."""
    division = _division(request)
    day = today(division.season)
    ruled = queries.rule_division(division, day)
    stage = _chosen(request, playoffs.knockouts(ruled))
    found = entry(division, ruled, stage) if stage is not None else None
    form = SeedForm(
        request.POST if request.method == "POST" else None,
        again=found is not None and found.again,
        choices=found.choices if found else (),
        proposed=found.proposed if found else None,
    )
    if request.method == "POST" and found is not None and form.is_valid() and _seeded(request, division, found, form):
        return redirect(address("standings:playoffs", division))
    teams = {team.key: team.name or team.key for team in Team.objects.filter(division=division)}
    context = {
        "division": division,
        "form": form,
        "found": found,
        "title": _title(stage) if stage else "",
        "seeds": [teams.get(key, key) for key in found.teams] if found else [],
        "skipped": [item | {"name": teams.get(item["team"], item["team"])} for item in found.skipped] if found else [],
        "decisions": _decisions(division, teams, found.teams if found else (), named=True),
        "decision_clause": flip_clause(division),
        "book": ruled.version,
        "address": address("standings:playoffs", division),
        "table_url": address("standings:division", division),
        "breadcrumbs": trail(
            request,
            (division.name, address("standings:division", division)),
            (_("Playoffs"), address("standings:playoffs", division)),
            (_("Seed"), ""),
        ),
    }
    return render(request, "standings/seed.html", context)


def _decisions(
    division: Division, names: Mapping[str, str], entering: Collection[str], *, named: bool
) -> list[dict[str, Any]]:
    """The recorded flips and play-ins that parted teams of which one enters; people only where `named`. One query."""
    return [
        told_decision(row, names, named=named) | {"recorded_by": row.recorded_by if named else None}
        for row in queries.coin_flips(division)
        if not set(row.among).isdisjoint(entering)
    ]


def _seeded(request: PageRequest, division: Division, found: Entry, form: SeedForm) -> bool:
    try:
        seed_playoffs(
            division=division,
            stage=found.stage.name,
            actor=request.user,
            reason=form.cleaned_data.get("reason", ""),
            number=form.cleaned_data.get("number"),
            day=today(division.season),
            now=timezone.now(),
        )
    except Refused as refused:
        put(form, refused.findings)
        return False
    messages.success(request, _("The playoffs are seeded; their games follow in a moment."))
    return True


def _chosen(request: PageRequest, stages: list[PlayoffStage]) -> PlayoffStage | None:
    """The knockout asked for. Raises Http404 for one that isn't there."""
    asked = request.GET.get("stage", "")
    if not asked:
        return stages[0] if stages else None
    for stage in stages:
        if stage.name == asked:
            return stage
    raise Http404(_("The rule book has no such stage."))


def _division(request: PageRequest) -> Division:
    division = request.place.division
    assert division is not None
    return division
