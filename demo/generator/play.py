"""Decides the result and sheet of each game in the order in which they are played, and who sits out after a fight."""

import datetime as dt
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from demo.generator import script
from demo.generator.schedule import Booking
from demo.generator.sheets import Sheet, Side, periods, score, usual_penalties
from demo.generator.teams import Person, Team

type Json = dict[str, Any]

_SIDES: tuple[Side, Side] = ("home", "away")
_ANY = frozenset({"league", "playoff", "tournament", "exhibition", "scrimmage"})
_DISTRICT = frozenset({"league", "playoff"})


class Bench:
    """Who is kept out by a fight: the next game of any kind, then the next of the district; after a second, all."""

    def __init__(self, carried: Iterable[str]) -> None:
        self._owed = {person: [_DISTRICT, _DISTRICT] for person in carried}
        self._fought: set[str] = set()
        self._held: set[str] = set()

    def fought(self, person: Person) -> None:
        """Somebody fought in the game at hand."""
        if person.id in self._fought:
            self._held.add(person.id)
        self._fought.add(person.id)
        self._owed[person.id] = [_ANY, _DISTRICT]

    def is_out(self, person: Person) -> bool:
        """Whether somebody stays out of the game at hand."""
        return person.id in self._held or bool(self._owed.get(person.id))

    def sat_out(self, people: Iterable[Person], kind: str) -> None:
        """A game of that kind was played without those of `people` who are out."""
        for person in people:
            owed = self._owed.get(person.id)
            if owed and kind in owed[0]:
                owed.pop(0)


class Play:
    """Plays the games one after the other; ask for them in order of time."""

    def __init__(self, rng: Random, carried: Iterable[str]) -> None:
        """Begin a season; `carried` are the ids of those who owe games of the last one."""
        self._rng = rng
        self._bench = Bench(carried)
        self._guests: dict[tuple[str, str], Person] = {}

    def invite(self, game: str, team: Team, guest: Person) -> None:
        """Have somebody of another team dress for a team in one game."""
        self._guests[game, team.id] = guest

    def result(self, booking: Booking) -> Json:
        """What the game adds to its entry in the file: score, sheet, lineup, when it was reported."""
        division, rng = booking.division, self._rng
        if not division.keeps_score:
            return {"score": {"home": 0, "away": 0}, "reported": self._reported(booking)}
        dressed = {side: self._dressed(booking, booking.side(side)) for side in _SIDES}
        goals = booking.score or score(division, *booking.teams, rng)
        sheet = Sheet(booking.id, division, rng)
        for side, keeps in zip(_SIDES, booking.keeps, strict=True):
            happens = script.ACTS.get(booking.id, (None, ""))
            if happens[0] == side:
                self._happens(sheet, booking.side(side), happens[1], dressed[side])
            skaters = [person for person in dressed[side] if person.role == "skater"]
            usual_penalties(sheet, division, rng, booking.side(side), skaters, keeps)
        out = [
            person
            for team in booking.teams
            for person in team.people
            if person not in dressed["home"] + dressed["away"]
        ]
        fighters = self._fights(sheet, booking)
        self._bench.sat_out(out, booking.kind)
        for person in fighters:
            self._bench.fought(person)
        found: Json = {"periods": {side: periods(each, rng) for side, each in zip(_SIDES, goals, strict=True)}}
        if division.sheets:
            found["lineup"] = {side: [_spot(person, booking.side(side)) for person in dressed[side]] for side in _SIDES}
        found |= {"reported": self._reported(booking)}
        if penalties := sheet.penalties():
            found["penalties"] = penalties
        if sheet.conduct:
            found["conduct"] = sheet.conduct
        return found

    def _dressed(self, booking: Booking, team: Team) -> list[Person]:
        assert booking.played_at is not None
        used = [
            team.skaters[fight.skater]
            for fight in script.FIGHTS
            if fight.used_in == booking.id and fight.team == team.place
        ]
        there = [person for person in team.people if person.is_there(booking.played_at.date())]
        people = [person for person in there if person in used or not self._bench.is_out(person)]
        guest = self._guests.get((booking.id, team.id))
        return [*people, guest] if guest else people

    def _fights(self, sheet: Sheet, booking: Booking) -> list[Person]:
        fighters = []
        for fight in script.FIGHTS:
            if fight.game != booking.id:
                continue
            ours = booking.teams if booking.teams[0].place == fight.team else booking.teams[::-1]
            for team, skater in zip(ours, (fight.skater, fight.opponent), strict=True):
                if skater is not None:
                    person = team.skaters[skater]
                    sheet.fight(team, person)
                    fighters.append(person)
        return fighters

    def _happens(self, sheet: Sheet, team: Team, what: str, dressed: Sequence[Person]) -> None:
        who = next(person for person in dressed if person.role == "skater")
        match what:
            case "mouth-guard":
                sheet.act(team, {"offence": "no-mouth-guard", "class": "misconduct"}, person=who)
            case "penalty-shot":
                shot = {"offence": "tripping", "class": "penalty-shot", "stands_for": "minor"}
                sheet.act(team, shot, person=who)
            case "hooks":
                sheet.act(team, {"offence": "hooking", "class": "minor"}, person=who)
            case "checking-from-behind":
                sheet.checking_from_behind(team, who)
            case "coach-sent-off":
                sheet.act(team, {"offence": "abuse-of-official", "class": "game-misconduct"}, person=team.coach)
            case _:
                sheet.conduct.append({"team": team.id, "kind": what})

    def _reported(self, booking: Booking) -> str:
        """When the first report came in: mostly the same evening or the next day, now and then too late."""
        assert booking.ends is not None
        hours = self._rng.choice((1, 1, 2, 2, 3, 12, 14, 16, 30))
        return stamp(booking.ends + dt.timedelta(hours=hours, minutes=self._rng.randrange(60)))


def fate_of(booking: Booking, fate: script.Fate) -> Json:
    """What a game that wasn't played has in its entry."""
    assert booking.start is not None
    found: Json = {"outcome": fate.outcome, "at_fault": [booking.side(side).id for side in fate.at_fault]}
    if fate.notice is not None:
        found["notice"] = stamp(booking.start - fate.notice)
    if fate.excused:
        found["excused"] = fate.excused
    if fate.grants:
        found["fair_play"] = {booking.side(side).id: True for side in _SIDES if side not in fate.at_fault}
    return found


def stamp(moment: dt.datetime) -> str:
    """A local time as season files write it."""
    return moment.strftime("%Y-%m-%dT%H:%M")


def _spot(person: Person, team: Team) -> str | Json:
    """An entry of the lineup: the bare id, or with the number where it isn't that of the roster."""
    return person.id if person in team.people else {"person": person.id, "number": person.number}
