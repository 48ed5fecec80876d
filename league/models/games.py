"""Decides what a game is, and that no rink and no team is in two of them at once."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import F, Func, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import FileEntry, FileRow, one_of
from league.models.people import only


class GameKind(models.TextChoices):
    """What a game counts for."""

    LEAGUE = "league", _("League game")
    PLAYOFF = "playoff", _("Playoff game")
    TOURNAMENT = "tournament", _("Tournament game")
    EXHIBITION = "exhibition", _("Exhibition game")
    SCRIMMAGE = "scrimmage", _("Scrimmage")


class Outcome(models.TextChoices):
    """How a game came out, or that it is still to come."""

    SCHEDULED = "scheduled", _("Scheduled")
    PLAYED = "played", _("Played")
    FORFEIT = "forfeit", _("Forfeit")
    NO_SHOW = "no-show", _("No-show")
    REFUSED = "refused", _("Refused to play")
    CANCELLED = "cancelled", _("Cancelled")
    DOUBLE_FORFEIT = "double-forfeit", _("Double forfeit")


class Excuse(models.TextChoices):
    """Why a team that didn't play is not to blame."""

    WEATHER = "weather", _("Weather")
    ILLNESS = "illness", _("Illness")


class DecidedIn(models.TextChoices):
    """The part of the game that decided it."""

    REGULATION = "regulation", _("Regulation time")
    OVERTIME = "overtime", _("Overtime")
    SHOOTOUT = "shootout", _("Shootout")


class ReportState(models.TextChoices):
    """How far the reports of a game have come."""

    UNREPORTED = "unreported", _("Unreported")
    PROVISIONAL = "provisional", _("Provisional")
    VERIFIED = "verified", _("Verified")
    DISPUTED = "disputed", _("Disputed")


def _both_or_neither(first: str, second: str) -> Q:
    return Q(**{f"{first}__isnull": True, f"{second}__isnull": True}) | Q(
        **{f"{first}__isnull": False, f"{second}__isnull": False}
    )


_HOME_AND_AWAY = Func(
    F("home"),
    F("away"),
    function="ARRAY",
    template="%(function)s[%(expressions)s]",
    output_field=ArrayField(models.BigIntegerField()),
)
_WHILE_ON_THE_ICE = (Func(F("starts"), F("occupied_until"), function="tstzrange"), "&&")
HOLDING_OUTCOMES = (Outcome.SCHEDULED, Outcome.PLAYED)
HOLDS_ITS_TIME = Q(
    starts__isnull=False,
    outcome__in=[*HOLDING_OUTCOMES],
    clash_recorded=False,
)


