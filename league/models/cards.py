"""Decides how card payments are kept: a league's keys (sealed), what somebody went to pay, what the provider told."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import new_key, one_of


class CardAccount(models.Model):
    """That a league takes card payments: its keys at the provider, sealed; never shown again.

    `live` tells real money from the provider's test mode.
    """

    league = models.OneToOneField("league.League", models.PROTECT, related_name="card_account")
    secret_key = models.TextField(editable=False)
    webhook_secret = models.TextField(editable=False)
    live = models.BooleanField(editable=False)
    set_at = models.DateTimeField(default=timezone.now)
    set_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.league}"


class CheckoutState(models.TextChoices):
    """How far a checkout has come."""

    OPEN = "open", _("Not paid yet")
    WAITING = "waiting", _("On its way")
    PAID = "paid", _("Paid")
    FAILED = "failed", _("Failed")
    EXPIRED = "expired", _("Expired")


class Checkout(models.Model):
    """One visit to the provider's page: whose account, for which charges (`lines`: purpose and cents), how much.

    `flag` says what doesn't agree and has to be looked at; `seen_*` that somebody has.
    """

    key = models.CharField(max_length=20, unique=True, default=new_key, editable=False)
    season = models.ForeignKey("league.Season", models.PROTECT, related_name="checkouts")
    account = models.CharField(max_length=40)
    lines = models.JSONField()
    cents = models.PositiveBigIntegerField(_("amount in cents"))
    currency = models.CharField(max_length=3)
    state = models.CharField(max_length=10, choices=CheckoutState, default=CheckoutState.OPEN)
    url = models.TextField(blank=True, editable=False)
    payment = models.CharField(max_length=255, null=True, blank=True, editable=False)
    postings = models.PositiveIntegerField(default=0, editable=False)
    flag = models.TextField(blank=True)
    seen_reason = models.TextField(blank=True)
    seen_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    token = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            one_of("state", CheckoutState, name="checkout_state_known"),
            models.CheckConstraint(condition=Q(cents__gt=0), name="checkout_asks_for_something"),
            models.UniqueConstraint(fields=["season", "payment"], name="checkout_payment_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.cents / 100:.2f} {self.currency}"


class CardEvent(models.Model):
    """One message of the provider, by its id; only what bears on the ledger is kept of it."""

    league = models.ForeignKey("league.League", models.PROTECT, related_name="card_events")
    event = models.CharField(max_length=255)
    kind = models.CharField(max_length=20)
    object = models.CharField(max_length=255)
    payment = models.CharField(max_length=255, blank=True)
    checkout = models.CharField(max_length=255, blank=True)
    cents = models.BigIntegerField()
    currency = models.CharField(max_length=10)
    status = models.CharField(max_length=40)
    at = models.BigIntegerField()
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["league", "event"], name="card_event_once")]
        indexes = [models.Index(fields=["league", "payment"], name="card_event_by_payment")]

    def __str__(self) -> str:
        return f"{self.kind} {self.object}: {self.status}"
