"""Measures placing 350 games on 900 slots of ice, beside what a greedy look without a solver finds."""

import datetime as dt
from collections.abc import Iterator
from time import perf_counter

from bench.table import Figure, at_most, shown
from scheduling.core.placing.greedy import greedy
from scheduling.core.placing.problem import Fixture, Ice, Problem
from scheduling.core.placing.score import cost, faults, scores
from scheduling.core.rounds.pairings import pairings
from scheduling.solver import solve

TITLE = "Placing 350 games on 900 slots (two workers)"
TEAMS, DIVISIONS, GAMES, SLOTS = 28, 4, 25, 900
FIRST, DAYS = dt.date(2014, 10, 30), 95


def figures() -> Iterator[Figure]:
    """A season of four divisions of seven teams with ice of their own associations, and days they can't play."""
    problem = _problem()
    begun = perf_counter()
    simple = greedy(problem)
    yield shown("greedy: games placed, cost", f"{len(simple)}, {cost(problem, simple)}")
    yield shown("  time", f"{perf_counter() - begun:.1f} s")
    moments: list[float] = []
    begun = perf_counter()

    def told(progress: dict[str, int]) -> bool:
        moments.append(perf_counter() - begun)
        return True

    found = solve(problem, seconds=45, workers=2, progress=told).placing
    taken = perf_counter() - begun
    assert found is not None
    assert list(faults(problem, found)) == []
    yield at_most("first whole schedule", moments[0] if moments else taken, 60, "s")
    yield at_most("in all", taken, 60, "s")
    yield shown("solver: games placed, cost", f"{len(found)}, {cost(problem, found)}")
    for score in scores(problem, found):
        yield shown(f"  {score.wish}: breaches, cost", f"{score.breaches}, {score.cost}")


def _problem() -> Problem:
    teams = [f"t{number:02d}" for number in range(TEAMS)]
    fixtures = []
    for division in range(DIVISIONS):
        own = teams[division::DIVISIONS]
        for home, away in pairings(own, GAMES - 1 if len(own) % 2 else GAMES):
            fixtures.append(Fixture(f"g{len(fixtures)}", f"d{division}", home, away, f"a{int(home[1:]) % 10}"))
    extra = [
        Fixture(f"x{number}", "d0", teams[number % TEAMS], teams[(number + 4) % TEAMS], f"a{number % TEAMS % 10}")
        for number in range(350 - len(fixtures))
    ]
    ice = []
    for number in range(SLOTS):
        rink, turn = number % 10, number // 10
        day = FIRST + dt.timedelta(days=turn * DAYS // (SLOTS // 10))
        starts = dt.datetime.combine(day, dt.time(9 + rink), dt.UTC)
        ice.append(Ice(f"rink-{rink}", starts, starts + dt.timedelta(minutes=75), day, f"a{rink}"))
    omit = {
        team: frozenset(FIRST + dt.timedelta(days=(number * 7 + step * 31) % DAYS) for step in range(3))
        for number, team in enumerate(teams)
    }
    return Problem((*fixtures, *extra), tuple(ice), omit=omit)
