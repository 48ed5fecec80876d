"""Decides who may ask for a hearing, who may sit on its panel, and when one counts as held."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from discipline.core.due_process import hearing_right
from discipline.models import Case, Hearing, IncidentReport, PanelMember, Suspension
from discipline.queries import due_process
from discipline.services.cases import case_for
from league.core.findings import Finding
from league.models import Membership, Role, User
from league.services import audit
from league.services.errors import Refused
from league.services.locking import lock


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody who is to hear a case; by e-mail where they sign in here."""

    name: str
    office: str = ""
    email: str = ""


@transaction.atomic
def ask_for_hearing(*, suspension: Suspension, by: User, words: str, now: dt.datetime) -> Hearing:
    """Ask for a hearing on behalf of the suspended person (5.d of NB Minor); the suspension runs meanwhile.

    Side effects: a Hearing, an audit entry. Raises Refused where the length gives no right to one, or one is open.
    """
    season = suspension.season
    [item] = due_process.docket(season, only=suspension.pk)
    rules = due_process.hearings_rules(suspension)
    findings = []
    if not hearing_right(item.matter, rules) and not suspension.data["hearing_required"]:
        clause = rules.clause if rules else None
        remedy = _("appeal instead, where the rule book allows it")
        findings.append(Finding("no-right", _("the length gives no right to a hearing"), clause=clause, remedy=remedy))
    findings.extend(_already_open(item.hearing))
    if findings:
        raise Refused(findings)
    case = case_for(suspension, by, now)
    hearing = Hearing.objects.create(case=case, requested_at=now, requested_by=by, parties=words.strip())
    audit.record(action="ask-for-hearing", target=hearing, after={"case": case.pk}, actor=by, season=season)
    return hearing


@transaction.atomic
def call_hearing(
    *,
    suspension: Suspension,
    actor: User,
    at: dt.datetime | None,
    place: str,
    parties: str,
    evidence: str,
    panel: Sequence[Seat],
    now: dt.datetime,
) -> Hearing:
    """Date a hearing and name its panel; calls one where nobody asked (3.2 and 5.d of NB Minor).

    Side effects: the Hearing with its panel, an audit entry. Raises Refused with every conflict of interest.
    """
    season = suspension.season
    case = case_for(suspension, actor, now)
    emails = [seat.email.lower() for seat in panel if seat.email]
    known = {user.email: user for user in User.objects.filter(email__in=emails)}
    if findings := conflicts(case, suspension, panel, known):
        raise Refused(findings)
    hearing, _new = Hearing.objects.select_for_update().get_or_create(
        case=case, held_at=None, defaults={"requested_at": now, "requested_by": actor}
    )
    hearing.at, hearing.place, hearing.parties, hearing.evidence = at, place, parties, evidence
    hearing.save(update_fields=["at", "place", "parties", "evidence"])
    hearing.panel.all().delete()
    PanelMember.objects.bulk_create(
        PanelMember(hearing=hearing, name=seat.name, office=seat.office, user=known.get(seat.email.lower()))
        for seat in panel
    )
    after = {"at": at, "panel": [seat.name for seat in panel]}
    audit.record(action="call-hearing", target=hearing, after=after, actor=actor, season=season)
    return hearing


def conflicts(case: Case, suspension: Suspension, panel: Iterable[Seat], known: dict[str, User]) -> list[Finding]:
    """Who may not sit on this panel: the person, their teams' people, the other side's, and whoever reported it."""
    game = suspension.game
    teams = {suspension.team_id, *(game.team_ids if game else ())} - {None}
    held = Membership.objects.filter(user__in=known.values(), ended_at__isnull=True, season=suspension.season_id)
    own_teams = {(row.user_id, row.team_id) for row in held if row.role == Role.TEAM_REPRESENTATIVE}
    sides = [team for team in (suspension.team, game.home if game else None, game.away if game else None) if team]
    towns = {team.association_id for team in sides} - {None}
    presidents = {row.user_id for row in held if row.role == Role.ASSOCIATION_PRESIDENT and row.association_id in towns}
    authors = set(IncidentReport.objects.filter(game=game).values_list("author", flat=True)) if game else set()
    found = []
    for place, seat in enumerate(panel, start=1):
        user = known.get(seat.email.lower())
        same = seat.name.strip().casefold() == (suspension.person.name or "").casefold() != ""
        why = ""
        if same or (user is not None and user.pk == suspension.person.user_id):
            why = _("is the suspended person")
        elif user is not None and any((user.pk, team) in own_teams for team in teams):
            why = _("represents a team concerned")
        elif user is not None and user.pk in presidents:
            why = _("presides over an association concerned")
        elif user is not None and user.pk in authors:
            why = _("reported the incident")
        if why:
            message = _("%(who)s %(why)s") % {"who": seat.name, "why": why}
            found.append(Finding("conflict", message, where=f"name_{place}", remedy=_("name somebody else")))
    return found


@transaction.atomic
def hold_hearing(
    *, hearing: Hearing, actor: User, steps: Iterable[str], reply: str, outcome: str, now: dt.datetime
) -> Hearing:
    """Note that a hearing was held and what came of it (13.c of NB Minor); the decision itself follows.

    Side effects: the Hearing, an audit entry. Raises Refused while a step of the book, a panel or the outcome lacks.
    """
    locked = lock(Hearing.objects.select_related("case__season"), hearing.pk)
    done = tuple(dict.fromkeys(steps))
    rules = due_process.rules_of_case(locked.case)
    findings = []
    for step in rules.steps if rules else ():
        if step not in done:
            what = step.replace("-", " ")
            message = _("before it is held: %(step)s") % {"step": what}
            clause = rules.steps_clause if rules else None
            findings.append(Finding("step-missing", message, where="steps", clause=clause, remedy=_("do it, tick it")))
    if not outcome.strip():
        findings.append(Finding("outcome", _("what came of it is missing"), where="outcome", remedy=_("say it")))
    if locked.held_at is not None:
        findings.append(Finding("held", _("this hearing was held already"), remedy=_("reload the page")))
    if findings:
        raise Refused(findings)
    locked.steps, locked.reply, locked.outcome, locked.held_at = list(done), reply.strip(), outcome.strip(), now
    locked.save(update_fields=["steps", "reply", "outcome", "held_at"])
    audit.record(
        action="hold-hearing", target=locked, after={"steps": list(done)}, actor=actor, season=locked.case.season
    )
    return locked


def _already_open(hearing: Hearing | None) -> list[Finding]:
    if hearing is None:
        return []
    return [Finding("hearing-open", _("a hearing is open already"), remedy=_("wait for its date"))]
