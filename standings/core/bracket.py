"""Decides how a knockout is drawn: its matches, who enters each, and who is at home game by game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from standings.core.book_playoffs import PlayoffStage


@dataclass(frozen=True, slots=True)
class Slot:
    """Who enters a match: a seed, the winner or loser of another match, the best or worst seed left, or nobody.

    `of` is the seed (`"1"`, `"B2"`) or the id of the match; for `left` the place among those left, best first.
    """

    kind: Literal["seed", "winner", "loser", "left", "bye"]
    of: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """One match of the bracket: a series of at most `best_of` games. A bye has one slot of that kind."""

    id: str  # "1.2": the second match of the first round; "third-place"
    round: int  # from 1
    name: str  # "semi-final 1"; the final alone is called without a number
    slots: tuple[Slot, Slot]
    best_of: int
    home: tuple[Literal["higher", "lower"], ...]  # game by game

    @property
    def bye(self) -> bool:
        """Whether one of the two goes on without playing."""
        return any(slot.kind == "bye" for slot in self.slots)


@dataclass(frozen=True, slots=True)
class Draw:
    """A knockout's matches in the order of play."""

    stage: str
    clause: str
    reseed: bool
    matches: tuple[Match, ...]

    def match(self, id: str) -> Match:
        """The match of that id. Raises KeyError."""
        for match in self.matches:
            if match.id == id:
                return match
        raise KeyError(id)

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return max(match.round for match in self.matches)


def draw(stage: PlayoffStage, teams: int) -> Draw:
    """The bracket of a knockout that `teams` teams enter, before anybody is known.

    Best meets worst, and the best seeds have the byes; the two best can only meet in the final. With
    `pairs` the first round is as they say. Raises ValueError for fewer than two teams or a round robin.
    """
    if stage.form != "knockout":
        raise ValueError(f"{stage.name} is no knockout")
    entrants = min(teams, stage.entrants or teams)
    first = _pairs(stage) if stage.pairs else _standard(entrants)
    if entrants < 2:
        raise ValueError("a knockout needs two teams")
    rounds = (len(first) - 1).bit_length() + 1
    matches: list[Match] = []
    current = [Slot("seed", seed) if seed else Slot("bye") for pair in first for seed in pair]
    for number in range(1, rounds + 1):
        pairs = list(zip(current[::2], current[1::2], strict=True))
        made = [_match(stage, number, rounds, place, len(pairs), pair) for place, pair in enumerate(pairs, 1)]
        matches.extend(made)
        current = _next_round(stage, made)
    if stage.third_place is not None and rounds > 1:
        before = [match.id for match in matches if match.round == rounds - 1]
        losers = (Slot("loser", before[0]), Slot("loser", before[1]))
        home = _home(stage, _length(stage, stage.third_place))
        third = Match("third-place", rounds, stage.third_place, losers, len(home), home)
        matches.insert(len(matches) - 1, third)
    return Draw(stage.name, stage.clause, stage.reseed, tuple(matches))


def _standard(entrants: int) -> list[tuple[str, str]]:
    """First-round pairs of seeds in bracket order: 1 and 2 are in different halves, missing seeds are byes."""
    order = [1]
    while len(order) < entrants:
        size = 2 * len(order)
        order = [seed for place in order for seed in (place, size + 1 - place)]
    shown = [str(seed) if seed <= entrants else "" for seed in order]
    return list(zip(shown[::2], shown[1::2], strict=True)) if len(shown) > 1 else [(shown[0], "")]


def _pairs(stage: PlayoffStage) -> list[tuple[str, str]]:
    """The book's own pairs; their number is brought to a power of two by byes at the end."""
    pairs = list(stage.pairs)
    while len(pairs) & (len(pairs) - 1):
        pairs.append(("", ""))
    return pairs


def _next_round(stage: PlayoffStage, made: Sequence[Match]) -> list[Slot]:
    if not stage.reseed:
        return [_goes_on(match) for match in made]
    left = len(made)
    places = [place for pair in _standard(left) for place in pair] if left > 1 else []
    return [Slot("left", place) for place in places]


def _goes_on(match: Match) -> Slot:
    """The winner's place in the next round; who has a bye stands there already."""
    if match.bye:
        return next((slot for slot in match.slots if slot.kind != "bye"), Slot("bye"))
    return Slot("winner", match.id)


def _match(stage: PlayoffStage, number: int, rounds: int, place: int, of: int, slots: tuple[Slot, Slot]) -> Match:
    name = round_name(stage, number, rounds)
    games = _length(stage, name)
    shown = name if of == 1 else f"{name} {place}"
    return Match(f"{number}.{place}", number, shown, slots, games, _home(stage, games))


def round_name(stage: PlayoffStage, number: int, rounds: int) -> str:
    """What a round is called: the book's names count back from the final, earlier rounds go by number."""
    behind = rounds - number
    return stage.rounds[-1 - behind] if behind < len(stage.rounds) else f"round {number}"


def _length(stage: PlayoffStage, name: str) -> int:
    return stage.best_of_by_round.get(name, stage.best_of)


def _home(stage: PlayoffStage, games: int) -> tuple[Literal["higher", "lower"], ...]:
    """Game by game, as the book's pattern runs; the deciding game is at the higher seed's."""
    pattern = tuple(stage.home[game % len(stage.home)] for game in range(games))
    return (*pattern[:-1], "higher")


def placeholder(slot: Slot, draw: Draw) -> str:
    """What stands in the bracket while nobody is certain: "1st", "B2", "winner of semi-final 1", "bye"."""
    if slot.kind == "bye":
        return "bye"
    if slot.kind == "seed":
        return ordinal(int(slot.of)) if slot.of.isdigit() else slot.of
    if slot.kind == "left":
        return f"{ordinal(int(slot.of))} of those left"
    return f"{slot.kind} of {draw.match(slot.of).name}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


Seeds = Mapping[str, str]
"""Seed to team, only where it is certain."""
