"""What the database refuses about penalties, conduct and payments."""

import datetime as dt
from typing import Any

import pytest

from league.models import ConductEvent, Game, Payment
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return factories.game()


def test_a_penalty_id_is_unique_on_its_sheet(game: Game) -> None:
    factories.penalty(game, key="x1")
    with refused_by("penalty_key_once_a_game"):
        factories.penalty(game, key="x1")
    factories.penalty(factories.game(), key="x1")


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("penalty_class_known", {"penalty_class": "huge"}),
        ("penalty_stands_for_known", {"penalty_class": "penalty-shot", "stands_for": "huge"}),
        ("penalty_clock_known", {"clock": "broken"}),
        ("league_penalty_seconds_check", {"seconds": -1}),
        ("league_penalty_left_seconds_check", {"left_seconds": -1}),
    ],
)
def test_an_impossible_penalty_is_refused(game: Game, constraint: str, fields: dict[str, Any]) -> None:
    with refused_by(constraint):
        factories.penalty(game, **fields)


def test_a_penalty_is_an_incident_of_its_own_unless_one_is_named(game: Game) -> None:
    assert factories.penalty(game, key="x1").incident_key == "x1"
    assert factories.penalty(game, key="x2", incident="i1").incident_key == "i1"
    assert factories.penalty(game, key="x3", incident="").incident_key == ""


def test_conduct_is_of_a_known_kind(game: Game) -> None:
    with refused_by("conduct_kind_known"):
        ConductEvent.objects.create(game=game, team=game.home, kind="dancing")


def payment(game: Game, **fields: Any) -> Payment:
    values = {"amount_cents": 5005, "currency": "USD", "date": dt.date(2014, 12, 1)} | fields
    return Payment.objects.create(season=game.season, **values)


def test_a_payment_comes_from_a_team_or_a_person(game: Game) -> None:
    person = factories.player(game.home, key="łoś-7")
    with refused_by("payment_from_a_team_or_a_person"):
        payment(game)
    with refused_by("payment_from_a_team_or_a_person"):
        payment(game, team=game.home, person=person)
    with refused_by("payment_currency_is_a_code"):
        payment(game, person=person, currency="us$")
    assert str(payment(game, key="m1", person=person)) == "person:łoś-7: 50.05"
    assert payment(game, team=game.home).payer == f"team:{game.home.key}"
    with refused_by("payment_key_once_a_season"):
        payment(game, key="m1", team=game.home)
