"""Decides how roles are given and ended: by invitation, within one league, with every step in the audit trail.

The pages ask `league.permissions` whether the actor may grant roles here. What belongs together
(season and league, team and season, role and scope) is checked here, for every caller.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.core.tokens import hash_of
from league.models import Association, Invitation, League, Membership, Role, Season, Team, User, new_key
from league.services.audit import record, snapshot
from league.services.editing import constraints_told
from league.services.errors import Refused
from league.services.locking import lock

INVITATION_LASTS: Final = dt.timedelta(days=14)

_SCOPE = ("league", "role", "season", "team", "association")
_INVITATION = ("email", *_SCOPE, "expires_at", "accepted_at", "withdrawn_at")
_MEMBERSHIP = ("user", *_SCOPE, "granted_at", "ended_at")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A role and what it is for: the league or a season of it, a team or an association of that season."""

    league: League
    role: Role
    season: Season | None = None
    team: Team | None = None
    association: Association | None = None

    def findings(self) -> Iterator[Finding]:
        """Everything that doesn't belong together."""
        if self.season is not None and self.season.league_id != self.league.pk:
            yield Finding(code="other-league", where="season", message=_("That season belongs to another league."))
        season_id = self.season.pk if self.season is not None else None
        if self.team is not None and self.team.season_id != season_id:
            yield Finding(code="other-season", where="team", message=_("That team plays in another season."))
        if self.association is not None and self.association.season_id != season_id:
            message = _("That association belongs to another season.")
            yield Finding(code="other-season", where="association", message=message)
        if (self.role == Role.TEAM_REPRESENTATIVE) != (self.team is not None):
            message = _("A team representative has a team, and nobody else has one.")
            yield Finding(code="team", where="team", message=message)
        if (self.role == Role.ASSOCIATION_PRESIDENT) != (self.association is not None):
            message = _("An association president has an association, and nobody else has one.")
            yield Finding(code="association", where="association", message=message)

    def columns(self) -> dict[str, object]:
        """The columns that a membership and an invitation share."""
        return {name: getattr(self, name) for name in _SCOPE}


def token_of(invitation: Invitation) -> str:
    """The secret in an invitation's link; worked out, never stored."""
    return salted_hmac("league.invitation", f"{invitation.pk}:{invitation.key}", algorithm="sha256").hexdigest()


@transaction.atomic
def invite(*, offer: Offer, emails: Sequence[str], actor: User, now: dt.datetime) -> list[Invitation]:
    """Offer a role to addresses, good for fourteen days; returns the invitations. All or none.

    Their mails are sent by `league.services.invitation_mail`, which finds them waiting. Side effects:
    invitations, an audit entry each. Raises Refused with every finding: a role that doesn't fit, an
    address that is named twice, has the role already or is invited to it already.
    """
    lock(League.objects.all(), offer.league.pk)  # two administrators don't invite the same at once
    addresses = [email.strip().lower() for email in emails]
    found = [*offer.findings(), *_about_addresses(offer, addresses, now)]
    if found:
        raise Refused(found)
    return [_invite(offer, address, actor, now) for address in addresses]


def _about_addresses(offer: Offer, addresses: Sequence[str], now: dt.datetime) -> Iterator[Finding]:
    if not addresses:
        yield Finding(code="nobody", where="emails", message=_("Nobody is invited yet."), remedy=_("Name an address."))
    held = set(
        Membership.objects.filter(**offer.columns(), ended_at__isnull=True, user__email__in=addresses).values_list(
            "user__email", flat=True
        )
    )
    waiting = set(open_invitations(offer.league, now).filter(**offer.columns()).values_list("email", flat=True))
    for place, address in enumerate(addresses):
        if address in addresses[:place]:
            yield Finding(code="twice", where=address, message=_("This address is named twice."))
        elif address in held:
            yield Finding(code="has-role", where=address, message=_("Has this role already."))
        elif address in waiting:
            remedy = _("Send the invitation again from the list.")
            yield Finding(code="invited", where=address, message=_("Is invited to this role already."), remedy=remedy)


def _invite(offer: Offer, email: str, actor: User, now: dt.datetime) -> Invitation:
    invitation = Invitation(
        **offer.columns(), email=email, invited_by=actor, created_at=now, expires_at=now + INVITATION_LASTS
    )
    invitation.token_hash = hash_of(invitation.key)  # until the row has its number, which the token covers
    invitation.save(force_insert=True)
    invitation.token_hash = hash_of(token_of(invitation))
    invitation.save(update_fields=["token_hash"])
    _record("invite", invitation, before=None, actor=actor)
    return invitation


def open_invitations(league: League, now: dt.datetime) -> QuerySet[Invitation]:
    """Invitations of a league that can still be accepted."""
    return Invitation.objects.filter(
        league=league, accepted_at__isnull=True, withdrawn_at__isnull=True, expires_at__gt=now
    )


@transaction.atomic
def resend(*, invitation: Invitation, actor: User, now: dt.datetime) -> None:
    """Have an invitation mailed again, with a new link and new fourteen days; the old link ends.

    Side effects: the invitation, an audit entry. Raises Refused where it was accepted or withdrawn.
    """
    locked = _still_open(invitation)
    before = snapshot(locked, *_INVITATION)
    locked.key, locked.expires_at, locked.mailed_at = new_key(), now + INVITATION_LASTS, None
    locked.token_hash = hash_of(token_of(locked))
    locked.save(update_fields=["key", "expires_at", "mailed_at", "token_hash"])
    _record("resend-invitation", locked, before=before, actor=actor)


