"""Shows that a simulation's numbers are the same everywhere, and how it chooses and shuffles."""

from hypothesis import given
from hypothesis import strategies as st

from standings.core.draws import Draws


def test_the_sequence_is_the_published_one():
    draws = Draws(0)
    assert [draws.number() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(st.integers(0, 2**70), st.lists(st.integers(), max_size=8))
def test_shuffling_keeps_everything_and_a_seed_repeats_itself(seed, items):
    shuffled = Draws(seed).shuffled(items)
    assert sorted(shuffled) == sorted(items)
    assert shuffled == Draws(seed).shuffled(items)


def test_every_option_is_chosen_about_as_often():
    draws = Draws(7)
    chosen = [draws.choice("abcd") for _ in range(4000)]
    assert all(900 < chosen.count(option) < 1100 for option in "abcd")
