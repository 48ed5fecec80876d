"""Decides how a scheduling round is kept: its draft, who has handed in, what was published, and what was proposed."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import new_key, one_of


class Round(models.Model):
    """The making of a schedule for some divisions of a season, settled at a meeting.

    Its games are a draft that only its teams and the officers see. `number` counts the versions that were
    published of it; `version` every change of what it holds.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="rounds")
    name = models.CharField(_("name"), max_length=100)
    meeting = models.DateField(_("scheduling meeting"), null=True, blank=True)
    due = models.DateField(_("forms are due"), null=True, blank=True)
    number = models.PositiveIntegerField(default=0, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["meeting", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "name"], name="round_name_once_a_season")]

    def __str__(self) -> str:
        return self.name

    @property
    def published(self) -> bool:
        """Whether a version of it has been published."""
        return self.number > 0


class RoundDivision(models.Model):
    """That a division's games are set in a round, and how many each of its teams plays there."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="divisions")
    division = models.ForeignKey("league.Division", models.PROTECT, related_name="+")
    games = models.PositiveSmallIntegerField(_("games of each team"))

    class Meta:
        ordering = ["division__position", "division", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "division"], name="round_division_once"),
        ]

    def __str__(self) -> str:
        return f"{self.division}: {self.games}"


class RoundGame(models.Model):
    """A game of a round's draft. `was_*` is what was last published of it, `game` the one that stands on the schedule.

    `pinned` keeps it where it is when games are placed by themselves.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="games")
    key = models.CharField(default=new_key, editable=False, unique=True)
    division = models.ForeignKey("league.Division", models.PROTECT, related_name="+")
    home = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    away = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    starts = models.DateTimeField(null=True, blank=True)
    ends = models.DateTimeField(null=True, blank=True)
    venue = models.ForeignKey("league.Venue", models.PROTECT, null=True, blank=True, related_name="+")
    url = models.URLField(blank=True)
    pinned = models.BooleanField(default=False)
    game = models.OneToOneField("league.Game", models.SET_NULL, null=True, blank=True, related_name="drafted")
    was_starts = models.DateTimeField(null=True, blank=True)
    was_ends = models.DateTimeField(null=True, blank=True)
    was_venue = models.ForeignKey("league.Venue", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["round", "pk"]
        indexes = [models.Index(fields=["round", "home"], name="round_game_by_home")]
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="round_home_is_not_away"),
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(starts__isnull=False, ends__gt=F("starts")),
                name="round_game_ends_after_its_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} - {self.away}"

    @property
    def is_set(self) -> bool:
        """Whether it has its date, time and rink."""
        return self.starts is not None and self.venue_id is not None


class RoundTeam(models.Model):
    """A team's form in a round: when it was handed in, by whom, and when the team was reminded of it."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="teams")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    handed_in_at = models.DateTimeField(null=True, blank=True)
    handed_in_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    remind_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "team__division__position", "team__division", "team__name", "pk"]
        constraints = [models.UniqueConstraint(fields=["round", "team"], name="round_team_once")]

    def __str__(self) -> str:
        return f"{self.team} in {self.round}"


class RoundVersion(models.Model):
    """A published schedule of a round: its number, and what changed since the one before."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    published_at = models.DateTimeField()
    published_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    games = models.JSONField()
    added = models.PositiveIntegerField(default=0)
    moved = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="round_version_once")]

    def __str__(self) -> str:
        return f"{self.round}, {self.number}"


class RoundNotice(models.Model):
    """That somebody is told of a published version by mail: once, whoever sends it."""

    version = models.ForeignKey(RoundVersion, models.PROTECT, related_name="notices")
    user = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    games = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["version", "user"], name="round_notice_once_a_reader")]

    def __str__(self) -> str:
        return f"{self.user}: {self.version}"


class IceSlot(models.Model):
    """Ice that a rink has for the games of a season."""

    season = models.ForeignKey("league.Season", models.CASCADE, related_name="ice_slots")
    venue = models.ForeignKey("league.Venue", models.CASCADE, related_name="ice_slots")
    association = models.ForeignKey("league.Association", models.CASCADE, null=True, blank=True, related_name="+")
    starts = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        ordering = ["starts", "venue", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "venue", "starts"], name="ice_slot_once"),
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="ice_slot_ends_after_its_start"),
        ]

    def __str__(self) -> str:
        return f"{self.venue}: {self.starts}"


class RunState(models.TextChoices):
    """How far placing games by itself has come."""

    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    IMPOSSIBLE = "impossible", _("Not possible")
    STOPPED = "stopped", _("Stopped")
    TAKEN = "taken", _("Taken into the draft")


class PlacingRun(models.Model):
    """One attempt at placing the games of a round: how far it is, and what it proposes."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="runs")
    state = models.CharField(max_length=10, choices=RunState, default=RunState.WAITING)
    seconds = models.PositiveIntegerField(_("time limit in seconds"), default=60)
    wishes = models.JSONField(default=dict)
    seen = models.PositiveIntegerField()
    started_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    begun_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    progress = models.JSONField(default=dict)
    result = models.JSONField(default=dict)

    class Meta:
        ordering = ["round", "pk"]
        constraints = [
            one_of("state", RunState, name="placing_run_state_known"),
            models.UniqueConstraint(
                fields=["round"], condition=Q(state__in=["waiting", "running"]), name="placing_run_one_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.state}"
