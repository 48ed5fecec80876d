"""Decides how a league's money is kept: entries are added, never changed; amounts a book leaves open are set."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import one_of


class EntryKind(models.TextChoices):
    """What an entry is."""

    CHARGE = "charge", _("Charge")
    BOND = "bond", _("Bond")
    PAYMENT = "payment", _("Payment")
    CREDIT = "credit", _("Credit")
    SHARE = "share", _("Share passed on")
    WRITE_OFF = "write-off", _("Written off")
    REFUND = "refund", _("Paid back")
    REVERSAL = "reversal", _("Reversal")


class Method(models.TextChoices):
    """How money came in."""

    CASH = "cash", _("Cash")
    CHEQUE = "cheque", _("Cheque")
    MONEY_ORDER = "money-order", _("Money order")
    TRANSFER = "transfer", _("Bank transfer")
    CARD = "card", _("Card, online")
    COINS = "coins", _("Coins")


_RAISES = [EntryKind.CHARGE, EntryKind.BOND, EntryKind.REFUND]
_LOWERS = [EntryKind.PAYMENT, EntryKind.CREDIT, EntryKind.SHARE, EntryKind.WRITE_OFF]
_ONE_ACCOUNT = (
    Q(team__isnull=False, association__isnull=True, person__isnull=True)
    | Q(team__isnull=True, association__isnull=False, person__isnull=True)
    | Q(team__isnull=True, association__isnull=True, person__isnull=False)
)


class LedgerEntry(models.Model):
    """One entry of an account, which is a team's, an association's or a person's. A trigger refuses any change to it.

    `cents` is what the entry adds to what the account owes. `key` names a posting that follows from the
    rulings or from a payment on record, and `posting` counts how often that key was posted: once it was
    reversed, it may be posted again. `purpose` is what the season file's payments call `for`.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="ledger")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="ledger")
    association = models.ForeignKey("league.Association", models.PROTECT, null=True, blank=True, related_name="ledger")
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="ledger")
    kind = models.CharField(_("kind"), max_length=10, choices=EntryKind)
    cents = models.BigIntegerField(_("amount in cents"))
    currency = models.CharField(_("currency"), max_length=3)
    date = models.DateField(_("date"))
    due = models.DateField(_("due"), null=True, blank=True)
    charge_kind = models.CharField(max_length=40, blank=True)
    purpose = models.CharField(_("for"), blank=True)
    game = models.ForeignKey("league.Game", models.PROTECT, null=True, blank=True, related_name="ledger")
    clauses = ArrayField(models.CharField(), default=list, blank=True)
    why = ArrayField(models.TextField(), default=list, blank=True)
    method = models.CharField(_("method"), max_length=12, choices=Method, blank=True)
    reference = models.CharField(_("reference"), max_length=200, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversal")
    key = models.CharField(blank=True, editable=False)
    posting = models.PositiveIntegerField(default=1, editable=False)
    token = models.CharField(max_length=200, null=True, blank=True, unique=True, editable=False)
    checkout = models.ForeignKey(
        "league.Checkout", models.PROTECT, null=True, blank=True, editable=False, related_name="entries"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name_plural = "ledger entries"
        ordering = ["date", "pk"]
        constraints = [
            one_of("kind", EntryKind, name="ledger_kind_known"),
            models.CheckConstraint(condition=Q(method="") | Q(method__in=Method.values), name="ledger_method_known"),
            models.CheckConstraint(condition=_ONE_ACCOUNT, name="ledger_entry_has_one_account"),
            models.CheckConstraint(condition=Q(currency__regex="^[A-Z]{3}$"), name="ledger_currency_is_a_code"),
            models.CheckConstraint(
                condition=Q(kind=EntryKind.REVERSAL, reverses__isnull=False)
                | (~Q(kind=EntryKind.REVERSAL) & Q(reverses__isnull=True)),
                name="ledger_reversal_names_its_entry",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=_RAISES, cents__gt=0)
                | Q(kind__in=_LOWERS, cents__lt=0)
                | (Q(kind=EntryKind.REVERSAL) & ~Q(cents=0)),
                name="ledger_kind_has_its_sign",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=[EntryKind.REVERSAL, EntryKind.WRITE_OFF, EntryKind.REFUND]) | ~Q(reason=""),
                name="ledger_correction_has_a_reason",
            ),
            models.UniqueConstraint(
                fields=["season", "key", "posting"], condition=~Q(key=""), name="ledger_key_once_a_posting"
            ),
        ]
        indexes = [models.Index(fields=["season", "team"], name="ledger_by_team")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.account} {self.cents / 100:.2f}"

    @property
    def account(self) -> "models.Model":
        """Whose account it is in; rows must be loaded with their accounts."""
        found = self.team or self.association or self.person
        assert found is not None  # the constraint says so
        return found

    @property
    def account_key(self) -> str:
        """The account in one word: "team:7". Asks no query."""
        if self.team_id is not None:
            return f"team:{self.team_id}"
        if self.association_id is not None:
            return f"association:{self.association_id}"
        return f"person:{self.person_id}"


class ChargeAmount(models.Model):
    """An amount that the rule book leaves to the league: by kind of charge and clauses, unset until somebody sets it.

    `waiting` is how many charges wait for it; `example` tells one of them.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="charge_amounts")
    charge_kind = models.CharField(max_length=40)
    clauses = ArrayField(models.CharField(), default=list, blank=True)
    cents = models.PositiveBigIntegerField(_("amount in cents"), null=True, blank=True)
    currency = models.CharField(max_length=3)
    reason = models.TextField(_("reason"), blank=True)
    set_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    set_at = models.DateTimeField(null=True, blank=True)
    waiting = models.PositiveIntegerField(default=0)
    example = models.TextField(blank=True)

    class Meta:
        ordering = [F("cents").asc(nulls_first=True), "charge_kind", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "charge_kind", "clauses"], name="charge_amount_once_a_kind_and_clause"
            ),
            models.CheckConstraint(
                condition=Q(cents__isnull=True) | (~Q(reason="") & Q(set_at__isnull=False)),
                name="charge_amount_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.charge_kind} ({', '.join(self.clauses)})"


class LedgerRequest(models.Model):
    """That a season's charges have to be compared with its ledger. Any number of rows: adding one waits for nobody.

    With a `division`, only what its games cost has to be.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="ledger_requests")
    division = models.ForeignKey("league.Division", models.CASCADE, null=True, blank=True, related_name="+")
    requested_at = models.DateTimeField(default=timezone.now)
    not_before = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.season}"


class DunningNotice(models.Model):
    """That an account was reminded of what is overdue, for how much, and when."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="dunning")
    account = models.CharField(max_length=40)
    day = models.DateField()
    cents = models.BigIntegerField()
    sent_at = models.DateTimeField(null=True, blank=True)
    sent_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-day", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "account", "day"], name="dunning_once_an_account_and_day")
        ]

    def __str__(self) -> str:
        return f"{self.account}, {self.day}"
