"""Decides how a request to move a game, and the other teams' consent to it, are kept."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import FileEntry, FileRow
from league.models.base import one_of
from scheduling.models.rounds import (
    IceSlot,
    PlacingRun,
    Round,
    RoundDivision,
    RoundGame,
    RoundNotice,
    RoundTeam,
    RoundVersion,
    RunState,
)

__all__ = [
    "Assignment",
    "CalendarLink",
    "GameConfirmation",
    "IceSlot",
    "ImportedGame",
    "ImportedName",
    "OfficialRole",
    "PlacingRun",
    "RequestDecision",
    "RequestEnd",
    "RequestEvent",
    "RequestNotice",
    "RequestReason",
    "RequestStep",
    "RescheduleAgreement",
    "RescheduleRequest",
    "Round",
    "RoundDivision",
    "RoundGame",
    "RoundNotice",
    "RoundTeam",
    "RoundVersion",
    "RunState",
]


class RequestReason(models.TextChoices):
    """Why a team wants to move a game."""

    WEATHER = "weather", _("Weather")
    ILLNESS = "illness", _("Illness")
    OTHER = "other", _("Other")


class RequestDecision(models.TextChoices):
    """What the league decided."""

    APPROVED = "approved", _("Approved")
    REFUSED = "refused", _("Refused")
    WAIVED = "waived", _("Approved without the fee")


class RequestEnd(models.TextChoices):
    """How a request ended before the league decided."""

    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    EXPIRED = "expired", _("Unanswered in time")


class RescheduleRequest(FileRow):
    """A team's request to move a game; undecided while `decision` is null.

    `original_start` is the game's start when the request came in; null while it had none. `awaits` is
    the team that has to answer the date that stands, null once both agree: then the league decides.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="reschedule_requests")
    game = models.ForeignKey("league.Game", models.PROTECT, related_name="reschedule_requests")
    by = models.ForeignKey("league.Team", models.PROTECT, related_name="reschedule_requests")
    received = models.DateField(_("received"))
    new_start = models.DateTimeField(_("new start"))
    original_start = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=10, choices=RequestReason, default=RequestReason.OTHER)
    decision = models.CharField(_("decision"), max_length=10, choices=RequestDecision, null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    submitted_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    submitted_at = models.DateTimeField(default=timezone.now, editable=False)
    awaits = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="+")
    ended = models.CharField(_("ended"), max_length=10, choices=RequestEnd, null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="request_key_once_a_season"),
            one_of("ended", RequestEnd, name="request_end_known", nullable=True),
            models.CheckConstraint(
                condition=models.Q(ended__isnull=True) | models.Q(decision__isnull=True, awaits__isnull=True),
                name="request_ended_or_decided",
            ),
            # Only those made here: a season file may hold several that were never answered.
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(decision__isnull=True, ended__isnull=True, submitted_by__isnull=False),
                name="request_open_once_a_game",
            ),
            one_of("reason", RequestReason, name="request_reason_known"),
            one_of("decision", RequestDecision, name="request_decision_known", nullable=True),
            models.CheckConstraint(
                condition=models.Q(decision__isnull=False) | models.Q(decided_at__isnull=True, decided_by__isnull=True),
                name="request_decided_with_a_decision",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by}: {self.game}"


class RescheduleAgreement(FileEntry):
    """A team that agreed to a request; when and by whom is unknown for one read from a file."""

    request = models.ForeignKey(RescheduleRequest, models.PROTECT, related_name="agreements")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta(FileEntry.Meta):
        constraints = [
            models.UniqueConstraint(fields=["request", "team"], name="agreement_once_a_team"),
        ]

    def __str__(self) -> str:
        return f"{self.team} agrees"


class RequestStep(models.TextChoices):
    """What happened to a request."""

    SENT = "sent", _("Sent")
    AGREED = "agreed", _("Agreed")
    DECLINED = "declined", _("Declined")
    PROPOSED = "proposed", _("Proposed another date")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    EXPIRED = "expired", _("Unanswered in time")
    REMINDED = "reminded", _("Reminded")
    APPROVED = "approved", _("Approved")
    REFUSED = "refused", _("Refused")
    WAIVED = "waived", _("Approved without the fee")


