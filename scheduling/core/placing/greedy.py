"""Decides a first placing, without looking ahead: the game with the least choice first, where it costs least."""

import datetime as dt
from collections import defaultdict

from scheduling.core.placing.problem import Fixture, Problem
from scheduling.core.placing.score import week_of


def greedy(problem: Problem) -> dict[str, int]:
    """A placing of as many games as it can; those that find no ice are missing from it."""
    choices = {game.key: problem.open_to(game) for game in problem.games}
    blocks: dict[int, set[int]] = defaultdict(set)
    for one, other in problem.overlapping():
        blocks[one].add(other)
        blocks[other].add(one)
    taken: set[int] = set()
    days: dict[str, set[dt.date]] = defaultdict(set)
    weeks: dict[tuple[str, int], int] = defaultdict(int)
    placing: dict[str, int] = {}

    def price(game: Fixture, slot: int) -> tuple[int, int]:
        day, total = problem.ice[slot].day, 0
        for team in game.teams:
            near = sum(day + dt.timedelta(days=step) in days[team] for step in (-1, 1))
            total += near * problem.weights.rest
            total += (weeks[team, week_of(day)] >= problem.week_most) * problem.weights.busy_week
        total += problem.travel.get((game.away, problem.ice[slot].rink), 0) * problem.weights.travel
        return total, slot

    for game in sorted(problem.games, key=lambda one: (one.pinned is None, len(choices[one.key]), one.key)):
        free = [
            slot
            for slot in choices[game.key]
            if slot not in taken and not any(problem.ice[slot].day in days[team] for team in game.teams)
        ]
        if not free:
            continue
        slot = min(free, key=lambda slot: price(game, slot))
        placing[game.key] = slot
        taken |= {slot, *blocks[slot]}
        for team in game.teams:
            days[team].add(problem.ice[slot].day)
            weeks[team, week_of(problem.ice[slot].day)] += 1
    return placing
