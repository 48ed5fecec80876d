"""Decides what a season's facts are when two of its people are one, and what speaks against that.

Two records of one person come from two spellings of a name. Made one, everything that happened to either
happened to that person: what a rule book counts is counted together.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from league.core.facts import Facts, Game, Person, RosterSpot
from league.core.findings import Finding


def one_person(facts: Facts, absorbed: str, kept: Person) -> Facts:
    """The facts in which whatever names `absorbed` names `kept`.

    Where only the absorbed one is listed, `kept` takes that place; where both are, `kept` keeps its own,
    and what holds in the season for either (special conditions, a card) holds for it. Lists keep their
    order, so that a carried suspension is known by the same place.
    """
    if absorbed not in facts.person:
        return facts
    name = _Renamed(absorbed, kept.id)
    return facts.changed(
        people=_people(facts, absorbed, kept),
        roster=name.all(facts.roster),
        games=tuple(name.game(game) for game in facts.games),
        infractions=name.all(facts.infractions),
        prior=name.all(facts.prior),
        carried=name.all(facts.carried),
        decisions=name.all(facts.decisions),
        approvals=name.all(facts.approvals),
        conditions=name.all(facts.conditions),
        stays=name.all(facts.stays),
        payments=tuple(
            replace(item, payer=f"person:{kept.id}") if item.payer == f"person:{absorbed}" else item
            for item in facts.payments
        ),
    )


def _people(facts: Facts, absorbed: str, kept: Person) -> tuple[Person, ...]:
    was, own = facts.person[absorbed], facts.person.get(kept.id)
    known = own or was
    made = replace(
        known,
        id=kept.id,
        name=kept.name,
        born=kept.born,
        registration=kept.registration,
        special_conditions=known.special_conditions or was.special_conditions,
        carded=known.carded or was.carded,
    )
    place = kept.id if own else absorbed
    return tuple(
        made if person.id == place else person for person in facts.people if own is None or person.id != absorbed
    )


class _Renamed:
    """Puts one id of a person in the place of another."""

    def __init__(self, absorbed: str, kept: str) -> None:
        self.absorbed, self.kept = absorbed, kept

    def all[Item: Any](self, items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(replace(item, person=self.kept) if item.person == self.absorbed else item for item in items)

    def game(self, game: Game) -> Game:
        return replace(
            game,
            home_lineup=self.all(game.home_lineup),
            away_lineup=self.all(game.away_lineup),
            unlisted=tuple(
                self.kept if one == self.absorbed else one
                for one in game.unlisted
                if one != self.absorbed or self.kept not in game.unlisted
            ),
            penalties=tuple(
                replace(item, served_by=self.kept) if item.served_by == self.absorbed else item
                for item in self.all(game.penalties)
            ),
        )


def kept_apart(facts: Facts, one: str, other: str) -> Iterator[Finding]:
    """What shows that two people of a season are two: both on one team at a time, both on the bench of one game."""
    for team in facts.teams:
        spots, others = facts.spots_of.get((one, team.id), ()), facts.spots_of.get((other, team.id), ())
        if any(_overlap(spot, beside) for spot in spots for beside in others):
            yield Finding(
                "both-on-a-roster",
                f"both are on the roster of {team.name or team.id} at the same time ({facts.season.name})",
                where="roster",
                remedy="they are two people; or take one of the two places off the roster first",
            )
    for game in facts.games:
        dressed = [{spot.person for spot in game.lineup(team)} for team in game.teams]
        if {one, other} <= dressed[0] | dressed[1]:
            named = " - ".join(facts.team[team].name or team for team in game.teams)
            yield Finding(
                "both-in-a-game",
                f"both were on the bench in {named} of {game.day or '?'} ({facts.season.name})",
                where="lineup",
                remedy="they are two people; or correct the game's sheet first",
            )


def _overlap(one: RosterSpot, other: RosterSpot) -> bool:
    return (one.starts or dt.date.min) <= (other.ends or dt.date.max) and (other.starts or dt.date.min) <= (
        one.ends or dt.date.max
    )
