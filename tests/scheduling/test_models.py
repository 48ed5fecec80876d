"""What the database refuses about requests to move a game and the consents to them."""

import datetime as dt
from typing import Any

import pytest

from league.models import Game
from scheduling.models import RescheduleAgreement, RescheduleRequest
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2014, 12, 13, 19, 0, tzinfo=dt.UTC)


@pytest.fixture
def game() -> Game:
    return factories.game()


def request(game: Game, **fields: Any) -> RescheduleRequest:
    values: dict[str, Any] = {"received": dt.date(2014, 12, 6), "new_start": NOON} | fields
    return RescheduleRequest.objects.create(season=game.season, game=game, by=game.home, **values)


def test_a_request_id_is_unique_in_its_season(game: Game) -> None:
    request(game, key="r1")
    with refused_by("request_key_once_a_season"):
        request(game, key="r1")


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("request_reason_known", {"reason": "holiday"}),
        ("request_decision_known", {"decision": "perhaps"}),
        ("request_decided_with_a_decision", {"decided_at": NOON}),
    ],
)
def test_what_cannot_be_is_refused(game: Game, constraint: str, fields: dict[str, Any]) -> None:
    with refused_by(constraint):
        request(game, **fields)


def test_a_team_agrees_once(game: Game) -> None:
    asked = request(game)
    RescheduleAgreement.objects.create(request=asked, team=game.away)
    with refused_by("agreement_once_a_team"):
        RescheduleAgreement.objects.create(request=asked, team=game.away)
