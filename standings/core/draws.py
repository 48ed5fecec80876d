"""Decides the numbers that a simulation draws: a fixed sequence for each seed, the same everywhere and always."""

from collections.abc import Sequence

MASK = (1 << 64) - 1


class Draws:
    """SplitMix64: well spread whole numbers from a seed. Nothing here depends on chance or on the machine."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def number(self) -> int:
        """The next of the sequence, from 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def choice[T](self, options: Sequence[T]) -> T:
        """One of the options, each as likely as the others."""
        return options[self.number() % len(options)]

    def shuffled[T](self, items: Sequence[T]) -> list[T]:
        """The items in a drawn order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.number() % (last + 1)
            found[last], found[other] = found[other], found[last]
        return found
