"""Decides how tests of discipline state a small season: Otters against Bears, a game a week, Pat the Otters' skater."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from discipline.core.documents import DisciplineRulings
from discipline.core.rulings import discipline
from league.core.cut import known_on
from league.core.facts import Decision, Facts, Game, LineupSpot, Penalty, Person, RosterSpot
from league.core.results import results
from league.rulebook.book import RuleBook
from league.rulebook.loader import load
from tests.league.core.builders import FIRST, SEASON, season
from tests.league.core.builders import game as played

BOOK = load("mn-district-9")
LATE = dt.date(2015, 3, 1)
ROSTER = (RosterSpot("pat", "otters", "skater", 7), RosterSpot("sam", "bears", "skater", 8))


def to_come(number: int, **changes: Any) -> Game:
    """Game g<number> of the week `number`, not played yet."""
    changes = {"outcome": "scheduled", "home_goals": None, "away_goals": None, "winner": None} | changes
    return played(number, **changes)


def fight(
    incident: str = "i1",
    person: str | None = "pat",
    team: str = "otters",
    *,
    with_misconduct: bool = False,
    **more: Any,
) -> tuple[Penalty, ...]:
    """A fighting major; with the game misconduct that the sheet may show beside it."""
    major = replace(Penalty(f"{incident}-major", team, "major", person, "fighting", incident), **more)
    misconduct = replace(major, id=f"{incident}-gm", penalty_class="game-misconduct")
    return (major, misconduct) if with_misconduct else (major,)


def fought(number: int = 1, incident: str | None = None, **changes: Any) -> Game:
    """Game g<number>, played, in which Pat fights; the incident is i<number> unless given."""
    return played(number, penalties=fight(incident or f"i{number}"), **changes)


def with_pat(game: Game) -> Game:
    """The same game with Pat on the Otters' bench."""
    spots = (LineupSpot("pat", 7),)
    return replace(game, home_lineup=spots) if game.home == "otters" else replace(game, away_lineup=spots)


def facts_of(*games: Game, **changes: Any) -> Facts:
    """A season with these games, Pat and Sam."""
    people = tuple(Person(id, registration="R") for id in ("pat", "sam"))
    return season(*games, **({"roster": ROSTER, "people": people} | changes))


def decided(on: str, day: dt.date, games: int | None = None, **more: Any) -> Decision:
    """A decision on an incident, a penalty or an infraction."""
    return Decision(on, day, games=games, **more)


def ruled(facts: Facts, *, as_of: dt.date = LATE, book: RuleBook = BOOK) -> DisciplineRulings:
    """What follows from the facts, as known at the end of a day."""
    known = known_on(facts, as_of)
    return discipline(known, book, results(known, book), as_of)


def barred(rulings: DisciplineRulings, person: str = "pat") -> list[str]:
    """The games that the list names for a person, in order."""
    return [item.game for item in rulings.ineligible if item.person == person]


def served(rulings: DisciplineRulings, person: str = "pat") -> dict[str, Sequence[str]]:
    """The games served, by incident."""
    return {item.incident: item.served_in for item in rulings.suspensions if item.person == person}


def day(number: int) -> dt.date:
    """The day of game g<number>."""
    return SEASON.day(FIRST + dt.timedelta(weeks=number - 1))
