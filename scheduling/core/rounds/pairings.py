"""Decides who plays whom, and at whose rink: as often as the league says, home and away in balance."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from league.core.findings import Finding

Pairing = tuple[str, str]
"""Home and away."""


def pairing_findings(teams: int, games: int) -> tuple[Finding, ...]:
    """Why so many teams can't play so many games each; nothing where they can (3.8 of District 9)."""
    if games == 0:
        return ()
    if teams < 2:
        return (Finding("too-few-teams", "it takes two teams to play", where="games", remedy="enter the teams first"),)
    if teams % 2 and games % 2:
        message = f"{teams} teams can't play {games} games each: half a game would be left over"
        return (Finding("odd-games", message, where="games", remedy=f"choose {games - 1} or {games + 1}"),)
    return ()


def pairings(teams: Sequence[str], games: int) -> tuple[Pairing, ...]:
    """The games of a division in which each team plays `games`; empty where `pairing_findings` has something.

    Any two teams meet equally often, or once more than others where it doesn't come out even. Of two teams'
    meetings each is at home for half, of an odd number one has one more; and each team is at home for half of
    all its games, of an odd number one more or less. The same teams in the same order give the same games.
    Implements 3.2 and 3.8 of District 9.
    """
    if games < 1 or pairing_findings(len(teams), games):
        return ()
    everybody = len(teams) - 1
    often, left = divmod(games, everybody)
    more = set(_regular(len(teams), left))
    found: list[Pairing] = []
    single: list[tuple[int, int]] = []
    for pair in combinations(range(len(teams)), 2):
        meetings = often + (pair in more)
        one, other = teams[pair[0]], teams[pair[1]]
        found += [(one, other), (other, one)] * (meetings // 2)
        if meetings % 2:
            single.append(pair)
    found += [(teams[home], teams[away]) for home, away in _balanced(len(teams), single)]
    return tuple(sorted(found, key=_place(teams)))


def _place(teams: Sequence[str]) -> Callable[[Pairing], tuple[int, int]]:
    order = {team: number for number, team in enumerate(teams)}
    return lambda pairing: (order[pairing[0]], order[pairing[1]])


def _regular(number: int, degree: int) -> Iterable[tuple[int, int]]:
    """Pairs in which each of `number` teams stands `degree` times: with its neighbours on a circle."""
    for step in range(1, degree // 2 + 1):
        for place in range(number):
            yield _pair(place, (place + step) % number)
    if degree % 2:  # then the number is even: each with the one across
        for place in range(number // 2):
            yield place, place + number // 2


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _balanced(number: int, pairs: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """The pairs with a direction, so that nobody is first more than once oftener or seldomer than second.

    Goes along closed walks; teams with an odd number of games are joined by walks through nobody's place.
    """
    nobody = number
    degree = Counter(team for pair in pairs for team in pair)
    edges = [*pairs, *((team, nobody) for team in range(number) if degree[team] % 2)]
    touching: dict[int, list[int]] = {team: [] for team in range(number + 1)}
    for place, (one, other) in enumerate(edges):
        touching[one].append(place)
        touching[other].append(place)
    gone: set[int] = set()
    for start in range(number + 1):
        here = start
        while (edge := _unused(touching[here], gone)) is not None:
            gone.add(edge)
            one, other = edges[edge]
            there = other if here == one else one
            if nobody not in (here, there):
                yield here, there
            here = there


def _unused(places: list[int], gone: set[int]) -> int | None:
    while places:
        place = places.pop()
        if place not in gone:
            return place
    return None
