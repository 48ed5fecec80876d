"""What the database refuses about users, roles and invitations."""

import datetime as dt
from typing import Any

import pytest

from league.models import Invitation, League, Membership, Role, Team, User
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2014, 11, 8, 12, 0, tzinfo=dt.UTC)


@pytest.fixture
def team() -> Team:
    season = factories.season()
    return factories.team(division=factories.division(season=season), association=factories.association(season=season))


def invitation(league: League, **fields: Any) -> Invitation:
    values = {"email": "new@example.org", "role": Role.DIRECTOR, "token_hash": "0" * 64} | fields
    return Invitation.objects.create(
        **{"league": league, "created_at": NOON, "expires_at": NOON + dt.timedelta(days=7)} | values
    )


def test_an_address_is_kept_in_lower_case_and_belongs_to_one_user() -> None:
    user = factories.user(email=" Coach@Example.ORG ")
    assert user.email == "coach@example.org"
    assert User.objects.get_by_natural_key("COACH@example.org") == user
    with refused_by("league_user_email_key"):
        factories.user(email="coach@EXAMPLE.org")
    with refused_by("user_email_is_lower_case"):
        User.objects.bulk_create([User(email="Coach@example.com")])


def test_a_user_needs_an_address() -> None:
    with pytest.raises(ValueError, match="needs an e-mail address"):
        User.objects.create_user("")


def test_a_user_without_a_password_cannot_sign_in_with_one() -> None:
    assert not factories.user(password=None).has_usable_password()
    assert factories.user().check_password(factories.PASSWORD)


def test_an_operator_may_do_everything_in_the_admin() -> None:
    operator = User.objects.create_superuser("operator@example.org", "hunter-of-pucks")
    assert (operator.is_staff, operator.is_superuser, operator.is_active) == (True, True, True)


@pytest.mark.parametrize(
    ("role", "scope"),
    [
        (Role.TEAM_REPRESENTATIVE, {}),
        (Role.TEAM_REPRESENTATIVE, {"season"}),
        (Role.TEAM_REPRESENTATIVE, {"team"}),
        (Role.TEAM_REPRESENTATIVE, {"season", "team", "association"}),
        (Role.ASSOCIATION_PRESIDENT, {"season"}),
        (Role.ASSOCIATION_PRESIDENT, {"association"}),
        (Role.ASSOCIATION_PRESIDENT, {"season", "team", "association"}),
        (Role.STATISTICIAN, {"season", "team"}),
        (Role.DIRECTOR, {"association"}),
    ],
)
def test_a_role_is_granted_for_what_it_is_about(team: Team, role: Role, scope: set[str]) -> None:
    about = {"season": team.season, "team": team, "association": team.association}
    fields = {name: about[name] for name in scope}
    with refused_by("membership_scope_fits_role"):
        Membership.objects.create(user=factories.user(), league=team.season.league, role=role, **fields)
    with refused_by("invitation_scope_fits_role"):
        invitation(team.season.league, role=role, **fields)


def test_every_role_can_be_granted(team: Team) -> None:
    league = team.season.league
    for role in Role:
        scope: dict[str, Any] = {}
        if role == Role.TEAM_REPRESENTATIVE:
            scope = {"team": team}
        if role == Role.ASSOCIATION_PRESIDENT:
            scope = {"association": team.association}
        factories.member(role, league, **scope)
    assert sorted(Membership.objects.values_list("role", flat=True)) == sorted(Role.values)


def test_a_role_is_held_once_at_a_time(team: Team) -> None:
    league = team.season.league
    user = factories.member(Role.DIRECTOR, league)
    with refused_by("membership_once_at_a_time"):
        factories.member(Role.DIRECTOR, league, user=user)
    membership = user.memberships.get()
    membership.ended_at = membership.granted_at
    membership.save()
    factories.member(Role.DIRECTOR, league, user=user)
    assert user.memberships.count() == 2


def test_a_role_does_not_end_before_it_was_granted(team: Team) -> None:
    with refused_by("membership_ends_after_its_grant"):
        factories.member(Role.DIRECTOR, team.season.league, granted_at=NOON, ended_at=NOON - dt.timedelta(seconds=1))


def test_unknown_roles_are_refused(team: Team) -> None:
    with refused_by("membership_role_known"):
        Membership.objects.create(user=factories.user(), league=team.season.league, role="mascot")
    with refused_by("invitation_role_known"):
        invitation(team.season.league, role="mascot")


def test_an_invitation_is_to_a_lower_case_address_and_runs_out_later(team: Team) -> None:
    league = team.season.league
    with refused_by("invitation_email_is_lower_case"):
        invitation(league, email="New@example.org")
    with refused_by("invitation_expires_later"):
        invitation(league, expires_at=NOON)


def test_an_invitation_is_accepted_by_somebody_once(team: Team) -> None:
    league, user = team.season.league, factories.user()
    with refused_by("invitation_accepted_by_somebody"):
        invitation(league, accepted_at=NOON)
    with refused_by("invitation_accepted_by_somebody"):
        invitation(league, accepted_by=user)
    with refused_by("invitation_accepted_or_withdrawn"):
        invitation(league, accepted_at=NOON, accepted_by=user, withdrawn_at=NOON)
    invitation(league, accepted_at=NOON, accepted_by=user)
    with refused_by("league_invitation_token_hash_key"):
        invitation(league)
