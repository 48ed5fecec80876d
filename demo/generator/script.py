"""Holds what the demo has to show whatever the dice say: tables with every tie-break, and every fate of a game.

Games are named division, round, letter ("ba-2a" is the first of round 2 of Bantam A); teams by their
places in the division, from 0; days as numbers from today.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from demo.generator.sheets import Side

_ONE_TURN_AND_THREE = "1 2 3 4 5 6 7 1r 2r 3r"
_TWICE_FIRST = "1 1r 2 3 4 5 6 7 2r 3r"
_HOME_AND_HOME = "1 2 3 4 5 6 6r 7 2r 3r"

ORDER: Mapping[str, str] = {
    "ba": _HOME_AND_HOME,
    "bb": _HOME_AND_HOME,
    "pa": _HOME_AND_HOME,
    "pb": _ONE_TURN_AND_THREE,
    "sa": _TWICE_FIRST,
    "12ub": _HOME_AND_HOME,
    "10ub": _TWICE_FIRST,
    "mite": _HOME_AND_HOME,
}
"""The rounds of each division."""

TABLES: Mapping[str, Sequence[str]] = {
    # four pairs of teams are level; most wins, fewest losses, Fair Play points (one is adjusted) and goals part them
    "pb": (
        "5-3 2*-5 3-2 4-1",
        "0-2 0-1 6-1 2*-0",
        "3*-4 1-2 2-0 0*-1",
        "3-3 1-3 4-2 1-8",
        "3-1 2-1 0-7 4-1*",
    ),
    # head-to-head goals, the goal quotient of the league, and two that only a coin can part
    "sa": (
        "2-2 2-3 2-5 3-4",
        "2-1 2-3 1-4 1-7",
        "2-0 1-3 2-3 1-2",
        "5-2* 2-0 4-1 1-0*",
        "1-1 3-5* 2-1 3-4",
    ),
    # three of whom one is placed at once, the goal quotient between two (a goal too many to count), and a coin
    "10ub": (
        "4-1 1-9 0*-1 1-1*",
        "5*-1* 1-8 7-1 2-6",
        "2-0 1-1 1-8 1-1",
        "1*-1 2-2 1-6 4-2",
        "2-3* 2-3 4-2 4-1",
    ),
}
"""Scores of the rounds behind us, home first; * behind a side's goals: it lost its Fair Play point."""


@dataclass(frozen=True, slots=True)
class Live:
    """A game around today, whose result comes in by reports."""

    day: int
    hour: dt.time


LIVE: Mapping[str, Live] = {
    "ba-6a": Live(-1, dt.time(20, 15)),
    "ba-7a": Live(0, dt.time(17, 45)),  # the same two again: one of their games is due at any hour
    "ba-6b": Live(-4, dt.time(19, 0)),
    "ba-6c": Live(-2, dt.time(19, 0)),
    "bb-6a": Live(-3, dt.time(19, 0)),
    "bb-6b": Live(-3, dt.time(17, 45)),
    "bb-6c": Live(-1, dt.time(17, 45)),
    "pa-6a": Live(-4, dt.time(17, 45)),
    "pa-6b": Live(-4, dt.time(19, 0)),
    "pa-6c": Live(-2, dt.time(17, 45)),
    "12ub-6a": Live(-4, dt.time(17, 45)),
    "12ub-6b": Live(-3, dt.time(19, 0)),
    "12ub-6c": Live(-2, dt.time(17, 45)),
    "mite-6a": Live(-2, dt.time(17, 45)),
    "mite-6b": Live(-1, dt.time(17, 45)),
}


@dataclass(frozen=True, slots=True)
class Fate:
    """A game that wasn't played as it was set."""

    outcome: Literal["forfeit", "no-show", "refused", "cancelled", "double-forfeit"]
    at_fault: tuple[Side, ...]
    notice: dt.timedelta | None = None
    """How long before the start word was given."""
    excused: Literal["weather", "illness"] | None = None
    grants: bool = False
    """Whether the director gives the other team a Fair Play point."""


