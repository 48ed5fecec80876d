"""Decides how rosters are kept: a whole table at once as its plan says, one place corrected, one removed."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.core.rosters.entries import RosterTable
from league.core.rosters.plan import Plan, PlannedRow, plan_roster
from league.core.rosters.spots import Spot
from league.models import League, Person, RosterSpot, Season, SeasonPerson, Team
from league.queries.rosters import on_record
from league.services import recompute
from league.services.audit import record, snapshot
from league.services.editing import constraints_told, require_unchanged
from league.services.errors import Conflict, Refused
from league.services.locking import lock

SPOT_FIELDS = ("role", "number", "line", "status", "starts", "ends")
PERSON_FIELDS = ("name", "born", "registration")
IN_SEASON_FIELDS = ("special_conditions", "carded")


@transaction.atomic
def save_roster(
    *,
    season: Season,
    teams: Sequence[Team],
    table: RosterTable,
    answers: Mapping[int, str],
    day: dt.date | None,
    digest: str,
) -> Plan:
    """Carry out what a roster table says, exactly as it was shown; returns the plan that was carried out.

    `teams` are those that its rows may name, `answers` and `day` as in `plan_roster`, `digest` that of
    the plan which somebody confirmed. Carrying out the same table again changes nothing.

    Side effects: people, their place in the season, roster spots, one audit entry, recompute requests
    for the teams and for those people who were on record. Raises Refused while anything is wrong or
    open, Conflict (with the new plan) when it would do something else than what was shown.
    """
    lock(League.objects.all(), season.league_id)  # its people may be on rosters of other seasons
    lock(Season.objects.all(), season.pk)
    plan = plan_roster(table, on_record(season, teams), answers=answers, day=day)
    if not plan.ready:
        raise Refused([*plan.faults, *(_open_question(row) for row in plan.questions)])
    if plan.digest != digest:
        message = _("what the rows would do has changed since it was shown")
        raise Conflict([Finding("changed-meanwhile", message, remedy=_("look at it again"))], theirs=plan)
    if plan.changes_something:
        _carry_out(season, plan)
    return plan


def _open_question(row: PlannedRow) -> Finding:
    return Finding(
        "who-is-it",
        _("%(name)s could be somebody on record") % {"name": row.entry.name},
        where=f"row {row.entry.row}",
        remedy=_("say whether it is the same person"),
    )


def _carry_out(season: Season, plan: Plan) -> None:
    rows = [row for row in plan.rows if row.person is not None and row.placing is not None]
    ids = _people(season, rows)
    was = [spot for row in rows if row.placing for spot in row.placing.was]
    kept = [spot for row in rows if row.placing for spot in row.placing.kept]
    _spots(was, kept, ids)
    spots = [spot for row in rows if row.placing for spot in (*row.placing.was, *row.placing.kept)]
    teams = {spot.team for spot in spots}
    recompute.request(
        season=season,
        teams=teams,
        people={spot.person for spot in spots if spot.person > 0},
    )
    one = Team.objects.get(pk=next(iter(teams))) if len(teams) == 1 else None
    record(
        action="save-roster",
        target=one or season,
        before={"roster": [_told(spot, ids) for spot in was]},
        after={"roster": [_told(spot, ids) for spot in kept], "new_people": [pk for key, pk in ids.items() if key < 0]},
        season=season,
    )


def _people(season: Season, rows: Iterable[PlannedRow]) -> dict[int, int]:
    """Make the new people and complete those on record; primary keys by the ids of the plan."""
    people = {row.person.id: row.person for row in rows if row.person}
    new = [person for key, person in people.items() if key < 0]
    made = Person.objects.bulk_create(
        Person(league_id=season.league_id, name=person.name, born=person.born, registration=person.registration or None)
        for person in new
    )
    ids = {key: key for key in people if key > 0}
    ids |= {person.id: row.pk for person, row in zip(new, made, strict=True)}
    for row in rows:
        if row.filled and row.person:
            values: dict[str, Any] = {change.column: change.after for change in row.filled}
            Person.objects.filter(pk=ids[row.person.id]).update(**values)
    SeasonPerson.objects.bulk_create(
        (SeasonPerson(season=season, person_id=pk) for pk in ids.values()), ignore_conflicts=True
    )
    return ids


def _spots(was: Iterable[Spot], kept: Iterable[Spot], ids: Mapping[int, int]) -> None:
    """Replace the places of `was` by those of `kept`."""
    changed = [_row(spot, ids) for spot in kept if spot.id is not None]
    new = [_row(spot, ids) for spot in kept if spot.id is None]
    before = RosterSpot.objects.filter(pk__in=[spot.id for spot in was])
    before.exclude(pk__in=[row.pk for row in changed]).delete()
    # two who swap their numbers must not wear the same one for a moment
    before.update(number=None)
    RosterSpot.objects.bulk_update(changed, [*SPOT_FIELDS], batch_size=500)
    RosterSpot.objects.bulk_create(new)


def _row(spot: Spot, ids: Mapping[int, int]) -> RosterSpot:
    return RosterSpot(
        pk=spot.id,
        person_id=ids[spot.person],
        team_id=spot.team,
        **{name: getattr(spot, name) for name in SPOT_FIELDS},
    )


def _told(spot: Spot, ids: Mapping[int, int]) -> dict[str, Any]:
    values = {name: getattr(spot, name) for name in SPOT_FIELDS}
    return {"person": ids[spot.person], "team": spot.team} | {
        name: value for name, value in values.items() if value is not None
    }


@transaction.atomic
def change_spot(*, spot: RosterSpot, values: Mapping[str, Any], seen: str) -> RosterSpot:
    """Correct a place on a roster: role, number, line, status, days. Returns it.

    Side effects: the place, an audit entry, recompute requests for the person and the team. Raises
    Conflict when somebody else changed it meanwhile, Refused when the number is taken or the days are
    in the wrong order.
    """
    season = _lock(spot)
    changed = lock(RosterSpot.objects.select_related("person", "team"), spot.pk)
    require_unchanged(changed, SPOT_FIELDS, seen)
    before = snapshot(changed, *SPOT_FIELDS)
    for name in SPOT_FIELDS:
        setattr(changed, name, values[name])
    if changed.starts and changed.ends and changed.ends < changed.starts:
        raise Refused([Finding("backwards", _("the last day comes before the first"), where="ends")])
    after = snapshot(changed, *SPOT_FIELDS)
    if after == before:
        return changed
    taken = Finding(
        "number-twice",
        _("somebody else on this team wears number %(number)s then") % {"number": changed.number},
        where="number",
        remedy=_("give one of them another number, or end the other's days before"),
    )
    with constraints_told({"roster_number_once_a_team": taken}):
        changed.save(update_fields=SPOT_FIELDS)
    recompute.request(season=season, teams=[changed.team_id], people=[changed.person_id])
    record(action="change-roster-spot", target=changed, before=before, after=after, season=season)
    return changed


@transaction.atomic
def remove_spot(*, spot: RosterSpot) -> None:
    """Take a place that was entered by mistake off a roster; somebody who leaves gets a last day instead.

    Side effects: its deletion, an audit entry, recompute requests for the person and the team.
    """
    season = _lock(spot)
    found = RosterSpot.objects.select_related("person", "team").filter(pk=spot.pk).first()
    if found is None:  # somebody else removed it a moment ago
        return
    pk, before = found.pk, snapshot(found, "person", "team", *SPOT_FIELDS)
    found.delete()
    found.pk = pk  # the entry names what was removed
    recompute.request(season=season, teams=[found.team_id], people=[found.person_id])
    record(action="remove-roster-spot", target=found, before=before, season=season)


@transaction.atomic
def change_person(*, person: Person, season: Season, values: Mapping[str, Any], seen: str) -> Person:
    """Correct who somebody is, on all teams and in all seasons, and what holds for them in one season.

    `values` hold `PERSON_FIELDS` and `IN_SEASON_FIELDS`; `seen` is the `state_of` the person's own.
    Side effects: the person, their place in the season, an audit entry, recompute requests. Raises
    Conflict when somebody else changed it meanwhile, Refused when another has the registration number.
    """
    lock(League.objects.all(), person.league_id)  # nobody else gives out the registration number meanwhile
    changed = lock(Person.objects.all(), person.pk)
    require_unchanged(changed, PERSON_FIELDS, seen)
    before = snapshot(changed, *PERSON_FIELDS)
    for name in PERSON_FIELDS:
        setattr(changed, name, values[name] or None if name != "name" else values[name])
    others = Person.objects.filter(league=changed.league_id, registration=changed.registration)
    others = others.filter(merged_into__isnull=True).exclude(pk=changed.pk)
    if changed.registration and (other := others.first()):
        message = _("this is the registration number of %(name)s") % {"name": other}
        raise Refused([Finding("registered-to-another", message, where="registration", remedy=_("check the number"))])
    in_season, _made = SeasonPerson.objects.get_or_create(season=season, person=changed)
    before |= snapshot(in_season, *IN_SEASON_FIELDS)
    for name in IN_SEASON_FIELDS:
        setattr(in_season, name, values[name])
    after = snapshot(changed, *PERSON_FIELDS) | snapshot(in_season, *IN_SEASON_FIELDS)
    if after != before:
        changed.save(update_fields=PERSON_FIELDS)
        in_season.save(update_fields=IN_SEASON_FIELDS)
        teams = RosterSpot.objects.filter(person=changed, team__season=season).values_list("team", flat=True)
        recompute.request(season=season, teams=set(teams), people=[changed.pk])
        record(action="change-person", target=changed, before=before, after=after, season=season)
    return changed


def _lock(spot: RosterSpot) -> Season:
    return lock(Season.objects.all(), spot.team.season_id)
