"""Reads who holds which role, who is invited, and who may be shown on the demo's sign-in page."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.models import Game, Invitation, League, Membership, Outcome, ReportState, Role, Season, User

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


def _opponents(representatives: QuerySet[Membership], now: dt.datetime) -> Iterable[Membership]:
    """The representatives of both teams of a game that is over and that nobody has reported yet."""
    teams = representatives.values("team")
    unreported = Game.objects.filter(
        occupied_until__lt=now, outcome=Outcome.SCHEDULED, report_state=ReportState.UNREPORTED
    )
    game = unreported.filter(home__in=teams, away__in=teams).order_by("-starts", "pk").first()
    if game is None:
        return representatives[:2]
    chosen = {item.team_id: item for item in representatives.filter(team__in=[game.home_id, game.away_id])}
    return [chosen[game.home_id], chosen[game.away_id]]


@dataclass(frozen=True, slots=True)
class DemoUser:
    """A user of the demo and what they are, in words."""

    email: str
    name: str
    what: str


def demo_users(now: dt.datetime) -> list[DemoUser]:
    """Some users of the demo: one of each role, two of teams that have a game to report, and one without any."""
    chosen: list[DemoUser] = []
    held = Membership.objects.filter(ended_at__isnull=True, user__is_active=True).select_related("user", *_SCOPE)
    for role in Role:
        of_role = held.filter(role=role).order_by("pk")
        for item in _opponents(of_role, now) if role == Role.TEAM_REPRESENTATIVE else of_role[:1]:
            about = item.team or item.association
            what = f"{role.label}, {about}" if about is not None else str(role.label)
            chosen.append(DemoUser(email=item.user.email, name=str(item.user), what=what))
    without = User.objects.filter(is_active=True, is_staff=False, memberships__isnull=True).order_by("pk").first()
    if without is not None:
        chosen.append(DemoUser(email=without.email, name=str(without), what=""))
    return chosen
