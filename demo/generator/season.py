"""Decides the demo's season: who plays whom when, what became of each game, and everything around them."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from demo.generator import script
from demo.generator.calendar import TIME_ZONE, Calendar
from demo.generator.ice import Ice
from demo.generator.last_season import last_season
from demo.generator.play import Play, fate_of, stamp
from demo.generator.schedule import Booking, Schedule
from demo.generator.teams import DIVISIONS, Team, associations, everybody

type Json = dict[str, Any]

_FEE = "50.00"


@dataclass(frozen=True, slots=True)
class DemoSeason:
    """The season file with the games around today still open, and those games as they were played."""

    document: Json
    played: Mapping[str, Json]
    """Games without a result in the file, whose reports are still to come in: their entries, by id."""


def season_document(seed: int, today: dt.date) -> Json:
    """A season file of District 9 in mid-season on `today`; the same for the same seed and day."""
    return demo_season(seed, today).document


def demo_season(seed: int, today: dt.date) -> DemoSeason:
    """The season file, and what the reports that are still to come in will say."""
    return _Maker(seed, Calendar(today)).make()


class _Maker:
    """Makes one season, part by part."""

    def __init__(self, seed: int, calendar: Calendar) -> None:
        self._rng = rng = Random(f"season {seed} {calendar.today}")
        self._calendar = calendar
        self._teams = everybody(seed, calendar.year)
        self._replace_somebody()
        self._schedule = Schedule(calendar, self._teams, Ice(rng), rng)
        self._last = last_season(seed, calendar.today)

    def make(self) -> DemoSeason:
        entries, played = self._games()
        calendar = self._calendar
        document: Json = {
            "format": "season/1",
            "rulebook": "mn-district-9",
            "season": {
                "name": calendar.name,
                "starts": calendar.first.isoformat(),
                "ends": calendar.day(105).isoformat(),
                "playoffs_start": calendar.day(70).isoformat(),
                "championship": calendar.day(105).isoformat(),
                "half": "winter",
                "blocked": [day.isoformat() for day in calendar.blocked],
                "timezone": TIME_ZONE,
            },
            "divisions": list(self._divisions()),
            "associations": associations(),
            "teams": [
                {"id": team.id, "name": team.name, "division": division, "association": team.association}
                for division, teams in self._teams.items()
                for team in teams
            ],
            "people": [person.document() for team in self._all_teams() for person in team.people],
            "roster": [*(entry for team in self._all_teams() for entry in team.roster()), self._affiliate()],
            "games": list(entries.values()),
            **self._around(entries),
        }
        return DemoSeason(document, played)

    def _all_teams(self) -> Iterator[Team]:
        for teams in self._teams.values():
            yield from teams

    def _divisions(self) -> Iterator[Json]:
        window = [self._calendar.first.isoformat(), self._calendar.last.isoformat()]
        for division in DIVISIONS:
            entry = {"id": division.id, "name": division.name, "level": division.level, "checking": division.checking}
            yield {**entry, "window": window, "rank": division.rank}

    def _games(self) -> tuple[dict[str, Json], dict[str, Json]]:
        """The entries of all games in the order of the schedule, and apart those that are still to be reported."""
        play = Play(self._rng, self._last.carried)
        division, team, skater, guest_division, guest_team, number, game = script.AFFILIATE
        guest = replace(self._teams[division][team].skaters[skater], number=number)
        play.invite(game, self._teams[guest_division][guest_team], guest)
        entries: dict[str, Json] = {}
        played: dict[str, Json] = {}
        for booking in sorted(self._schedule.bookings, key=_when):
            entry = entries[booking.id] = _entry(booking)
            if booking.id in script.FATES:
                entry |= fate_of(booking, script.FATES[booking.id])
            elif self._is_over(booking):
                result = play.result(booking)
                if booking.id in script.LIVE:
                    played[booking.id] = {**entry, **result}
                else:
                    entry |= result
        return {booking.id: entries[booking.id] for booking in self._schedule.bookings}, played

    def _is_over(self, booking: Booking) -> bool:
        return booking.played_at is not None and booking.played_at.date() < self._calendar.today

    def _around(self, entries: Mapping[str, Json]) -> Json:
        """Everything besides teams, people and games."""
        day = self._calendar.day
        withdrawn, place, left = script.WITHDRAWN
        return {
            "prior": list(self._last.prior),
            "carried": list(self._last.carried.values()),
            "decisions": list(self._decisions(entries)),
            "payments": list(self._payments(entries)),
            "requests": list(self._requests(entries)),
            "adjustments": [
                {"team": self._teams[division][place].id, "points": points, "reason": reason}
                for division, place, points, reason in script.ADJUSTED
            ],
            "withdrawn": [{"team": self._teams[withdrawn][place].id, "date": day(left).isoformat()}],
        }

    def _decisions(self, entries: Mapping[str, Json]) -> Iterator[Json]:
        for fight in script.FIGHTS:
            if fight.decided:
                person = self._teams[fight.game.split("-")[0]][fight.team].skaters[fight.skater].id
                fought = (each for each in entries[fight.game]["penalties"] if each["offence"] == "fighting")
                yield {
                    "on": next(each["incident"] for each in fought if each["person"] == person),
                    "date": self._calendar.day(-8).isoformat(),
                    "games": 5,
                    "counts_missed": True,
                    "reason": "Heard by the executive committee: the second fight of the season, five games in all.",
                }

    def _payments(self, entries: Mapping[str, Json]) -> Iterator[Json]:
        for number, (game, amount, after) in enumerate(script.PAID, 1):
            entry = entries[game]
            date = dt.date.fromisoformat(entry["starts"][:10]) + dt.timedelta(days=after)
            payer = f"team:{entry['at_fault'][0]}"
            yield {"id": f"m{number}", "from": payer, "amount": amount, "date": date.isoformat(), "for": game}
        for number, request in enumerate(script.REQUESTS, 1):
            if request.paid:
                payer = f"team:{entries[request.game]['home']}"
                paid = self._calendar.day(request.received + 2).isoformat()
                yield {"id": f"m-r{number}", "from": payer, "amount": _FEE, "date": paid, "for": f"r{number}"}

    def _requests(self, entries: Mapping[str, Json]) -> Iterator[Json]:
        for number, request in enumerate(script.REQUESTS, 1):
            entry = entries[request.game]
            yield {
                "id": f"r{number}",
                "game": request.game,
                "by": entry["home"],
                "received": self._calendar.day(request.received).isoformat(),
                "new_start": stamp(self._schedule.moves[request.game]),
                "reason": request.reason,
                "agreed": [entry["away"]] if request.agreed else [],
                "decision": request.decision,
            }

    def _replace_somebody(self) -> None:
        """One skater has left a team, and another has come and wears that number."""
        division, place, skater, left, came = script.REPLACED
        team = self._teams[division][place]
        leaver = team.skaters[skater]
        newcomer = replace(leaver, id="p9001", name=script.NEWCOMER, starts=self._calendar.day(came))
        team.people[team.people.index(leaver)] = replace(leaver, ends=self._calendar.day(left))
        team.people.append(newcomer)

    def _affiliate(self) -> Json:
        """The second place of somebody who plays for two teams."""
        division, team, skater, other_division, other, number, _ = script.AFFILIATE
        person = self._teams[division][team].skaters[skater].id
        place = {"person": person, "team": self._teams[other_division][other].id, "role": "skater"}
        return {**place, "number": number, "status": "affiliate"}


def _when(booking: Booking) -> dt.datetime:
    return booking.played_at or dt.datetime.max


def _entry(booking: Booking) -> Json:
    """A game on the calendar, where it was first set."""
    entry: Json = {"id": booking.id, "division": booking.division.id}
    if booking.kind != "league":
        entry["kind"] = booking.kind
    if booking.start is not None:
        times = {"starts": stamp(booking.start), "ends": stamp(booking.start + booking.length)}
        entry |= {**times, "venue": booking.venue}
    return entry | {"home": booking.home.id, "away": booking.away.id}
