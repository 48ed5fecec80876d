"""Decides how tables are kept: what moves them by hand, their snapshot, the frozen final one, and what it seeds."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models import FileEntry


class Adjustment(FileEntry):
    """Points given to a team, or taken from it, by a ruling outside the games."""

    team = models.ForeignKey("league.Team", models.PROTECT, related_name="adjustments")
    points = models.IntegerField(_("points"))
    clause = models.CharField(_("clause"), null=True, blank=True)
    reason = models.TextField(_("reason"), null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.team}: {self.points:+d}"


class CoinFlip(FileEntry):
    """A recorded decision between level teams, a coin flip or a play-in: teams are named by their keys.

    `winner` for two teams, `order`, best first, for three and more. Who decided and who saw it is
    unknown (empty) for one that came in with a file. One that was withdrawn is kept and counts no more.
    """

    class Kind(models.TextChoices):
        """What parts the teams, by the rule book's step."""

        COIN_FLIP = "coin-flip", _("Coin flip")
        PLAY_IN = "play-in", _("Play-in")

    division = models.ForeignKey("league.Division", models.PROTECT, related_name="coin_flips")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.COIN_FLIP)
    among = ArrayField(models.CharField())
    first_place = models.PositiveSmallIntegerField(null=True, blank=True)
    """The best of the places that the teams were level for; null: it came in with a file."""
    winner = models.CharField(_("winner"), null=True, blank=True)
    order = ArrayField(models.CharField(), null=True, blank=True)
    date = models.DateField(_("date"), null=True, blank=True)
    official = models.CharField(_("official"), max_length=200, blank=True)
    witness = models.CharField(_("witness"), max_length=200, blank=True)
    reason = models.TextField(_("why it came out so"), blank=True)
    recorded_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    withdrawn_reason = models.TextField(_("why it was withdrawn"), blank=True)

    class Meta(FileEntry.Meta):
        constraints = [
            models.CheckConstraint(condition=Q(among__len__gte=2), name="coin_flip_among_two_or_more"),
            models.CheckConstraint(
                condition=Q(winner__isnull=False) | Q(order__isnull=False),
                name="coin_flip_decides_something",
            ),
            models.CheckConstraint(
                condition=Q(recorded_by__isnull=True)
                | Q(date__isnull=False) & ~Q(official="") & (Q(kind="coin-flip") & ~Q(witness="") | ~Q(reason="")),
                name="coin_flip_by_hand_is_witnessed",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True, withdrawn_reason="")
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False) & ~Q(withdrawn_reason=""),
                name="coin_flip_withdrawn_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division}: {', '.join(self.order or [self.winner or ''])}"

    @property
    def places(self) -> list[str]:
        """The keys of the teams, best first; of three and more with only a winner the others as they were named."""
        return self.order or [self.winner or "", *(key for key in self.among if key != self.winner)]

    @property
    def last_place(self) -> int | None:
        """The worst of the places that the teams were level for."""
        return None if self.first_place is None else self.first_place + len(self.among) - 1


class Withdrawal(FileEntry):
    """A team that left the season."""

    team = models.OneToOneField("league.Team", models.PROTECT, related_name="withdrawal")
    date = models.DateField(_("date"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)

    def __str__(self) -> str:
        return f"{self.team} withdrew"


class TableContent(models.Model):
    """A table as the rulings document writes it, and what it was made from."""

    rows = models.JSONField(default=list)
    tie_breaks = models.JSONField(default=list)
    coin_flip_needed = models.JSONField(default=list)
    seeding = models.JSONField(default=list)
    rulebook = models.ForeignKey("league.RuleBookVersion", models.PROTECT, related_name="+")
    facts_digest = models.CharField(max_length=64)

    class Meta:
        abstract = True


class StandingsSnapshot(TableContent):
    """The table of a division as the workers left it; it goes with it. `version` rises with each new one."""

    division = models.OneToOneField("league.Division", models.CASCADE, related_name="standings")
    fair_play = models.JSONField(default=list)
    as_of = models.DateField()
    made_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.division}, as of {self.as_of}"


