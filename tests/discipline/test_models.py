"""What the database refuses about infractions, suspensions, their evidence and reviews."""

import datetime as dt
from typing import Any

import pytest

from discipline.models import (
    Approval,
    CarriedSuspension,
    Ineligibility,
    Infraction,
    Review,
    ServedGame,
    Suspension,
    SuspensionStatus,
)
from league.models import Game
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2014, 11, 22, 18, 0, tzinfo=dt.UTC)


@pytest.fixture
def game() -> Game:
    return factories.game()


def suspension(game: Game, **fields: Any) -> Suspension:
    values: dict[str, Any] = {
        "season": game.season,
        "team": game.home,
        "incident": "i1",
        "status": SuspensionStatus.SERVING,
        "active": True,
        "data": {},
        "made_at": NOON,
    } | fields
    values["person"] = values.get("person") or factories.player(game.home)
    return Suspension.objects.create(**values)


def test_an_infraction_id_is_unique_in_its_season(game: Game) -> None:
    fields: dict[str, Any] = {"key": "n1", "date": NOON.date(), "offence": "travel-without-permit"}
    Infraction.objects.create(season=game.season, **fields)
    with refused_by("infraction_key_once_a_season"):
        Infraction.objects.create(season=game.season, **fields)


def test_halves_kinds_and_statuses_are_those_of_the_vocabulary(game: Game) -> None:
    person = factories.player(game.home)
    with refused_by("carried_half_known"):
        CarriedSuspension.objects.create(season=game.season, person=person, half="autumn")
    with refused_by("approval_kind_known"):
        Approval.objects.create(season=game.season, kind="nod")
    with refused_by("suspension_status_known"):
        suspension(game, status="forgotten")


def test_a_person_has_one_suspension_an_incident(game: Game) -> None:
    first = suspension(game)
    with refused_by("suspension_once_an_incident"):
        suspension(game, person=first.person)
    suspension(game, person=first.person, incident="i2")
    suspension(game)
    assert Suspension.objects.count() == 3


def test_games_left_to_serve_are_not_negative(game: Game) -> None:
    with refused_by("discipline_suspension_remaining_check"):
        suspension(game, remaining=-1)


def test_a_game_serves_a_suspension_once(game: Game) -> None:
    served = suspension(game)
    ServedGame.objects.create(suspension=served, game=game, reason="Next league game", clause="4.4")
    with refused_by("served_game_once_a_suspension"):
        ServedGame.objects.create(suspension=served, game=game)
    ServedGame.objects.create(suspension=suspension(game, person=served.person, incident="i2"), game=game)


def test_evidence_goes_with_its_suspension(game: Game) -> None:
    served = suspension(game)
    ServedGame.objects.create(suspension=served, game=game)
    served.delete()
    assert not ServedGame.objects.exists()


def test_a_person_is_ineligible_once_a_game_and_team(game: Game) -> None:
    fields: dict[str, Any] = {
        "season": game.season,
        "game": game,
        "team": game.home,
        "person": factories.player(game.home),
        "made_at": NOON,
    }
    Ineligibility.objects.create(**fields)
    with refused_by("ineligibility_once_a_game"):
        Ineligibility.objects.create(**fields)


def test_a_review_is_asked_for_once_and_closed_when_it_is_not_open(game: Game) -> None:
    fields: dict[str, Any] = {"season": game.season, "kind": "hearing", "incident": "i1", "made_at": NOON}
    Review.objects.create(**fields)
    with refused_by("review_once"):
        Review.objects.create(**fields)
    with refused_by("review_closed_when_not_open"):
        Review.objects.create(**fields | {"kind": "ethics", "closed_at": NOON})
