"""Decides what a game sheet records besides goals: penalties and conduct."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.base import FileEntry, FileRow, one_of


class PenaltyClass(models.TextChoices):
    """The classes of penalty that a game sheet knows."""

    MINOR = "minor", _("Minor")
    BENCH_MINOR = "bench-minor", _("Bench minor")
    MAJOR = "major", _("Major")
    MISCONDUCT = "misconduct", _("Misconduct")
    GAME_MISCONDUCT = "game-misconduct", _("Game misconduct")
    GROSS_MISCONDUCT = "gross-misconduct", _("Gross misconduct")
    MATCH = "match", _("Match")
    PENALTY_SHOT = "penalty-shot", _("Penalty shot")
    GAME_EJECTION = "game-ejection", _("Game ejection")


class Clock(models.TextChoices):
    """Whether the clock stops with play."""

    STOP = "stop", _("Stop time")
    RUNNING = "running", _("Running time")


class Penalty(FileRow):
    """One penalty on a game sheet; its person is null for the bench.

    `incident` is null where the penalty is an incident of its own. `seconds` is its length, null
    where the rule book's holds. `period` is "1", "2", ... or "OT", "OT2", ...; `left` the time left
    in it as written ("08:00"), `left_seconds` the same in seconds.
    """

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="penalties")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="penalties")
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="penalties")
    offence = models.CharField(_("offence"), default="other")
    penalty_class = models.CharField(_("class"), max_length=20, choices=PenaltyClass, db_column="class")
    incident = models.CharField(_("incident"), null=True, blank=True)
    seconds = models.PositiveIntegerField(_("length in seconds"), null=True, blank=True)
    clock = models.CharField(_("clock"), max_length=10, choices=Clock, default=Clock.STOP)
    stands_for = models.CharField(_("instead of"), max_length=20, choices=PenaltyClass, null=True, blank=True)
    served_by = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="+")
    note = models.CharField(_("note"), null=True, blank=True)
    period = models.CharField(_("period"), max_length=10, null=True, blank=True)
    left = models.CharField(_("time left"), max_length=20, null=True, blank=True)
    left_seconds = models.PositiveIntegerField(null=True, blank=True)
    flags = ArrayField(models.CharField(), default=list, blank=True)

    class Meta(FileRow.Meta):
        verbose_name_plural = "penalties"
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="penalty_key_once_a_game"),
            one_of("penalty_class", PenaltyClass, name="penalty_class_known"),
            one_of("stands_for", PenaltyClass, name="penalty_stands_for_known", nullable=True),
            one_of("clock", Clock, name="penalty_clock_known"),
        ]
        indexes = [models.Index(fields=["person", "game"], name="penalty_by_person")]

    def __str__(self) -> str:
        return f"{self.get_penalty_class_display()}, {self.offence}"

    @property
    def incident_key(self) -> str:
        """The incident that the penalty belongs to: its own id where none is named."""
        return self.key if self.incident is None else self.incident


class Conduct(models.TextChoices):
    """What a team can be marked down for besides penalties."""

    SPECTATORS_REMOVED = "spectators-removed", _("Spectators removed")
    OFF_ICE_OFFICIAL_REMOVED = "off-ice-official-removed", _("Off-ice official removed")


class ConductEvent(FileEntry):
    """Conduct around a game that the sheet records for a team."""

    game = models.ForeignKey("league.Game", models.PROTECT, related_name="conduct")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    kind = models.CharField(_("kind"), max_length=30, choices=Conduct)

    class Meta(FileEntry.Meta):
        constraints = [one_of("kind", Conduct, name="conduct_kind_known")]

    def __str__(self) -> str:
        return self.get_kind_display()