@transaction.atomic
def withdraw(*, invitation: Invitation, actor: User, now: dt.datetime) -> None:
    """Take an invitation back: its link opens nothing any more.

    Side effects: the invitation, an audit entry. Raises Refused where it was accepted or withdrawn.
    """
    locked = _still_open(invitation)
    before = snapshot(locked, *_INVITATION)
    locked.withdrawn_at = now
    locked.save(update_fields=["withdrawn_at"])
    _record("withdraw-invitation", locked, before=before, actor=actor)


def _still_open(invitation: Invitation) -> Invitation:
    locked = lock(Invitation.objects.all(), invitation.pk)
    if locked.accepted_at is not None:
        raise Refused([Finding(code="accepted", message=_("This invitation was accepted already."))])
    if locked.withdrawn_at is not None:
        raise Refused([Finding(code="withdrawn", message=_("This invitation was withdrawn."))])
    return locked


@transaction.atomic
def accept(*, token: str, user: User, now: dt.datetime) -> Membership:
    """Give the role of an invitation to a user, who holds its link; returns the membership.

    Somebody who has the role already keeps it as it was. Side effects: a membership, the invitation,
    an audit entry. Raises Refused where the link opens nothing (any more).
    """
    invitation = Invitation.objects.select_for_update().filter(token_hash=hash_of(token)).first()
    if invitation is None or invitation.expires_at <= now:
        remedy = _("Ask the league's administrator to send it again.")
        raise Refused([Finding(code="no-invitation", message=_("This invitation has ended."), remedy=remedy)])
    _still_open(invitation)
    membership, made = Membership.objects.get_or_create(
        **{name: getattr(invitation, name) for name in _SCOPE},
        user=user,
        ended_at=None,
        defaults={"granted_by": invitation.invited_by, "granted_at": now},
    )
    invitation.accepted_at, invitation.accepted_by = now, user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    record(
        action="accept-invitation",
        target=membership,
        before={"invited": invitation.email},
        after=snapshot(membership, *_MEMBERSHIP),
        reason="" if made else "held already",
        actor=user,
        league=invitation.league,
        season=invitation.season,
    )
    return membership


@transaction.atomic
def accept_as_new_user(*, token: str, name: str, password: str, now: dt.datetime) -> Membership:
    """Make a user for the invited address, with a password that the form has judged, and give the role.

    Side effects: a user, and those of `accept`. Raises Refused as `accept` does, and where the
    address has a user already.
    """
    invitation = Invitation.objects.select_for_update().filter(token_hash=hash_of(token)).first()
    email = invitation.email if invitation is not None else ""
    remedy = _("Sign in, and open the link of the invitation again.")
    known = Finding(code="known", message=_("This address has an account already."), remedy=remedy)
    if User.objects.filter(email=email).exists():
        raise Refused([known])
    if invitation is None:
        raise Refused([Finding(code="no-invitation", message=_("This invitation has ended."))])
    with constraints_told({"league_user_email_key": known}):  # by another invitation, at the same moment
        user = User.objects.create_user(email, password, name=name, language=invitation.league.language)
    record(action="create-account", target=user, after=snapshot(user, "email", "name"), actor=user)
    return accept(token=token, user=user, now=now)


@transaction.atomic
def grant(*, offer: Offer, user: User, actor: User | None, now: dt.datetime) -> Membership:
    """Give a role at once, as commands and copies of seasons do; returns the membership, new or held.

    Side effects: a membership, an audit entry. Raises Refused where the role doesn't fit its scope.
    """
    if found := list(offer.findings()):
        raise Refused(found)
    membership, made = Membership.objects.get_or_create(
        **offer.columns(), user=user, ended_at=None, defaults={"granted_by": actor, "granted_at": now}
    )
    if made:
        record(
            action="grant-role",
            target=membership,
            after=snapshot(membership, *_MEMBERSHIP),
            actor=actor,
            league=offer.league,
            season=offer.season,
        )
    return membership


@transaction.atomic
def end_role(*, membership: Membership, reason: str, actor: User, now: dt.datetime) -> None:
    """End a role from now on; what was done with it stays.

    Side effects: the membership, an audit entry. Raises Refused without a reason, where it has ended
    already, and for the last administrator of the whole league: there must be somebody to invite.
    """
    lock(League.objects.all(), membership.league_id)  # two administrators don't end each other
    locked = lock(Membership.objects.all(), membership.pk)
    found = list(_against_ending(locked, reason))
    if found:
        raise Refused(found)
    before = snapshot(locked, *_MEMBERSHIP)
    locked.ended_at = max(now, locked.granted_at)
    locked.save(update_fields=["ended_at"])
    record(
        action="end-role",
        target=locked,
        before=before,
        after=snapshot(locked, *_MEMBERSHIP),
        reason=reason.strip(),
        actor=actor,
        league=locked.league,
        season=locked.season,
    )


def _against_ending(membership: Membership, reason: str) -> Iterator[Finding]:
    if not reason.strip():
        yield Finding(code="reason", where="reason", message=_("Say why the role ends."))
    if membership.ended_at is not None:
        yield Finding(code="ended", message=_("This role has ended already."))
    elif membership.role == Role.ADMINISTRATOR and membership.season_id is None:
        others = Membership.objects.filter(
            league=membership.league_id,
            role=Role.ADMINISTRATOR,
            season__isnull=True,
            ended_at__isnull=True,
            user__is_active=True,
        ).exclude(pk=membership.pk)
        if not others.exists():
            remedy = _("Invite another administrator of the whole league first.")
            yield Finding(
                code="last-administrator", message=_("This is the league's last administrator."), remedy=remedy
            )


def _record(action: str, invitation: Invitation, *, before: dict[str, object] | None, actor: User) -> None:
    record(
        action=action,
        target=invitation,
        before=before,
        after=snapshot(invitation, *_INVITATION),
        actor=actor,
        league=invitation.league,
        season=invitation.season,
    )