class FinalTable(TableContent):
    """A division's final table, frozen; reopened with a reason and kept."""

    division = models.ForeignKey("league.Division", models.PROTECT, related_name="final_tables")
    frozen_at = models.DateTimeField()
    frozen_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    reason = models.TextField(_("why it was reopened"), blank=True)

    class Meta:
        ordering = ["division", "frozen_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["division"],
                condition=Q(reopened_at__isnull=True),
                name="final_table_once_a_division",
            ),
            models.CheckConstraint(
                condition=Q(reopened_at__isnull=True, reopened_by__isnull=True, reason="")
                | (Q(reopened_at__isnull=False, reopened_by__isnull=False) & ~Q(reason="")),
                name="final_table_reopened_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.division}, final"


class PlayoffSeeding(models.Model):
    """Who entered a knockout of a division's playoffs, best first, and who was left out by which clause.

    Teams are named by their keys. `final` is the frozen table that seeded it; null where a round robin did.
    Seeding again replaces it: the old one is kept, and the new one says why (`reason`).
    """

    division = models.ForeignKey("league.Division", models.PROTECT, related_name="playoff_seedings")
    stage = models.CharField()
    teams = ArrayField(models.CharField())
    skipped = models.JSONField(default=list)
    clauses = ArrayField(models.CharField(), default=list)
    why = ArrayField(models.CharField(), default=list)
    final = models.ForeignKey(FinalTable, models.PROTECT, null=True, blank=True, related_name="playoff_seedings")
    rulebook = models.ForeignKey("league.RuleBookVersion", models.PROTECT, related_name="+")
    seeded_at = models.DateTimeField()
    seeded_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    reason = models.TextField(_("why it was seeded again"), blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["division", "stage", "seeded_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["division", "stage"], condition=Q(replaced_at__isnull=True), name="playoffs_seeded_once"
            ),
            models.CheckConstraint(condition=Q(teams__len__gte=2), name="playoffs_of_two_or_more"),
        ]

    def __str__(self) -> str:
        return f"{self.division}, {self.stage}"


class BracketGame(models.Model):
    """A game that a bracket made because a series needs it: the bracket may change or remove it until it is played."""

    seeding = models.ForeignKey(PlayoffSeeding, models.PROTECT, related_name="bracket_games")
    match = models.CharField()
    game = models.OneToOneField("league.Game", models.CASCADE, related_name="bracket_game")

    def __str__(self) -> str:
        return f"{self.seeding}, {self.match}"


class Shootout(models.Model):
    """What is on record of a game's overtime and shootout, shot by shot; the result itself stands with the game.

    `overtime` is empty where the book plays none, or nobody said what became of it.
    """

    class OvertimePlayed(models.TextChoices):
        """What became of the overtime before the shootout."""

        PLAYED = "played", _("Played, without a goal")
        SKIPPED = "skipped", _("Left out, time was short")

    game = models.OneToOneField("league.Game", models.CASCADE, related_name="shootout")
    overtime = models.CharField(max_length=10, choices=OvertimePlayed, blank=True)
    entered_by = models.ForeignKey("league.User", models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Shootout of {self.game}"


class ShootoutShot(models.Model):
    """One shot, in the order in which they were taken. `person` and `goalie` null: not written down."""

    shootout = models.ForeignKey(Shootout, models.CASCADE, related_name="shots")
    position = models.PositiveSmallIntegerField()
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    person = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="+")
    goalie = models.ForeignKey("league.Person", models.PROTECT, null=True, blank=True, related_name="+")
    scored = models.BooleanField()

    class Meta:
        ordering = ["shootout", "position"]
        constraints = [
            models.UniqueConstraint(fields=["shootout", "position"], name="shootout_one_shot_at_a_time"),
        ]

    def __str__(self) -> str:
        return f"{self.shootout}, shot {self.position + 1}"
