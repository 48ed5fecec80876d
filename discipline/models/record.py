"""Decides how discipline is kept: what happened and was decided, and what the workers made of it."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import FileEntry, FileRow, Half
from league.models.base import one_of


class Infraction(FileRow):
    """Something off the game sheet: a person's act, or a team's where the person is null."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="infractions")
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="infractions")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="infractions")
    date = models.DateField(_("date"))
    offence = models.CharField(_("offence"))
    game = models.ForeignKey("league.Game", models.PROTECT, null=True, blank=True, related_name="infractions")
    recorded_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="infraction_key_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.offence}, {self.date}"


class PriorOffence(FileEntry):
    """An offence of an earlier season that counts when offences are counted."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="prior_offences")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="prior_offences")
    date = models.DateField(_("date"), null=True, blank=True)
    season_name = models.CharField(_("season"), null=True, blank=True, db_column="of_season")
    offence = models.CharField(_("offence"), null=True, blank=True)
    penalty_class = models.CharField(_("class"), max_length=20, null=True, blank=True, db_column="class")

    def __str__(self) -> str:
        return f"{self.person}: {self.offence}, {self.date}"


class CarriedSuspension(FileEntry):
    """What an earlier season left unserved: games, or days until a date, or without an end."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="carried_suspensions")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="carried_suspensions")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="+")
    games = models.PositiveIntegerField(_("games"), null=True, blank=True)
    until = models.DateField(_("last suspended day"), null=True, blank=True)
    indefinite = models.BooleanField(_("indefinite"), default=False)
    half = models.CharField(_("half"), max_length=10, choices=Half, null=True, blank=True)
    clause = models.CharField(_("clause"), null=True, blank=True)
    given = models.DateField(_("given"), null=True, blank=True)

    class Meta(FileEntry.Meta):
        constraints = [one_of("half", Half, name="carried_half_known", nullable=True)]

    def __str__(self) -> str:
        return f"{self.person}, carried over"


class Ground(models.TextChoices):
    """Why a decision gives more than the book's minimum."""

    SERIOUSNESS = "seriousness", _("Seriousness of what happened")
    SERIOUS_INJURY = "serious-injury", _("Somebody was seriously hurt")
    REPEAT_OFFENDER = "repeat-offender", _("A repeated offence")


class Decision(FileEntry):
    """What a director or committee decided on an incident, a penalty or an infraction.

    `on` is its id as the season file has it; `games` is the new total, not what is added.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="decisions")
    on = models.CharField(_("on"))
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="decisions")
    date = models.DateField(_("date"))
    games = models.PositiveIntegerField(_("games in all"), null=True, blank=True)
    until = models.DateField(_("last suspended day"), null=True, blank=True)
    indefinite = models.BooleanField(_("indefinite"), default=False)
    dismissed = models.BooleanField(_("dismissed"), default=False)
    confirmed = models.BooleanField(_("confirmed"), default=False)
    counts_missed = models.BooleanField(_("games missed while waiting count"), null=True, blank=True)
    reason = models.TextField(_("reason"), null=True, blank=True)
    ground = models.CharField(_("ground"), max_length=20, choices=Ground, null=True, blank=True)
    decided_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(FileEntry.Meta):
        indexes = [models.Index(fields=["season", "on"], name="decision_by_what_it_is_on")]
        constraints = [one_of("ground", Ground, name="decision_ground_known", nullable=True)]

    def __str__(self) -> str:
        return f"{self.on}, {self.date}"


class ApprovalKind(models.TextChoices):
    """What a rule asks somebody's consent for."""

    BOTH_COACHES = "both-coaches", _("Both coaches agree")
    AFFILIATE_CONSENT = "affiliate-consent", _("Consent to an affiliate")
    APPROVED_GOALIE = "approved-goalie", _("Approved goalie")
    GOALIE_EXCEPTION = "goalie-exception", _("Goalie exception")
    RETURN_FROM_INJURY = "return-from-injury", _("Return from injury")
    REINSTATEMENT = "reinstatement", _("Reinstatement")
    IDENTITY = "identity", _("Identity verified")
    RELEASE_APPROVED = "release-approved", _("Release approved by the governing body")
    RELEASE_ACCEPTED = "release-accepted", _("Release accepted by the new team")


class Approval(FileEntry):
    """A consent that a rule asks for, and who gave it."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="approvals")
    kind = models.CharField(_("kind"), max_length=30, choices=ApprovalKind)
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="approvals")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="+")
    game = models.ForeignKey("league.Game", models.PROTECT, null=True, blank=True, related_name="approvals")
    by = models.CharField(_("by"), null=True, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    recorded_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta(FileEntry.Meta):
        constraints = [one_of("kind", ApprovalKind, name="approval_kind_known")]

    def __str__(self) -> str:
        return self.get_kind_display()


class Stay(FileEntry):
    """An order that a suspension rests for a time, such as while an appeal is open; the person may take part then."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="stays")
    on = models.CharField(_("on"))
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="stays")
    starts = models.DateField(_("from"))
    ends = models.DateField(_("through"), null=True, blank=True)
    by = models.CharField(_("by"), blank=True, default="")
    appeal = models.ForeignKey("discipline.Appeal", models.PROTECT, null=True, blank=True, related_name="stays")
    ordered_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    ordered_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(FileEntry.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=models.F("starts")), name="stay_ends_after_its_start"
            )
        ]

    def __str__(self) -> str:
        return f"{self.on}, {self.starts}"


