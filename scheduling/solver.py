"""Decides a good placing of games with OR-Tools CP-SAT, or finds the few rules that stand against each other."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from time import monotonic
from typing import Any

from ortools.sat.python import cp_model

from scheduling.core.placing.greedy import greedy
from scheduling.core.placing.problem import Problem, Result, Rule
from scheduling.core.placing.score import cost, week_of

Progress = Callable[[dict[str, int]], bool]
"""Told the seconds gone, how many solutions there were and what the best costs; answers False to stop."""
_MOST_CHOICES = 150
"""A game that may have more slots than that is offered as many, spread over them all."""


def solve(
    problem: Problem,
    *,
    seconds: float,
    workers: int = 2,
    seed: int = 1,
    progress: Progress | None = None,
) -> Result:
    """The best placing found within the time limit; where none can be, the rules that stand against each other.

    Every game gets a slot of its own that its rules allow, and no team plays twice on a day. What it costs is
    reckoned in `scheduling.core.placing.score`; three away games in a row are sought by weeks, and counted exactly.
    A placing that a greedy look finds is where it starts, so that it is never worse. A placing of None with an
    empty conflict means that the time was too short to tell.
    """
    begun = monotonic()
    first = greedy(problem)
    if any(not problem.open_to(game) for game in problem.games):
        return explain(problem, seconds=seconds, workers=workers)
    built = _Model(problem, first)
    watching = _Watch(begun, progress)
    solver = _solver(seconds, workers, seed)
    status = solver.solve(built.model, watching)
    if status == cp_model.INFEASIBLE and not built.thinned:
        left = max(5.0, seconds - (monotonic() - begun))
        return explain(problem, seconds=left, workers=workers)
    complete = len(first) == len(problem.games)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Result(first if complete else None)
    found = built.placing(solver)
    if complete and cost(problem, first) < cost(problem, found):
        return Result(first)
    return Result(found, proven=status == cp_model.OPTIMAL and not built.thinned)


def _solver(seconds: float, workers: int, seed: int) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = seed
    return solver


class _Watch(cp_model.CpSolverSolutionCallback):
    def __init__(self, begun: float, progress: Progress | None) -> None:
        super().__init__()
        self.begun, self.progress, self.found = begun, progress, 0

    def on_solution_callback(self) -> None:
        """Tell how far it is."""
        self.found += 1
        told = {
            "seconds": int(monotonic() - self.begun),
            "solutions": self.found,
            "cost": int(self.objective_value),
        }
        if self.progress is not None and not self.progress(told):
            self.stop_search()


class _Model:
    """The problem as CP-SAT has it: one truth for each game and slot, and one for each breach of a wish."""

    def __init__(self, problem: Problem, first: Mapping[str, int]) -> None:
        self.problem, self.model, self.thinned = problem, cp_model.CpModel(), False
        self.has: dict[tuple[str, int], Any] = {}
        for game in problem.games:
            for slot in self._choices(problem.open_to(game), first.get(game.key)):
                self.has[game.key, slot] = self.model.new_bool_var("")
                self.model.add_hint(self.has[game.key, slot], first.get(game.key) == slot)
        _structure(self.model, problem, self.has)
        self.costs: list[Any] = []
        self._wishes()
        self.model.minimize(sum(self.costs) if self.costs else 0)

    def _choices(self, open_to: tuple[int, ...], known: int | None) -> Collection[int]:
        if len(open_to) <= _MOST_CHOICES:
            return open_to
        self.thinned = True
        step = len(open_to) / _MOST_CHOICES
        kept = {open_to[int(number * step)] for number in range(_MOST_CHOICES)}
        return sorted(kept | ({known} if known is not None else set()))

    def _wishes(self) -> None:
        problem, weights = self.problem, self.problem.weights
        on_day = _by_day(problem, self.has)
        weeks: dict[tuple[str, int], list[Any]] = defaultdict(list)
        away: dict[tuple[str, int], list[Any]] = defaultdict(list)
        home: dict[tuple[str, int], list[Any]] = defaultdict(list)
        games = {game.key: game for game in problem.games}
        for (key, slot), has in self.has.items():
            week, game = week_of(problem.ice[slot].day), games[key]
            for team in game.teams:
                weeks[team, week].append(has)
            away[game.away, week].append(has)
            home[game.home, week].append(has)
            if weights.travel and (length := problem.travel.get((game.away, problem.ice[slot].rink))):
                self.costs.append(length * weights.travel * has)
        if weights.rest:
            for (team, day), here in on_day.items():
                if next_day := on_day.get((team, day + dt.timedelta(days=1))):
                    self._breach(sum(here) + sum(next_day) - 1, weights.rest)
        if weights.busy_week:
            for games_then in weeks.values():
                over = self.model.new_int_var(0, 7, "")
                self.model.add(over >= sum(games_then) - problem.week_most)
                self.costs.append(weights.busy_week * over)
        if weights.three_away:
            for team, week in list(away):
                spans = [away.get((team, week + step), []) for step in range(3)]
                homes = [has for step in range(3) for has in home.get((team, week + step), [])]
                gone = [has for span in spans for has in span]
                self._breach(sum(gone) - 2 - 3 * sum(homes), weights.three_away)

    def _breach(self, above_zero: Any, weight: int) -> None:
        """Cost `weight` where an expression is above zero; it never is by more than a week's games."""
        broken = self.model.new_bool_var("")
        self.model.add(above_zero <= 20 * broken)
        self.costs.append(weight * broken)

    def placing(self, solver: cp_model.CpSolver) -> dict[str, int]:
        """The slot of every game."""
        return {key: slot for (key, slot), has in self.has.items() if solver.boolean_value(has)}


