"""Makes a game of District 9 that is over and waits to be reported, with two coaches, a statistician and rosters."""

import datetime as dt
import itertools
from dataclasses import dataclass
from typing import Any

from league.core.reports import ReportContent, ReportedPenalty, SideReport
from league.models import Division, Game, Person, Role, Season, Team, User
from league.services.reporting import Reported, report_game
from league.services.rulebooks import publish_shipped
from tests import factories

ENDED = dt.datetime(2014, 11, 8, 20, 15, tzinfo=dt.UTC)
NOW = ENDED + dt.timedelta(hours=2)

_tokens = itertools.count(1)


@dataclass(frozen=True)
class Evening:
    """A season with one division, two teams with three players and a coach each, and their game."""

    season: Season
    division: Division
    home: Team
    away: Team
    game: Game
    home_coach: User
    away_coach: User
    statistician: User
    players: dict[str, Person]  # h1 h2 h3 hc (the home team's coach), a1 a2 a3 ac

    def coach(self, team: Team) -> User:
        """The representative of a team."""
        return self.home_coach if team == self.home else self.away_coach

    def report(self, team: Team, content: ReportContent, **given: Any) -> Reported:
        """Report the game as the team's coach, having seen what is there; anything can be given."""
        self.game.refresh_from_db()
        own = self.game.reports.filter(team=team, kind="team", current=True).first()
        values = {
            "game": self.game,
            "team": team,
            "content": content,
            "by": self.coach(team),
            "token": f"token-{next(_tokens)}",
            "seen_version": self.game.version,
            "seen_report": own.pk if own else None,
            "now": NOW,
        } | given
        try:
            return report_game(**values)
        finally:
            self.game.refresh_from_db()


def evening(level: str = "bantam", **fields: Any) -> Evening:
    """A game that ended two hours before `NOW`; `fields` go to the game."""
    book = next(version for version in publish_shipped() if version.slug == "mn-district-9")
    season = factories.season(rulebook=book)
    division = factories.division(season=season, level=level)
    home = factories.team(division=division, key="owa", name="Owatonna")
    away = factories.team(division=division, key="far", name="Faribault")
    players: dict[str, Person] = {}
    for team, letter in ((home, "h"), (away, "a")):
        for number in (1, 2, 3):
            players[f"{letter}{number}"] = factories.player(team, key=f"{letter}{number}", number=number)
        players[f"{letter}c"] = factories.player(team, key=f"{letter}c", role="coach")
    values: dict[str, Any] = {
        "home": home,
        "away": away,
        "starts": ENDED - dt.timedelta(minutes=75),
        "occupied_until": ENDED,
        "key": "g1",
    } | fields
    return Evening(
        season=season,
        division=division,
        home=home,
        away=away,
        game=factories.game(**values),
        home_coach=factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=home),
        away_coach=factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=away),
        statistician=factories.member(Role.STATISTICIAN, season.league),
        players=players,
    )


def content(home: tuple[int, ...] = (1, 1, 1), away: tuple[int, ...] = (1, 2, 3), **fields: Any) -> ReportContent:
    """A report of 3 to 6; `home_*` and `away_*` go to the sides, anything else to the report."""
    of_side = {side: {} for side in ("home", "away")}
    for name in [name for name in fields if name.partition("_")[0] in of_side]:
        side, _, field = name.partition("_")
        of_side[side][field] = fields.pop(name)
    return ReportContent(
        home=SideReport(goals=home, **of_side["home"]), away=SideReport(goals=away, **of_side["away"]), **fields
    )


def penalty(penalty_class: str = "minor", offence: str = "tripping", person: str | None = None, **fields: Any) -> Any:
    """One penalty as reported."""
    return ReportedPenalty(penalty_class, offence, person, **fields)
