"""Decides how a rule book is kept: a chain of versions that never change."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class RuleBookVersion(models.Model):
    """One version of a rule book, as written. A database trigger refuses every change to it.

    `extends` is the version of the other book on which this one is built; `parent` the version
    of the same book which it amends.
    """

    slug = models.SlugField(max_length=100)
    version = models.CharField(max_length=50)
    title = models.CharField(max_length=300)
    effective_from = models.DateField(null=True, blank=True)
    text = models.TextField(help_text="The book in TOML.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the text, in hexadecimal.")
    extends = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="extended_by")
    parent = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="amended_by")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["slug", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["slug", "version"], name="rulebook_version_once"),
            models.CheckConstraint(condition=Q(digest__regex="^[0-9a-f]{64}$"), name="rulebook_digest_is_sha256"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"
