"""Decides where the reasons to keep somebody out that aren't suspensions come from: one source a gate."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from discipline.core.owing import Reason
from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook


@dataclass(frozen=True, slots=True)
class KeptOut:
    """Somebody whom a rule keeps out of a game with a team: one still to come, or one that was played."""

    game: str
    team: str
    person: str
    reason: Reason


Source = Callable[[Facts, RuleBook, Mapping[str, Result], dt.date], Iterable[KeptOut]]
"""Facts, the book, what became of each game and the day asked about, to everybody whom the gate keeps out.

A source names people of the facts' rosters and lineups in open games and in lineups of games that were
played. It must not depend on who else is in the facts: a worker rules on a few people at a time.
"""


def other_reasons(
    facts: Facts, book: RuleBook, results: Mapping[str, Result], as_of: dt.date, sources: Collection[Source]
) -> Mapping[tuple[str, str, str], tuple[Reason, ...]]:
    """All reasons that aren't suspensions, by game, team and person."""
    found: dict[tuple[str, str, str], list[Reason]] = {}
    for source in sources:
        for item in source(facts, book, results, as_of):
            found.setdefault((item.game, item.team, item.person), []).append(item.reason)
    return {place: tuple(reasons) for place, reasons in found.items()}
