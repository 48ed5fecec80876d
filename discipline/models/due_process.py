"""Decides how a case is kept: what it is about, who was asked, the hearing, the appeal, and what holds for a time."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import FileEntry
from league.models.base import one_of


class CaseKind(models.TextChoices):
    """What a case is about."""

    SUSPENSION = "suspension", _("Suspension")
    PROTEST = "protest", _("Protest of a game")
    INVESTIGATION = "investigation", _("Investigation")
    BREACH = "breach", _("Breach of a suspension")
    CONDUCT = "conduct", _("Conduct, Code of Ethics")


class Case(models.Model):
    """Everything that people do about one matter.

    A case about a suspension is found by person, incident and game, as its ruling is; workers may take the
    ruling's row away, never the case. `serious` and `other_district` are the director's own marks.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="cases")
    kind = models.CharField(max_length=20, choices=CaseKind, default=CaseKind.SUSPENSION)
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="cases")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="cases")
    incident = models.CharField(blank=True)
    game = models.ForeignKey("league.Game", models.PROTECT, null=True, blank=True, related_name="cases")
    about = models.TextField(_("what it is about"), blank=True)
    serious = models.BooleanField(_("serious"), default=False)
    other_district = models.BooleanField(_("another district is concerned"), default=False)
    opened_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    opened_at = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.TextField(_("outcome"), blank=True)

    class Meta:
        ordering = ["-opened_at", "-pk"]
        constraints = [
            one_of("kind", CaseKind, name="case_kind_known"),
            models.UniqueConstraint(
                fields=["season", "person", "incident", "game"],
                condition=Q(kind=CaseKind.SUSPENSION),
                nulls_distinct=False,
                name="case_once_a_suspension",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.person or self.game or self.pk}"


class EntryKind(models.TextChoices):
    """What a line of a case's file is."""

    NOTE = "note", _("Note")
    PHONE = "phone", _("Phone call")
    ASKED = "asked", _("Statement asked for")
    STATEMENT = "statement", _("Statement received")
    CONSULTED = "consulted", _("Consultation")
    EXPLAINED = "explained", _("Explained to the person")


class CaseEntry(models.Model):
    """A line of a case's file; it never changes. `whom`: who was called, asked or consulted, as the book names them."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=12, choices=EntryKind)
    whom = models.CharField(max_length=200, blank=True)
    name = models.CharField(max_length=200, blank=True)
    on = models.DateField()
    text = models.TextField(blank=True)
    by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["case", "at", "pk"]
        verbose_name_plural = "case entries"
        constraints = [one_of("kind", EntryKind, name="case_entry_kind_known")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.case}"


class Hearing(models.Model):
    """A hearing of a case: asked for, dated, held, with its panel, parties, evidence and outcome."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="hearings")
    requested_at = models.DateTimeField()
    requested_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    at = models.DateTimeField(_("when"), null=True, blank=True)
    place = models.CharField(_("where"), max_length=200, blank=True)
    parties = models.TextField(_("parties"), blank=True)
    evidence = models.TextField(_("evidence"), blank=True)
    steps = ArrayField(models.CharField(), default=list, blank=True)
    reply = models.TextField(_("what the person says"), blank=True)
    held_at = models.DateTimeField(null=True, blank=True)
    outcome = models.TextField(_("outcome"), blank=True)

    class Meta:
        ordering = ["case", "requested_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["case"], condition=Q(held_at__isnull=True), name="hearing_one_open_a_case"),
            models.CheckConstraint(
                condition=Q(held_at__isnull=True) | ~Q(outcome=""), name="hearing_held_with_an_outcome"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case}"


class PanelMember(models.Model):
    """Somebody who hears a case; `user` where they sign in here."""

    hearing = models.ForeignKey(Hearing, models.CASCADE, related_name="panel")
    name = models.CharField(max_length=200)
    office = models.CharField(max_length=200, blank=True)
    user = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["hearing", "pk"]
        constraints = [models.UniqueConstraint(fields=["hearing", "name"], name="panel_member_once_a_hearing")]

    def __str__(self) -> str:
        return self.name


class LetterKind(models.TextChoices):
    """What the parties of a protest are told."""

    FILED = "filed", _("Filed")
    ANSWERED = "answered", _("Answered")


class CaseLetter(models.Model):
    """A mail to a party of a protest, waiting until `sent_at`."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="letters")
    reader = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=LetterKind)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["case", "pk"]
        constraints = [
            one_of("kind", LetterKind, name="case_letter_kind_known"),
            models.UniqueConstraint(fields=["case", "reader", "kind"], name="case_letter_once_a_reader"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.case}"


class AppealOutcome(models.TextChoices):
    """What became of an appeal."""

    OPEN = "open", _("Open")
    UPHELD = "upheld", _("The decision stands")
    VARIED = "varied", _("Changed")
    QUASHED = "quashed", _("Quashed")


class Appeal(models.Model):
    """An appeal against a suspension: when it came, to whom, and what was decided."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="appeals")
    filed_at = models.DateTimeField()
    filed_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    to = models.CharField(max_length=300, blank=True)
    grounds = models.TextField(_("grounds"))
    outcome = models.CharField(max_length=10, choices=AppealOutcome, default=AppealOutcome.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.TextField(blank=True)
    before = models.CharField(max_length=300, blank=True)
    """The length against which it was."""
    decision = models.ForeignKey("discipline.Decision", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["case", "filed_at", "pk"]
        constraints = [
            one_of("outcome", AppealOutcome, name="appeal_outcome_known"),
            models.UniqueConstraint(fields=["case"], condition=Q(outcome="open"), name="appeal_one_open_a_case"),
            models.CheckConstraint(
                condition=Q(outcome="open", decided_at__isnull=True) | ~Q(outcome="open") & Q(decided_at__isnull=False),
                name="appeal_decided_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case}"


class ConditionKind(models.TextChoices):
    """What can hold for a person or a team for a time."""

    WARNING = "warning", _("Warning")
    PROBATION = "probation", _("Probation")
    BOND = "bond", _("Probation and bond")
    SPECIAL_CONDITIONS = "special-conditions", _("Special conditions")
    INELIGIBLE = "ineligible", _("Ineligible")


class BondState(models.TextChoices):
    """How far a bond has come."""

    NONE = "", _("No bond")
    OWED = "owed", _("To be posted")
    POSTED = "posted", _("Posted")
    REFUSED = "refused", _("Refused")
    RETURNED = "returned", _("Returned")
    CARRIED = "carried", _("Carried forward")


class Condition(FileEntry):
    """What a director set for a person or a team: with start, end, reason and effect. Amounts in cents.

    `bond_on` is the day on which the bond came to its state; nobody who is ineligible `for_good` is reinstated.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="conditions")
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="conditions")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="conditions")
    kind = models.CharField(max_length=20, choices=ConditionKind)
    starts = models.DateField(_("from"))
    ends = models.DateField(_("through"), null=True, blank=True)
    reason = models.TextField(_("reason"))
    bond_cents = models.PositiveIntegerField(null=True, blank=True)
    bond_state = models.CharField(max_length=10, choices=BondState, blank=True, default="")
    bond_on = models.DateField(null=True, blank=True)
    for_good = models.BooleanField(_("for good"), default=False)
    set_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    set_at = models.DateTimeField(default=timezone.now)
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    lifted_because = models.TextField(blank=True)

    class Meta:
        ordering = ["-starts", "-pk"]
        constraints = [
            one_of("kind", ConditionKind, name="condition_kind_known"),
            one_of("bond_state", BondState, name="condition_bond_state_known"),
            models.CheckConstraint(
                condition=Q(person__isnull=False, team__isnull=True) | Q(person__isnull=True, team__isnull=False),
                name="condition_of_a_person_or_a_team",
            ),
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=F("starts")), name="condition_ends_after_its_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.person or self.team}"
