"""Shows that small rule books reproduce every place of real leagues' published tables.

The tables stand beside the project, in ../shared/tables or where RINKSIDE_TABLES says; without them these tests skip.
"""

import csv
import datetime as dt
import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from league.core.facts import Adjustment, Division, Facts, Game, Season, Team
from league.core.results import results
from league.rulebook.book import RuleBook
from league.rulebook.loader import look_into
from rinkside.pytest_plugin import OUTSIDE
from standings.core.table import DivisionStandings, standings

ROOT = Path(__file__).parents[3]
BOOKS = ROOT / "tests/standings/books"
FOLDER = Path(os.environ.get("RINKSIDE_TABLES", ROOT.parent / "shared/tables"))
SETS = {
    "nhl_1952_53": "nhl-1952-53",
    "nhl_1994_95": "nhl-1994-95",
    "nhl_2001_02": "nhl-2001-02",
    "nhl_2014_15": "nhl-2014-15",
    "pwhl_2023_24": "pwhl-2023-24",
    "laliga_2014_15": "la-liga",
    "laliga_2017_18": "la-liga",
    "seriea_2013_14": "serie-a",
    "uefa_cl_groups": "uefa-groups",
}
published = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"{FOLDER} {OUTSIDE} and isn't there")


@cache
def small_book(slug: str) -> RuleBook:
    examined = look_into((BOOKS / f"{slug}.toml").read_text(encoding="utf-8"), name=f"{slug}.toml")
    assert examined.book is not None, [str(finding) for finding in examined.findings]
    return examined.book


def facts_of(name: str, official) -> Facts:
    group_of = {row["team"]: group for group, rows in official["groups"].items() for row in rows}
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        games = tuple(_game(number, row, group_of) for number, row in enumerate(csv.DictReader(lines), 1))
    return Facts(
        season=Season("one", "UTC"),
        divisions=tuple(Division(group, "senior") for group in official["groups"]),
        teams=tuple(Team(team, group) for team, group in group_of.items()),
        games=games,
        adjustments=tuple(Adjustment(team, points) for team, points in official["points_adjustments"].items()),
    )


def _game(number: int, row, group_of) -> Game:
    home, away = int(row["home_goals"]), int(row["away_goals"])
    winner = None if home == away else row["home"] if home > away else row["away"]
    if row["decided_in"] == "shootout":  # the files give its winner one goal more
        home = away = min(home, away)
    day = dt.date.fromisoformat(row["date"])
    return Game(
        id=f"g{number:04d}",
        division=group_of[row["home"]],
        home=row["home"],
        away=row["away"],
        starts=dt.datetime.combine(day, dt.time(18), dt.UTC),
        day=day,
        outcome="played",
        home_goals=home,
        away_goals=away,
        decided_in=row["decided_in"],
        winner=winner,
    )


@cache
def ruled(name: str) -> tuple[dict, dict[str, DivisionStandings]]:
    official = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    facts, book = facts_of(name, official), small_book(SETS[name])
    return official, {table.division: table for table in standings(facts, book, results(facts, book), {})}


@pytest.mark.parametrize("slug", sorted(set(SETS.values())))
def test_each_small_book_is_sound(slug):
    examined = look_into((BOOKS / f"{slug}.toml").read_text(encoding="utf-8"), name=f"{slug}.toml")
    assert [str(finding) for finding in examined.findings] == []


@published
@pytest.mark.parametrize("name", SETS)
def test_every_published_place_is_reproduced(name):
    official, tables = ruled(name)
    for group, rows in official["groups"].items():
        ours = [(row.rank, row.team, row.points, row.tied) for row in tables[group].rows]
        assert ours == [(row["rank"], row["team"], row["points"], False) for row in rows]


@published
@pytest.mark.parametrize("name", SETS)
def test_every_published_figure_is_reproduced(name):
    official, tables = ruled(name)
    for group, rows in official["groups"].items():
        for row in rows:
            ours = tables[group].row(row["team"])
            assert (ours.played, ours.wins, ours.ties, ours.goals_for, ours.goals_against) == (
                row["GP"],
                row["W"],
                row["T"],
                row["GF"],
                row["GA"],
            ), row["team"]


@published
def test_three_level_teams_in_the_champions_league_went_by_their_own_games():
    _, tables = ruled("uefa_cl_groups")
    (trace,) = tables["2013-14 Group F"].tie_breaks
    assert [step.clause for step in trace.steps] == ["h2h-points", "h2h-gd"]
    assert [len(group) for group in trace.split] == [1, 1, 1]


@published
def test_a_tied_group_begins_the_block_again_among_those_still_level():
    _, tables = ruled("laliga_2017_18")
    traces = {len(trace.teams): trace for trace in tables["LaLiga"].tie_breaks if "Celta Vigo" in trace.teams}
    assert [step.clause for step in traces[3].steps] == ["h2h-points"]
    # level by the block's games, so points and difference between the two alone, before the season's difference
    assert [step.clause for step in traces[2].steps][:2] == ["h2h-gd", "h2h-points"]


@published
@pytest.mark.parametrize("name", ["nhl_1952_53", "pwhl_2023_24", "uefa_cl_groups"])
def test_the_order_of_games_and_teams_changes_nothing(name):
    official, tables = ruled(name)
    facts, book = facts_of(name, official), small_book(SETS[name])
    turned = replace(facts, games=facts.games[::-1], teams=facts.teams[::-1])
    again = {table.division: table for table in standings(turned, book, results(turned, book), {})}
    assert again == tables
