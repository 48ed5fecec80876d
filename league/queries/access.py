"""Reads who holds which role, who is invited, and who may be shown on the demo's sign-in page."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.models import Invitation, League, Membership, Role, Season, User

_SCOPE = ("league", "season", "team__division", "association")


def memberships(league: League, season: Season | None, *, ended: bool = False, text: str = "") -> QuerySet[Membership]:
    """Roles of a league, in force or ended, by role and person; at a season its own and the league-wide ones.

    `text` is looked for in names and addresses.
    """
    rows = Membership.objects.filter(league=league, ended_at__isnull=not ended)
    if season is not None:
        rows = rows.filter(Q(season=season) | Q(season__isnull=True))
    if text:
        rows = rows.filter(Q(user__name__icontains=text) | Q(user__email__icontains=text))
    order = ("-ended_at", "-pk") if ended else ("role", "team__division", "team__name", "user__email", "pk")
    return rows.select_related("user", "granted_by", *_SCOPE).order_by(*order)


def waiting_invitations(league: League, season: Season | None) -> QuerySet[Invitation]:
    """Invitations that were neither accepted nor withdrawn, expired ones too, the newest first."""
    rows = Invitation.objects.filter(league=league, accepted_at__isnull=True, withdrawn_at__isnull=True)
    if season is not None:
        rows = rows.filter(season=season)
    return rows.select_related("invited_by", *_SCOPE)


def roles_of(user: User) -> QuerySet[Membership]:
    """The roles that somebody holds now, by league and season."""
    rows = Membership.objects.filter(user=user, ended_at__isnull=True)
    return rows.select_related(*_SCOPE).order_by("league__name", "season__starts", "role", "pk")


def has_account(email: str) -> bool:
    """Whether an address is that of a user; for pages that only the owner of the address reaches."""
    return User.objects.filter(email=email).exists()


def invitation_of(token_hash: str, now: dt.datetime) -> Invitation | None:
    """The invitation that a link opens now, or None."""
    rows = Invitation.objects.filter(
        token_hash=token_hash, accepted_at__isnull=True, withdrawn_at__isnull=True, expires_at__gt=now
    )
    return rows.select_related("invited_by", *_SCOPE).first()


def newest_season(league_id: int) -> Season | None:
    """The league's season that began last."""
    return Season.objects.select_related("league").filter(league=league_id).order_by("-starts", "-pk").first()


@dataclass(frozen=True, slots=True)
class DemoUser:
    """A user of the demo and what they are, in words."""

    email: str
    name: str
    what: str


def demo_users() -> list[DemoUser]:
    """Some users of the demo: two of each role, so that two teams can report a game, and one without any."""
    chosen: list[DemoUser] = []
    held = Membership.objects.filter(ended_at__isnull=True, user__is_active=True).select_related("user", *_SCOPE)
    for role in Role:
        for item in held.filter(role=role).order_by("pk")[:2]:
            about = item.team or item.association
            what = f"{role.label}, {about}" if about is not None else str(role.label)
            chosen.append(DemoUser(email=item.user.email, name=str(item.user), what=what))
    without = User.objects.filter(is_active=True, is_staff=False, memberships__isnull=True).order_by("pk").first()
    if without is not None:
        chosen.append(DemoUser(email=without.email, name=str(without), what=""))
    return chosen
