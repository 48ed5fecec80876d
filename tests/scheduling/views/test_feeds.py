"""Checks the calendar feeds: who gets them, what is in them, and that nothing is sent again that somebody has."""

import datetime as dt
from typing import Any

import icalendar
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Game, Outcome, Role, Season, Team, User
from league.services.editing import state_of
from league.services.outcomes import set_outcome, undo_outcome
from league.services.rulebooks import publish_shipped
from league.services.setup_games import change_game
from league.services.setup_records import RINKS, TEAMS, change_record
from scheduling.models import Assignment
from scheduling.services.calendar_links import create_link, revoke_link
from tests import factories

pytestmark = pytest.mark.django_db

START = dt.datetime(2014, 11, 9, 1, 30, tzinfo=dt.UTC)


@pytest.fixture
def season() -> Season:
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    return factories.season(league=factories.league(slug="d9"), slug="2014-15", rulebook=book)


@pytest.fixture
def team(season: Season) -> Team:
    return factories.team(division=factories.division(season=season), name="Otters")


@pytest.fixture
def game(season: Season, team: Team) -> Game:
    lynx = factories.team(division=team.division, name="Lynx")
    rink = factories.venue(league=season.league, name="Ice Hall", address="1 Rink Road\nNorth Fork")
    return factories.game(home=team, away=lynx, starts=START, venue=rink, announced_at=START)


def address(team: Team) -> str:
    return f"/leagues/d9/2014-15/teams/{team.pk}/games.ics"


def events(answer: Any) -> list[icalendar.Event]:
    assert answer.status_code == 200
    found = icalendar.Calendar.from_ical(answer.content)
    assert isinstance(found, icalendar.Calendar)
    return found.walk("VEVENT")


def only(answer: Any) -> icalendar.Event:
    (event,) = events(answer)
    return event


def moved(game: Game, **values: Any) -> Game:
    game.refresh_from_db()
    return change_game(game=game, values=values, version=game.version)


def test_a_teams_feed_shows_its_games_to_everybody(client: Client, team: Team, game: Game) -> None:
    factories.game(division=team.division)
    answer = client.get(address(team))
    event = only(answer)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=300"
    assert str(event["SUMMARY"]) == "Lynx at Otters"
    assert str(event["LOCATION"]) == "Ice Hall, 1 Rink Road North Fork"
    assert event["DTSTART"].dt.isoformat() == "2014-11-08T19:30:00-06:00"
    assert event["DTEND"].dt - event["DTSTART"].dt == dt.timedelta(minutes=75)
    assert str(event["URL"]) == f"http://testserver/leagues/d9/2014-15/games/{game.pk}/"
    assert str(event["UID"]) == str(game.uid)


def test_division_and_rink_have_feeds_too(client: Client, team: Team, game: Game) -> None:
    elsewhere = factories.game(division=team.division)
    of_division = client.get(f"/leagues/d9/2014-15/divisions/{team.division_id}/games.ics")
    assert {str(event["UID"]) for event in events(of_division)} == {str(game.uid), str(elsewhere.uid)}
    of_rink = client.get(f"/leagues/d9/2014-15/rinks/{game.venue_id}/games.ics")
    assert str(only(of_rink)["UID"]) == str(game.uid)
    assert client.get("/leagues/d9/2014-15/rinks/999999/games.ics").status_code == 404
    other = factories.venue()
    assert client.get(f"/leagues/d9/2014-15/rinks/{other.pk}/games.ics").status_code == 404


def test_an_unpublished_season_has_no_public_feed(client: Client, season: Season, team: Team, game: Game) -> None:
    Season.objects.update(published=False)
    assert client.get(address(team)).status_code == 302
    client.force_login(factories.user())
    assert client.get(address(team)).status_code == 404


def test_a_moved_game_keeps_its_uid_and_raises_its_sequence(client: Client, team: Team, game: Game) -> None:
    before = only(client.get(address(team)))
    later = START + dt.timedelta(days=7)
    moved(game, starts=later, occupied_until=later + dt.timedelta(minutes=75))
    after = only(client.get(address(team)))
    assert (before["UID"], before["SEQUENCE"], after["SEQUENCE"]) == (after["UID"], 0, 1)
    assert after["DTSTART"].dt == later
    assert after["DTSTAMP"].dt > before["DTSTAMP"].dt


def test_a_postponed_game_stays_where_it_was_until_it_has_a_new_date(client: Client, team: Team, game: Game) -> None:
    moved(game, starts=None, ends=None, occupied_until=None)
    event = only(client.get(address(team)))
    assert (str(event["SUMMARY"]), event["STATUS"], event["SEQUENCE"]) == ("Postponed: Lynx at Otters", "CANCELLED", 1)
    assert event["DTSTART"].dt == START
    later = START + dt.timedelta(days=30)
    moved(game, starts=later, occupied_until=later + dt.timedelta(minutes=75))
    event = only(client.get(address(team)))
    assert (event["STATUS"], event["SEQUENCE"], event["DTSTART"].dt) == ("CONFIRMED", 2, later)


