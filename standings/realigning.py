"""Decides how a moved team's points are set by the average of its new division, on record, and how that is undone."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Division, Team, User
from league.services import audit, recompute
from league.services.errors import Refused
from league.services.locking import lock
from standings.core.book import Realignment
from standings.core.realignment import Moved, moved
from standings.models import Adjustment
from standings.queries import RuledDivision, final_table, rule_division

FIELDS = ("team", "points", "clause", "reason")


@dataclass(frozen=True, slots=True)
class Working:
    """What a moved team would start with, or why that can't be said."""

    team: Team
    moved: Moved | None = None
    findings: list[Finding] = field(default_factory=list)


def rule_of(ruled: RuledDivision) -> Realignment | None:
    """The book's rule about moved teams."""
    return ruled.book.get(Realignment)


def applied(division: Division, ruled: RuledDivision) -> list[Adjustment]:
    """The adjustments by which moved teams of the division have their points. One query."""
    rule = rule_of(ruled)
    if rule is None:
        return []
    found = Adjustment.objects.filter(team__division=division, clause=rule.clause).select_related("team")
    return list(found.order_by("pk"))


def working(division: Division, ruled: RuledDivision, team: Team) -> Working:
    """What `team`, which plays in the division now, would start with (5-1 of the Alberta manual). Two queries.

    Its points are those of the table as it stands, adjustments included; the others are averaged.
    """
    rule = rule_of(ruled)
    if rule is None or ruled.table is None:
        return Working(team, findings=[Finding("no-rule", _("the rule book has no rule for moved teams"))])
    rows = {row.team: row for row in ruled.table.rows if not row.withdrawn}
    findings = []
    if team.key not in rows:
        remedy = _("move it in the season's set-up first")
        return Working(
            team, findings=[Finding("not-here", _("the team isn't in this table"), where="team", remedy=remedy)]
        )
    if final_table(division) is not None:
        findings.append(Finding("final-already", _("the table is final"), remedy=_("reopen it first")))
    if any(row.team_id == team.pk for row in applied(division, ruled)):
        message = _("this team's points have been set already")
        findings.append(Finding("moved-already", message, where="team", clause=rule.clause, remedy=_("undo it first")))
    if findings:
        return Working(team, findings=findings)
    names = {item.id: item.name or item.id for item in ruled.facts.teams}  # the working is read by people
    others = [(names[key], row.points) for key, row in rows.items() if key != team.key]
    found = moved(rows[team.key].points, others, rule)
    if found is None:
        message = _("the rule book doesn't say how a division of %(n)s teams is averaged") % {"n": len(others)}
        findings.append(Finding("no-size", message, clause=rule.clause))
    return Working(team, found, findings)


@transaction.atomic
def realign(*, division: Division, team: Team, confirmed: bool, actor: User, day: dt.date) -> Adjustment:
    """Give a moved team the average of its new division, as an adjustment with the working for its reason (5-1).

    `confirmed`: an officer stands for a size about which the rules are silent. Side effects: an Adjustment, a
    recompute request, an audit entry. Raises Refused with every finding.
    """
    locked = lock(Division.objects.select_related("season__rulebook", "season__league"), division.pk)
    ruled = rule_division(locked, day)
    found = working(locked, ruled, team)
    findings = list(found.findings)
    if found.moved is not None and found.moved.confirm and not confirmed:
        message = _("the rules are silent at this size of a division")
        remedy = _("confirm that the average shall be taken like this")
        findings.append(Finding("confirm", message, where="confirmed", clause=found.moved.clauses[1], remedy=remedy))
    if findings or found.moved is None:
        raise Refused(findings)
    made = found.moved.adjustment(team.key)
    row = Adjustment.objects.create(team=team, points=made.points, clause=made.clause, reason=made.reason)
    recompute.request(season=locked.season, divisions=[locked.pk])
    audit.record(
        action="realign-team", target=row, after=audit.snapshot(row, *FIELDS), actor=actor, season=locked.season
    )
    return row


@transaction.atomic
def undo_realignment(*, division: Division, adjustment: int, reason: str, actor: User, day: dt.date) -> None:
    """Take a moved team's points back, with a reason.

    Side effects: the Adjustment is gone, a recompute request, an audit entry that keeps it. Raises Refused
    without a reason, when it isn't there any more, and when the table is final.
    """
    locked = lock(Division.objects.select_related("season__rulebook", "season__league"), division.pk)
    row = next((item for item in applied(locked, rule_division(locked, day)) if item.pk == adjustment), None)
    findings = []
    if row is None:
        findings.append(Finding("not-there", _("there is nothing to undo")))
    if final_table(locked) is not None:
        findings.append(Finding("final-already", _("the table is final"), remedy=_("reopen it first")))
    if not reason.strip():
        message = _("everybody concerned asks why")
        findings.append(Finding("reason-missing", message, where="reason", remedy=_("give the reason")))
    if findings or row is None:
        raise Refused(findings)
    before, pk = audit.snapshot(row, *FIELDS), row.pk
    row.delete()
    row.pk = pk  # the entry names what was undone
    recompute.request(season=locked.season, divisions=[locked.pk])
    audit.record(
        action="undo-realignment", target=row, before=before, reason=reason.strip(), actor=actor, season=locked.season
    )
