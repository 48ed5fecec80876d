"""Decides what a placing of games is worth: how often each wish is broken and what that costs; and whether it holds."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from scheduling.core.placing.problem import Fixture, Placing, Problem


@dataclass(frozen=True, slots=True)
class Score:
    """One wish: how often it is broken (kilometres for travel), and what that costs."""

    wish: str
    breaches: int
    cost: int


def scores(problem: Problem, placing: Placing) -> tuple[Score, ...]:
    """The score of every wish, always in the same order."""
    counts: Counter[str] = Counter()
    for team, games in _of_teams(problem, placing).items():
        days = [day for day, _ in games]
        counts["rest"] += sum(1 for one, other in pairwise(days) if (other - one).days == 1)
        weeks = Counter(week_of(day) for day in days)
        counts["busy-week"] += sum(max(0, number - problem.week_most) for number in weeks.values())
        away = [game.away == team for _, game in games]
        counts["three-away"] += sum(1 for place in range(len(away) - 2) if all(away[place : place + 3]))
    for game in problem.games:
        if game.key in placing:
            counts["travel"] += problem.travel.get((game.away, problem.ice[placing[game.key]].rink), 0)
    weights = problem.weights
    of = {
        "rest": weights.rest,
        "three-away": weights.three_away,
        "busy-week": weights.busy_week,
        "travel": weights.travel,
    }
    return tuple(Score(wish, counts[wish], counts[wish] * weight) for wish, weight in of.items())


def cost(problem: Problem, placing: Placing) -> int:
    """What all breaches cost together; the less the better."""
    return sum(score.cost for score in scores(problem, placing))


def week_of(day: dt.date) -> int:
    """The number of the week from Monday to Sunday in which a day is."""
    return (day.toordinal() - 1) // 7


def _of_teams(problem: Problem, placing: Placing) -> dict[str, list[tuple[dt.date, Fixture]]]:
    found: dict[str, list[tuple[dt.date, Fixture]]] = defaultdict(list)
    order = sorted(
        (game for game in problem.games if game.key in placing), key=lambda game: problem.ice[placing[game.key]].starts
    )
    for game in order:
        for team in game.teams:
            found[team].append((problem.ice[placing[game.key]].day, game))
    return found


def faults(problem: Problem, placing: Placing) -> Iterator[str]:
    """Everything that must hold and doesn't, in words for tests and logs; nothing for a sound placing."""
    used: dict[int, str] = {}
    days: set[tuple[str, dt.date]] = set()
    for game in problem.games:
        if game.key not in placing:
            yield f"{game.key} is not placed"
            continue
        slot = placing[game.key]
        if slot not in problem.open_to(game):
            yield f"{game.key} may not have slot {slot}"
        if slot in used:
            yield f"{game.key} and {used[slot]} share slot {slot}"
        used[slot] = game.key
        for team in game.teams:
            if (team, problem.ice[slot].day) in days:
                yield f"{team} plays twice on {problem.ice[slot].day}"
            days.add((team, problem.ice[slot].day))
    for one, other in problem.overlapping():
        if one in used and other in used:
            yield f"slots {one} and {other} overlap"
