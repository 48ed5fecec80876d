"""Measures the ranking: forty teams with every tie-break exercised, and a division from facts to table."""

import datetime as dt
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bench.table import Figure, at_most, milliseconds, shown
from league.core import fair_play, results
from league.core.facts import Division, Facts, Game, Season, Team
from league.rulebook.book import RuleBook
from league.rulebook.loader import load
from standings.core.clinch import outlook
from standings.core.table import DivisionStandings, standings

TITLE = "Ranking"


def figures() -> Iterator[Figure]:
    """Measure tables from facts whose results and Fair Play points are known."""
    book = load("mn-district-9")
    level = _facts(40, 30, goals=3)  # few games with few goals: many teams level in almost everything
    yield at_most("40 teams, every tie-break exercised", _table_time(level, book), 10, "ms")
    yield shown("  tied sets, formulas tried, of which split one", _exercised(level, book))
    yield at_most("12 teams, 132 games, facts to table with trace", _whole_time(_facts(12, 132), book), 5, "ms")
    yield at_most("40 teams, 1,640 games, facts to table with trace", _whole_time(_facts(40, 1640), book), 40, "ms")
    small, large = _whole_time(_facts(40, 1640), book), _whole_time(_facts(40, 6560), book)
    yield at_most("  four times the games, so many times the time", large / small, 5, "times")
    for slug in ("mn-district-9", "alberta-mens"):
        title = f"12 teams, ten games left each: what can still happen ({slug})"
        yield at_most(title, _outlook_time(load(slug)), 2000, "ms")


def _facts(teams: int, games: int, goals: int = 7) -> Facts:
    """A season of one division; few goals make many ties."""
    chance = random.Random(teams * games)
    names = [f"t{number:02d}" for number in range(teams)]
    first = dt.datetime(2014, 11, 1, 18, tzinfo=dt.UTC)
    made = []
    for number in range(games):
        home, away = chance.sample(names, 2)
        score = chance.randrange(goals), chance.randrange(goals)
        starts = first + dt.timedelta(hours=number)
        winner = None if score[0] == score[1] else home if score[0] > score[1] else away
        made.append(
            Game(
                id=f"g{number}",
                division="d",
                home=home,
                away=away,
                starts=starts,
                day=starts.date(),
                outcome="played",
                home_goals=score[0],
                away_goals=score[1],
                winner=winner,
            )
        )
    return Facts(
        season=Season("2014-15", "America/Chicago", starts=dt.date(2014, 10, 30)),
        divisions=(Division("d", "bantam"),),
        teams=tuple(Team(name, "d") for name in names),
        games=tuple(made),
    )


def _outlook_time(book: RuleBook) -> float:
    """72 of 132 games are played: ten a team are left."""
    facts = _facts(12, 132)
    games = tuple(
        replace(game, outcome="scheduled", home_goals=None, away_goals=None, winner=None) if number >= 72 else game
        for number, game in enumerate(facts.games)
    )
    left = facts.changed(games=games)
    found = results.results(left, book)
    points = _points(left, book, found)
    return milliseconds(lambda: outlook(left, book, found, points, "d"), times=3)


def _points(facts: Facts, book: RuleBook, found: Mapping[str, results.Result]) -> Mapping[tuple[str, str], int]:
    return fair_play.points(fair_play.verdicts(facts, book, found), found, book)


def _table_time(facts: Facts, book: RuleBook) -> float:
    found = results.results(facts, book)
    points = _points(facts, book, found)
    return milliseconds(lambda: standings(facts, book, found, points), times=20)


def _whole_time(facts: Facts, book: RuleBook) -> float:
    return milliseconds(lambda: _whole(facts, book), times=20)


def _whole(facts: Facts, book: RuleBook) -> tuple[DivisionStandings, ...]:
    found = results.results(facts, book)
    return standings(facts, book, found, _points(facts, book, found))


def _exercised(facts: Facts, book: RuleBook) -> str:
    (table,) = _whole(facts, book)
    steps = [step for trace in table.tie_breaks for step in trace.steps]
    tried = {step.clause for step in steps}
    splitting = {step.clause for step in steps if len(step.split) > 1}
    return f"{len(table.tie_breaks)}, {len(tried)}, {len(splitting)}"
