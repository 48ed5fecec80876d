"""Decides who is too young."""

import datetime as dt
from collections.abc import Iterator

from discipline.core.gates.appearances import Appearance
from discipline.core.gates.book_people import AgeLimit
from discipline.core.gates.told import Told, approved, words
from league.core.facts import Facts, RosterSpot, Season


class TooYoung:
    """Whoever hasn't reached an age by a day (Alberta men's 1-8.c and 2-1.c; M.A.H.A. 11)."""

    def __init__(self, rule: AgeLimit, facts: Facts) -> None:
        self._rule, self._facts = rule, facts

    def told(self, seen: Appearance) -> Iterator[Told]:
        """The person's age, where it is known and falls short."""
        rule, season = self._rule, self._facts.season
        if rule.halves and season.half not in rule.halves:
            return
        person = self._facts.person.get(seen.person)
        day = deadline(season, rule, seen.day)
        if person is None or person.born is None or day is None:
            return
        if not any(self._concerns(spot) for spot in seen.as_what):
            return
        birthday = turns(person.born, rule.years)
        if (birthday >= day if rule.before else birthday > day) and not approved(self._facts, seen, rule.approvals):
            limit = f"{'before' if rule.before else 'by'} {words(day)}"
            why = f"Turns {rule.years} on {words(birthday)}, and must have {limit} ({rule.clause})."
            yield Told((rule.clause,), why, "too-young")

    def _concerns(self, spot: RosterSpot) -> bool:
        rule = self._rule
        return spot.role in rule.roles and (not rule.lines or spot.role == "goalie" or spot.line in rule.lines)


def deadline(season: Season, rule: AgeLimit, day: dt.date) -> dt.date | None:
    """The day by which the age has to be reached; None where the season doesn't say it."""
    if rule.by == "year-end":
        return dt.date(season.starts.year, 12, 31) if season.starts else None
    return {"season-start": season.starts, "championship": season.championship, "game": day}[rule.by]


def turns(born: dt.date, years: int) -> dt.date:
    """The birthday on which somebody turns an age; of those born on February 29, March 1 where there is none."""
    try:
        return born.replace(year=born.year + years)
    except ValueError:
        return dt.date(born.year + years, 3, 1)
