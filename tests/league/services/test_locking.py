"""What one person removes while another changes it, and two who wait for each other: both are answered."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test import Client

from league.models import League, Person, RecomputeRequest, Role, Season, Team, User
from league.services import access, recompute, setup_records
from league.services.audit import record, verify_chain
from league.services.editing import state_of
from league.services.errors import Refused
from league.services.locking import lock
from league.services.reporting import report_game
from league.services.setup_games import change_game, remove_game
from league.services.setup_rosters import (
    IN_SEASON_FIELDS,
    PERSON_FIELDS,
    SPOT_FIELDS,
    change_person,
    change_spot,
    remove_spot,
)
from tests import factories
from tests.reporting import NOW, content, evening

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls in threads; each one's result or exception, in the order given."""
    found: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            found[place] = call()
        except Exception as error:
            found[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


def codes(refused: Any) -> list[str]:
    return [finding.code for finding in refused.value.findings]


def test_what_was_removed_meanwhile_is_refused_wherever_it_is_changed(transactional_db: None) -> None:
    played = evening()
    game = factories.game(home=played.home, away=played.away, starts=None, occupied_until=None)
    spot = factories.player(played.home, number=77).roster_spots.get()
    team = factories.team(division=played.division, name="Lynx")
    remove_game(game=game, version=0)
    remove_spot(spot=spot)
    setup_records.remove_record(kind=setup_records.TEAMS, record=team)
    changes: list[Callable[[], Any]] = [
        lambda: change_game(game=game, values={}, version=0),
        lambda: report_game(
            game=game, team=played.home, content=content(), by=played.home_coach, token="t", seen_version=0, now=NOW
        ),
        lambda: change_spot(spot=spot, values={}, seen=state_of(spot, *SPOT_FIELDS)),
        lambda: setup_records.change_record(kind=setup_records.TEAMS, record=team, values={}, seen=""),
    ]
    for change in changes:
        with pytest.raises(Refused) as refused:
            change()
        assert codes(refused) == ["removed-meanwhile"]


@pytest.mark.parametrize("model", [League, Season])
def test_a_lock_lets_others_write_to_the_trail_and_both_get_through(transactional_db: None, model: Any) -> None:
    season = factories.season()
    locked, written = threading.Event(), threading.Event()

    def change() -> None:
        with transaction.atomic():
            lock(model.objects.all(), season.league_id if model is League else season.pk)
            locked.set()
            assert written.wait(10), "the other one waits for us, and we are about to wait for them"
            record(action="change", target=season, season=season)

    def other() -> None:
        assert locked.wait(10)
        with transaction.atomic():
            record(action="other", target=season, season=season)
        written.set()

    assert at_once(change, other) == [None, None]
    assert verify_chain(season.league).entries == 2
    assert verify_chain(season.league).broken is None


def test_nobody_else_gets_a_registration_number_that_is_being_given(transactional_db: None) -> None:
    season = factories.season()
    people = [factories.person(league=season.league, name=name) for name in ("Alva Birke", "Bo Castell")]

    def give(person: Person) -> Any:
        values = {name: getattr(person, name) for name in PERSON_FIELDS} | dict.fromkeys(IN_SEASON_FIELDS, False)
        seen = state_of(person, *PERSON_FIELDS)
        return change_person(person=person, season=season, values=values | {"registration": "R-1"}, seen=seen)

    found = at_once(*(lambda person=person: give(person) for person in people))
    assert sorted(type(one).__name__ for one in found) == ["Person", "Refused"]
    assert Person.objects.filter(registration="R-1").count() == 1


def test_a_game_is_removed_while_a_worker_is_at_its_team(transactional_db: None) -> None:
    """The worker holds the request and goes on to write what refers to the game."""
    played = evening()
    game = factories.game(home=played.home, away=played.away, starts=None, occupied_until=None)
    recompute.request(season=played.season, teams=[played.home.pk])
    claimed = threading.Event()

    def work() -> None:
        with transaction.atomic():
            list(RecomputeRequest.objects.select_for_update())
            claimed.set()
            threading.Event().wait(0.5)  # the other one is at its request by now
            with connection.cursor() as cursor:  # as a row that refers to the game does
                cursor.execute("SELECT 1 FROM league_game WHERE id = %s FOR KEY SHARE", [game.pk])

    def remove() -> None:
        assert claimed.wait(10)
        remove_game(game=game, version=0)

    assert at_once(work, remove) == [None, None]


def test_a_team_in_a_division_that_goes_at_that_moment_is_a_conflict_and_no_fault_of_ours(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = factories.season()
    division = factories.division(season=season)
    client = Client()
    client.force_login(factories.member(Role.ADMINISTRATOR, season.league))
    before = setup_records.add_records

    def late(**values: Any) -> Any:
        setup_records.remove_record(kind=setup_records.DIVISIONS, record=division)
        return before(**values)

    monkeypatch.setattr(setup_records, "add_records", late)
    data = {"names": "Lynx", "division": str(division.pk)}
    response = client.post(f"/leagues/{season.league.slug}/{season.slug}/setup/teams/", data)
    assert response.status_code == 409
    assert "removed at the same moment" in response.content.decode()
    assert not Team.objects.exists()


def test_one_account_is_made_however_often_it_is_accepted_at_once(transactional_db: None) -> None:
    league = factories.league()
    administrator = factories.member(Role.ADMINISTRATOR, league)
    tokens = []
    for role in (Role.STATISTICIAN, Role.DIRECTOR):
        offer = access.Offer(league=league, role=role)
        [invitation] = access.invite(offer=offer, emails=["new@example.org"], actor=administrator, now=NOW)
        tokens.append(access.token_of(invitation))

    def take(token: str) -> Any:
        return access.accept_as_new_user(token=token, name="New", password=factories.PASSWORD, now=NOW)

    found = at_once(*(lambda token=token: take(token) for token in (*tokens, tokens[0])))
    assert sorted(type(one).__name__ for one in found) == ["Membership", "Refused", "Refused"]
    assert {item.code for one in found if isinstance(one, Refused) for item in one.findings} == {"known"}
    assert User.objects.filter(email="new@example.org").count() == 1
