"""Decides how the need to work something out again is remembered until it is done."""

from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import one_of


class RecomputeKind(models.TextChoices):
    """What can be worked out again."""

    DIVISION = "division", _("Division")
    TEAM = "team", _("Team")
    PERSON = "person", _("Person")


class RecomputeRequest(models.Model):
    """One target of a season whose snapshots are out of date; one row however often it was asked.

    A request that comes in again while the row stands raises `generation`: whoever works on it
    removes the row only if the generation is still the one it claimed.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="recompute_requests")
    kind = models.CharField(max_length=10, choices=RecomputeKind)
    target_id = models.BigIntegerField()
    generation = models.PositiveIntegerField(default=1, db_default=1)
    requested_at = models.DateTimeField(default=timezone.now, db_default=Now())
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    last_error = models.TextField(blank=True, default="", db_default="")

    class Meta:
        ordering = ["requested_at", "pk"]
        constraints = [
            one_of("kind", RecomputeKind, name="recompute_kind_known"),
            models.UniqueConstraint(fields=["season", "kind", "target_id"], name="recompute_once_a_target"),
        ]
        indexes = [models.Index(fields=["requested_at"], name="recompute_oldest_first")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target_id}"
