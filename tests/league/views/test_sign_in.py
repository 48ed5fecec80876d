"""Shows how people come in by the browser: by password, by a mailed link, and what is the same for strangers."""

import datetime as dt
import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league import tasks
from league.models import Role, User
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return factories.user(email="coach@example.org")


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mails are sent at once, as they are when the broker is away."""
    monkeypatch.setattr(tasks, "nudge", lambda *_: False)


def sign_in(client: Client, email: str, password: str = factories.PASSWORD, **more: str) -> Any:
    return client.post("/sign-in/", {"username": email, "password": password} | more)


def signed_in(client: Client) -> int | None:
    pk = client.session.get("_auth_user_id")
    return int(pk) if pk else None


def link_in_mail() -> str:
    found = re.search(r"http://testserver(\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found.group(1)


def press(client: Client, link: str) -> Any:
    """Open a link as a reader does, and press the button of its page."""
    page = client.get(link).content.decode()
    values = dict(re.findall(r'name="(key|next)" value="([^"]*)"', page))
    return client.post("/sign-in/link/arrived/", values)


def test_by_password_under_a_new_session_key(client: Client, user: User) -> None:
    client.get("/sign-in/")
    client.session["before"] = True
    client.session.save()
    before = client.session.session_key
    answer = sign_in(client, "Coach@Example.org")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert signed_in(client) == user.pk
    assert client.session.session_key != before


def test_everybody_lands_where_their_work_is(client: Client) -> None:
    season = factories.season()
    team = factories.team(division=factories.division(season=season))
    place = f"/leagues/{season.league.slug}/{season.slug}/"
    coach = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team)
    both = factories.member(Role.DIRECTOR, season.league)
    factories.member(Role.DIRECTOR, factories.season().league, user=both)
    for user, lands in (
        (factories.member(Role.STATISTICIAN, season.league), f"{place}waiting/"),
        (coach, f"{place}due/"),
        (factories.member(Role.DIRECTOR, season.league), place),
        (both, "/"),
        (factories.user(), "/"),
    ):
        assert sign_in(client, user.email)["Location"] == lands


@pytest.mark.parametrize("starts", [None, dt.date(2300, 9, 1)])
def test_a_next_season_in_preparation_leaves_everybody_in_the_one_that_is_played(
    client: Client, starts: dt.date | None
) -> None:
    season = factories.season()
    team = factories.team(division=factories.division(season=season))
    coach = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team)
    statistician = factories.member(Role.STATISTICIAN, season.league)
    factories.season(league=season.league, starts=starts, ends=None, published=False)
    place = f"/leagues/{season.league.slug}/{season.slug}/"
    assert sign_in(client, coach.email)["Location"] == f"{place}due/"
    assert sign_in(client, statistician.email)["Location"] == f"{place}waiting/"
    assert [own["season"] for own in client.get("/").context["own"]] == [season]


def test_failures_read_the_same_for_known_and_unknown_addresses(client: Client, user: User) -> None:
    def told(email: str) -> str:
        return re.sub(r'value="[^"]*"', "", sign_in(client, email, "wrong").content.decode().split("<main")[1])

    assert told("coach@example.org") == told("nobody@example.org")
    assert told("coach@example.org").count("belong together") == 1
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert told("coach@example.org") == told("nobody@example.org")
    assert signed_in(client) is None


@pytest.mark.parametrize(
    ("wanted", "goes"),
    [
        ("/account/", "/account/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("http:///evil.example", "/"),
        ("-1", "/"),
        ("\x00", "/"),
    ],
)
def test_it_leads_on_to_pages_of_this_site_only(client: Client, user: User, wanted: str, goes: str) -> None:
    assert sign_in(client, user.email, next=wanted)["Location"] == goes
    link = client.get("/sign-in/", {"next": wanted}) if wanted != "\x00" else None
    assert link is None or link["Location"] == goes


def test_the_sixth_attempt_waits_a_quarter_of_an_hour(client: Client, user: User) -> None:
    for _ in range(4):
        assert sign_in(client, user.email, "wrong").status_code == 200
    for attempt in (sign_in(client, user.email, "wrong"), sign_in(client, "COACH@example.org")):
        assert attempt.status_code == 429
        assert "In about 15 minutes you can try again." in attempt.content.decode()
        assert 14 * 60 < int(attempt["Retry-After"]) <= 15 * 60
    assert signed_in(client) is None
    assert sign_in(client, factories.user().email).status_code == 302, "others of the same network come in"
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere, user.email).status_code == 302, "and so does the owner from elsewhere"


def test_after_the_wait_one_comes_in(client: Client, user: User, settings: Any) -> None:
    for _ in range(6):
        sign_in(client, user.email, "wrong")
    settings.AXES_COOLOFF_TIME = dt.timedelta(0)
    assert sign_in(client, user.email).status_code == 302


def test_a_link_comes_by_mail_and_is_used_up_by_its_button_only(client: Client, user: User) -> None:
    assert client.post("/sign-in/link/", {"email": "Coach@example.org"})["Location"] == "/sign-in/link/?sent=1"
    link = link_in_mail()
    for _ in range(3):
        assert client.get(link).status_code == 200, "programs that look into mails use nothing up"
    assert signed_in(client) is None
    assert press(client, link).status_code == 302
    assert signed_in(client) == user.pk
    again = press(Client(), link)
    assert (again.status_code, "The link has ended" in again.content.decode()) == (410, True)


def test_asking_for_a_link_looks_the_same_for_strangers(client: Client, user: User) -> None:
    known = client.post("/sign-in/link/", {"email": user.email})
    unknown = client.post("/sign-in/link/", {"email": "nobody@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert len(mail.outbox) == 1
    assert "If we know the address" in client.get(unknown["Location"]).content.decode()


@pytest.mark.parametrize("email", ["coach@example.org", "nobody@example.org"])
def test_the_fourth_link_waits(client: Client, user: User, email: str) -> None:
    for _ in range(3):
        assert client.post("/sign-in/link/", {"email": email}).status_code == 302
    answer = client.post("/sign-in/link/", {"email": email})
    assert answer.status_code == 429
    assert "you can try again" in answer.content.decode()


def test_neither_a_broker_nor_a_mail_server_breaks_the_page(
    client: Client, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(**_: Any) -> None:
        raise ConnectionRefusedError("no mail server")

    monkeypatch.setattr("league.services.mail.send", away)
    assert client.post("/sign-in/link/", {"email": user.email})["Location"] == "/sign-in/link/?sent=1"


def test_a_forgotten_password_is_set_anew_by_the_link(client: Client, user: User) -> None:
    client.post("/sign-in/link/", {"email": user.email, "next": "/account/password/"})
    assert press(client, link_in_mail())["Location"] == "/account/password/"
    assert "Present password" not in client.get("/account/password/").content.decode()
    answer = client.post("/account/password/", {"password": "three-goals-and-a-hat"})
    assert answer["Location"] == "/account/"
    assert signed_in(client) == user.pk, "this session goes on"
    assert "Present password" in client.get("/account/password/").content.decode()
    assert sign_in(Client(), user.email, "three-goals-and-a-hat").status_code == 302


def test_a_password_is_changed_with_the_present_one_and_ends_other_sessions(client: Client, user: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(user)
    client.force_login(user)
    values = {"current": "wrong", "password": "three-goals-and-a-hat"}
    assert "not your present password" in client.post("/account/password/", values).content.decode()
    client.post("/account/password/", values | {"current": factories.PASSWORD})
    assert client.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302


@pytest.mark.parametrize("password", ["short", "1234567890123", "passwordpassword"[:8], "coach@example.org"])
def test_weak_passwords_are_refused(client: Client, user: User, password: str) -> None:
    client.force_login(user)
    answer = client.post("/account/password/", {"current": factories.PASSWORD, "password": password})
    assert answer.status_code == 200
    user.refresh_from_db()
    assert user.check_password(factories.PASSWORD)


def test_who_has_no_password_sets_one_by_a_fresh_link_only(client: Client) -> None:
    user = factories.user(password=None)
    client.force_login(user)
    assert "Mail me a link" in client.get("/account/password/").content.decode()
    client.post("/account/password/", {"password": "three-goals-and-a-hat"})
    user.refresh_from_db()
    assert not user.has_usable_password()


def test_a_link_that_was_used_long_ago_does_not_replace_the_present_password(client: Client, user: User) -> None:
    client.force_login(user)
    session = client.session
    session["link_at"] = (timezone.now() - dt.timedelta(minutes=16)).timestamp()
    session.save()
    assert "Present password" in client.get("/account/password/").content.decode()


def test_signing_out_is_a_button(client: Client, user: User) -> None:
    client.force_login(user)
    assert client.get("/sign-out/").status_code == 405
    assert signed_in(client) == user.pk
    assert client.post("/sign-out/")["Location"] == "/"
    assert signed_in(client) is None


def test_forms_need_their_token(user: User) -> None:
    careful = Client(enforce_csrf_checks=True)
    for path in ("/sign-in/", "/sign-in/link/", "/sign-in/link/arrived/", "/sign-out/", "/invitations/"):
        assert careful.post(path, {"username": user.email, "password": factories.PASSWORD}).status_code == 403


def test_one_changes_ones_name(client: Client, user: User) -> None:
    client.force_login(user)
    assert client.post("/account/", {"name": "Nor Quell", "language": "en"}).status_code == 302
    user.refresh_from_db()
    assert user.name == "Nor Quell"
    assert "Nor Quell" in client.get("/account/").content.decode()


def test_the_demo_offers_its_people_and_nothing_else_does(client: Client, settings: Any) -> None:
    season = factories.season()
    team = factories.team(division=factories.division(season=season), name="Lynx")
    coach = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team)
    parent = factories.user()
    assert coach.email not in client.get("/sign-in/").content.decode()
    settings.DEMO, settings.DEMO_PASSWORD = True, factories.PASSWORD
    shown = client.get("/sign-in/").content.decode()
    assert f"<code>{factories.PASSWORD}</code>" in shown
    assert "Team representative, Lynx" in shown
    assert parent.email in shown
    assert sign_in(client, coach.email).status_code == 302


def test_the_demo_offers_both_sides_of_a_game_to_report(client: Client, settings: Any) -> None:
    season = factories.season()
    division = factories.division(season=season)
    others, home, away = (factories.team(division=division, name=name) for name in ("Owls", "Lynx", "Otters"))
    for team in (others, home, away):
        factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team)
    factories.game(home=home, away=away)
    settings.DEMO = True
    shown = client.get("/sign-in/").content.decode()
    assert [f"Team representative, {name}" in shown for name in ("Lynx", "Otters", "Owls")] == [True, True, False]


def test_the_account_page_asks_few_questions(client: Client, django_assert_num_queries: Any) -> None:
    user = factories.user()
    for number in range(3):
        season = factories.season()
        division = factories.division(season=season)
        for _ in range(number + 1):
            factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=factories.team(division=division), user=user)
    client.force_login(user)
    with django_assert_num_queries(3):
        assert client.get("/account/").content.decode().count("Team representative") == 6
