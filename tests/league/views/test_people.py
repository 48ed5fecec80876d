"""Shows how an administrator gives and ends roles in the browser, and how an invitation is accepted."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league import tasks
from league.models import Invitation, Membership, Role, Season, Team, User
from league.services import access
from league.services.access import Offer
from league.services.invitation_mail import send_waiting_invitations
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return factories.season()


@pytest.fixture
def team(season: Season) -> Team:
    return factories.team(division=factories.division(season=season), name="Lynx")


@pytest.fixture
def administrator(season: Season, client: Client) -> User:
    user = factories.member(Role.ADMINISTRATOR, season.league)
    client.force_login(user)
    return user


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Invitations wait for the sweep, as they do when the broker is away."""
    monkeypatch.setattr(tasks, "nudge", lambda *_: False)


def url(place: Season, rest: str = "", *, whole: bool = False) -> str:
    return f"/leagues/{place.league.slug}/{'' if whole else f'{place.slug}/'}people/{rest}"


def invitation(of: Season, by: User, email: str = "new@example.org", /, **offer: Any) -> Invitation:
    scope = Offer(league=of.league, **({"role": Role.STATISTICIAN} | offer))
    return access.invite(offer=scope, emails=[email], actor=by, now=timezone.now())[0]


def test_a_list_is_invited_at_once(client: Client, season: Season, team: Team, administrator: User) -> None:
    values = {
        "role": "team-representative",
        "team": team.pk,
        "emails": "Ada Frost <ada@example.org>; bo@example.org\ncleo@example.org,",
    }
    answer = client.post(url(season, "invite/"), values, follow=True)
    assert "3 invitations are on their way." in answer.content.decode()
    invited = Invitation.objects.order_by("email").values_list("email", "team", "season", "invited_by")
    assert list(invited) == [
        (f"{name}@example.org", team.pk, season.pk, administrator.pk) for name in ("ada", "bo", "cleo")
    ]
    assert send_waiting_invitations(now=timezone.now()) == 3
    assert {message.to[0] for message in mail.outbox} == {"ada@example.org", "bo@example.org", "cleo@example.org"}


def test_every_fault_of_a_pasted_list_is_shown_and_what_was_typed_is_kept(
    client: Client, season: Season, administrator: User
) -> None:
    text = "ada@example.org\nbo at example.org\n<script>\n, cleo@"
    page = client.post(url(season, "invite/"), {"role": "director", "emails": text}).content.decode()
    for entry in ("bo at example.org", "&lt;script&gt;", "cleo@"):
        assert f"<code>{entry}</code>" in page
    assert "bo at example.org\n" in page
    assert not Invitation.objects.exists()


def test_a_role_and_its_team_belong_together(client: Client, season: Season, team: Team, administrator: User) -> None:
    page = client.post(url(season, "invite/"), {"role": "team-representative", "emails": "a@example.org"})
    assert "A team representative has a team" in page.content.decode()
    page = client.post(url(season, "invite/"), {"role": "director", "team": team.pk, "emails": "a@example.org"})
    assert "nobody else has one" in page.content.decode()
    other = factories.team(division=factories.division(season=factories.season()))
    values = {"role": "team-representative", "team": other.pk, "emails": "a@example.org"}
    assert "Select a valid choice" in client.post(url(season, "invite/"), values).content.decode()
    assert not Invitation.objects.exists()


def test_at_the_league_only_roles_of_the_league_are_offered(
    client: Client, season: Season, administrator: User
) -> None:
    page = client.get(url(season, "invite/", whole=True)).content.decode()
    assert 'value="director"' in page
    assert 'value="team-representative"' not in page
    client.post(url(season, "invite/", whole=True), {"role": "director", "emails": "a@example.org"})
    assert Invitation.objects.get().season is None


def test_an_administrator_of_one_season_gives_roles_of_that_season(client: Client, season: Season) -> None:
    client.force_login(factories.member(Role.ADMINISTRATOR, season.league, season=season))
    whole = factories.member(Role.DIRECTOR, season.league).memberships.get()
    assert client.get(url(season)).status_code == 200
    assert client.get(url(season, whole=True)).status_code == 403
    assert client.post(url(season, f"roles/{whole.pk}/end/"), {"reason": "No"}).status_code == 404
    later = factories.season(league=season.league)
    assert client.get(url(later)).status_code == 403


def test_nobody_reaches_into_another_league(client: Client, season: Season, administrator: User) -> None:
    other = factories.season()
    theirs = factories.member(Role.DIRECTOR, other.league).memberships.get()
    offered = invitation(other, factories.member(Role.ADMINISTRATOR, other.league))
    assert client.get(url(other)).status_code == 403
    assert client.post(url(other, "invite/"), {"role": "director", "emails": "me@example.org"}).status_code == 403
    for rest in (f"roles/{theirs.pk}/end/", f"invitations/{offered.pk}/withdraw/", f"invitations/{offered.pk}/resend/"):
        assert client.post(url(season, rest, whole=True), {"reason": "Ours"}).status_code == 404
    theirs.refresh_from_db()
    offered.refresh_from_db()
    assert (theirs.ended_at, offered.withdrawn_at, offered.mailed_at) == (None, None, None)


