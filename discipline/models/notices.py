"""Decides how notices of suspension are kept: numbered, never changed, each delivery with what became of it."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.base import one_of


class Office(models.Model):
    """An office that notices go to, such as the registry: its address, given by the league."""

    league = models.ForeignKey("league.League", models.PROTECT, related_name="offices")
    kind = models.CharField(max_length=40)
    name = models.CharField(_("name"), max_length=200, blank=True)
    email = models.EmailField(_("e-mail"))

    class Meta:
        ordering = ["league", "kind"]
        constraints = [models.UniqueConstraint(fields=["league", "kind"], name="office_once_a_league")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.email}"


class Notice(models.Model):
    """A notice of suspension as it went out. A trigger refuses every change; a corrected one supersedes it.

    `content` is what the page and the paper say: {"title", "lines": [[label, text], ...], "foot"}.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="notices")
    case = models.ForeignKey("discipline.Case", models.PROTECT, related_name="notices")
    number = models.PositiveIntegerField()
    language = models.CharField(max_length=2)
    content = models.JSONField()
    issued_at = models.DateTimeField()
    issued_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    supersedes = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="superseded_by")

    class Meta:
        ordering = ["season", "-number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="notice_number_once_a_season")]

    def __str__(self) -> str:
        return f"{self.season.name}-{self.number}"


class NoticePaper(models.Model):
    """The PDF of a notice, in a table of its own so that no list ever loads it. It never changes."""

    notice = models.OneToOneField(Notice, models.PROTECT, primary_key=True, related_name="paper")
    data = models.BinaryField()

    def __str__(self) -> str:
        return str(self.notice)


class DeliveryState(models.TextChoices):
    """What became of a delivery."""

    WAITING = "waiting", _("Waiting to be sent")
    NO_ADDRESS = "no-address", _("No address known")
    SENT = "sent", _("Sent")
    BOUNCED = "bounced", _("Bounced")
    RECEIVED = "received", _("Received")


def new_receipt() -> str:
    """What opens the page on which somebody confirms that a notice has come."""
    return secrets.token_urlsafe(24)


class Delivery(models.Model):
    """A notice on its way to one recipient; `recipient` is who that is in the book's words."""

    notice = models.ForeignKey(Notice, models.PROTECT, related_name="deliveries")
    recipient = models.CharField(max_length=40)
    name = models.CharField(max_length=200, blank=True)
    email = models.EmailField(blank=True)
    state = models.CharField(max_length=12, choices=DeliveryState, default=DeliveryState.WAITING)
    at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=500, blank=True)
    receipt = models.CharField(max_length=64, unique=True, default=new_receipt, editable=False)

    class Meta:
        ordering = ["notice", "pk"]
        verbose_name_plural = "deliveries"
        constraints = [
            one_of("state", DeliveryState, name="delivery_state_known"),
            models.UniqueConstraint(fields=["notice", "recipient", "email"], name="delivery_once_a_recipient"),
            models.CheckConstraint(
                condition=~Q(email="") | Q(state=DeliveryState.NO_ADDRESS), name="delivery_has_an_address"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.notice}: {self.recipient}"