class RequestEvent(models.Model):
    """One step of a request's history. A trigger refuses any change to it.

    `new_start` is the date that stands after it, `fee_cents` what it costs as it was shown.
    """

    request = models.ForeignKey(RescheduleRequest, models.PROTECT, related_name="events")
    step = models.CharField(max_length=10, choices=RequestStep)
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    text = models.TextField(blank=True)
    new_start = models.DateTimeField()
    fee_cents = models.BigIntegerField(null=True, blank=True)
    evidence = models.ManyToManyField("league.Attachment", blank=True, related_name="+")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [one_of("step", RequestStep, name="request_step_known")]

    def __str__(self) -> str:
        return f"{self.get_step_display()}: {self.request}"


class RequestNotice(models.Model):
    """That somebody is told of a step by mail: once, whoever sends it."""

    event = models.ForeignKey(RequestEvent, models.PROTECT, related_name="notices")
    user = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="request_notice_once_a_reader")]

    def __str__(self) -> str:
        return f"{self.user}: {self.event}"


class GameConfirmation(models.Model):
    """That a team was asked to confirm a game on its date, and when it did."""

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="confirmations")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    starts = models.DateTimeField()
    asked_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["starts", "pk"]
        constraints = [
            # A game that was moved is confirmed anew.
            models.UniqueConstraint(fields=["game", "team", "starts"], name="confirmation_once_a_team_and_date"),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.game}"


class OfficialRole(models.TextChoices):
    """What an official does in a game."""

    REFEREE = "referee", _("Referee")
    LINESMAN = "linesman", _("Linesman")
    SCOREKEEPER = "scorekeeper", _("Scorekeeper")
    TIMEKEEPER = "timekeeper", _("Timekeeper")


class Assignment(models.Model):
    """An official of a game, and what they do there."""

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="assignments")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="assignments")
    role = models.CharField(_("role"), max_length=20, choices=OfficialRole, default=OfficialRole.REFEREE)
    assigned_at = models.DateTimeField(default=timezone.now, editable=False)
    assigned_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["game", "role", "pk"]
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        constraints = [
            models.UniqueConstraint(fields=["game", "person"], name="assignment_once_a_person"),
            one_of("role", OfficialRole, name="assignment_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.game}"


class CalendarLink(models.Model):
    """A private calendar address of somebody; only the digest of its secret is kept. Revoked ones stay on record."""

    user = models.ForeignKey("league.User", models.PROTECT, related_name="calendar_links")
    label = models.CharField(_("name"), max_length=100, blank=True)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.label or f"calendar {self.pk}"


class ImportedName(models.Model):
    """Whom a name in imported schedules means, as somebody answered it: a team of the season, or a rink.

    `written` is the name without capitals, accents, spaces and signs.
    """

    season = models.ForeignKey("league.Season", models.CASCADE, related_name="imported_names")
    written = models.CharField()
    team = models.ForeignKey("league.Team", models.CASCADE, null=True, blank=True, related_name="+")
    venue = models.ForeignKey("league.Venue", models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "written"], condition=models.Q(team__isnull=False), name="imported_team_name_once"
            ),
            models.UniqueConstraint(
                fields=["season", "written"], condition=models.Q(venue__isnull=False), name="imported_rink_name_once"
            ),
            models.CheckConstraint(
                condition=models.Q(team__isnull=True) ^ models.Q(venue__isnull=True), name="imported_name_of_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.written}: {self.team or self.venue}"


class ImportedGame(models.Model):
    """The number that a game has in the files from which it was imported. It goes with its game."""

    season = models.ForeignKey("league.Season", models.CASCADE, related_name="imported_games")
    game = models.OneToOneField("league.Game", models.CASCADE, related_name="imported")
    number = models.CharField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="imported_number_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.game}"
