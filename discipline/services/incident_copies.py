"""Decides how the copy of a report about abuse of an official reaches the office that the book names."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Iterable

from django.db import transaction

from discipline.core import incident_reports as core
from discipline.core.book_process import IncidentReports
from discipline.core.incident_reports import Row
from discipline.face import incident_words
from discipline.models import IncidentCopy, IncidentReportVersion, Office
from league.services import mail

logger = logging.getLogger(__name__)


def owe_copy(version: IncidentReportVersion, rows: Iterable[Row], rules: IncidentReports | None) -> IncidentCopy | None:
    """Have a copy sent where the report is about abuse of an official (gir.5 of NB Minor); None where it isn't.

    Call it inside a transaction. Side effects: an IncidentCopy, without an address where the league gave none yet.
    """
    if rules is None or rules.abuse is None or rules.abuse.copy_to is None or not core.about_official(rows, rules):
        return None
    office = Office.objects.filter(league=version.report.season.league_id, kind=rules.abuse.copy_to).first()
    return IncidentCopy.objects.create(
        version=version, office=rules.abuse.copy_to, email=office.email if office else ""
    )


def send_waiting(*, now: dt.datetime) -> int:
    """Mail the copies that wait; returns how many went. One without an address waits until the league gives one.

    Two workers never send the same one. Side effects: mails, IncidentCopy rows.
    """
    waiting = IncidentCopy.objects.filter(sent_at__isnull=True).order_by("pk").values_list("pk", flat=True)
    return sum(_send(pk, now) for pk in list(waiting[:200]))


@transaction.atomic
def _send(pk: int, now: dt.datetime) -> bool:
    rows = IncidentCopy.objects.select_for_update(skip_locked=True, of=("self",))
    rows = rows.select_related("version__report__game__season__league", "version__report__author")
    rows = rows.select_related("version__report__game__home", "version__report__game__away")
    copy = rows.filter(pk=pk, sent_at__isnull=True).first()
    if copy is None:
        return False
    season = copy.version.report.game.season
    office = Office.objects.filter(league=season.league_id, kind=copy.office).first()
    address = office.email if office else copy.email
    if not address:
        return False
    fields = copy.version.content["fields"]
    told = [(str(label), fields[name]) for name, label in incident_words.TOLD.items() if fields.get(name)]
    values = {"report": copy.version.report, "game": copy.version.report.game, "season": season, "told": told}
    try:
        mail.send(template="incident_copy", to=address, language=season.league.language, values=values)
    except OSError:
        logger.warning("The copy of report %s waits for the next round.", copy.version_id, exc_info=True)
        return False
    copy.email, copy.sent_at = address, now
    copy.save(update_fields=["email", "sent_at"])
    return True
