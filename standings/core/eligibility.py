"""Decides which teams a game that they didn't play keeps out of the playoffs."""

from collections.abc import Mapping
from typing import NamedTuple

from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook
from standings.core.book_playoffs import Playoffs
from standings.core.book_points import Points


class Bar(NamedTuple):
    """What keeps a team out of the playoffs."""

    clauses: tuple[str, ...]
    why: tuple[str, ...]


CAUSE_WORDS = {
    "no-show": "did not show up",
    "cancellation": "cancelled too late",
    "double-forfeit": "part in a double forfeit",
    "forfeit": "forfeited",
    "refused": "refused to play",
}


def playoff_bars(facts: Facts, book: RuleBook, results: Mapping[str, Result]) -> Mapping[str, Bar]:
    """The barred teams, by id, with every game that bars them in its order (3.12.playoffs of District 9).

    Which causes bar and which excuses lift it the book says; only games that the table counts can bar.
    """
    playoffs, points = book.get(Playoffs), book.get(Points)
    if playoffs is None or points is None or playoffs.bar_clause is None:
        return {}
    sentences: dict[str, list[str]] = {}
    for game in facts.games_in_order:
        result = results[game.id]
        if result.counts and game.kind in points.kinds and _bars(result, playoffs):
            day = f" on {game.day.isoformat()}" if game.day else ""
            for team in result.at_fault:
                sentences.setdefault(team, []).append(
                    f"Out of the playoffs: {CAUSE_WORDS[result.cause or '']} in game {game.id}{day}"
                )
    return {team: Bar((playoffs.bar_clause,), tuple(why)) for team, why in sentences.items()}


def _bars(result: Result, playoffs: Playoffs) -> bool:
    return result.cause in playoffs.barring_causes and result.game.excused not in playoffs.excuses
