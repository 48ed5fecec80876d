"""Decides how an address is kept that shows one day's games at the rink: as a digest, for that day, until revoked."""

from django.db import models


class EveningLink(models.Model):
    """What a code on printed game sheets leads to: who may not take part in a day's games, on one rink or on all."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="evening_links")
    rink = models.ForeignKey("league.Venue", models.PROTECT, null=True, blank=True, related_name="+")
    day = models.DateField()
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["day", "pk"]
        indexes = [models.Index(fields=["season", "day"], name="evening_link_by_day")]

    def __str__(self) -> str:
        return f"{self.season}, {self.day}"
