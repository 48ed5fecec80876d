"""Decides whom to ask who may not take part in a game: whichever app knows answers, here is the one place to ask."""

from collections.abc import Callable, Mapping

from league.models import Game

Gate = Callable[[Game], Mapping[str, str]]
"""From a game to the people (by key) who may not take part in it, and why not."""

_gates: list[Gate] = []


def answered_by(gate: Gate) -> None:
    """Have `gate` asked whenever somebody wants to know who may not take part."""
    if gate not in _gates:
        _gates.append(gate)


def barred(game: Game) -> Mapping[str, str]:
    """The people (by key) of both teams who may not take part in the game, and why not."""
    found: dict[str, str] = {}
    for gate in _gates:
        for person, why in gate(game).items():
            found[person] = f"{found[person]}; {why}" if person in found else why
    return found
