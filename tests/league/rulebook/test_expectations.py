"""What an answer has to hold for an example to hold."""

from typing import Any

import pytest

from league.rulebook.expectations import differences

GAMES = [{"team": "Otters", "kept": True, "minutes": 8}, {"team": "Bears", "kept": False, "minutes": 16}]


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"fair_play": [{"team": "Otters"}, {"minutes": 16}]},
        {"fair_play": {"contains": [{"team": "Bears", "kept": False}]}},
        {"fair_play": {"none": {"team": "Cranes"}}},
        {"fair_play": {"none": [{"team": "Cranes"}, {"minutes": 9}], "contains": []}},
    ],
)
def test_what_is_given_holds(expected: Any) -> None:
    assert list(differences(expected, {"fair_play": GAMES, "more": 1})) == []


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"standings": []}, "standings: missing"),
        ({"fair_play": []}, "fair_play: 0 entries expected, got"),
        ({"fair_play": [{}, {"minutes": 15}]}, "fair_play[1].minutes: 15 expected, got 16"),
        ({"fair_play": [{"kept": 1}, {}]}, "fair_play[0].kept: 1 expected, got true"),
        ({"fair_play": {"contains": [{"team": "Cranes"}]}}, 'fair_play: nothing like {"team": "Cranes"}'),
        ({"fair_play": {"none": {"kept": True}}}, "fair_play[0]: should not be there"),
        ({"fair_play": {"team": "Otters"}}, "fair_play: an object expected"),
        ([], "$: 0 entries expected"),
    ],
)
def test_what_is_missed_is_told_with_its_path(expected: Any, said: str) -> None:
    (line,) = differences(expected, {"fair_play": GAMES})
    assert line.startswith(said)


def test_an_empty_list_has_nothing_like_what_is_wanted() -> None:
    assert list(differences({"contains": [1]}, [])) == ["$: nothing like 1 (the list is empty)"]
    assert list(differences({"contains": [1]}, 1)) == ["$: a list expected, got 1"]