def test_a_cancelled_game_stays_and_comes_back(client: Client, season: Season, team: Team, game: Game) -> None:
    by = factories.member(Role.STATISTICIAN, season.league)
    now = timezone.now()
    set_outcome(
        game=game,
        outcome=Outcome.CANCELLED,
        reason="No ice",
        by=by,
        seen_version=0,
        now=now,
        at_fault=[team],
        notice=START,
    )
    event = only(client.get(address(team)))
    assert (str(event["SUMMARY"]), event["STATUS"], event["SEQUENCE"]) == ("Cancelled: Lynx at Otters", "CANCELLED", 1)
    game.refresh_from_db()
    undo_outcome(game=game, reason="It is on", by=by, seen_version=game.version, now=now)
    event = only(client.get(address(team)))
    assert (event["STATUS"], event["SEQUENCE"]) == ("CONFIRMED", 2)


def test_new_names_and_addresses_reach_the_calendars(client: Client, season: Season, team: Team, game: Game) -> None:
    coming = timezone.now() + dt.timedelta(days=3)
    moved(game, starts=coming, occupied_until=coming + dt.timedelta(minutes=75))
    fields = TEAMS.fields
    values = {name: getattr(team, name) for name in fields} | {"name": "River Otters"}
    change_record(kind=TEAMS, record=team, values=values, seen=state_of(team, *fields))
    rink = game.venue
    assert rink is not None
    change_record(
        kind=RINKS,
        record=rink,
        values={"name": "Ice Hall", "address": "2 Rink Road", "url": ""},
        seen=state_of(rink, *RINKS.fields),
    )
    event = only(client.get(address(team)))
    assert (str(event["SUMMARY"]), str(event["LOCATION"])) == ("Lynx at River Otters", "Ice Hall, 2 Rink Road")
    assert event["SEQUENCE"] == 3


def test_what_calendars_do_not_show_raises_nothing(team: Team, game: Game) -> None:
    fields = TEAMS.fields
    values = {name: getattr(team, name) for name in fields} | {"colours": "green"}
    change_record(kind=TEAMS, record=team, values=values, seen=state_of(team, *fields))
    moved(game, stage="semi-final")
    game.refresh_from_db()
    assert game.sequence == 0


def test_who_has_the_feed_is_told_so_with_two_queries(client: Client, team: Team, game: Game) -> None:
    first = client.get(address(team))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        again = client.get(address(team), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, len(queries)) == (304, b"", 2)
    assert again["ETag"] == first["ETag"]
    moved(game, starts=None, ends=None, occupied_until=None)
    assert client.get(address(team), headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("number", [1, 30])
def test_a_feed_takes_three_queries_however_many_games(
    client: Client, team: Team, game: Game, number: int, django_assert_num_queries: Any
) -> None:
    for place in range(1, number):
        factories.game(home=team, away=game.away, starts=START + dt.timedelta(days=place))
    with django_assert_num_queries(3):
        assert len(events(client.get(address(team)))) == number


@pytest.fixture
def coach(season: Season, team: Team) -> User:
    return factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team)


def private(user: User) -> tuple[str, Any]:
    link, token = create_link(user=user, label="Telephone", now=timezone.now())
    return f"/calendars/games.ics?key={token}", link


def test_a_private_address_shows_ones_own_games_until_it_is_revoked(
    client: Client, season: Season, team: Team, game: Game, coach: User
) -> None:
    factories.game(division=team.division)
    url, link = private(coach)
    answer = client.get(url)
    assert str(only(answer)["UID"]) == str(game.uid)
    assert answer["Cache-Control"] == "private, max-age=300"
    assert client.get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    revoke_link(link=link, by=coach, now=timezone.now())
    assert client.get(url).status_code == 404
    assert client.get("/calendars/games.ics?key=guess").status_code == 404
    assert client.get("/calendars/games.ics").status_code == 404


def test_a_private_address_follows_the_roles_of_its_person(client: Client, game: Game, coach: User) -> None:
    url, _link = private(coach)
    Season.objects.update(published=False)
    assert len(events(client.get(url))) == 1
    coach.memberships.update(ended_at=timezone.now())
    assert events(client.get(url)) == []
    User.objects.filter(pk=coach.pk).update(is_active=False)
    assert client.get(url).status_code == 404


def test_players_and_officials_find_their_games(client: Client, season: Season, team: Team, game: Game) -> None:
    elsewhere = factories.game(division=factories.division(season=season, name="Bantam B"))
    user = factories.user()
    person = factories.player(team, user=user)
    Assignment.objects.create(game=elsewhere, person=person)
    url, _link = private(user)
    assert {str(event["UID"]) for event in events(client.get(url))} == {str(game.uid), str(elsewhere.uid)}
    Season.objects.update(published=False)
    assert events(client.get(url)) == []


def test_the_page_shows_an_address_once_and_revokes_only_ones_own(client: Client, coach: User) -> None:
    client.force_login(coach)
    made = client.post("/account/calendars/", {"label": "Telephone"})
    text = made.content.decode()
    assert "webcal://testserver/calendars/games.ics?key=" in text
    again = client.get("/account/calendars/").content.decode()
    assert "Telephone" in again
    assert "webcal://" not in again
    assert "This field is required" in client.post("/account/calendars/", {}).content.decode()
    link = coach.calendar_links.get()
    assert link.token_hash not in text
    client.force_login(factories.user())
    assert client.post(f"/account/calendars/{link.pk}/revoke/").status_code == 404
    client.force_login(coach)
    assert client.post(f"/account/calendars/{link.pk}/revoke/").status_code == 302
    assert "Telephone" not in client.get("/account/calendars/").content.decode().partition("In force")[2]
