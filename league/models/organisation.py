"""Decides what a league is made of: seasons, associations, divisions, teams and rinks."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from league.models.base import FileRow, one_of


class League(models.Model):
    """One league of this installation.

    `names_public` is an adult league's choice; youth levels never show names, whatever it says.
    """

    slug = models.SlugField(max_length=100, unique=True)
    name = models.CharField(_("name"), max_length=200)
    names_public = models.BooleanField(_("show players' names to the public"), default=False)
    language = models.CharField(_("language"), max_length=10, default="en")
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name


class Venue(FileRow):
    """A rink of a league. Two games never share one at a time."""

    league = models.ForeignKey(League, models.PROTECT, related_name="venues")
    name = models.CharField(_("name"), blank=True)
    address = models.TextField(_("address"), blank=True)
    url = models.URLField(_("web page"), blank=True)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="venue_key_once_a_league"),
        ]


class Half(models.TextChoices):
    """The half of the year to which a season belongs."""

    WINTER = "winter", _("Winter")
    SUMMER = "summer", _("Summer")


class Season(models.Model):
    """A season of a league, played by one version of one rule book.

    `stated` holds the names of the file's keys outside its lists ("season.half") and of lists
    that it wrote empty ("associations"). Dates are days in the season's `timezone`.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    slug = models.SlugField(max_length=100, allow_unicode=True)
    name = models.CharField(_("name"))
    rulebook = models.ForeignKey("league.RuleBookVersion", models.PROTECT, related_name="seasons")
    starts = models.DateField(_("first day"), null=True, blank=True)
    ends = models.DateField(_("last day"), null=True, blank=True)
    playoffs_start = models.DateField(_("first day of the playoffs"), null=True, blank=True)
    championship = models.DateField(_("day of the championship"), null=True, blank=True)
    half = models.CharField(_("half"), max_length=10, choices=Half, null=True, blank=True)
    blocked = ArrayField(models.DateField(), default=list, blank=True)
    timezone = models.CharField(_("time zone"), max_length=64)
    published = models.BooleanField(_("public"), default=False)
    stated = ArrayField(models.CharField(), default=list, blank=True, editable=False)
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ["league", F("starts").desc(nulls_last=True), "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "slug"], name="season_slug_once_a_league"),
            one_of("half", Half, name="season_half_known", nullable=True),
            models.CheckConstraint(
                condition=Q(starts__isnull=True) | Q(ends__isnull=True) | Q(ends__gte=F("starts")),
                name="season_ends_after_its_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.name}"


class SeasonRuleBook(models.Model):
    """From which day a season was played by which version: its amendments, in order."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="rulebook_history")
    rulebook = models.ForeignKey("league.RuleBookVersion", models.PROTECT, related_name="+")
    effective_from = models.DateField()
    reason = models.TextField(blank=True)
    by = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ["season", "effective_from", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "effective_from"], name="season_rulebook_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.rulebook} from {self.effective_from}"


class Association(FileRow):
    """A club or town association that enters teams in a season."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="associations")
    name = models.CharField(_("name"), blank=True)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="association_key_once_a_season"),
        ]


class Division(FileRow):
    """Teams of one level that play for one table.

    `checking` is null where the league didn't say; `rank` orders divisions of a level, 1 the best.
    The window bounds the days of its league games, both days included.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="divisions")
    name = models.CharField(_("name"), blank=True)
    level = models.CharField(_("level"))
    checking = models.BooleanField(_("body checking allowed"), null=True, blank=True)
    window_start = models.DateField(_("first day of league games"), null=True, blank=True)
    window_end = models.DateField(_("last day of league games"), null=True, blank=True)
    rank = models.IntegerField(_("rank"), null=True, blank=True)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="division_key_once_a_season"),
            models.CheckConstraint(
                condition=Q(window_start__isnull=True)
                | Q(window_end__isnull=True)
                | Q(window_end__gte=F("window_start")),
                name="division_window_in_order",
            ),
        ]


class Team(FileRow):
    """A team of a season. `omit` are days on which it asked not to play."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="teams")
    division = models.ForeignKey(Division, models.PROTECT, related_name="teams")
    association = models.ForeignKey(Association, models.PROTECT, null=True, blank=True, related_name="teams")
    name = models.CharField(_("name"), blank=True)
    special_conditions = models.BooleanField(_("under special conditions"), default=False)
    omit = ArrayField(models.DateField(), default=list, blank=True)
    colours = models.CharField(_("colours"), blank=True)

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="team_key_once_a_season"),
        ]
