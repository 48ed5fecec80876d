"""Decides how a payment to the league is recorded."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.base import FileRow


class Payment(FileRow):
    """Money that came in: integer cents, from a team or a person, for what `purpose` names."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="payments")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="payments")
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="payments")
    amount_cents = models.BigIntegerField(_("amount in cents"))
    currency = models.CharField(_("currency"), max_length=3)
    date = models.DateField(_("date"), null=True, blank=True)
    purpose = models.CharField(_("for"), null=True, blank=True)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="payment_key_once_a_season"),
            models.CheckConstraint(
                condition=Q(team__isnull=False, person__isnull=True) | Q(team__isnull=True, person__isnull=False),
                name="payment_from_a_team_or_a_person",
            ),
            models.CheckConstraint(condition=Q(currency__regex="^[A-Z]{3}$"), name="payment_currency_is_a_code"),
        ]

    def __str__(self) -> str:
        return f"{self.payer}: {self.amount_cents // 100}.{self.amount_cents % 100:02d}"

    @property
    def payer(self) -> str:
        """Who paid, as season files write it: "team:ID" or "person:ID"."""
        if self.team is not None:
            return f"team:{self.team.key}"
        assert self.person is not None  # the constraint says so
        return f"person:{self.person.key}"