def _by_day(problem: Problem, has: Mapping[tuple[str, int], Any]) -> dict[tuple[str, dt.date], list[Any]]:
    games = {game.key: game for game in problem.games}
    found: dict[tuple[str, dt.date], list[Any]] = defaultdict(list)
    for (key, slot), truth in has.items():
        for team in games[key].teams:
            found[team, problem.ice[slot].day].append(truth)
    return found


def _structure(model: cp_model.CpModel, problem: Problem, has: Mapping[tuple[str, int], Any]) -> None:
    """What no wish can change: one slot a game, one game a slot and a rink's time, one game a team and day."""
    of_game: dict[str, list[Any]] = defaultdict(list)
    of_slot: dict[int, list[Any]] = defaultdict(list)
    for (key, slot), truth in has.items():
        of_game[key].append(truth)
        of_slot[slot].append(truth)
    for game in problem.games:
        model.add_exactly_one(of_game[game.key]) if of_game[game.key] else model.add_bool_or([])
    for truths in of_slot.values():
        model.add_at_most_one(truths)
    for one, other in problem.overlapping():
        model.add_at_most_one([*of_slot[one], *of_slot[other]])
    for truths in _by_day(problem, has).values():
        model.add_at_most_one(truths)


def explain(problem: Problem, *, seconds: float, workers: int = 2) -> Result:
    """The few rules that can't all hold with this ice and these games, by leaving out one after another.

    An empty conflict with `minimal` says that without any of the rules too there is too little ice.
    """
    until = monotonic() + seconds
    model = cp_model.CpModel()
    rules: dict[Rule, Any] = {}
    has: dict[tuple[str, int], Any] = {}
    for game in problem.games:
        for slot in range(len(problem.ice)):
            if not problem.long_enough(game, slot):
                continue
            truth = has[game.key, slot] = model.new_bool_var("")
            for rule in set(problem.against(game, slot)):
                if rule not in rules:
                    rules[rule] = model.new_bool_var("")
                model.add_implication(rules[rule], truth.Not())
    _structure(model, problem, has)

    def status(kept: Collection[Rule]) -> tuple[cp_model.CpSolverStatus, list[Rule]]:
        model.clear_assumptions()
        model.add_assumptions([rules[rule] for rule in kept])
        solver = _solver(max(0.5, until - monotonic()), workers, 1)
        solver.parameters.num_workers = 1  # assumptions are told by one worker only
        answer = solver.solve(model)
        if answer != cp_model.INFEASIBLE:
            return answer, []
        named = set(solver.sufficient_assumptions_for_infeasibility())
        return answer, [rule for rule in kept if rules[rule].index in named]

    answer, core = status(list(rules))
    if answer != cp_model.INFEASIBLE:
        return Result(None, minimal=False)
    for rule in list(core):
        if monotonic() > until:
            return Result(None, tuple(core), minimal=False)
        if rule not in core:
            continue
        answer, smaller = status([other for other in core if other != rule])
        if answer == cp_model.INFEASIBLE:
            core = smaller
    return Result(None, tuple(sorted(core, key=lambda rule: (rule.kind, rule.of))))