class SuspensionStatus(models.TextChoices):
    """How far a suspension has come."""

    PENDING = "pending", _("Pending")
    SERVING = "serving", _("Serving")
    SERVED = "served", _("Served")
    INDEFINITE = "indefinite", _("Indefinite")
    REST_OF_SEASON = "rest-of-season", _("Rest of the season")
    EXPELLED = "expelled", _("Expelled")
    DISMISSED = "dismissed", _("Dismissed")


class Suspension(models.Model):
    """A suspension as the workers left it: one for each person and incident of a season.

    Two games may give their incidents one name, so the game belongs to it.

    `data` is the ruling as the rulings document writes it. `remaining` counts games and is null
    where it isn't in games. `active` says that it bars somebody now or may still do so.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="suspensions")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="suspensions")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="suspensions")
    incident = models.CharField()
    game = models.ForeignKey("league.Game", models.PROTECT, null=True, blank=True, related_name="suspensions")
    given = models.DateField(null=True, blank=True)
    status = models.CharField(max_length=20, choices=SuspensionStatus)
    remaining = models.PositiveIntegerField(null=True, blank=True)
    active = models.BooleanField()
    data = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["given", "person", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "person", "incident", "game"],
                nulls_distinct=False,
                name="suspension_once_an_incident",
            ),
            one_of("status", SuspensionStatus, name="suspension_status_known"),
        ]
        indexes = [models.Index(fields=["team"], condition=Q(active=True), name="suspension_active_by_team")]

    def __str__(self) -> str:
        return f"{self.person}: {self.incident}"


class ServedGame(models.Model):
    """The evidence that one game of a suspension was served: which game, why it counts, by what."""

    suspension = models.ForeignKey(Suspension, models.CASCADE, related_name="served_games")
    game = models.ForeignKey("league.Game", models.PROTECT, related_name="+")
    reason = models.TextField(blank=True)
    clause = models.CharField(blank=True)

    class Meta:
        ordering = ["suspension", "game__starts", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["suspension", "game"], name="served_game_once_a_suspension"),
        ]

    def __str__(self) -> str:
        return f"{self.suspension} served in {self.game}"


class Ineligibility(models.Model):
    """Somebody who may not take part in a game to come, or should not have in one that was played.

    Worked out by the workers, so that it goes with its game. `until` is the last day on which the person is
    kept out, where nothing but times keeps them out; `serving` says which game of how many of a suspension
    it is, [[2, 3]], for each that the game serves.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="ineligibilities")
    game = models.ForeignKey("league.Game", models.CASCADE, related_name="ineligibilities")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="ineligibilities")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="ineligibilities")
    clauses = models.JSONField(default=list)
    why = models.JSONField(default=list)
    serving = models.JSONField(default=list)
    until = models.DateField(null=True, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["game__starts", "team", "person", "pk"]
        verbose_name_plural = "ineligibilities"
        constraints = [
            models.UniqueConstraint(fields=["game", "team", "person"], name="ineligibility_once_a_game"),
        ]
        indexes = [models.Index(fields=["team", "game"], name="ineligibility_by_team")]

    def __str__(self) -> str:
        return f"{self.person} may not play in {self.game}"


class EarlyWarning(models.Model):
    """That one penalty or offence more costs somebody something; for the person's teams. Made by the workers."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="early_warnings")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="early_warnings")
    clause = models.CharField()
    text = models.TextField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["season", "person", "pk"]
        indexes = [models.Index(fields=["season", "person"], name="early_warning_by_person")]

    def __str__(self) -> str:
        return f"{self.person}: {self.clause}"


class Review(models.Model):
    """What a person has to look at: a hearing, a warning, the use of an ineligible player."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="reviews")
    kind = models.CharField(max_length=50)
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="reviews")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="reviews")
    incident = models.CharField(null=True, blank=True)
    game = models.ForeignKey("league.Game", models.PROTECT, null=True, blank=True, related_name="reviews")
    due = models.DateTimeField(null=True, blank=True)
    clauses = models.JSONField(default=list)
    open = models.BooleanField(default=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["due", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "kind", "person", "team", "incident", "game"],
                nulls_distinct=False,
                name="review_once",
            ),
            models.CheckConstraint(
                condition=Q(open=True, closed_at__isnull=True) | Q(open=False),
                name="review_closed_when_not_open",
            ),
        ]
        indexes = [models.Index(fields=["season", "due"], condition=Q(open=True), name="review_open_by_due")]

    def __str__(self) -> str:
        return self.kind
