"""Decides who meets whom: every team every other once a turn, home and away in turns."""

from collections.abc import Sequence

type Pair = tuple[int, int]
"""Home and away, by their places in the division."""


def rounds(teams: int, order: str) -> Sequence[Sequence[Pair]]:
    """Rounds in the given order, such as "1 2 3 1r": the rounds of one turn by number, r with sides changed.

    `teams` is an even number. The pair of the last team stands last in its round.
    """
    turn = _turn(teams)
    found = []
    for word in order.split():
        pairs = turn[int(word.removesuffix("r")) - 1]
        found.append(tuple((away, home) for home, away in pairs) if word.endswith("r") else pairs)
    return tuple(found)


def _turn(teams: int) -> Sequence[Sequence[Pair]]:
    """Everybody once against everybody, by the circle method."""
    moving = teams - 1
    found = []
    for number in range(moving):
        pairs = [((number + step) % moving, (number - step) % moving) for step in range(1, teams // 2)]
        pairs.append((number, moving))
        found.append(
            tuple((away, home) if (number + place) % 2 else (home, away) for place, (home, away) in enumerate(pairs))
        )
    return found
