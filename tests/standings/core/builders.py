"""Decides how tests state a season of results: one line a game, the way a league secretary writes it down.

Otters 3-2 Bears             played; both keep the Fair Play point
Otters* 3-2 Bears            the Otters lost theirs
Otters 3-2 Bears OT          decided in overtime; SO Otters: 2-2 and a shootout won by the Otters
Otters v Bears               still to be played
Otters v Bears: Bears no-show | forfeit | refused
Otters v Bears: cancelled | double-forfeit
"""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from league.core.facts import Division, Facts, Game, Season, Team
from league.core.results import Result, results
from league.rulebook.book import RuleBook
from league.rulebook.loader import load
from standings.core.seeding import Seeding, seeding
from standings.core.table import DivisionStandings, standings

FIRST = dt.datetime(2014, 11, 8, 19, tzinfo=dt.UTC)
LINE = re.compile(
    r"(?P<home>\w+)(?P<home_point>[*+]?) (?:(?P<home_goals>\d+)-(?P<away_goals>\d+)|v)"
    r" (?P<away>\w+)(?P<away_point>[*+]?)"
    r"(?: (?P<decided>OT|SO)(?: (?P<winner>\w+))?)?(?:: (?:(?P<at_fault>\w+) )?(?P<outcome>[\w-]+))?"
)
WITHOUT_PLAY = ("no-show", "forfeit", "refused", "cancelled", "double-forfeit")


@dataclass(frozen=True)
class Played:
    """A season's facts with the Fair Play points by game and team."""

    facts: Facts
    fair_play: Mapping[tuple[str, str], int]

    def results(self, book: RuleBook) -> Mapping[str, Result]:
        return results(self.facts, book)

    def tables(self, slug: str = "mn-district-9") -> tuple[DivisionStandings, ...]:
        book = load(slug)
        return standings(self.facts, book, self.results(book), self.fair_play)

    def table(self, slug: str = "mn-district-9") -> DivisionStandings:
        (only,) = self.tables(slug)
        return only

    def seeding(self, slug: str = "mn-district-9") -> Seeding:
        book = load(slug)
        (only,) = seeding(self.facts, book, self.results(book), self.tables(slug))
        return only

    def order(self, slug: str = "mn-district-9") -> list[str]:
        return [row.team for row in self.table(slug).rows]


def season(text: str, *, teams: str = "", level: str = "bantam", **changes: Any) -> Played:
    """One division of the teams that play in `text`, and of `teams` beside them; games a day apart."""
    parsed = [_game(number, line.strip()) for number, line in enumerate(filter(str.strip, text.splitlines()), 1)]
    games = tuple(game for game, _ in parsed)
    names = dict.fromkeys([*teams.split(), *(team for game in games for team in game.teams)])
    facts = Facts(
        season=Season("2014-15", "America/Chicago", starts=dt.date(2014, 10, 30), ends=dt.date(2015, 3, 15)),
        divisions=(Division("d", level),),
        teams=tuple(Team(name, "d") for name in names),
        games=games,
    )
    kept = {key: point for _, points in parsed for key, point in points.items()}
    return Played(facts.changed(**changes), kept)


def _game(number: int, line: str) -> tuple[Game, Mapping[tuple[str, str], int]]:
    match = LINE.fullmatch(line)
    assert match, f"can't read {line!r}"
    id, home, away = f"g{number}", match["home"], match["away"]
    starts = FIRST + dt.timedelta(days=number - 1)
    game = Game(id=id, division="d", home=home, away=away, starts=starts, day=starts.date())
    if match["outcome"]:
        assert match["outcome"] in WITHOUT_PLAY, f"unknown outcome in {line!r}"
        at_fault = (match["at_fault"],) if match["at_fault"] else ()
        given = {(id, team): 1 for team, point in _points(match) if point == "+"}
        return replace(game, outcome=match["outcome"], at_fault=at_fault), given
    if match["home_goals"] is None:
        return game, {}
    home_goals, away_goals = int(match["home_goals"]), int(match["away_goals"])
    ahead = home if home_goals > away_goals else away if away_goals > home_goals else None
    played = replace(
        game,
        outcome="played",
        home_goals=home_goals,
        away_goals=away_goals,
        decided_in={"OT": "overtime", "SO": "shootout", None: "regulation"}[match["decided"]],
        winner=match["winner"] or ahead,
    )
    return played, {(id, team): int(point != "*") for team, point in _points(match)}


def _points(match: re.Match[str]) -> tuple[tuple[str, str], tuple[str, str]]:
    """Each team with what is noted about its Fair Play point."""
    return (match["home"], match["home_point"]), (match["away"], match["away_point"])


def rendered(table: DivisionStandings) -> list[str]:
    """The table as text, a line a team: rank, team, GP W L T FP points percentage GF-GA."""
    return [
        f"{row.rank} {row.team} {row.played} {row.wins} {row.losses} {row.ties} {row.fair_play} {row.points}"
        f" {row.percentage} {row.goals_for}-{row.goals_against}"
        for row in table.rows
    ]


def told(table: DivisionStandings) -> list[str]:
    """The tie-breaks as text: `A B C` for a set that is taken up, then a line a step, `clause A=1 B=2 > A | B`."""
    lines = []
    for trace in table.tie_breaks:
        lines.append(" ".join(trace.teams))
        for step in trace.steps:
            values = " ".join(f"{team}={step.values[team]}" for team in trace.teams)
            lines.append(f"{step.clause} {values} > {' | '.join(' '.join(group) for group in step.split)}")
    return lines
