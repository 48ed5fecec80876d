"""Decides when and where every game of the demo lies: the league's rounds, and what is played besides."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from demo.generator import script
from demo.generator.calendar import ROUNDS_BEHIND, Calendar
from demo.generator.ice import Ice
from demo.generator.names import RINKS
from demo.generator.pairings import rounds
from demo.generator.sheets import Side
from demo.generator.teams import DIVISIONS, TEAMS, Division, Team

_SATURDAY = 5
_NOVEMBER = (11, 1)


@dataclass(slots=True)
class Booking:
    """A game on the calendar; times are local. `score` and `keeps` are set where the story needs them."""

    id: str
    division: Division
    kind: str
    home: Team
    away: Team
    start: dt.datetime | None = None
    venue: str | None = None
    moved_to: dt.datetime | None = None
    """Where a request that was granted put it."""
    score: tuple[int, int] | None = None
    keeps: tuple[bool | None, bool | None] = (None, None)

    @property
    def teams(self) -> tuple[Team, Team]:
        """Home and away."""
        return self.home, self.away

    def side(self, side: Side) -> Team:
        """The team on that side."""
        return self.home if side == "home" else self.away

    @property
    def length(self) -> dt.timedelta:
        """How long the ice is booked."""
        return dt.timedelta(minutes=75 if self.division.period_minutes == 15 else 60)

    @property
    def played_at(self) -> dt.datetime | None:
        """When it is really played."""
        return self.moved_to or self.start

    @property
    def ends(self) -> dt.datetime | None:
        """When it is over, where it is really played."""
        return self.played_at + self.length if self.played_at else None


class Schedule:
    """Books every game; what has to lie at a certain hour first."""

    def __init__(self, calendar: Calendar, teams: Mapping[str, Sequence[Team]], ice: Ice, rng: Random) -> None:
        self._calendar = calendar
        self._teams = teams
        self._ice = ice
        self._rng = rng
        self.moves: dict[str, dt.datetime] = {}
        """The new start that each request asks for, by game."""
        self.bookings = [*self._league(), *self._tournaments(), *self._friendly()]
        self._book()

    def _league(self) -> Iterator[Booking]:
        for division in DIVISIONS:
            teams = self._teams[division.id]
            table = script.TABLES.get(division.id, ())
            for number, pairs in enumerate(rounds(TEAMS, script.ORDER[division.id]), 1):
                scores = table[number - 1].split() if number <= len(table) else []
                for place, (home, away) in enumerate(pairs):
                    id = f"{division.id}-{number}{'abcd'[place]}"
                    booking = Booking(id, division, "league", teams[home], teams[away])
                    if scores:
                        booking.score, booking.keeps = _scripted(scores[place])
                    yield booking
                    if id in script.MAKE_UPS:
                        yield Booking(f"{id}-again", division, "league", teams[home], teams[away])

    def _tournaments(self) -> Iterator[Booking]:
        number = 0
        for _, games in script.TOURNAMENTS:
            for home_division, home, away_division, away, score in games:
                number += 1
                teams = self._teams[home_division][home], self._teams[away_division][away]
                yield Booking(f"cup-{number}", _division(home_division), "tournament", *teams, score=score)

    def _friendly(self) -> Iterator[Booking]:
        """Exhibitions and scrimmages, half of them behind us."""
        for when in ("before", "ahead"):
            for division, other in script.EXHIBITIONS:
                home = self._rng.choice(self._teams[division])
                away = self._rng.choice([team for team in self._teams[other] if team is not home])
                yield Booking(f"ex-{division}-{when}", _division(division), "exhibition", home, away)
        for division, number in script.SCRIMMAGES:
            for place in range(number):
                home, away = self._rng.sample(self._teams[division], 2)
                yield Booking(f"sc-{division}-{place + 1}", _division(division), "scrimmage", home, away)

    def _book(self) -> None:
        by_id = {booking.id: booking for booking in self.bookings}
        for id, live in script.LIVE.items():
            self._place(by_id[id], [self._calendar.day(live.day)], at=[live.hour])
        number = 0
        for first, games in script.TOURNAMENTS:
            for place in range(len(games)):
                number += 1
                self._place(by_id[f"cup-{number}"], [self._weekend(first, place // 2)])
        for booking in self.bookings:
            if booking.start is None and booking.id not in script.POSTPONED:
                self._place(booking, self._days(booking))
        for request in script.REQUESTS:
            self._move(by_id[request.game], request)

    def _place(self, booking: Booking, days: Sequence[dt.date], at: Sequence[dt.time] = ()) -> None:
        """Book the home team's rink, or another where that has no ice left."""
        home = booking.home.rink
        rinks = (home, *self._rng.sample([rink for rink in RINKS if rink != home], len(RINKS) - 1))
        booking.start, booking.venue = self._slot(booking, rinks, days, at)

    def _slot(
        self, booking: Booking, rinks: Sequence[str], days: Sequence[dt.date], at: Sequence[dt.time] = ()
    ) -> tuple[dt.datetime, str]:
        teams = [team.id for team in booking.teams]
        return self._ice.place(teams, rinks, days, at=at, young=not booking.division.keeps_score)

    def _move(self, booking: Booking, request: script.Request) -> None:
        """Find the new date that a request asks for, on the same rink."""
        assert booking.venue is not None
        days = self._calendar.round_days(request.to_round, self._opening(booking.division))
        self.moves[booking.id], _ = self._slot(booking, [booking.venue], days)
        if request.decision in ("approved", "waived"):
            booking.moved_to = self.moves[booking.id]

    def _opening(self, division: Division) -> dt.date:
        return self._calendar.first if division.keeps_score else self._calendar.opening(*_NOVEMBER)

    def _days(self, booking: Booking) -> Sequence[dt.date]:
        """The days on which a booking may lie."""
        opening = self._opening(booking.division)
        if booking.kind == "league":
            number = int(booking.id.removeprefix(f"{booking.division.id}-").split("-")[0].rstrip("abcd"))
            if booking.id.endswith("-again"):
                number = script.MAKE_UPS[booking.id.removesuffix("-again")]
            return self._calendar.round_days(number, opening)
        behind = booking.id.endswith("-before") or (booking.kind == "scrimmage" and booking.id[-1] in "12")
        number = self._rng.randint(1, ROUNDS_BEHIND) if behind else self._rng.randint(ROUNDS_BEHIND + 2, 10)
        return self._calendar.round_days(number, opening)

    def _weekend(self, first: int, day: int) -> dt.date:
        """The Saturday (0) or Sunday (1) of the first weekend from a day on."""
        days = (self._calendar.day(first + number) for number in range(7))
        return next(each for each in days if each.weekday() == _SATURDAY) + dt.timedelta(days=day)


def _division(id: str) -> Division:
    return next(division for division in DIVISIONS if division.id == id)


def _scripted(text: str) -> tuple[tuple[int, int], tuple[bool, bool]]:
    """Score and Fair Play points of a text such as "3*-1"."""
    home, away = text.split("-")
    return (int(home.rstrip("*")), int(away.rstrip("*"))), ("*" not in home, "*" not in away)
