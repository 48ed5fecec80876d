"""Decides how a case's file is kept: the marks of the director, whom he called and consulted, what was explained."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from discipline.core.book_due_process import Notices
from discipline.models import Case, CaseEntry, CaseKind, EntryKind, LetterKind, Office, Suspension
from discipline.queries.due_process import book_of, explained_entry
from discipline.services.protest_letters import owe_letters
from league.core.findings import Finding
from league.models import Game, League, Season, Team, User
from league.services import audit
from league.services.errors import Refused
from league.services.locking import lock


def case_for(suspension: Suspension, actor: User, now: dt.datetime) -> Case:
    """The case of a suspension, opened where nothing was done about it yet. Call it inside a transaction."""
    case, _new = Case.objects.get_or_create(
        season=suspension.season,
        kind=CaseKind.SUSPENSION,
        person=suspension.person,
        incident=suspension.incident,
        game=suspension.game,
        defaults={"team_id": suspension.team_id, "opened_by": actor, "opened_at": now},
    )
    return case


@transaction.atomic
def mark_case(*, suspension: Suspension, actor: User, serious: bool, other_district: bool, now: dt.datetime) -> Case:
    """Say that a case is serious, or that another district is concerned (4.c.i and 4.c.ii of NB Minor).

    Side effects: the Case, an audit entry.
    """
    case = lock(Case.objects.all(), case_for(suspension, actor, now).pk)
    before = {"serious": case.serious, "other_district": case.other_district}
    case.serious, case.other_district = serious, other_district
    case.save(update_fields=["serious", "other_district"])
    after = {"serious": serious, "other_district": other_district}
    audit.record(action="mark-case", target=case, before=before, after=after, actor=actor, season=suspension.season)
    return case


@transaction.atomic
def add_entry(
    *,
    case: Case,
    actor: User,
    kind: str,
    on: dt.date,
    now: dt.datetime,
    today: dt.date,
    whom: str = "",
    name: str = "",
    text: str = "",
) -> CaseEntry:
    """Write a line into a case's file: a call, a statement asked for or received, a consultation, a note.

    Side effects: a CaseEntry, an audit entry without its text. Raises Refused with everything that is wrong.
    """
    findings = []
    if on > today:
        findings.append(Finding("later", _("this day is still to come"), where="on", remedy=_("give its day")))
    if kind in (EntryKind.CONSULTED, EntryKind.ASKED, EntryKind.PHONE) and not name.strip():
        findings.append(Finding("nobody", _("with whom?"), where="name", remedy=_("name the person")))
    if kind in (EntryKind.NOTE, EntryKind.STATEMENT) and not text.strip():
        findings.append(Finding("empty", _("there is nothing in it"), where="text", remedy=_("write it down")))
    if findings:
        raise Refused(findings)
    entry = CaseEntry.objects.create(
        case=case, kind=kind, whom=whom, name=name.strip(), on=on, text=text.strip(), by=actor, at=now
    )
    audit.record(
        action="add-to-case", target=case, after={"kind": kind, "whom": whom, "on": on}, actor=actor, season=case.season
    )
    return entry


@transaction.atomic
def keep_offices(*, season: Season, actor: User, offices: Mapping[str, tuple[str, str]]) -> None:
    """Keep the addresses of the league's offices, name and e-mail by kind; one without an e-mail is forgotten.

    Side effects: Office rows of the league, an audit entry.
    """
    league = lock(League.objects.all(), season.league_id)
    before = {office.kind: office.email for office in Office.objects.filter(league=league)}
    for kind, (name, email) in offices.items():
        if email:
            Office.objects.update_or_create(league=league, kind=kind, defaults={"name": name, "email": email})
        else:
            Office.objects.filter(league=league, kind=kind).delete()
    after = {kind: email for kind, (_name, email) in offices.items() if email}
    audit.record(action="keep-offices", target=league, before=before, after=after, actor=actor, season=season)


@transaction.atomic
def note_on(
    *,
    suspension: Suspension,
    actor: User,
    kind: str,
    on: dt.date,
    now: dt.datetime,
    today: dt.date,
    whom: str = "",
    name: str = "",
    text: str = "",
) -> CaseEntry:
    """The same as `add_entry`, for a suspension about which nothing may have been done yet."""
    case = case_for(suspension, actor, now)
    return add_entry(case=case, actor=actor, kind=kind, on=on, now=now, today=today, whom=whom, name=name, text=text)


@transaction.atomic
def note_explained(*, suspension: Suspension, actor: User, on: dt.date, now: dt.datetime, today: dt.date) -> CaseEntry:
    """Note that a team explained the suspension to the person, on which day (4.a.vi of NB Minor).

    Noted a second time it stays as it was. Side effects: a CaseEntry, an audit entry. Raises Refused where the book
    asks for no such thing, before a notice has gone out, and for a day to come.
    """
    case = lock(Case.objects.all(), case_for(suspension, actor, now).pk)
    if (noted := explained_entry(suspension)) is not None:
        return noted
    rules = book_of(suspension).get(Notices)
    findings = []
    if rules is None or rules.explained_clause is None:
        findings.append(Finding("not-asked", _("the rule book doesn't ask for this")))
    if not case.notices.exists():
        message = _("no notice of this suspension has gone out yet")
        findings.append(Finding("no-notice", message, remedy=_("wait for the notice")))
    if findings:
        raise Refused(findings)
    return add_entry(case=case, actor=actor, kind=EntryKind.EXPLAINED, on=on, now=now, today=today)


@transaction.atomic
def open_case(
    *, season: Season, actor: User, kind: str, game: Game | None, team: Team | None, about: str, now: dt.datetime
) -> Case:
    """Open a case that no sheet brings (6.b and app.b of NB Minor, 6-16.a of Alberta).

    Side effects: a Case, an audit entry without the words.
    """
    case = Case.objects.create(
        season=season, kind=kind, game=game, team=team, about=about.strip(), opened_by=actor, opened_at=now
    )
    audit.record(action="open-case", target=case, after={"kind": kind}, actor=actor, season=season)
    return case


@transaction.atomic
def close_case(*, case: Case, actor: User, outcome: str, now: dt.datetime) -> Case:
    """Close a case with what came of it. Raises Refused when it is closed.

    Side effects: the Case, an audit entry; of a protest letters to both teams.
    """
    locked = lock(Case.objects.select_related("season", "game__home", "game__away"), case.pk)
    if locked.closed_at is not None:
        raise Refused([Finding("closed", _("this case is closed already"), remedy=_("reload the page"))])
    locked.closed_at, locked.outcome = now, outcome.strip()
    locked.save(update_fields=["closed_at", "outcome"])
    owe_letters(locked, LetterKind.ANSWERED)
    audit.record(
        action="close-case", target=locked, before={}, after={"closed": now}, actor=actor, season=locked.season
    )
    return locked
