"""Decides when a notice of suspension may go out, to whom, and what becomes of each delivery."""

from __future__ import annotations

import datetime as dt
import logging
import smtplib
from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from discipline.core.book_due_process import Notices
from discipline.face import notice_words
from discipline.face.paper import notice_pdf
from discipline.models import (
    Delivery,
    DeliveryState,
    IncidentReport,
    Notice,
    NoticePaper,
    Office,
    ReportStage,
    Suspension,
)
from discipline.queries import due_process
from discipline.queries.due_process import Item
from discipline.services.cases import case_for
from discipline.services.notice_content import content_of
from league.core.findings import Finding
from league.models import Role, User
from league.services import audit, mail
from league.services.errors import Refused

logger = logging.getLogger(__name__)

BY_ROLE = {
    "association-president": Role.ASSOCIATION_PRESIDENT,
    "team-representative": Role.TEAM_REPRESENTATIVE,
}
"""Recipients who are found by what they are to the suspended person's team."""

WITHOUT_A_BOOK = ("team-representative", "association-president")
"""Whom a notice goes to where the book names nobody."""

_LOCK = 0x4E4F5449  # first key of the advisory locks of notices; the second is the season's id


def refusals(item: Item) -> list[Finding]:
    """Everything that a notice on this suspension still lacks. At most five queries."""
    row = item.suspension
    rules = due_process.book_of(row).get(Notices)
    found = []
    if row.status == "dismissed":
        found.append(Finding("dismissed", _("the suspension was dismissed"), remedy=_("there is nothing to notify")))
    if not item.decided:
        remedy = _("confirm it, set the length, or dismiss")
        found.append(Finding("not-decided", _("nobody has decided yet"), remedy=remedy))
    if rules is not None and rules.needs_report and item.report is None and row.game is not None:
        found.append(
            Finding(
                "no-report",
                _("no written report of it is on file"),
                clause=rules.needs_report_clause,
                remedy=_("ask the official for the incident report"),
            )
        )
    if row.game_id and IncidentReport.objects.filter(game=row.game_id, stage=ReportStage.RETURNED).exists():
        remedy = _("wait for the answer")
        found.append(Finding("question-open", _("a question to the official is open"), remedy=remedy))
    for rule, entry in due_process.to_consult(item, due_process.case_of(row)):
        if entry is None:
            whom = rule.whom.replace("-", " ")
            found.append(
                Finding(
                    "not-consulted",
                    _("the %(whom)s has not been asked") % {"whom": whom},
                    clause=rule.clause,
                    remedy=_("record the consultation: who, when, what was said"),
                )
            )
    return found


@transaction.atomic
def issue(*, suspension: Suspension, actor: User, language: str, now: dt.datetime) -> Notice:
    """Issue a notice of suspension, or a corrected one in place of the last (13.d, 13.d.1 and 13.e of NB Minor).

    Side effects: a Notice with its PDF and a Delivery for each recipient, waiting to be sent; an audit entry.
    Raises Refused with everything that is still lacking; then nothing has changed.
    """
    season = suspension.season
    if language not in notice_words.LANGUAGES:
        raise Refused([Finding("language", _("unknown language"), where="language", remedy=_("choose one"))])
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, season.pk % 2**31])
    [item] = due_process.docket(season, only=suspension.pk)
    item.suspension.season = season
    if findings := refusals(item):
        raise Refused(findings)
    case = case_for(suspension, actor, now)
    last = Notice.objects.filter(case=case, superseded_by__isnull=True).first()
    number = next_number(suspension)
    content = content_of(item, number=number, language=language, now=now, supersedes=last)
    notice = Notice.objects.create(
        season=season,
        case=case,
        number=number,
        language=language,
        content=content,
        issued_at=now,
        issued_by=actor,
        supersedes=last,
    )
    NoticePaper.objects.create(notice=notice, data=notice_pdf(content))
    for recipient, name, email in recipients(suspension):
        state = DeliveryState.WAITING if email else DeliveryState.NO_ADDRESS
        Delivery.objects.create(notice=notice, recipient=recipient, name=name, email=email, state=state)
    audit.record(
        action="issue-notice",
        target=notice,
        after={"number": number, "language": language, "supersedes": last.number if last else None},
        actor=actor,
        season=season,
    )
    return notice


