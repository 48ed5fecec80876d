"""Decides how placing games by itself is asked for, carried out by a worker, and taken into the draft."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Season, User
from league.services import audit
from league.services.errors import Conflict, Refused
from league.services.locking import lock
from scheduling.core.placing.problem import Problem, Result
from scheduling.core.placing.score import scores
from scheduling.core.rounds.ice import IceRow
from scheduling.models import IceSlot, PlacingRun, Round, RoundGame, RoundTeam, RunState
from scheduling.queries.placing import problem_of, to_place
from scheduling.queries.rounds import desk_of
from scheduling.services.rounds import locked_round, touched

LOST_AFTER = dt.timedelta(seconds=240)
"""A run whose worker says nothing for as long is begun anew by another; longer than any run may take."""
SHORTEST, LONGEST = 5, 180


@transaction.atomic
def set_ice(*, season: Season, rows: Sequence[IceRow], by: User) -> int:
    """Keep this ice as all that the season has; returns how many slots. Side effects: IceSlot rows, an audit entry."""
    lock(Season.objects.all(), season.pk)
    before = IceSlot.objects.filter(season=season).count()
    IceSlot.objects.filter(season=season).delete()
    IceSlot.objects.bulk_create(
        IceSlot(season=season, venue_id=row.rink, starts=row.starts, ends=row.ends, association_id=row.association)
        for row in rows
    )
    audit.record(
        action="set-ice", target=season, before={"slots": before}, after={"slots": len(rows)}, actor=by, season=season
    )
    return len(rows)


@transaction.atomic
def pin(*, round: Round, keys: Collection[str], by: User) -> None:
    """Have these games of the draft stay where they are, and no others. Side effects: the games, an audit entry."""
    held = locked_round(round)
    games = RoundGame.objects.filter(round=held, starts__isnull=False, game__isnull=True)
    before = sorted(games.filter(pinned=True).values_list("key", flat=True))
    games.update(pinned=False)
    games.filter(key__in=keys).update(pinned=True)
    after = sorted(games.filter(pinned=True).values_list("key", flat=True))
    if before != after:
        touched(held)
        audit.record(
            action="pin-games", target=held, before={"pinned": before}, after={"pinned": after}, actor=by,
            season=held.season,
        )  # fmt: skip


@transaction.atomic
def ask(*, round: Round, wishes: Mapping[str, Any], seconds: int, by: User) -> PlacingRun:
    """Ask for the games of a round to be placed within so many seconds; a worker does it.

    Side effects: the run, an audit entry. Raises Refused where nothing is to place, there is no ice, or another
    run is at work.
    """
    held = locked_round(round)
    found = []
    if not to_place(desk_of(held.season), held, str(wishes.get("keep", "set"))):
        found.append(Finding("nothing-to-place", _("every game of this round is set already")))
    if not IceSlot.objects.filter(season=held.season).exists():
        found.append(Finding("no-ice", _("the season has no ice yet"), remedy=_("enter it first")))
    if PlacingRun.objects.filter(round=held, state__in=[RunState.WAITING, RunState.RUNNING]).exists():
        found.append(Finding("at-work", _("games of this round are being placed already")))
    if found:
        raise Refused(found)
    made = PlacingRun.objects.create(
        round=held,
        seconds=min(max(seconds, SHORTEST), LONGEST),
        wishes=dict(wishes),
        seen=held.version,
        started_by=by,
    )
    audit.record(action="place-games", target=held, after=dict(wishes), actor=by, season=held.season)
    return made


@transaction.atomic
def stop(*, run: PlacingRun, now: dt.datetime) -> None:
    """Have a run end; what it has found by then is kept. Side effects: the run."""
    found = lock(PlacingRun.objects.all(), run.pk)
    if found.state in (RunState.WAITING, RunState.RUNNING):
        found.state, found.finished_at = RunState.STOPPED, now
        found.save(update_fields=["state", "finished_at"])


def claim(*, now: dt.datetime) -> PlacingRun | None:
    """The next run that waits or was left by its worker, now this worker's own; None where there is none."""
    with transaction.atomic():
        left = Q(state=RunState.RUNNING, heard_at__lt=now - LOST_AFTER)
        rows = PlacingRun.objects.select_for_update(skip_locked=True, of=("self",))
        run = rows.filter(Q(state=RunState.WAITING) | left).select_related("round__season__league").first()
        if run is None:
            return None
        run.state, run.begun_at, run.heard_at, run.progress = RunState.RUNNING, now, now, {}
        run.save(update_fields=["state", "begun_at", "heard_at", "progress"])
        return run