class Game(FileRow):
    """One game of a season, with its result as it stands.

    Times are instants; pages and files show them in the season's time zone. `starts` is null while
    a game is postponed without a new date; `ends` is null where nobody said when it ends, and
    `occupied_until` is the end that guards rink and teams. `original_start` is the first start of
    a game that was moved. The booking is a day (`booked`) or an instant (`booked_at`).
    `periods_*` hold the goals of each period, a fourth entry is overtime; `score_*` the totals,
    a shootout's deciding goal in neither. `at_fault` lists the ids of the teams to blame, in order.
    `fair_play_decisions` maps a team's key to a director's decision. `clash_recorded` exempts a
    double booking that came in with a file and is listed as a fault.
    `uid` is the game's name in people's calendars, for good; `sequence` counts what changed of it there,
    `announced_at` says when that was last. See `league.services.announcing`.
    """

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="games")
    division = models.ForeignKey("league.Division", models.PROTECT, related_name="games")
    kind = models.CharField(_("kind"), max_length=12, choices=GameKind, default=GameKind.LEAGUE)
    stage = models.CharField(_("stage"), null=True, blank=True)

    starts = models.DateTimeField(_("start"), null=True, blank=True)
    ends = models.DateTimeField(_("end"), null=True, blank=True)
    occupied_until = models.DateTimeField(null=True, blank=True)
    original_start = models.DateTimeField(null=True, blank=True)
    venue = models.ForeignKey("league.Venue", models.PROTECT, null=True, blank=True, related_name="games")
    booked = models.DateField(null=True, blank=True)
    booked_at = models.DateTimeField(null=True, blank=True)
    clash_recorded = models.BooleanField(default=False)

    home = models.ForeignKey("league.Team", models.PROTECT, related_name="home_games")
    away = models.ForeignKey("league.Team", models.PROTECT, related_name="away_games")

    outcome = models.CharField(_("outcome"), max_length=16, choices=Outcome, default=Outcome.SCHEDULED)
    at_fault = ArrayField(models.BigIntegerField(), default=list, blank=True)
    notice = models.DateTimeField(_("notice given"), null=True, blank=True)
    excused = models.CharField(_("excused by"), max_length=10, choices=Excuse, null=True, blank=True)
    periods_home = ArrayField(models.PositiveSmallIntegerField(), null=True, blank=True)
    periods_away = ArrayField(models.PositiveSmallIntegerField(), null=True, blank=True)
    score_home = models.PositiveIntegerField(null=True, blank=True)
    score_away = models.PositiveIntegerField(null=True, blank=True)
    decided_in = models.CharField(_("decided in"), max_length=12, choices=DecidedIn, null=True, blank=True)
    winner = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="+")
    fair_play_decisions = models.JSONField(default=dict, blank=True)

    report_state = models.CharField(max_length=12, choices=ReportState, default=ReportState.UNREPORTED)
    reported_at = models.DateTimeField(null=True, blank=True)
    verified_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    uid = models.UUIDField(db_default=RandomUUID(), unique=True, editable=False)
    sequence = models.PositiveIntegerField(default=0, editable=False)
    announced_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="game_key_once_a_season"),
            one_of("kind", GameKind, name="game_kind_known"),
            one_of("outcome", Outcome, name="game_outcome_known"),
            one_of("excused", Excuse, name="game_excuse_known", nullable=True),
            one_of("decided_in", DecidedIn, name="game_decided_in_known", nullable=True),
            one_of("report_state", ReportState, name="game_report_state_known"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="game_home_is_not_away"),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner=F("home")) | Q(winner=F("away")),
                name="game_winner_plays_in_it",
            ),
            models.CheckConstraint(
                condition=~Q(decided_in=DecidedIn.SHOOTOUT) | Q(winner__isnull=False),
                name="game_shootout_has_a_winner",
            ),
            models.CheckConstraint(
                condition=Q(at_fault__contained_by=_HOME_AND_AWAY),
                name="game_at_fault_plays_in_it",
            ),
            models.CheckConstraint(
                condition=_both_or_neither("score_home", "score_away"),
                name="game_score_has_two_sides",
            ),
            models.CheckConstraint(
                condition=_both_or_neither("periods_home", "periods_away"),
                name="game_periods_have_two_sides",
            ),
            models.CheckConstraint(
                condition=(Q(periods_home__isnull=True) | Q(score_home__isnull=False)),
                name="game_periods_come_with_a_score",
            ),
            models.CheckConstraint(
                condition=_both_or_neither("starts", "occupied_until"),
                name="game_occupies_its_time",
            ),
            models.CheckConstraint(
                condition=Q(occupied_until__gt=F("starts")) | Q(starts__isnull=True),
                name="game_occupied_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | (Q(starts__isnull=False) & Q(ends__gt=F("starts"))),
                name="game_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(booked__isnull=True) | Q(booked_at__isnull=True),
                name="game_booked_on_a_day_or_at_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(outcome=Outcome.SCHEDULED) | Q(report_state=ReportState.UNREPORTED),
                name="game_scheduled_is_unreported",
            ),
            models.CheckConstraint(
                condition=~Q(report_state__in=[ReportState.PROVISIONAL, ReportState.DISPUTED])
                | Q(reported_at__isnull=False),
                name="game_reported_at_some_time",
            ),
            models.CheckConstraint(
                condition=Q(verified_at__isnull=True) | Q(report_state=ReportState.VERIFIED),
                name="game_verified_at_when_verified",
            ),
            ExclusionConstraint(
                name="game_rink_once_at_a_time",
                expressions=[(only("venue", "int8range"), "&&"), _WHILE_ON_THE_ICE],
                condition=HOLDS_ITS_TIME & Q(venue__isnull=False),
                violation_error_message=_("Another game is on this rink then."),
            ),
            ExclusionConstraint(
                name="game_team_once_at_a_time",
                expressions=[
                    (
                        Func(
                            only("home", "int8range"),
                            only("away", "int8range"),
                            function="int8multirange",
                        ),
                        "&&",
                    ),
                    _WHILE_ON_THE_ICE,
                ],
                condition=HOLDS_ITS_TIME,
                violation_error_message=_("One of the teams plays another game then."),
            ),
        ]
        indexes = [
            models.Index(fields=["division", "starts"], name="game_by_division"),
            models.Index(fields=["home", "starts"], name="game_by_home"),
            models.Index(fields=["away", "starts"], name="game_by_away"),
            models.Index(
                fields=["season", "starts"],
                condition=Q(report_state=ReportState.UNREPORTED, outcome=Outcome.SCHEDULED),
                name="game_awaiting_reports",
            ),
            models.Index(
                fields=["season", "reported_at"],
                condition=Q(report_state__in=[ReportState.PROVISIONAL, ReportState.DISPUTED]),
                name="game_awaiting_verification",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} - {self.away}"

    @property
    def team_ids(self) -> tuple[int, int]:
        """The ids of home and away, in this order."""
        return self.home_id, self.away_id


class GameMove(models.Model):
    """Where and when a published game was to be before it was moved: its history, the newest last.

    `starts` and `venue` are the old ones; null where it had none. It goes with its game, and never
    keeps a rink from being removed.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    moved_at = models.DateTimeField(default=timezone.now, editable=False)
    starts = models.DateTimeField(null=True, blank=True)
    ends = models.DateTimeField(null=True, blank=True)
    venue = models.ForeignKey("league.Venue", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["moved_at", "pk"]

    def __str__(self) -> str:
        return f"{self.game} moved at {self.moved_at}"


class LineupSpot(FileEntry):
    """Somebody on a team's bench in a game. `number` and `line` are null where the roster's hold.

    `stated` holds "person" where the file wrote an object and not the bare id.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="lineup")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="+")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="lineup_spots")
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    line = models.CharField(_("line"), null=True, blank=True)

    class Meta(FileEntry.Meta):
        constraints = [
            models.UniqueConstraint(fields=["game", "team", "person"], name="lineup_person_once_a_team"),
            models.UniqueConstraint(fields=["game", "team", "number"], name="lineup_number_once_a_team"),
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.game}"


class UnlistedPerson(FileEntry):
    """A suspended person whom the game sheet should have listed and did not."""

    game = models.ForeignKey(Game, models.PROTECT, related_name="unlisted")
    person = models.ForeignKey("league.Person", models.PROTECT, related_name="+")

    class Meta(FileEntry.Meta):
        constraints = [
            models.UniqueConstraint(fields=["game", "person"], name="unlisted_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.person} not on the sheet of {self.game}"
