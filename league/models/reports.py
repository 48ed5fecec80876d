"""Decides how game reports and their files are kept: added, replaced, never changed."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import one_of


class ReportKind(models.TextChoices):
    """Whose word a report is."""

    TEAM = "team", _("Team's report")
    STATISTICIAN = "statistician", _("Statistician's entry")
    SETTLEMENT = "settlement", _("Settlement of a dispute")
    CORRECTION = "correction", _("Correction")
    IMPORT = "import", _("Import")


class GameReport(models.Model):
    """What somebody reported about a game, as they sent it.

    A database trigger refuses every change but taking `current` away. `token` is the submission's
    own: the same form sent twice makes one report. `game_version` is the game as the reporter
    saw it.
    """

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="reports")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="reports")
    kind = models.CharField(max_length=14, choices=ReportKind)
    content = models.JSONField()
    submitted_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="reports")
    submitted_at = models.DateTimeField(default=timezone.now)
    late = models.BooleanField(default=False)
    current = models.BooleanField(default=True)
    game_version = models.PositiveIntegerField(default=0)
    reason = models.TextField(blank=True)
    token = models.CharField(max_length=100, unique=True, null=True, blank=True)

    class Meta:
        ordering = ["submitted_at", "pk"]
        constraints = [
            one_of("kind", ReportKind, name="report_kind_known"),
            models.CheckConstraint(
                condition=~Q(kind=ReportKind.TEAM) | Q(team__isnull=False, submitted_by__isnull=False),
                name="report_of_a_team_names_it",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=[ReportKind.SETTLEMENT, ReportKind.CORRECTION]) | ~Q(reason=""),
                name="report_that_overrules_has_a_reason",
            ),
            models.UniqueConstraint(
                fields=["game", "team"],
                condition=Q(kind=ReportKind.TEAM, current=True),
                name="report_current_once_a_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.game}"


class Attachment(models.Model):
    """A file that came with a game: its facts. The bytes stand in `AttachmentContent`."""

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="attachments")
    report = models.ForeignKey(GameReport, models.PROTECT, null=True, blank=True, related_name="attachments")
    uploaded_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    uploaded_at = models.DateTimeField(default=timezone.now)
    file_name = models.CharField(max_length=255)
    content_type = models.CharField(max_length=100, help_text="As its content shows.")
    size = models.PositiveIntegerField(help_text="In bytes.")
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["uploaded_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(sha256__regex="^[0-9a-f]{64}$"), name="attachment_digest_is_sha256"),
        ]

    def __str__(self) -> str:
        return self.file_name


class AttachmentContent(models.Model):
    """The bytes of an attachment, in a table of their own so that no list ever loads them."""

    attachment = models.OneToOneField(Attachment, models.PROTECT, primary_key=True, related_name="content")
    data = models.BinaryField()

    def __str__(self) -> str:
        return str(self.attachment)


class ReportReminder(models.Model):
    """That a team's representatives were reminded of a report before it was due."""

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="reminders")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    sent_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "team"], name="reminder_once_a_report")]

    def __str__(self) -> str:
        return f"{self.team}: {self.game}"
