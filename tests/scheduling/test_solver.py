"""Shows that games are placed as asked for, never worse than greedily, and that what hinders it is named."""

import datetime as dt
from dataclasses import replace

import pytest

from scheduling.core.placing.greedy import greedy
from scheduling.core.placing.problem import Fixture, Ice, Problem, Rule
from scheduling.core.placing.score import cost, faults, scores
from scheduling.core.rounds.pairings import pairings
from scheduling.solver import explain, solve

FIRST = dt.date(2014, 11, 1)
TEAMS = "ABCDEF"


def ice(day: int, hour: int = 13, rink: str = "r", association: str | None = None) -> Ice:
    starts = dt.datetime(2014, 11, 1, hour, tzinfo=dt.UTC) + dt.timedelta(days=day)
    return Ice(rink, starts, starts + dt.timedelta(minutes=75), starts.date(), association)


def problem(days: range, games: int = 4, **more: object) -> Problem:
    fixtures = tuple(
        Fixture(f"g{number}", "d", home, away) for number, (home, away) in enumerate(pairings(TEAMS, games))
    )
    slots = tuple(ice(day, hour) for day in days for hour in (9, 13))
    return replace(Problem(fixtures, slots), **more)


def test_every_game_is_placed_and_never_worse_than_greedily() -> None:
    asked = problem(range(0, 40), omit={"A": frozenset({FIRST, FIRST + dt.timedelta(days=3)})})
    found = solve(asked, seconds=5).placing
    assert found is not None
    assert list(faults(asked, found)) == []
    assert cost(asked, found) <= cost(asked, greedy(asked))


def test_pinned_games_stay_and_the_rest_goes_round_them() -> None:
    asked = problem(range(0, 40))
    games = (replace(asked.games[0], pinned=7), *asked.games[1:])
    asked = replace(asked, games=games)
    found = solve(asked, seconds=5).placing
    assert found is not None
    assert found["g0"] == 7
    assert list(faults(asked, found)) == []


@pytest.mark.clause("alberta-mens", "2-2.1")
def test_what_stands_against_each_other_is_named_and_nothing_else() -> None:
    days = frozenset(FIRST + dt.timedelta(days=number) for number in range(30))
    asked = Problem(
        games=(Fixture("g0", "d", "A", "B", last=FIRST), Fixture("g1", "d", "C", "D")),
        ice=(ice(0), ice(1), ice(2)),
        omit={"A": frozenset({FIRST}), "C": frozenset({FIRST + dt.timedelta(days=1)}), "D": days - days},
    )
    found = solve(asked, seconds=10)
    assert found.placing is None
    assert found.minimal
    assert found.conflict == (Rule("omit-date", "A"), Rule("window", "d"))


def test_too_little_ice_is_told_without_blaming_a_rule() -> None:
    asked = Problem(games=(Fixture("g0", "d", "A", "B"), Fixture("g1", "d", "C", "D")), ice=(ice(0),))
    assert explain(asked, seconds=5) == solve(asked, seconds=5)
    assert solve(asked, seconds=5).conflict == ()


def test_wishes_are_counted_exactly() -> None:
    games = tuple(Fixture(f"g{number}", "d", home, "A") for number, home in enumerate("BCD"))
    asked = Problem(games, (ice(0), ice(1), ice(9)), travel={("A", "r"): 12})
    found = {score.wish: (score.breaches, score.cost) for score in scores(asked, {"g0": 0, "g1": 1, "g2": 2})}
    assert found == {"rest": (1, 10), "three-away": (1, 15), "busy-week": (0, 0), "travel": (36, 36)}


def test_overlapping_ice_is_used_once() -> None:
    slot = ice(0)
    later = replace(slot, starts=slot.starts + dt.timedelta(minutes=30), ends=slot.ends + dt.timedelta(minutes=30))
    asked = Problem((Fixture("g0", "d", "A", "B"), Fixture("g1", "d", "C", "D")), (slot, later, ice(2)))
    found = solve(asked, seconds=5).placing
    assert found is not None
    assert list(faults(asked, found)) == []
