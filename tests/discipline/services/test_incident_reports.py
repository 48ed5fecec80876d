"""Shows how incident reports are kept, filed, asked about, chased, and that their words stay where they belong."""

import datetime as dt

import pytest
from django.core import mail
from django.db import IntegrityError, transaction

from discipline.models import IncidentCopy, IncidentReport, IncidentReportVersion, Office
from discipline.queries import incident_reports as queries
from discipline.services import incident_copies, incident_reminders, incident_reports
from league.models import AuditEntry
from league.services.attachments import File
from league.services.errors import Refused
from tests.due_process import HOUR, SECRET, content, process

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return process()


def file(made, *, hours=1.0, token="t1", **fields):
    return incident_reports.file_report(
        game=made.game,
        author=made.official,
        content=content(**fields),
        token=token,
        now=made.game.starts + hours * HOUR,
    )


@pytest.mark.clause("nb-minor-discipline", "4.b.v", "5.c")
@pytest.mark.parametrize(("hours", "late"), [(48, False), (48.1, True)])
def test_a_filed_report_covers_its_penalty_and_says_whether_it_is_late(made, hours, late):
    [owed] = queries.owed(made.season)
    assert (owed.penalty.key, owed.due, owed.clause) == ("p1", made.game.starts + 48 * HOUR, "4.b.v")
    report = file(made, hours=hours)
    assert (report.stage, report.late, report.penalties) == ("filed", late, ["p1"])
    assert queries.owed(made.season) == []


def test_what_is_missing_is_refused_and_changes_nothing(made):
    with pytest.raises(Refused) as refused:
        file(made, incident="", home_team="")
    assert [(item.where, item.clause) for item in refused.value.findings] == [("home_team", None), ("incident", "3.1")]
    assert not IncidentReport.objects.exists()
    with pytest.raises(Refused) as refused:
        incident_reports.file_report(
            game=made.game,
            author=made.official,
            content=content(),
            token="t",
            now=made.game.starts,
            files=[File("a.exe", b"MZ")],
        )
    assert [item.code for item in refused.value.findings] == ["report.file-kind"]
    assert not IncidentReport.objects.exists()


def test_the_same_submission_twice_is_one_version_and_a_new_one_keeps_the_old(made):
    first = file(made)
    assert file(made).pk == first.pk
    assert IncidentReportVersion.objects.count() == 1
    again = file(made, hours=60, token="t2", after="He apologised.")
    assert (again.pk, again.late, again.filed_at) == (first.pk, False, first.filed_at)
    assert [row.content["fields"].get("after") for row in again.versions.all()] == [None, "He apologised."]
    with pytest.raises(IntegrityError), transaction.atomic():
        IncidentReportVersion.objects.update(content={})


@pytest.mark.clause("nb-minor-discipline", "13.b")
def test_a_question_sends_it_back_and_the_answer_files_it(made):
    report, now = file(made), made.game.starts + 2 * HOUR
    incident_reports.say(report=report, by=made.director, text="Which hand?", question=True, now=now)
    report.refresh_from_db()
    assert report.stage == "returned"
    incident_reports.say(report=report, by=made.official, text="The left.", question=False, now=now + HOUR)
    report.refresh_from_db()
    assert report.stage == "filed"
    assert [(item.text, item.question) for item in report.messages.all()] == [
        ("Which hand?", True),
        ("The left.", False),
    ]
    with pytest.raises(Refused):
        incident_reports.say(report=report, by=made.director, text="  ", question=True, now=now)


def test_a_draft_is_nobodys_business(made):
    draft = incident_reports.save_draft(game=made.game, author=made.official, content=content(), now=made.game.starts)
    assert not queries.filed(made.season).exists()
    assert not queries.readable(made.season, made.director, everything=True).filter(pk=draft.pk).exists()
    with pytest.raises(Refused):
        incident_reports.say(report=draft, by=made.director, text="?", question=True, now=made.game.starts)


def test_not_a_word_of_the_narrative_is_in_the_audit_trail(made):
    report = file(made)
    incident_reports.say(report=report, by=made.director, text=SECRET, question=True, now=made.game.starts)
    entries = AuditEntry.objects.filter(target_type="discipline.incidentreport")
    assert [entry.action for entry in entries.order_by("pk")] == ["file-incident-report", "ask-about-incident-report"]
    assert SECRET not in "".join(f"{entry.before}{entry.after}{entry.reason}{entry.target_label}" for entry in entries)


@pytest.mark.clause("nb-minor-discipline", "4.b.v")
def test_officials_are_reminded_once_before_it_is_due_and_the_directors_once_it_is_late(made):
    def after(hours):
        return incident_reminders.remind(now=made.game.starts + dt.timedelta(hours=hours))

    assert after(23) == 0
    assert [after(25), after(26)] == [1, 0]
    assert [after(49), after(50)] == [1, 0]
    assert [message.to for message in mail.outbox] == [[made.official.email], [made.director.email]]
    assert made.player.name not in "".join(message.body + message.subject for message in mail.outbox)


def test_whoever_has_begun_one_is_reminded_alone_and_nobody_of_what_is_filed(made):
    incident_reports.save_draft(game=made.game, author=made.director, content=content(), now=made.game.starts)
    assert incident_reminders.remind(now=made.game.starts + 25 * HOUR) == 1
    assert mail.outbox[0].to == [made.director.email]
    file(made)
    assert incident_reminders.remind(now=made.game.starts + 49 * HOUR) == 0


@pytest.mark.clause("nb-minor-discipline", "gir.5")
def test_a_report_of_abuse_of_an_official_is_copied_to_the_office_that_the_book_names(made):
    told = {name: f"told {name}" for name in ("people", "actions", "intent", "witnesses", "positions")}
    said = content(**told)
    said["rows"][0]["offence"] = "abuse-of-official"
    now = made.game.starts + HOUR
    incident_reports.file_report(game=made.game, author=made.official, content=said, token="a", now=now)
    assert incident_copies.send_waiting(now=now) == 0  # nobody has given the address yet
    Office.objects.create(league=made.season.league, kind="technical-director", email="technical@example.org")
    assert [incident_copies.send_waiting(now=now), incident_copies.send_waiting(now=now)] == [1, 0]
    [message] = mail.outbox
    assert message.to == ["technical@example.org"]
    assert all(text in message.body for text in (SECRET, *told.values()))
    file(made, token="another")
    assert IncidentCopy.objects.count() == 1


def test_a_book_without_incident_reports_asks_for_none():
    made = process("mn-district-9")
    assert queries.owed(made.season) == []
    assert incident_reminders.remind(now=made.game.starts + 49 * HOUR) == 0
    report = file(made, hours=500)
    assert (report.due, report.late) == (None, False)
