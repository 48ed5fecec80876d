"""Decides what edited pairings leave out of balance: how many games each team has, and at whose rink."""

from collections import Counter
from collections.abc import Iterable, Mapping

from league.core.findings import Finding

Pairing = tuple[str, str]
"""Home and away."""


def balance_findings(
    pairings: Iterable[Pairing], games: int, names: Mapping[str, str], clause: str | None = None
) -> tuple[Finding, ...]:
    """What warns about a division's pairings in which each team of `names` should play `games`; by team.

    A team with another number of games, and one that is at home for two games more or fewer than away
    (one of an odd number). People may want either, so that nothing is refused. Implements 3.2 of District 9.
    """
    home: Counter[str] = Counter()
    away: Counter[str] = Counter()
    for one, other in pairings:
        home[one] += 1
        away[other] += 1
    found = []
    for team, name in names.items():
        number = home[team] + away[team]
        if number != games:
            remedy = "add a game" if number < games else "take one out"
            message = f"{number} games where each team plays {games}"
            found.append(Finding("uneven-games", message, "warn", where=name, clause=clause, remedy=remedy))
        if abs(home[team] - away[team]) > 1:
            message = f"{home[team]} at home and {away[team]} away"
            found.append(Finding("uneven-home", message, "warn", where=name, remedy="swap home and away of a game"))
    return tuple(found)
