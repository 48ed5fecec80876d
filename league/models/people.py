"""Decides who somebody is across seasons, and on which roster they stand when."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.indexes import OpClass
from django.db import models
from django.db.models import F, Func, Q, Value
from django.utils.translation import gettext_lazy as _

from league.models.base import FileEntry, FileRow, one_of


class Person(FileRow):
    """One person: player or team official, the same record on every team and in every season.

    A record that turned out to be somebody else's second one stays, for its id: `merged_into` is the record
    that stands for both, and nothing else refers to it any more.
    """

    league = models.ForeignKey("league.League", models.PROTECT, related_name="people")
    name = models.CharField(_("name"), blank=True)
    born = models.DateField(_("date of birth"), null=True, blank=True)
    registration = models.CharField(_("registration number"), null=True, blank=True)
    user = models.ForeignKey("league.User", models.PROTECT, null=True, blank=True, related_name="people")
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="absorbed")

    class Meta(FileRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="person_key_once_a_league"),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=F("pk")), name="person_not_merged_into_itself"
            ),
        ]
        indexes = [models.Index(fields=["league", "name"], name="person_by_name")]


class SeasonPerson(FileEntry):
    """A person as a season's file lists them: their place in it and what holds for that season."""

    season = models.ForeignKey("league.Season", models.PROTECT, related_name="season_people")
    person = models.ForeignKey(Person, models.PROTECT, related_name="seasons")
    special_conditions = models.BooleanField(_("under special conditions"), default=False)
    carded = models.BooleanField(_("carded player"), default=False)

    class Meta(FileEntry.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="person_once_a_season"),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.season})"


class RosterRole(models.TextChoices):
    """What somebody is on a team."""

    SKATER = "skater", _("Skater")
    GOALIE = "goalie", _("Goalie")
    COACH = "coach", _("Coach")
    ASSISTANT_COACH = "assistant-coach", _("Assistant coach")
    MANAGER = "manager", _("Manager")
    TRAINER = "trainer", _("Trainer")
    REPRESENTATIVE = "representative", _("Representative")


class RosterStatus(models.TextChoices):
    """How somebody belongs to a team."""

    REGULAR = "regular", _("Regular")
    AFFILIATE = "affiliate", _("Affiliate")
    SUBSTITUTE = "substitute", _("Substitute")
    SPARE = "spare", _("Spare")


def only(field: str, function: str) -> Func:
    """`field` as a range of the one value; ranges are what GiST compares without an extension."""
    return Func(F(field), F(field), Value("[]"), function=function)


# GiST has no "different number" for integers without an extension, but it has one for
# addresses: counting from zero, every person gets an address of their own.
_PERSON_AS_ADDRESS = Func(F("person"), template="('::'::inet + %(expressions)s)", output_field=models.TextField())


class RosterSpot(FileEntry):
    """A person on a team's roster, from one day to another, both included; open ends are null."""

    person = models.ForeignKey(Person, models.PROTECT, related_name="roster_spots")
    team = models.ForeignKey("league.Team", models.PROTECT, related_name="roster")
    role = models.CharField(_("role"), max_length=20, choices=RosterRole)
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    line = models.CharField(_("line"), null=True, blank=True)
    status = models.CharField(_("status"), max_length=12, choices=RosterStatus, default=RosterStatus.REGULAR)
    starts = models.DateField(_("from"), null=True, blank=True)
    ends = models.DateField(_("to"), null=True, blank=True)

    class Meta(FileEntry.Meta):
        constraints = [
            one_of("role", RosterRole, name="roster_role_known"),
            one_of("status", RosterStatus, name="roster_status_known"),
            models.CheckConstraint(
                condition=Q(starts__isnull=True) | Q(ends__isnull=True) | Q(ends__gte=F("starts")),
                name="roster_spot_ends_after_its_start",
            ),
            ExclusionConstraint(
                name="roster_number_once_a_team",
                expressions=[
                    (only("team", "int8range"), "&&"),
                    (only("number", "int4range"), "&&"),
                    (OpClass(_PERSON_AS_ADDRESS, "inet_ops"), "<>"),
                    (Func(F("starts"), F("ends"), Value("[]"), function="daterange"), "&&"),
                ],
                condition=Q(number__isnull=False),
                violation_error_message=_("Somebody else on this team wears that number then."),
            ),
        ]
        indexes = [models.Index(fields=["person", "team"], name="roster_by_person")]

    def __str__(self) -> str:
        return f"{self.person}, {self.team} ({self.role})"
