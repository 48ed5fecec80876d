"""Decides on which teams a person may be at the same time, and in which divisions a card allows somebody."""

import datetime as dt
from collections.abc import Iterator

from discipline.core.gates.appearances import Appearance, places
from discipline.core.gates.book_people import Carded, FullTime, SeveralTeams
from discipline.core.gates.told import Told
from league.core.days import season_day
from league.core.facts import Facts, Infraction, RosterSpot

PLAYERS = ("skater", "goalie")


class SecondTeam:
    """A registration that clashes with another of the same person (Alberta men's 2-1.b.1 and 2-1.b.2)."""

    def __init__(self, rule: SeveralTeams, facts: Facts) -> None:
        self._rule, self._facts = rule, facts
        self._spots = places(facts)

    def told(self, seen: Appearance) -> Iterator[Told]:
        """What stands against the person's place on this team."""
        for spot in seen.spots:
            if spot.role in PLAYERS:
                yield from self._same_division(spot, seen)
                if self._rule.full_time:
                    yield from self._too_low(spot, seen, self._rule.full_time)

    def _same_division(self, spot: RosterSpot, seen: Appearance) -> Iterator[Told]:
        division = self._division(spot.team)
        for other in seen.elsewhere:
            same = division is not None and self._division(other.team) == division
            if other.role in PLAYERS and same and self._earlier(other, spot):
                why = f"Registered with {other.team} of the same division already ({self._rule.clause})."
                yield Told((self._rule.clause,), why, "second-team")

    def _division(self, team: str) -> str | None:
        return self._facts.team[team].division if team in self._facts.team else None

    def _earlier(self, other: RosterSpot, spot: RosterSpot) -> bool:
        """Whether the other registration came first: by its day, then by the roster's order."""
        start = dt.date.min
        if (other.starts or start) != (spot.starts or start):
            return (other.starts or start) < (spot.starts or start)
        of_person = self._spots[spot.person]
        return of_person.index(other) < of_person.index(spot)

    def _too_low(self, spot: RosterSpot, seen: Appearance, rule: FullTime) -> Iterator[Told]:
        rank = rank_of(self._facts, spot.team)
        if rank is None or rank <= rule.lowest_rank:
            return
        for other in seen.elsewhere:
            high = rank_of(self._facts, other.team)
            if other.role in PLAYERS and other.status in rule.statuses and high and high <= rule.through_rank:
                why = f"A regular of {other.team} in division {high} isn't on a team below division {rule.lowest_rank}"
                yield Told((rule.clause,), f"{why} ({rule.clause}).", "second-team")


class CardHolder:
    """A carded player below the divisions that are open to cards (Alberta men's 2-1.h)."""

    def __init__(self, rule: Carded, facts: Facts) -> None:
        self._rule, self._facts = rule, facts

    def told(self, seen: Appearance) -> Iterator[Told]:
        """The card, and after the day of the rule that nothing opens the division any more."""
        person = self._facts.person.get(seen.person)
        if person is None or not person.carded or not any(spot.role in PLAYERS for spot in seen.as_what):
            return
        if below(self._facts, self._rule, seen.team):
            after = _is_after(self._facts, self._rule, seen.day)
            clauses = (self._rule.clause, *([self._rule.after_clause] if after else []))
            why = f"A carded player stays in divisions 1 to {self._rule.through_rank} ({self._rule.clause})."
            yield Told(clauses, why, "carded")


def carded_uses(facts: Facts, rule: Carded) -> Iterator[Infraction]:
    """The confirmed uses of a carded player that are punished (2-1.h.3), once for each player found.

    Asks for a season of that half, a team below the open divisions, and a game after the day. One that a
    decision dismissed is none.
    """
    found: set[tuple[str | None, str | None]] = set()
    for item in facts.standing_infractions:
        game = facts.game.get(item.game) if item.game else None
        day = game.day if game and game.day else item.date
        if (
            item.offence == rule.use.offence
            and item.team is not None
            and below(facts, rule, item.team)
            and _is_after(facts, rule, day)
            and (item.team, item.person) not in found
        ):
            found.add((item.team, item.person))
            yield item


def below(facts: Facts, rule: Carded, team: str) -> bool:
    """Whether cards matter in this season, and the team plays below the divisions open to them."""
    rank = rank_of(facts, team)
    return facts.season.half in rule.halves and rank is not None and rank > rule.through_rank


def _is_after(facts: Facts, rule: Carded, day: dt.date) -> bool:
    return facts.season.starts is not None and day > season_day(facts.season, rule.after)


def rank_of(facts: Facts, team: str) -> int | None:
    """The rank of a team's division, 1 the highest; None where it isn't given or the team isn't known."""
    return facts.division[facts.team[team].division].rank if team in facts.team else None
