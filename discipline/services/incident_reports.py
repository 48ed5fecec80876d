"""Decides how an incident report is saved while it is typed, filed, sent back with a question, and answered."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from discipline.core import incident_reports as core
from discipline.models import (
    IncidentFile,
    IncidentFileContent,
    IncidentMessage,
    IncidentReport,
    IncidentReportVersion,
    ReportStage,
)
from discipline.queries import incident_reports as queries
from discipline.services.incident_copies import owe_copy
from league.core.findings import Finding
from league.models import Game, User
from league.services import audit
from league.services.attachments import File, inspect
from league.services.errors import Refused
from league.services.locking import lock


@transaction.atomic
def save_draft(*, game: Game, author: User, content: Mapping[str, Any], now: dt.datetime) -> IncidentReport:
    """Keep what an official has typed so far, whatever is missing; nobody else sees it.

    Side effects: the IncidentReport, made at the first saving. No audit entry: nothing was said yet.
    """
    report, _new = IncidentReport.objects.get_or_create(
        game=game, author=author, defaults={"season": game.season, "saved_at": now, "draft": dict(content)}
    )
    if not _new:
        IncidentReport.objects.filter(pk=report.pk).update(draft=dict(content), saved_at=now)
        report.refresh_from_db()
    return report


@transaction.atomic
def file_report(
    *,
    game: Game,
    author: User,
    content: Mapping[str, Any],
    token: str,
    now: dt.datetime,
    files: Iterable[File] = (),
) -> IncidentReport:
    """File an official's report of a game (4.b.v, 5.c and the form of NB Minor); a late one is taken and marked.

    `content` is {"fields", "rows"}; `token` the submission's own: sent twice, it is filed once. Side effects: the
    IncidentReport, a version of it, its files, a copy where the book asks for one, an audit entry without a word of
    the narrative. Raises Refused with everything that is missing; then what was typed is still the draft.
    """
    known = IncidentReportVersion.objects.filter(token=token).select_related("report").first()
    if known is not None and known.report.author_id == author.pk:
        return known.report
    rules = queries.rules_for(game)
    rows = queries.rows_from(content)
    findings = core.missing(content.get("fields", {}), rows, rules)
    kept, faults = inspect(files)
    if findings or faults:
        raise Refused([*findings, *faults])
    draft = save_draft(game=game, author=author, content=content, now=now)
    report = lock(IncidentReport.objects.select_related("game", "season"), draft.pk)
    sheet = queries.on_sheet(queries.sheet(game), game, queries.numbers_of(game))
    first = report.filed_at is None
    report.penalties = list(core.linked(rows, sheet))
    report.stage = ReportStage.FILED
    if first:
        report.due = core.due(game.starts, rules)
        report.filed_at, report.late = now, core.is_late(now, report.due)
    report.save(update_fields=["penalties", "stage", "due", "filed_at", "late"])
    version = IncidentReportVersion.objects.create(report=report, content=dict(content), filed_at=now, token=token)
    owe_copy(version, rows, rules)
    for file in kept:
        _keep(report, file.name, file.content_type, file.data, now)
    audit.record(
        action="file-incident-report",
        target=report,
        after={"game": game.pk, "penalties": report.penalties, "late": report.late, "again": not first},
        actor=author,
        season=game.season,
    )
    return report


def _keep(report: IncidentReport, name: str, content_type: str, data: bytes, now: dt.datetime) -> None:
    """Keep a file with its report, each content once."""
    digest = hashlib.sha256(data).hexdigest()
    file, new = IncidentFile.objects.get_or_create(
        report=report,
        sha256=digest,
        defaults={"uploaded_at": now, "file_name": name, "content_type": content_type, "size": len(data)},
    )
    if new:
        IncidentFileContent.objects.create(file=file, data=data)


@transaction.atomic
def say(*, report: IncidentReport, by: User, text: str, question: bool, now: dt.datetime) -> IncidentMessage:
    """Put a question to the report's author, or answer one (13.b of NB Minor).

    A question sends the report back, an answer files it again as it is. Side effects: an IncidentMessage, the
    report's stage, an audit entry without the words. Raises Refused without a text, and for a draft.
    """
    locked = lock(IncidentReport.objects.select_related("season"), report.pk)
    findings = []
    if not text.strip():
        findings.append(Finding("text-missing", _("the words are missing"), where="text", remedy=_("write them")))
    if locked.stage == ReportStage.DRAFT:
        remedy = _("wait until it is filed")
        findings.append(Finding("not-filed", _("the report is still a draft"), where="text", remedy=remedy))
    if findings:
        raise Refused(findings)
    message = IncidentMessage.objects.create(report=locked, by=by, at=now, text=text.strip(), question=question)
    locked.stage = ReportStage.RETURNED if question else ReportStage.FILED
    locked.save(update_fields=["stage"])
    audit.record(
        action="ask-about-incident-report" if question else "answer-about-incident-report",
        target=locked,
        after={"message": message.pk},
        actor=by,
        season=locked.season,
    )
    return message