def carry_out(run: PlacingRun, *, workers: int = 2) -> None:
    """Solve the problem of a claimed run, tell how far it is, and keep what came of it.

    Run twice, it gives the same kind of result; a run that was stopped meanwhile keeps its state. Side effects:
    the run.
    """
    from scheduling.solver import solve  # only here: it brings a hundred megabytes that no other process needs

    desk = desk_of(run.round.season)
    problem, offered = problem_of(desk, run.round, run.wishes)
    names = {team.id: team.name or team.id for team in desk.facts.teams}

    def told(progress: dict[str, int]) -> bool:
        rows = PlacingRun.objects.filter(pk=run.pk, state=RunState.RUNNING)
        return bool(rows.update(progress=progress, heard_at=timezone.now()))

    found = solve(problem, seconds=run.seconds, workers=workers, progress=told)
    state = RunState.DONE if found.placing is not None else RunState.IMPOSSIBLE
    values = {"result": _result(problem, offered, found, names), "finished_at": timezone.now()}
    at_work = PlacingRun.objects.filter(pk=run.pk, state=RunState.RUNNING)
    if not at_work.update(state=state, **values):
        PlacingRun.objects.filter(pk=run.pk, state=RunState.STOPPED).update(**values)


def _result(problem: Problem, offered: Sequence[IceSlot], found: Result, names: Mapping[str, str]) -> dict[str, Any]:
    if found.placing is None:
        return {
            "conflict": [{"kind": rule.kind, "of": names.get(rule.of, rule.of)} for rule in found.conflict],
            "minimal": found.minimal,
        }
    return {
        "placing": {key: offered[slot].pk for key, slot in found.placing.items()},
        "scores": [
            {"wish": score.wish, "breaches": score.breaches, "cost": score.cost}
            for score in scores(problem, found.placing)
        ],
        "proven": found.proven,
    }


@transaction.atomic
def take(*, run: PlacingRun, by: User, now: dt.datetime) -> int:
    """Take the proposal of a run into the draft; returns how many games it set.

    Side effects: the round's games, teams that are complete by it, the run, an audit entry. Raises Conflict where
    the round has changed since the run was asked for, Refused where there is nothing to take or a guard has
    something against a game.
    """
    held = locked_round(run.round)
    found = lock(PlacingRun.objects.all(), run.pk)
    placing = found.result.get("placing") or {}
    if found.state not in (RunState.DONE, RunState.STOPPED) or not placing:
        raise Refused([Finding("nothing-to-take", _("there is no proposal to take"))])
    if found.seen != held.version:
        message = _("the round has changed since this was worked out")
        raise Conflict([Finding("changed-meanwhile", message, remedy=_("have it worked out again"))], theirs=held)
    ice = IceSlot.objects.in_bulk(list(placing.values()))
    if len(ice) != len(set(placing.values())):
        raise Refused([Finding("ice-gone", _("some of this ice isn't the season's any more"))])
    games = list(RoundGame.objects.filter(round=held, key__in=placing).select_related("home", "away"))
    for game in games:
        slot = ice[placing[game.key]]
        game.starts, game.ends, game.venue_id = slot.starts, slot.ends, slot.venue_id
    RoundGame.objects.bulk_update(games, ["starts", "ends", "venue"])
    _require_sound(held, {game.key: str(game) for game in games})
    _complete(held, by, now)
    found.state = RunState.TAKEN
    found.save(update_fields=["state"])
    touched(held)
    audit.record(
        action="take-placing", target=held, after={"run": found.pk, "games": len(games)}, actor=by, season=held.season
    )
    return len(games)


def _require_sound(round: Round, names: Mapping[str, str]) -> None:
    faults = [
        Finding(one.code, one.message, where=names[key], clause=one.clause, remedy=one.remedy)
        for key, found in desk_of(round.season).findings(names).items()
        for one in found
        if one.severity == "refuse"
    ]
    if faults:
        raise Refused(faults)


def _complete(round: Round, by: User, now: dt.datetime) -> None:
    missing = RoundGame.objects.filter(Q(starts__isnull=True) | Q(venue__isnull=True), round=round).values("home")
    waiting = RoundTeam.objects.filter(round=round, handed_in_at__isnull=True).exclude(team__in=missing)
    waiting.update(handed_in_at=now, handed_in_by=by)
