"""Shows that pairings give every team its games, balanced per pair and overall, whatever the numbers."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.rounds.pairings import pairing_findings, pairings


@pytest.mark.clause("mn-district-9", "3.2")
def test_four_teams_play_six_games_each_against_everybody_home_and_away():
    found = pairings("ABCD", 6)
    assert len(found) == 12
    assert sorted(found) == sorted((home, away) for home in "ABCD" for away in "ABCD" if home != away)


@pytest.mark.clause("mn-district-9", "3.8")
def test_a_number_that_leaves_half_a_game_is_refused_with_those_beside_it():
    assert pairings("ABC", 3) == ()
    assert [(item.where, item.remedy) for item in pairing_findings(3, 3)] == [("games", "choose 2 or 4")]
    assert [item.code for item in pairing_findings(1, 3)] == ["too-few-teams"]


@given(st.integers(2, 14), st.integers(0, 40))
def test_every_team_has_its_games_in_balance(number, games):
    teams = [f"t{place}" for place in range(number)]
    found = pairings(teams, games)
    if pairing_findings(number, games):
        assert found == ()
        return
    home, away = Counter(one for one, _ in found), Counter(other for _, other in found)
    directed = Counter(found)
    met = {pair: directed[pair] + directed[pair[::-1]] for pair in combinations(teams, 2)}
    for team in teams:
        assert home[team] + away[team] == games
        assert abs(home[team] - away[team]) == games % 2
    assert max(met.values()) - min(met.values()) <= 1
    assert all(abs(directed[pair] - directed[pair[::-1]]) == met[pair] % 2 for pair in met)
    assert pairings(teams, games) == found
