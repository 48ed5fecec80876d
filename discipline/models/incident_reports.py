"""Decides how officials' incident reports are kept: a draft nobody else sees, versions that never change."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import one_of


class ReportStage(models.TextChoices):
    """How far an incident report has come."""

    DRAFT = "draft", _("Draft")
    FILED = "filed", _("Filed")
    RETURNED = "returned", _("Sent back with a question")


class IncidentReport(models.Model):
    """One official's report of one game: confidential, read by its author and the directors only.

    `draft` is what its author last typed, {"fields": {...}, "rows": [...]}, and is shown to nobody else;
    what was filed stands in the versions. `penalties` are the ids of the sheet's penalties that the filed
    report covers. `filed_at` is the first filing, by which it is late or in time.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="incident_reports")
    game = models.ForeignKey("league.Game", models.PROTECT, related_name="incident_reports")
    author = models.ForeignKey("league.User", models.PROTECT, related_name="incident_reports")
    stage = models.CharField(max_length=10, choices=ReportStage, default=ReportStage.DRAFT)
    draft = models.JSONField(default=dict)
    saved_at = models.DateTimeField(default=timezone.now)
    penalties = ArrayField(models.CharField(), default=list, blank=True)
    due = models.DateTimeField(null=True, blank=True)
    filed_at = models.DateTimeField(null=True, blank=True)
    late = models.BooleanField(default=False)

    class Meta:
        ordering = ["-saved_at", "-pk"]
        constraints = [
            one_of("stage", ReportStage, name="incident_report_stage_known"),
            models.UniqueConstraint(fields=["game", "author"], name="incident_report_once_an_author"),
            models.CheckConstraint(
                condition=Q(stage=ReportStage.DRAFT, filed_at__isnull=True)
                | ~Q(stage=ReportStage.DRAFT) & Q(filed_at__isnull=False),
                name="incident_report_filed_at_a_time",
            ),
        ]
        indexes = [models.Index(fields=["season", "-filed_at"], name="incident_report_by_filing")]

    def __str__(self) -> str:
        return f"{self.game}, {self.author}"


class IncidentReportVersion(models.Model):
    """An incident report as it was filed. A database trigger refuses every change."""

    report = models.ForeignKey(IncidentReport, models.PROTECT, related_name="versions")
    content = models.JSONField()
    filed_at = models.DateTimeField()
    token = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["report", "filed_at", "pk"]

    def __str__(self) -> str:
        return f"{self.report}, {self.filed_at}"


class IncidentMessage(models.Model):
    """A question to the author of a report, or the answer; it never changes."""

    report = models.ForeignKey(IncidentReport, models.PROTECT, related_name="messages")
    by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    text = models.TextField()
    question = models.BooleanField()

    class Meta:
        ordering = ["report", "at", "pk"]

    def __str__(self) -> str:
        return f"{self.report}, {self.at}"


class IncidentFile(models.Model):
    """A file that came with an incident report: its facts. The bytes stand in `IncidentFileContent`.

    Not among the game's own attachments, which both teams may read.
    """

    report = models.ForeignKey(IncidentReport, models.PROTECT, related_name="files")
    uploaded_at = models.DateTimeField()
    file_name = models.CharField(max_length=255)
    content_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField(help_text="In bytes.")
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["report", "uploaded_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["report", "sha256"], name="incident_file_once_a_report")]

    def __str__(self) -> str:
        return self.file_name


class IncidentFileContent(models.Model):
    """The bytes of a file, in a table of their own so that no list ever loads them."""

    file = models.OneToOneField(IncidentFile, models.PROTECT, primary_key=True, related_name="content")
    data = models.BinaryField()

    def __str__(self) -> str:
        return str(self.file)


class IncidentReminder(models.Model):
    """That somebody was told once that the report of a game is still missing."""

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="incident_reminders")
    user = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    overdue = models.BooleanField()
    sent_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user", "overdue"], name="incident_reminder_once_each"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.game}"


class IncidentCopy(models.Model):
    """A copy of a report about abuse of an official, on its way to the office that the book names."""

    version = models.OneToOneField(IncidentReportVersion, models.PROTECT, related_name="copy")
    office = models.CharField(max_length=40)
    email = models.EmailField(blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "incident copies"

    def __str__(self) -> str:
        return f"{self.version}: {self.office}"
