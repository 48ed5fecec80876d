"""Decides how a schedule that was shown and confirmed is carried out: all of it or nothing."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Game, Season, Team, Venue
from league.services import recompute
from league.services.audit import record
from league.services.editing import constraints_told
from league.services.errors import Conflict, Refused
from league.services.locking import lock
from league.services.rulebooks import has_begun
from league.services.setup_games import change_game
from scheduling.core.imports.entries import ScheduleTable
from scheduling.core.imports.names import NEW
from scheduling.core.imports.plan import Outcome, Plan, PlannedRow, plan_schedule
from scheduling.models import ImportedGame, ImportedName
from scheduling.queries.imports import on_record

_AT_ONCE = 500


@transaction.atomic
def import_schedule(
    *,
    season: Season,
    table: ScheduleTable,
    answers: Mapping[tuple[str, str], str],
    without_faulty: bool,
    digest: str,
    now: dt.datetime,
) -> Plan:
    """Carry out what a schedule says, as it was shown (`digest`); returns the plan that was carried out.

    Side effects: rinks, games, their numbers in the file and names that were answered; moved games with their
    history; one audit entry for the whole file and one for each game moved; recompute requests. Raises
    Conflict with the plan as it now stands where that isn't what was shown, Refused where it can't be carried
    out. A second time the same file changes nothing.
    """
    lock(Season.objects.all(), season.pk)
    plan = plan_schedule(table, on_record(season), answers=answers, without_faulty=without_faulty)
    if plan.digest != digest:
        raise Conflict([Finding("changed-meanwhile", _("something has changed since this was shown"))], theirs=plan)
    if not plan.ready:
        raise Refused(plan.faults or [Finding("open", _("something is still open"))])
    rinks = _rinks(season, plan)
    taken = _taken()
    teams = Team.objects.filter(season=season).in_bulk()
    booked = now if has_begun(season, now=now) else None
    added = [_game(season, row, rinks, teams, booked) for row in _new(plan)]
    with constraints_told(dict.fromkeys(("game_rink_once_at_a_time", "game_team_once_at_a_time"), taken)):
        Game.objects.bulk_create(added, batch_size=_AT_ONCE)
    moved = [_moved(row, rinks) for row in plan.rows if row.outcome is Outcome.CHANGED]
    _remember(season, plan, added)
    if added or moved or rinks:
        recompute.request(
            season=season,
            divisions={game.division_id for game in added},
            teams={pk for game in added for pk in game.team_ids},
        )
        after = {"added": len(added), "moved": len(moved), "rinks": sorted(rink.name for rink in rinks.values())}
        keys = {"games": [game.pk for game in added]}
        record(action="import-schedule", target=season, after=after | keys, season=season)
    return plan


def _new(plan: Plan) -> list[PlannedRow]:
    return [row for row in plan.rows if row.outcome is Outcome.NEW]


def _rinks(season: Season, plan: Plan) -> dict[str, Venue]:
    """The rinks to be added, made, by the name written."""
    names = dict.fromkeys(row.entry.rink for row in plan.changing if row.rink == NEW)
    return {name: Venue.objects.create(league_id=season.league_id, name=name[:200]) for name in names}


def _game(
    season: Season, row: PlannedRow, rinks: Mapping[str, Venue], teams: Mapping[int, Team], booked: dt.datetime | None
) -> Game:
    """The game of a row, unsaved."""
    entry = row.entry
    return Game(
        season=season,
        division_id=teams[row.home].division_id,
        kind=entry.kind,
        stage=entry.stage or None,
        home=teams[row.home],
        away=teams[row.away],
        starts=entry.starts,
        ends=entry.ends,
        occupied_until=row.until,
        venue_id=rinks[entry.rink].pk if row.rink == NEW else row.rink,
        booked_at=booked,
    )


def _moved(row: PlannedRow, rinks: Mapping[str, Venue]) -> Game:
    assert row.game is not None
    game = Game.objects.select_related("season", "home__division", "away").get(pk=row.game.id)
    values: dict[str, Any] = {
        "home": Team.objects.select_related("division").get(pk=row.home),
        "away": Team.objects.get(pk=row.away),
        "starts": row.entry.starts,
        "ends": row.entry.ends,
        "occupied_until": row.until,
    }
    if row.entry.rink and row.rink is not None:
        values["venue"] = rinks[row.entry.rink] if row.rink == NEW else Venue.objects.get(pk=row.rink)
    return change_game(game=game, values=values, version=game.version, reason=_("Imported schedule"))


def _remember(season: Season, plan: Plan, added: list[Game]) -> None:
    """Keep the games' numbers in the file, and the names that somebody has answered."""
    rows = _new(plan)
    numbered = [
        ImportedGame(season=season, game=game, number=row.entry.number)
        for game, row in zip(added, rows, strict=True)
        if row.entry.number
    ]
    known = set(ImportedGame.objects.filter(season=season).values_list("game", flat=True))
    numbered += [
        ImportedGame(season=season, game_id=row.game.id, number=row.entry.number)
        for row in plan.rows
        if row.game is not None
        and row.entry.number
        and row.game.id not in known
        and row.outcome in (Outcome.CHANGED, Outcome.UNCHANGED)
    ]
    ImportedGame.objects.bulk_create(numbered, batch_size=_AT_ONCE)
    for what, written, id in plan.answered:
        field = "team" if what == "team" else "venue"
        known_names = ImportedName.objects.filter(season=season, written=written, **{f"{field}__isnull": False})
        if not known_names.update(**{f"{field}_id": id}):
            ImportedName.objects.create(season=season, written=written, **{f"{field}_id": id})


def _taken() -> Finding:
    message = _("a rink or a team was taken by another game at this moment")
    return Finding("taken", message, remedy=_("check the file again"))
