"""Decides how warnings, probation, bonds and special conditions begin and end, and whose rulings they change."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from discipline.models import BondState, Condition, ConditionKind
from league.core.findings import Finding
from league.models import Person, RosterSpot, Season, Team, User
from league.services import audit, recompute
from league.services.errors import Refused
from league.services.locking import lock


@transaction.atomic
def set_condition(
    *,
    season: Season,
    actor: User,
    kind: str,
    person: Person | None,
    team: Team | None,
    starts: dt.date,
    ends: dt.date | None,
    reason: str,
    bond_cents: int | None,
    now: dt.datetime,
    for_good: bool = False,
) -> Condition:
    """Set a warning, probation, bond, special conditions or ineligibility (6-16.b, 8-3 of Alberta; app.a of NB Minor).

    By the book special conditions change what acts of these days cost, others keep people out of lineups. Side
    effects: a Condition, an audit entry, recompute requests. Raises Refused with everything that is wrong.
    """
    findings = []
    if (person is None) == (team is None):
        message = _("it is for a person or for a team")
        findings.append(Finding("whom", message, where="person", remedy=_("choose one of the two")))
    if kind not in ConditionKind.values:
        findings.append(Finding("kind", _("what is it?"), where="kind", remedy=_("choose one")))
    if ends is not None and ends < starts:
        findings.append(Finding("ends", _("it would end before it begins"), where="ends", remedy=_("a later day")))
    if not reason.strip():
        findings.append(Finding("reason-missing", _("the reason is missing"), where="reason", remedy=_("give it")))
    if kind == ConditionKind.BOND and bond_cents is None:
        message = _("the amount of the bond is missing; no rule book gives it")
        findings.append(Finding("bond", message, where="bond", remedy=_("give the amount")))
    if findings:
        raise Refused(findings)
    _ask_anew(season, person, team)
    condition = Condition.objects.create(
        season=season,
        person=person,
        team=team,
        kind=kind,
        starts=starts,
        ends=ends,
        reason=reason.strip(),
        bond_cents=bond_cents if kind == ConditionKind.BOND else None,
        bond_state=BondState.OWED if kind == ConditionKind.BOND else BondState.NONE,
        for_good=for_good and kind == ConditionKind.INELIGIBLE,
        set_by=actor,
        set_at=now,
    )
    after = {"kind": kind, "starts": starts, "ends": ends, "bond_cents": condition.bond_cents, "for_good": for_good}
    audit.record(action="set-condition", target=condition, after=after, reason=reason, actor=actor, season=season)
    return condition


@transaction.atomic
def lift_condition(
    *, condition: Condition, actor: User, last_day: dt.date, because: str, now: dt.datetime
) -> Condition:
    """End a condition with `last_day`, the last on which it held.

    Side effects: the Condition, an audit entry, recompute requests. Raises Refused without a reason, or when ended.
    """
    findings = []
    if not because.strip():
        findings.append(Finding("reason-missing", _("the reason is missing"), where="because", remedy=_("give it")))
    if last_day < condition.starts:
        findings.append(Finding("ends", _("it would end before it begins"), where="last_day", remedy=_("a later day")))
    if not findings:
        _ask_anew(condition.season, condition.person, condition.team)
    locked = lock(Condition.objects.select_related("season"), condition.pk)
    if locked.lifted_at is not None:
        findings.append(Finding("lifted", _("it was lifted already"), remedy=_("reload the page")))
    if findings:
        raise Refused(findings)
    before = {"ends": locked.ends}
    locked.ends, locked.lifted_at, locked.lifted_by, locked.lifted_because = last_day, now, actor, because.strip()
    locked.save(update_fields=["ends", "lifted_at", "lifted_by", "lifted_because"])
    audit.record(
        action="lift-condition",
        target=locked,
        before=before,
        after={"ends": last_day},
        reason=because,
        actor=actor,
        season=locked.season,
    )
    return locked


@transaction.atomic
def note_bond(*, condition: Condition, actor: User, state: str, day: dt.date) -> Condition:
    """Note what became of a bond on a day: posted, refused, returned, carried forward (7-3.a, 8-3.4 of Alberta).

    Side effects: the Condition, an audit entry, recompute requests. Raises Refused for what has no bond.
    """
    _ask_anew(condition.season, condition.person, condition.team)
    locked = lock(Condition.objects.select_related("season"), condition.pk)
    if locked.kind != ConditionKind.BOND or state not in set(BondState.values) - {BondState.NONE}:
        raise Refused([Finding("bond", _("there is no such bond"), where="state", remedy=_("choose another"))])
    before = {"bond_state": locked.bond_state}
    locked.bond_state, locked.bond_on = state, day
    locked.save(update_fields=["bond_state", "bond_on"])
    audit.record(
        action="note-bond",
        target=locked,
        before=before,
        after={"bond_state": state, "bond_on": day},
        actor=actor,
        season=locked.season,
    )
    return locked


def _ask_anew(season: Season, person: Person | None, team: Team | None) -> None:
    """Have everybody ruled on anew whom a condition concerns."""
    people = [person.pk] if person is not None else []
    if team is not None:
        people = list(RosterSpot.objects.filter(team=team).order_by().values_list("person", flat=True).distinct())
    recompute.request(season=season, people=people)
