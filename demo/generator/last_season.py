"""Decides the season before: two small divisions that are over, playoffs included, with people who play on."""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from demo.generator.calendar import TIME_ZONE, Calendar
from demo.generator.ice import Ice
from demo.generator.names import RINKS, Namer
from demo.generator.pairings import rounds
from demo.generator.play import Play, stamp
from demo.generator.schedule import Booking
from demo.generator.sheets import Sheet
from demo.generator.teams import DIVISIONS, Division, People, Team, associations, everybody
from rulings.compose import rule_facts
from rulings.reading import open_season_file

type Json = dict[str, Any]

_DIVISIONS = ("ba", "10ub")
_TEAMS = 6
_ORDER = "1 2 3 4 5 1r 2r 3r 4r 5r"
_ROUND = 10
"""Days for a round."""
_STAY = 7
"""How many skaters of a team were on it a year ago."""
_YEAR = 364
"""Days from a season to the next: the same days of the week."""
_RESULTS: Sequence[Json] = (
    {"periods": {"home": [1, 1, 0, 1], "away": [0, 1, 1, 0]}, "decided_in": "overtime"},
    {"periods": {"home": [0, 2, 0, 0], "away": [1, 0, 1, 0]}, "decided_in": "shootout"},
    {"periods": {"home": [1, 0, 2], "away": [0, 1, 1]}},
)
"""The two semi-finals and the championship; the home teams win all of them."""


@dataclass(frozen=True, slots=True)
class LastSeason:
    """The season file, and what the next season has to know of it."""

    document: Json
    carried: Mapping[str, Json]
    """What is left to be served, by person: entries of the next season's `carried`."""
    prior: Sequence[Json]
    """Entries of the next season's `prior`."""


def last_season(seed: int, today: dt.date) -> LastSeason:
    """The season before that of `today`; the same for the same seed and day."""
    return _Maker(seed, Calendar(today)).make()


