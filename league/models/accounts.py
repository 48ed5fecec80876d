"""Decides who may sign in and which role somebody holds in a league."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.base import new_key, one_of


class UserManager(BaseUserManager["User"]):
    """Makes users whose e-mail address is stored in lower case."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A saved user; without a password only the one-time link signs them in.

        Raises ValueError without an address, IntegrityError when it is taken.
        """
        if not email:
            raise ValueError("A user needs an e-mail address.")
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """An operator with every right in the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """The user of an address, however it is capitalised."""
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in, by e-mail. What they may do hangs on their memberships."""

    email = models.EmailField(_("e-mail"), unique=True)
    name = models.CharField(_("name"), max_length=200, blank=True)
    language = models.CharField(_("language"), max_length=10, default="en")
    is_staff = models.BooleanField(_("operator of this installation"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        ordering = ["email"]
        constraints = [
            models.CheckConstraint(condition=Q(email=Lower("email")), name="user_email_is_lower_case"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        """The name for greetings and lists."""
        return str(self)

    def get_short_name(self) -> str:
        """The first word of the name."""
        return str(self).split()[0]


class Role(models.TextChoices):
    """What a person is to a league; the public needs no role."""

    ADMINISTRATOR = "administrator", _("League administrator")
    STATISTICIAN = "statistician", _("Statistician")
    DIRECTOR = "director", _("Director")
    TEAM_REPRESENTATIVE = "team-representative", _("Team representative")
    OFFICIAL = "official", _("Official")
    ASSOCIATION_PRESIDENT = "association-president", _("Association president")


def _scope_fits_role(name: str) -> models.CheckConstraint:
    """A representative is named for a team, a president for an association, others for neither."""
    neither = Q(team__isnull=True, association__isnull=True)
    representative = Q(
        role=Role.TEAM_REPRESENTATIVE,
        season__isnull=False,
        team__isnull=False,
        association__isnull=True,
    )
    president = Q(
        role=Role.ASSOCIATION_PRESIDENT,
        season__isnull=False,
        team__isnull=True,
        association__isnull=False,
    )
    other = neither & ~Q(role__in=[Role.TEAM_REPRESENTATIVE, Role.ASSOCIATION_PRESIDENT])
    return models.CheckConstraint(condition=representative | president | other, name=name)


class RoleScope(models.Model):
    """The role and what it is for: a league, a season of it, a team or an association in it."""

    league = models.ForeignKey("league.League", models.PROTECT, related_name="+")
    role = models.CharField(max_length=30, choices=Role)
    season = models.ForeignKey("league.Season", models.PROTECT, null=True, blank=True, related_name="+")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="+")
    association = models.ForeignKey("league.Association", models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        abstract = True


class Membership(RoleScope):
    """A role granted to a user. It ends by date and is never deleted."""

    league = models.ForeignKey("league.League", models.PROTECT, related_name="memberships")
    user = models.ForeignKey(User, models.PROTECT, related_name="memberships")
    team = models.ForeignKey("league.Team", models.PROTECT, null=True, blank=True, related_name="memberships")
    association = models.ForeignKey(
        "league.Association", models.PROTECT, null=True, blank=True, related_name="memberships"
    )
    granted_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="memberships_granted")
    granted_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["league", "role", "pk"]
        constraints = [
            one_of("role", Role, name="membership_role_known"),
            _scope_fits_role("membership_scope_fits_role"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("granted_at")),
                name="membership_ends_after_its_grant",
            ),
            models.UniqueConstraint(
                fields=["user", "league", "role", "season", "team", "association"],
                condition=Q(ended_at__isnull=True),
                nulls_distinct=False,
                name="membership_once_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class Invitation(RoleScope):
    """A role offered to an address. Only the hash of its token is kept.

    The token itself is worked out again from `key` and the installation's secret when the mail is
    sent, so that neither a copy of the database nor the broker holds what opens the door.
    """

    email = models.EmailField()
    key = models.CharField(max_length=64, default=new_key, editable=False)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="invitations_sent")
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True, blank=True, help_text="Empty while its mail waits to be sent.")
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="invitations_accepted")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            one_of("role", Role, name="invitation_role_known"),
            _scope_fits_role("invitation_scope_fits_role"),
            models.CheckConstraint(condition=Q(email=Lower("email")), name="invitation_email_is_lower_case"),
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="invitation_expires_later"),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False),
                name="invitation_accepted_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True) | Q(withdrawn_at__isnull=True),
                name="invitation_accepted_or_withdrawn",
            ),
        ]
        indexes = [models.Index(fields=["league", "-created_at"], name="invitation_by_league")]

    def __str__(self) -> str:
        return f"{self.email}: {self.get_role_display()}"


class LinkRequest(models.Model):
    """That somebody asked for a sign-in link: for which address (its hash only), from where.

    Counted to limit how many are sent; forgotten after a day. Kept here and not in a cache, so that
    many web machines count together.
    """

    email_hash = models.CharField(max_length=64)
    address = models.GenericIPAddressField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        indexes = [
            models.Index(fields=["email_hash", "at"], name="link_request_by_email"),
            models.Index(fields=["address", "at"], name="link_request_by_address"),
        ]

    def __str__(self) -> str:
        return f"{self.address}, {self.at}"