def next_number(suspension: Suspension) -> int:
    """The number that the season's next notice gets. One query."""
    last: int | None = Notice.objects.filter(season=suspension.season_id).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def recipients(suspension: Suspension) -> list[tuple[str, str, str]]:
    """Whom the notice goes to: who that is in the book's words, name, address; empty where none is known."""
    rules = due_process.book_of(suspension).get(Notices)
    offices = {office.kind: office for office in Office.objects.filter(league=suspension.season.league_id)}
    found: list[tuple[str, str, str]] = []
    for word in rules.recipients if rules else WITHOUT_A_BOOK:
        if word in BY_ROLE:
            team = suspension.team
            people = due_process.users_of(team, BY_ROLE[word]) if team is not None else []
            found.extend((word, str(user), user.email) for user in people)
            if not people:
                found.append((word, "", ""))
        else:
            office = offices.get(word)
            found.append((word, office.name if office else "", office.email if office else ""))
    return found


def send_waiting(*, now: dt.datetime) -> int:
    """Mail the notices that wait, each with its PDF; returns how many went.

    Two workers never send the same one; one that dies between the mail and its commit sends it again. An address
    that the mail server refuses for good is marked bounced; anything else waits for the next round. Side effects:
    mails, Delivery rows.
    """
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING).order_by("pk").values_list("pk", flat=True)
    return sum(_send(pk, now) for pk in list(waiting[:200]))


@transaction.atomic
def _send(pk: int, now: dt.datetime) -> bool:
    rows = Delivery.objects.select_for_update(skip_locked=True, of=("self",))
    rows = rows.select_related("notice__season__league", "notice__supersedes")
    delivery = rows.filter(pk=pk, state=DeliveryState.WAITING).first()
    if delivery is None:
        return False
    notice = delivery.notice
    values = {
        "notice": notice,
        "season": notice.season,
        "link": mail.absolute(reverse("discipline:receipt", kwargs={"receipt": delivery.receipt})),
    }
    paper = (f"{notice}.pdf", bytes(notice.paper.data), "application/pdf")
    try:
        mail.send(template="notice", to=delivery.email, language=notice.language, values=values, files=[paper])
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused) as error:
        delivery.state, delivery.at, delivery.note = DeliveryState.BOUNCED, now, str(error)[:500]
    except OSError:
        logger.warning("Notice %s waits for the next round.", notice.pk, exc_info=True)
        return False
    else:
        delivery.state, delivery.at = DeliveryState.SENT, now
    delivery.save(update_fields=["state", "at", "note"])
    return delivery.state == DeliveryState.SENT


@transaction.atomic
def note_bounce(*, delivery: Delivery, actor: User, note: str, email: str, now: dt.datetime) -> Delivery:
    """Note that a notice came back, or give the address that was missing: with one, it is sent again.

    Side effects: the Delivery, an audit entry.
    """
    rows = Delivery.objects.select_for_update(of=("self",)).select_related("notice__season")
    locked = rows.get(pk=delivery.pk)
    before = {"state": locked.state, "email": locked.email}
    locked.note, locked.at = note.strip()[:500], now
    if email:
        locked.email, locked.state = email, DeliveryState.WAITING
    elif locked.email:
        locked.state = DeliveryState.BOUNCED
    locked.save(update_fields=["note", "at", "email", "state"])
    audit.record(
        action="note-delivery",
        target=locked,
        before=before,
        after={"state": locked.state, "email": locked.email},
        actor=actor,
        season=locked.notice.season,
    )
    return locked


@transaction.atomic
def confirm_receipt(*, receipt: str, now: dt.datetime) -> Delivery | None:
    """Note that a recipient has the notice, by what only their mail holds; None where it opens nothing.

    Side effects: the Delivery, the first time; an audit entry.
    """
    rows = Delivery.objects.select_for_update(of=("self",)).select_related("notice__season__league")
    delivery = rows.filter(receipt=receipt).first()
    if delivery is None or delivery.state == DeliveryState.RECEIVED:
        return delivery
    delivery.state, delivery.at = DeliveryState.RECEIVED, now
    delivery.save(update_fields=["state", "at"])
    audit.record(action="confirm-notice", target=delivery, after={"state": "received"}, season=delivery.notice.season)
    return delivery


def incomplete(deliveries: Iterable[Delivery]) -> bool:
    """Whether somebody whom the book names has not been sent the notice yet."""
    return any(one.state not in (DeliveryState.SENT, DeliveryState.RECEIVED) for one in deliveries)
