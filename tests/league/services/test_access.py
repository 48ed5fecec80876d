"""Shows how roles are offered, mailed, accepted and ended, and what is refused on the way."""

import datetime as dt
import re
from typing import Any

import pytest
from django.core import mail

from league.core.tokens import hash_of
from league.models import AuditEntry, Invitation, League, Membership, Role, Season, Team, User
from league.services import access, audit
from league.services.access import Offer
from league.services.errors import Refused
from league.services.invitation_mail import send_waiting_invitations
from tests import factories

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2014, 11, 8, 12, 0, tzinfo=dt.UTC)
LATER = NOW + dt.timedelta(hours=1)


@pytest.fixture
def season() -> Season:
    return factories.season()


@pytest.fixture
def administrator(season: Season) -> User:
    return factories.member(Role.ADMINISTRATOR, season.league, granted_at=NOW - dt.timedelta(days=9))


@pytest.fixture
def team(season: Season) -> Team:
    return factories.team(division=factories.division(season=season), name="Lynx")


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(finding.code, finding.where) for finding in refused.value.findings]


def invite(of: Season, administrator: User, email: str = "new@example.org", /, **offer: Any) -> Invitation:
    scope = Offer(league=of.league, **({"role": Role.STATISTICIAN} | offer))
    return access.invite(offer=scope, emails=[email], actor=administrator, now=NOW)[0]


def actions(league: League) -> list[str]:
    return list(AuditEntry.objects.filter(league=league).order_by("number").values_list("action", flat=True))


def test_an_invitation_is_kept_without_its_secret_and_lasts_a_fortnight(season: Season, administrator: User) -> None:
    invitation = invite(season, administrator, "New@Example.org")
    assert invitation.email == "new@example.org"
    assert invitation.expires_at == NOW + dt.timedelta(days=14)
    token = access.token_of(invitation)
    columns = Invitation.objects.filter(pk=invitation.pk).values_list()[0]
    assert len(token) == 64
    assert token not in map(str, columns)
    assert hash_of(token) in columns
    assert actions(season.league) == ["invite"]


def test_all_faults_of_a_list_are_told_and_nobody_is_invited(season: Season, team: Team, administrator: User) -> None:
    held = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team)
    offer = Offer(league=season.league, role=Role.TEAM_REPRESENTATIVE, season=season, team=team)
    access.invite(offer=offer, emails=["waits@example.org"], actor=administrator, now=NOW)
    emails = ["a@example.org", held.email, "waits@example.org", "A@example.org"]
    with pytest.raises(Refused) as refused:
        access.invite(offer=offer, emails=emails, actor=administrator, now=LATER)
    assert codes(refused) == [("has-role", held.email), ("invited", "waits@example.org"), ("twice", "a@example.org")]
    assert Invitation.objects.count() == 1


def test_the_same_address_may_hold_the_role_elsewhere(season: Season, team: Team, administrator: User) -> None:
    held = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team)
    other = factories.team(division=team.division, name="Otters")
    invite(season, administrator, held.email, role=Role.TEAM_REPRESENTATIVE, season=season, team=other)
    assert Invitation.objects.count() == 1


def test_what_does_not_belong_together_is_refused(season: Season, team: Team, administrator: User) -> None:
    other = factories.season()
    cases: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
        ({"role": Role.DIRECTOR, "season": other}, [("other-league", "season")]),
        ({"role": Role.TEAM_REPRESENTATIVE, "season": season}, [("team", "team")]),
        ({"role": Role.DIRECTOR, "season": season, "team": team}, [("team", "team")]),
        ({"role": Role.ASSOCIATION_PRESIDENT, "season": season}, [("association", "association")]),
        (
            {"role": Role.TEAM_REPRESENTATIVE, "season": other, "team": team},
            [("other-league", "season"), ("other-season", "team")],
        ),
    ]
    for offer, expected in cases:
        with pytest.raises(Refused) as refused:
            invite(season, administrator, **offer)
        assert codes(refused) == expected
    assert not Invitation.objects.exists()


