"""Decides what a report is about: the game as it stands, both teams' people, the book, and how people are called."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from league.core.book import Reporting, Results
from league.core.facts import Facts, Game, RosterSpot
from league.core.report_game import team_of
from league.core.reports import SIDES, Side
from league.rulebook.book import RuleBook


@dataclass(frozen=True, slots=True)
class About:
    """A game with the season's facts of both teams.

    `barred` says of people who may not take part in this game why not. `names` are the people whose
    names the reader may see; everybody else is called by number.
    """

    facts: Facts
    game: Game
    book: RuleBook
    barred: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def level(self) -> str:
        """The level of the game's division."""
        return self.facts.division[self.game.division].level

    @property
    def keeps_score(self) -> bool:
        """Whether scores are kept at this level (5.3 of District 9)."""
        rules = self.book.get(Results)
        return rules is None or self.level not in rules.no_score_levels

    @property
    def clause(self) -> str | None:
        """The clause that says how a game is reported."""
        rules = self.book.get(Reporting)
        return rules.clause if rules else None

    def team_name(self, side: Side) -> str:
        """The name of the team on that side, its id where it has none."""
        team = team_of(self.game, side)
        return self.facts.team[team].name or team

    def spots(self, side: Side) -> tuple[RosterSpot, ...]:
        """The places on that team's roster on the day of the game, by number, those without one last."""
        team, day = team_of(self.game, side), self.game.day
        found = [spot for spot in self.facts.roster if spot.team == team and _covers(spot, day)]
        return tuple(sorted(found, key=lambda spot: (spot.number is None, spot.number or 0)))

    def called(self, person: str) -> str:
        """How somebody is called: by name where the reader may see it, else by number or role."""
        if person in self.names:
            return self.names[person]
        spots = [spot for side in SIDES for spot in self.spots(side) if spot.person == person]
        if not spots:
            return "somebody"
        return f"No. {spots[0].number}" if spots[0].number is not None else f"the {spots[0].role.replace('-', ' ')}"


def _covers(spot: RosterSpot, day: dt.date | None) -> bool:
    """Whether the place was held on that day; without a day, at any time."""
    return day is None or ((spot.starts is None or spot.starts <= day) and (spot.ends is None or day <= spot.ends))
