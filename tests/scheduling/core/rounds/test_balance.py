"""What edited pairings leave out of balance."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.rounds.balance import balance_findings
from scheduling.core.rounds.pairings import pairing_findings, pairings

NAMES = {"a": "Otters", "b": "Lynx", "c": "Terns"}


@pytest.mark.clause("mn-district-9", "3.2")
def test_uneven_numbers_and_uneven_home_games_are_named_by_team() -> None:
    found = balance_findings([("a", "b"), ("a", "c")], 2, NAMES)
    assert [(one.where, one.code, one.message, one.severity) for one in found] == [
        ("Otters", "uneven-home", "2 at home and 0 away", "warn"),
        ("Lynx", "uneven-games", "1 games where each team plays 2", "warn"),
        ("Terns", "uneven-games", "1 games where each team plays 2", "warn"),
    ]


@given(st.integers(2, 9), st.integers(1, 12))
def test_pairings_that_are_made_have_nothing_against_them(teams: int, games: int) -> None:
    names = {str(number): f"Team {number}" for number in range(teams)}
    if not pairing_findings(teams, games):
        assert balance_findings(pairings(list(names), games), games, names) == ()
