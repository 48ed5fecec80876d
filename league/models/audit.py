"""Decides what the audit trail keeps of a change: who, when, from where, what, why."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.base import one_of


class Source(models.TextChoices):
    """Where a change came from."""

    WEB = "web", _("Web page")
    COMMAND = "command", _("Command")
    TASK = "task", _("Background task")
    IMPORT = "import", _("Import")


class AuditEntry(models.Model):
    """One change of state. Database triggers refuse to change, delete or truncate entries.

    The entries of a league form a chain, those without a league another; `number` counts in it
    from 1, and `hash` covers the entry and the hash before it.
    """

    id = models.BigAutoField(primary_key=True)
    league = models.ForeignKey("league.League", models.PROTECT, null=True, blank=True, related_name="audit_entries")
    season = models.ForeignKey("league.Season", models.PROTECT, null=True, blank=True, related_name="audit_entries")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="audit_entries")
    actor_label = models.CharField(max_length=300, blank=True)
    source = models.CharField(max_length=10, choices=Source)
    address = models.GenericIPAddressField(null=True, blank=True)
    request_id = models.CharField(max_length=100, blank=True)
    action = models.CharField(max_length=100)
    target_type = models.CharField(max_length=100)
    target_id = models.CharField(max_length=100)
    target_label = models.CharField()
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    reason = models.TextField(blank=True)
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "audit entries"
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], nulls_distinct=False, name="audit_chain_never_forks"),
            models.CheckConstraint(
                condition=Q(season__isnull=True) | Q(league__isnull=False),
                name="audit_season_with_its_league",
            ),
            one_of("source", Source, name="audit_source_known"),
        ]
        indexes = [
            models.Index(fields=["target_type", "target_id"], name="audit_by_target"),
            BrinIndex(fields=["at"], name="audit_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.action}: {self.target_label}"

    @property
    def deed(self) -> str:
        """What was done, in words: the action is named after them."""
        return self.action.replace("-", " ").capitalize()