def test_waiting_invitations_are_mailed_once(season: Season, administrator: User, settings: Any) -> None:
    settings.SITE_URL = "https://league.example.org"
    invitation = invite(season, administrator, role=Role.DIRECTOR)
    invite(season, administrator, "second@example.org")
    assert send_waiting_invitations(now=LATER) == 2
    assert send_waiting_invitations(now=LATER) == 0
    first, second = mail.outbox
    assert (first.to, second.to) == (["new@example.org"], ["second@example.org"])
    assert first.subject == f"{season.league} invites you: Director"
    link = f"https://league.example.org/invitations/?key={access.token_of(invitation)}"
    assert link in first.body
    assert f'href="{link}"' in first.alternatives[0].content  # type: ignore[union-attr]
    invitation.refresh_from_db()
    assert invitation.mailed_at == LATER


def test_a_mail_that_fails_waits_and_keeps_no_other_back(
    season: Season, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite(season, administrator, "bounces@example.org")
    invite(season, administrator, "fine@example.org")
    sent: list[str] = []

    def send(*, to: str, **_: Any) -> None:
        if to.startswith("bounces"):
            raise OSError("mailbox unknown")
        sent.append(to)

    monkeypatch.setattr("league.services.mail.send", send)
    assert send_waiting_invitations(now=LATER) == 1
    assert sent == ["fine@example.org"]
    assert list(Invitation.objects.filter(mailed_at=None).values_list("email", flat=True)) == ["bounces@example.org"]


def test_nothing_is_mailed_for_what_was_withdrawn_or_has_expired(season: Season, administrator: User) -> None:
    access.withdraw(invitation=invite(season, administrator), actor=administrator, now=NOW)
    invite(season, administrator, "late@example.org")
    assert send_waiting_invitations(now=NOW + dt.timedelta(days=14)) == 0
    assert mail.outbox == []


def test_accepting_gives_the_role_once(season: Season, team: Team, administrator: User) -> None:
    invitation = invite(season, administrator, role=Role.TEAM_REPRESENTATIVE, season=season, team=team)
    token, user = access.token_of(invitation), factories.user(email="other@example.org")
    membership = access.accept(token=token, user=user, now=LATER)
    assert (membership.user, membership.team, membership.season) == (user, team, season)
    assert (membership.role, membership.granted_by, membership.granted_at) == (
        Role.TEAM_REPRESENTATIVE,
        administrator,
        LATER,
    )
    invitation.refresh_from_db()
    assert (invitation.accepted_at, invitation.accepted_by) == (LATER, user)
    with pytest.raises(Refused) as refused:
        access.accept(token=token, user=factories.user(), now=LATER)
    assert codes(refused) == [("accepted", "")]
    assert Membership.objects.filter(role=Role.TEAM_REPRESENTATIVE).count() == 1
    entry = AuditEntry.objects.get(action="accept-invitation")
    assert (entry.actor, entry.before) == (user, {"invited": "new@example.org"})
    assert audit.verify_chain(season.league).broken is None


def test_whoever_has_the_role_keeps_it(season: Season, administrator: User) -> None:
    invitation = invite(season, administrator)
    user = factories.member(Role.STATISTICIAN, season.league)
    assert access.accept(token=access.token_of(invitation), user=user, now=LATER) == user.memberships.get()


@pytest.mark.parametrize("end", ["expired", "withdrawn", "resent", "invented"])
def test_a_link_that_has_ended_gives_nothing(season: Season, administrator: User, end: str) -> None:
    invitation, now = invite(season, administrator), LATER
    token = access.token_of(invitation)
    if end == "expired":
        now = NOW + dt.timedelta(days=14)
    elif end == "withdrawn":
        access.withdraw(invitation=invitation, actor=administrator, now=NOW)
    elif end == "resent":
        access.resend(invitation=invitation, actor=administrator, now=NOW)
    else:
        token = "0" * 64
    user = factories.user()
    with pytest.raises(Refused):
        access.accept(token=token, user=user, now=now)
    with pytest.raises(Refused):
        access.accept_as_new_user(token=token, name="New", password=factories.PASSWORD, now=now)
    assert not user.memberships.exists()
    assert not User.objects.filter(email="new@example.org").exists()


def test_a_resent_invitation_has_a_new_link_and_new_time(season: Season, administrator: User) -> None:
    invitation = invite(season, administrator)
    send_waiting_invitations(now=NOW)
    day_twenty = NOW + dt.timedelta(days=20)
    access.resend(invitation=invitation, actor=administrator, now=day_twenty)
    assert send_waiting_invitations(now=day_twenty) == 1
    old, new = (re.search(r"key=(\w+)", str(message.body)).group(1) for message in mail.outbox)  # type: ignore[union-attr]
    assert old != new
    assert access.accept(token=new, user=factories.user(), now=day_twenty).role == Role.STATISTICIAN
    assert actions(season.league) == ["invite", "resend-invitation", "accept-invitation"]


def test_a_new_user_is_made_for_the_invited_address(season: Season, administrator: User) -> None:
    token = access.token_of(invite(season, administrator))
    membership = access.accept_as_new_user(token=token, name="Nor Quell", password=factories.PASSWORD, now=LATER)
    user = membership.user
    assert (user.email, user.name, user.check_password(factories.PASSWORD)) == ("new@example.org", "Nor Quell", True)
    assert AuditEntry.objects.get(action="create-account").after == {"email": "new@example.org", "name": "Nor Quell"}


def test_nobody_takes_over_an_account_by_an_invitation(season: Season, administrator: User) -> None:
    known = factories.user(email="new@example.org")
    token = access.token_of(invite(season, administrator))
    with pytest.raises(Refused) as refused:
        access.accept_as_new_user(token=token, name="Thief", password="stolen-pucks-forever", now=LATER)
    assert codes(refused) == [("known", "")]
    known.refresh_from_db()
    assert known.check_password(factories.PASSWORD)


def test_a_role_ends_with_a_reason(season: Season, administrator: User) -> None:
    membership = factories.member(Role.DIRECTOR, season.league, granted_at=NOW).memberships.get()
    with pytest.raises(Refused) as refused:
        access.end_role(membership=membership, reason=" ", actor=administrator, now=LATER)
    assert codes(refused) == [("reason", "reason")]
    access.end_role(membership=membership, reason="Term over", actor=administrator, now=LATER)
    membership.refresh_from_db()
    assert membership.ended_at == LATER
    assert AuditEntry.objects.get(action="end-role").reason == "Term over"
    with pytest.raises(Refused) as refused:
        access.end_role(membership=membership, reason="Again", actor=administrator, now=LATER)
    assert codes(refused) == [("ended", "")]


def test_the_last_administrator_of_a_league_stays(season: Season, administrator: User) -> None:
    factories.member(Role.ADMINISTRATOR, season.league, season=season)  # of one season only
    factories.member(Role.ADMINISTRATOR, factories.league())
    factories.member(Role.ADMINISTRATOR, season.league, user=factories.user(is_active=False))
    membership = administrator.memberships.get()
    with pytest.raises(Refused) as refused:
        access.end_role(membership=membership, reason="Tired", actor=administrator, now=NOW)
    assert codes(refused) == [("last-administrator", "")]
    successor = factories.member(Role.ADMINISTRATOR, season.league)
    access.end_role(membership=membership, reason="Tired", actor=administrator, now=NOW)
    with pytest.raises(Refused):
        access.end_role(membership=successor.memberships.get(), reason="Tired", actor=successor, now=NOW)


def test_granting_twice_leaves_one_role_and_one_entry(season: Season, administrator: User) -> None:
    user, offer = factories.user(), Offer(league=season.league, role=Role.OFFICIAL)
    first = access.grant(offer=offer, user=user, actor=administrator, now=NOW)
    assert access.grant(offer=offer, user=user, actor=administrator, now=LATER) == first
    assert actions(season.league) == ["grant-role"]
