"""Checks which games of a family are told to be at once or too near to each other."""

import datetime as dt
import itertools

from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.conflicts import HURRY, Conflict, Outing, conflicts

NOON = dt.datetime(2014, 11, 1, 12, 0, tzinfo=dt.UTC)


def outing(id: int, start: int, end: int, rink: int | None = 1) -> Outing:
    return Outing(id, NOON + dt.timedelta(minutes=start), NOON + dt.timedelta(minutes=end), rink)


def test_games_that_overlap_are_at_once_wherever_they_are() -> None:
    assert conflicts([outing(1, 0, 75), outing(2, 60, 135)]) == (Conflict(1, 2, True, dt.timedelta()),)


def test_one_game_after_the_other_on_one_rink_is_no_conflict() -> None:
    assert conflicts([outing(1, 0, 75), outing(2, 75, 150)]) == ()


def test_another_rink_takes_time_to_reach() -> None:
    assert conflicts([outing(1, 0, 75, 1), outing(2, 90, 150, 2)]) == (Conflict(1, 2, False, dt.timedelta(minutes=15)),)
    assert conflicts([outing(1, 0, 75, None), outing(2, 75, 150, None)])[0].between == dt.timedelta()
    assert conflicts([outing(1, 0, 75, 1), outing(2, 120, 150, 2)]) == ()


_OUTINGS = st.lists(
    st.tuples(st.integers(0, 600), st.integers(1, 120), st.none() | st.integers(1, 3)), max_size=12
).map(lambda rows: [outing(id, start, start + length, rink) for id, (start, length, rink) in enumerate(rows)])


@given(_OUTINGS, st.randoms())
def test_every_pair_is_looked_at_once_in_whatever_order_they_come(outings: list[Outing], random: object) -> None:
    expected = set()
    for one, other in itertools.combinations(outings, 2):
        first, second = sorted((one, other), key=lambda item: (item.starts, item.id))
        if first.ends > second.starts or (
            second.starts - first.ends < HURRY and (first.rink is None or first.rink != second.rink)
        ):
            expected.add(frozenset({one.id, other.id}))
    found = conflicts(outings)
    assert {frozenset({item.first, item.second}) for item in found} == expected
    assert len(found) == len(expected)
    shuffled = list(outings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert set(conflicts(shuffled)) == set(found)
