"""What changed between two versions of a round."""

from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.rounds.versions import Changed, between

A, B, C = ("2014-12-01T19:00:00+00:00", 1), ("2014-12-02T19:00:00+00:00", 1), ("2014-12-02T19:00:00+00:00", 2)


def test_what_is_moved_twice_counts_once_and_what_comes_back_not_at_all() -> None:
    first = {1: (None, A), 2: (None, A)}
    second = {1: (A, B), 2: (A, C)}
    third = {1: (B, A), 2: (C, B)}
    assert between([first]) == (Changed(1, None, A), Changed(2, None, A))
    assert between([second, third]) == (Changed(2, A, B),)
    assert between([first, second, third]) == (Changed(1, None, A), Changed(2, None, B))
    assert between([]) == ()


@given(st.lists(st.dictionaries(st.integers(1, 4), st.sampled_from([A, B, C]), max_size=4), max_size=6))
def test_versions_taken_together_say_where_games_were_and_are(steps: list[dict[int, tuple[str, int]]]) -> None:
    where: dict[int, tuple[str, int]] = {}
    versions = []
    for step in steps:
        versions.append({game: (where.get(game), place) for game, place in step.items()})
        where |= step
    assert {one.game: one.after for one in between(versions)} == where
    for cut in range(len(versions) + 1):
        before: dict[int, tuple[str, int]] = {}
        for step in steps[:cut]:
            before |= step
        expected = {game: place for game, place in where.items() if before.get(game) != place}
        assert {one.game: one.after for one in between(versions[cut:])} == expected