def test_an_invitation_is_sent_again_and_withdrawn(client: Client, season: Season, administrator: User) -> None:
    offered = invitation(season, administrator)
    assert "new@example.org" in client.get(url(season, whole=True)).content.decode()
    old = access.token_of(offered)
    client.post(url(season, f"invitations/{offered.pk}/resend/", whole=True))
    offered.refresh_from_db()
    assert access.token_of(offered) != old
    page = client.post(url(season, f"invitations/{offered.pk}/withdraw/", whole=True), follow=True).content.decode()
    assert "is withdrawn" in page
    again = client.post(url(season, f"invitations/{offered.pk}/withdraw/", whole=True), follow=True)
    assert "was withdrawn" in again.content.decode()


def test_a_role_ends_with_a_reason_and_the_last_administrator_stays(
    client: Client, season: Season, administrator: User
) -> None:
    director = factories.member(Role.DIRECTOR, season.league).memberships.get()
    end = url(season, f"roles/{director.pk}/end/", whole=True)
    assert "This field is required" in client.post(end, {"reason": " "}).content.decode()
    assert client.post(end, {"reason": "Moved away"}).status_code == 302
    assert client.get(end).status_code == 404
    assert str(director.user) in client.get(url(season, "?ended=1", whole=True)).content.decode()
    own = administrator.memberships.get()
    page = client.post(url(season, f"roles/{own.pk}/end/", whole=True), {"reason": "Tired"}).content.decode()
    assert "last administrator" in page
    own.refresh_from_db()
    assert own.ended_at is None


def test_the_list_is_searched_and_costs_the_same_for_few_and_many(
    client: Client, season: Season, team: Team, administrator: User, django_assert_num_queries: Any
) -> None:
    def fill(number: int) -> None:
        for _ in range(number):
            factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team, granted_by=administrator)
            invitation(season, administrator, factories.user().email)

    fill(2)
    for _ in range(2):
        with django_assert_num_queries(7):
            client.get(url(season))
        fill(20)
    found = client.get(url(season), {"q": administrator.email.upper()}).content.decode()
    assert found.count('<th scope="row" class="key">' + str(administrator)) == 1


def test_a_signed_in_user_accepts(client: Client, season: Season, team: Team) -> None:
    by = factories.member(Role.ADMINISTRATOR, season.league)
    offered = invitation(season, by, role=Role.TEAM_REPRESENTATIVE, season=season, team=team)
    user = factories.user(email="coach@example.org")
    client.force_login(user)
    page = client.get("/invitations/", {"key": access.token_of(offered)}).content.decode()
    assert "signed in as coach@example.org" in page, "it went to another address: say whose account gets the role"
    assert client.post("/invitations/", {"key": access.token_of(offered)}).status_code == 302
    assert user.memberships.get().team == team
    assert client.get("/invitations/", {"key": access.token_of(offered)}).status_code == 410


def test_somebody_with_an_account_signs_in_first_and_comes_back(client: Client, season: Season) -> None:
    user = factories.user(email="new@example.org")
    offered = invitation(season, factories.member(Role.ADMINISTRATOR, season.league))
    link = f"/invitations/?key={access.token_of(offered)}"
    page = client.get(link).content.decode()
    assert "Sign in to accept" in page
    assert client.post("/invitations/", {"key": access.token_of(offered), "name": "X", "password": "y" * 20})
    assert not user.memberships.exists()
    values = {"username": user.email, "password": factories.PASSWORD, "next": link}
    assert client.post("/sign-in/", values)["Location"] == link
    client.post("/invitations/", {"key": access.token_of(offered)})
    assert user.memberships.get().role == Role.STATISTICIAN


def test_somebody_new_says_who_they_are(client: Client, season: Season) -> None:
    offered = invitation(season, factories.member(Role.ADMINISTRATOR, season.league))
    key = access.token_of(offered)
    weak = client.post("/invitations/", {"key": key, "name": "", "password": "short"}).content.decode()
    assert "2 things must be put right" in weak
    answer = client.post("/invitations/", {"key": key, "name": "Nor Quell", "password": "three-goals-and-a-hat"})
    assert answer.status_code == 302
    membership = Membership.objects.get(role=Role.STATISTICIAN)
    assert (membership.user.email, membership.user.name) == ("new@example.org", "Nor Quell")
    assert client.session["_auth_user_id"] == str(membership.user.pk)


@pytest.mark.parametrize("key", ["", "0" * 64, "é", "x" * 5000])
def test_whatever_is_no_invitation_says_so(client: Client, key: str) -> None:
    answer = client.get("/invitations/", {"key": key})
    assert (answer.status_code, "The invitation has ended" in answer.content.decode()) == (410, True)