class _Maker:
    """Makes the season: the league's rounds, then the playoffs among the best four."""

    def __init__(self, seed: int, calendar: Calendar) -> None:
        self._rng = rng = Random(f"last season {seed} {calendar.today}")
        self._first = calendar.first - dt.timedelta(days=_YEAR)
        self._year = calendar.year - 1
        self._ice = Ice(rng)
        self._people = People(rng, "f", Namer(rng))
        now = everybody(seed, calendar.year)
        self._divisions = [division for division in DIVISIONS if division.id in _DIVISIONS]
        self._teams = {
            division.id: [self._a_year_younger(division, team) for team in now[division.id][:_TEAMS]]
            for division in self._divisions
        }
        self._play = Play(rng, ())

    def make(self) -> LastSeason:
        bookings = sorted(self._league(), key=lambda booking: (booking.start or dt.datetime.max, booking.id))
        games = [{**_entry(booking), **self._play.result(booking)} for booking in bookings]
        playoffs = list(self._playoffs(self._best_four(games)))
        loser = next(team for team in self._teams["ba"] if team.id == playoffs[0]["away"])
        fighter = loser.skaters[0]
        sheet = Sheet(playoffs[0]["id"], self._divisions[0], self._rng)
        sheet.fight(loser, fighter)
        playoffs[0]["penalties"] = sheet.penalties()
        day = playoffs[0]["starts"][:10]
        offence = {"person": fighter.id, "date": day, "season": self._name, "offence": "fighting", "class": "major"}
        owed = {"person": fighter.id, "team": loser.id, "games": 2, "clause": "4.4", "given": day}
        return LastSeason(self._document([*games, *playoffs]), {fighter.id: owed}, [offence])

    @property
    def _name(self) -> str:
        return f"{self._year}-{(self._year + 1) % 100:02d}"

    def _day(self, days: int) -> dt.date:
        return self._first + dt.timedelta(days=days)

    def _a_year_younger(self, division: Division, team: Team) -> Team:
        """The team as it was: some of its skaters and its coaches are still there, the others have left since."""
        staying = team.skaters[:_STAY]
        former = Team(team.id, team.name, team.place, team.association, team.rink, self._rng.uniform(-1.2, 1.2))
        taken = {person.number for person in team.people}
        numbers = [number for number in range(2, 60) if number not in taken]
        leavers = [
            self._people.player(division, self._year, "skater", number)
            for number in self._rng.sample(numbers, division.skaters - _STAY)
        ]
        goalie = self._people.player(division, self._year, "goalie", 1)
        former.people.extend([*staying, *leavers, goalie, *team.of("coach", "assistant-coach")])
        return former

    def _league(self) -> Iterator[Booking]:
        for division in self._divisions:
            teams = self._teams[division.id]
            for number, pairs in enumerate(rounds(_TEAMS, _ORDER)):
                days = [self._day(number * _ROUND + each) for each in range(_ROUND)]
                for place, (home, away) in enumerate(pairs):
                    id = f"{division.id}-{number + 1}{'abc'[place]}-{self._year % 100}"
                    booking = Booking(id, division, "league", teams[home], teams[away])
                    rinks = [booking.home.rink, *RINKS]
                    booking.start, booking.venue = self._ice.place([t.id for t in booking.teams], rinks, days)
                    yield booking

    def _best_four(self, games: list[Json]) -> Sequence[str]:
        """The ids of the teams that go on, best first, by the book."""
        opened = open_season_file(json.dumps(self._document(games)))
        found = rule_facts(opened.file.facts, opened.book).seeding
        return next(each.teams for each in found if each.division == "ba")[:4]

    def _playoffs(self, seeds: Sequence[str]) -> Iterator[Json]:
        pairs = (("semi-final", seeds[0], seeds[3]), ("semi-final", seeds[1], seeds[2]), ("championship", *seeds[:2]))
        for number, ((stage, home, away), result) in enumerate(zip(pairs, _RESULTS, strict=True), 1):
            entry = {
                "id": f"ba-playoff-{number}-{self._year % 100}",
                "division": "ba",
                "kind": "playoff",
                "stage": stage,
            }
            rink = next(team.rink for team in self._teams["ba"] if team.id == home)
            days = [self._day(len(_ORDER.split()) * _ROUND + (2 if stage == "championship" else 1))]
            start, venue = self._ice.place([home, away], [rink, *RINKS], days)
            end = start + dt.timedelta(minutes=75)
            times = {"starts": stamp(start), "ends": stamp(end), "venue": venue}
            won = {"winner": home} if result.get("decided_in") == "shootout" else {}
            reported = stamp(end + dt.timedelta(hours=1))
            yield {**entry, **times, "home": home, "away": away, **result, **won, "reported": reported}

    def _document(self, games: Sequence[Json]) -> Json:
        people = {person.id: person for team in self._all_teams() for person in team.people}
        return {
            "format": "season/1",
            "rulebook": "mn-district-9",
            "season": {
                "name": self._name,
                "starts": self._first.isoformat(),
                "ends": self._day(119).isoformat(),
                "playoffs_start": self._day(100).isoformat(),
                "championship": self._day(102).isoformat(),
                "half": "winter",
                "timezone": TIME_ZONE,
            },
            "divisions": [
                {
                    "id": division.id,
                    "name": division.name,
                    "level": division.level,
                    "checking": division.checking,
                    "window": [self._first.isoformat(), self._day(100).isoformat()],
                    "rank": division.rank,
                }
                for division in self._divisions
            ],
            "associations": associations(),
            "teams": [
                {"id": team.id, "name": team.name, "division": division, "association": team.association}
                for division, teams in self._teams.items()
                for team in teams
            ],
            "people": [person.document() for person in people.values()],
            "roster": [entry for team in self._all_teams() for entry in team.roster()],
            "games": list(games),
        }

    def _all_teams(self) -> Iterator[Team]:
        for teams in self._teams.values():
            yield from teams


def _entry(booking: Booking) -> Json:
    """A game on the calendar."""
    assert booking.start is not None
    times = {"starts": stamp(booking.start), "ends": stamp(booking.start + booking.length), "venue": booking.venue}
    sides = {"home": booking.home.id, "away": booking.away.id}
    return {"id": booking.id, "division": booking.division.id, **times, **sides}