FATES: Mapping[str, Fate] = {
    "ba-3d": Fate("cancelled", ("home",), dt.timedelta(hours=5), "weather"),
    "ba-4b": Fate("cancelled", ("home",), dt.timedelta(hours=20)),
    "bb-2b": Fate("double-forfeit", ("home", "away")),
    "bb-3a": Fate("no-show", ("away",)),
    "pa-2c": Fate("forfeit", ("away",), grants=True),
    "pa-3a": Fate("cancelled", ("away",), dt.timedelta(hours=9), "illness"),
    "pa-4d": Fate("cancelled", ("home",), dt.timedelta(days=5)),
    "12ub-3c": Fate("refused", ("away",)),
}
MAKE_UPS: Mapping[str, int] = {"pa-4d": 8}
"""Games called off in time are played in a later round."""
POSTPONED: Sequence[str] = ("bb-8c",)
"""Put off without a new date."""


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight: the team's place and its skater, and the opponent's skater where that one fought back."""

    game: str
    team: int
    skater: int
    opponent: int | None = None
    decided: bool = False
    """Whether the hearing that it brought has been held."""
    used_in: str = ""
    """A game in which the team used the suspended skater all the same."""


FIGHTS: Sequence[Fight] = (
    Fight("ba-2a", 0, 3, opponent=5),
    Fight("ba-5c", 0, 3),  # the second time: waits for the hearing
    Fight("bb-1b", 2, 4),
    Fight("bb-4a", 2, 4, decided=True),
    Fight("bb-4b", 5, 7, used_in="bb-5a"),
    Fight("cup-1", 1, 2),
    Fight("pa-5c", 1, 6, opponent=2),
    Fight("ba-6b", 3, 8, opponent=1),
)

ACTS: Mapping[str, tuple[Side, str]] = {
    "ba-1a": ("home", "mouth-guard"),
    "pa-1b": ("away", "penalty-shot"),
    "bb-1c": ("home", "checking-from-behind"),
    "12ub-2d": ("home", "coach-sent-off"),
    "12ub-1b": ("away", "spectators-removed"),
    "12ub-4a": ("home", "off-ice-official-removed"),
    "pa-6a": ("home", "hooks"),
}
"""What happens in a game besides the usual."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request by the home team to move a game."""

    game: str
    received: int
    to_round: int
    decision: Literal["approved", "refused", "waived"] | None = None
    reason: Literal["other", "weather", "illness"] = "other"
    agreed: bool = True
    paid: bool = False


REQUESTS: Sequence[Request] = (
    Request("pb-3b", -40, 4, "approved"),
    Request("sa-7a", -6, 8, "refused"),
    Request("10ub-7b", -5, 8, "waived"),
    Request("ba-8a", -9, 9, "approved", paid=True),
    Request("bb-6d", -1, 7, "approved"),
    Request("pa-6d", -1, 7, "approved", "weather"),
    Request("12ub-7a", -2, 8, "approved", "illness"),
    Request("ba-7b", -1, 8, agreed=False),
    Request("pb-7c", -2, 8),
)

TOURNAMENTS: Sequence[tuple[int, Sequence[tuple[str, int, str, int, tuple[int, int] | None]]]] = (
    (-19, (("ba", 4, "bb", 1, (4, 2)), ("ba", 6, "bb", 4, (3, 1)), ("ba", 4, "ba", 6, None), ("bb", 1, "bb", 4, None))),
    (20, (("pa", 0, "pb", 1, None), ("pa", 4, "pb", 6, None), ("pa", 0, "pa", 4, None), ("pb", 1, "pb", 6, None))),
)
"""From which day on the weekend is looked for; division and team of home and away, and the score where it is set."""

EXHIBITIONS: Sequence[tuple[str, str]] = (("pa", "pb"), ("ba", "bb"), ("sa", "sa"), ("12ub", "12ub"), ("10ub", "10ub"))
"""Divisions whose teams meet outside the league: once behind us, once ahead."""
SCRIMMAGES: Sequence[tuple[str, int]] = (("mite", 4), ("sa", 4))

WITHDRAWN = ("12ub", 7, -3)
AFFILIATE = ("bb", 1, 10, "ba", 0, 77, "ba-4c")
"""A skater who also plays for another team, there under this number, in this game."""
ADJUSTED: Sequence[tuple[str, int, int, str]] = (
    ("bb", 6, -2, "Used a player in round 2 who was on no roster of the district."),
    ("pb", 0, -1, "Rink time of round 4 given back too late: ruling of the district's board."),
)
"""Division, team, points, reason."""
FLIPPED: Sequence[str] = ("10ub",)
"""Divisions in which a coin has been flipped between the teams that nothing else parts."""

PAID: Sequence[tuple[str, str, int]] = (("bb-3a", "300.00", 4), ("bb-2b", "100.00", 6))
"""Games whose fine is paid, by the team at fault, and how many days after the game."""
REPLACED = ("pa", 0, 9, -30, -25)
"""Division, team and skater that left, the last day, and the first day of who came for them."""
NEWCOMER = "Arvid Lindskov"
