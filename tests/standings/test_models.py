"""What the database refuses about coin flips, withdrawals and final tables."""

import datetime as dt
from typing import Any

import pytest

from league.models import Division
from standings.models import CoinFlip, FinalTable, StandingsSnapshot, Withdrawal
from tests import factories
from tests.refusals import refused_by

pytestmark = pytest.mark.django_db

NOON = dt.datetime(2015, 2, 2, 18, 0, tzinfo=dt.UTC)


@pytest.fixture
def division() -> Division:
    return factories.division()


@pytest.mark.parametrize(
    ("constraint", "fields"),
    [
        ("coin_flip_among_two_or_more", {"among": ["A"], "winner": "A"}),
        ("coin_flip_among_two_or_more", {"among": [], "winner": "A"}),
        ("coin_flip_decides_something", {"among": ["A", "B"]}),
    ],
)
def test_a_coin_flip_decides_between_teams(division: Division, constraint: str, fields: dict[str, Any]) -> None:
    with refused_by(constraint):
        CoinFlip.objects.create(division=division, **fields)


def test_a_coin_flip_entered_by_hand_names_day_official_and_witness(division: Division) -> None:
    fields: dict[str, Any] = {"division": division, "among": ["A", "B"], "winner": "A"}
    by_hand = fields | {"recorded_by": factories.user(), "date": NOON.date(), "official": "O", "witness": "W"}
    for missing in ({"date": None}, {"official": ""}, {"witness": ""}):
        with refused_by("coin_flip_by_hand_is_witnessed"):
            CoinFlip.objects.create(**by_hand | missing)
    assert CoinFlip.objects.create(**by_hand).pk
    assert str(CoinFlip.objects.create(**fields | {"winner": None, "order": ["B", "A"]})).endswith("B, A")


def test_a_team_withdraws_once(division: Division) -> None:
    team = factories.team(division=division)
    Withdrawal.objects.create(team=team, date=NOON.date())
    with refused_by("standings_withdrawal_team_id_key"):
        Withdrawal.objects.create(team=team)


def test_a_division_has_one_snapshot(division: Division) -> None:
    fields: dict[str, Any] = {
        "division": division,
        "rulebook": division.season.rulebook,
        "facts_digest": "",
        "as_of": NOON.date(),
        "made_at": NOON,
    }
    StandingsSnapshot.objects.create(**fields)
    with refused_by("standings_standingssnapshot_division_id_key"):
        StandingsSnapshot.objects.create(**fields)


def test_a_division_has_one_final_table_and_a_reopened_one_says_why(division: Division) -> None:
    user = factories.user()
    fields: dict[str, Any] = {
        "division": division,
        "rulebook": division.season.rulebook,
        "facts_digest": "",
        "frozen_at": NOON,
        "frozen_by": user,
    }
    first = FinalTable.objects.create(**fields)
    with refused_by("final_table_once_a_division"):
        FinalTable.objects.create(**fields)
    first.reopened_at, first.reopened_by = NOON, user
    with refused_by("final_table_reopened_with_a_reason"):
        first.save()
    first.reason = "A score was corrected"
    first.save()
    FinalTable.objects.create(**fields)
    assert division.final_tables.count() == 2
