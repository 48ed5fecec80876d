"""Decides how tests of the gates state a season: divisions by rank, teams, people, games by day."""

import datetime as dt
from dataclasses import replace

from discipline.core.gates.source import kept_out
from league.core.facts import Division, Facts, Game, LineupSpot, Person, RosterSpot, Season, Team
from league.core.results import results
from league.rulebook.loader import load

ALBERTA, MAHA, NB = load("alberta-mens"), load("maha-adult"), load("nb-minor-discipline")
WINTER = Season("2012-13", "America/Edmonton", starts=dt.date(2012, 10, 1), playoffs_start=dt.date(2013, 3, 1),
                half="winter")  # fmt: skip
SUMMER = Season("2013", "America/Edmonton", starts=dt.date(2013, 5, 1), playoffs_start=dt.date(2013, 8, 1),
                half="summer")  # fmt: skip
ADULT = Season("2014-15", "America/Detroit", starts=dt.date(2014, 10, 4), playoffs_start=dt.date(2015, 3, 14),
               championship=dt.date(2015, 4, 12))  # fmt: skip
DIVISIONS = tuple(Division(f"d{rank}", "adult", rank=rank) for rank in range(1, 9))


def day(text):
    return dt.date.fromisoformat(text)


def team(id, rank=4):
    return Team(id, f"d{rank}")


def spot(person, team, role="skater", **more):
    return RosterSpot(person, team, role, **{"starts": day("2012-09-15"), **more})


def person(id, **more):
    return Person(id, **{"born": day("1975-06-15"), "registration": "R", **more})


def game(id, on, home="otters", away="bears", *, dressed=(), of_away=(), played=None, **more):
    """A game of a day at 20:00 UTC: played where anybody is dressed, else still to come."""
    starts = dt.datetime.combine(day(on), dt.time(20), dt.UTC)
    done = bool(dressed or of_away) if played is None else played
    worn = [tuple(item if isinstance(item, LineupSpot) else LineupSpot(item) for item in side)
            for side in (dressed, of_away)]  # fmt: skip
    result = {"outcome": "played", "home_goals": 2, "away_goals": 1, "winner": home} if done else {}
    base = Game(id, more.pop("division", "d4"), home, away, starts, day(on), home_lineup=worn[0], away_lineup=worn[1])
    return replace(base, **{**result, **more})


def facts(season, *games, teams=(), people=(), roster=(), **more):
    return Facts(
        season=season,
        divisions=DIVISIONS,
        teams=tuple(teams) or (team("otters"), team("bears")),
        people=tuple(people) or tuple(person(id) for id in dict.fromkeys(item.person for item in roster)),
        roster=tuple(roster),
        games=games,
        **more,
    )


def told(season_facts, book):
    """Everybody kept out: (game, team, person, clauses), in the gates' order."""
    found = kept_out(season_facts, book, results(season_facts, book), dt.date.max)
    return [(item.game, item.team, item.person, item.reason.clauses) for item in found]


def why(season_facts, book):
    found = kept_out(season_facts, book, results(season_facts, book), dt.date.max)
    return [item.reason.why for item in found]
