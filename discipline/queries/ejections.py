"""Decides how it is read who was put out of a game: worked out from its sheet, by the book of its day."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from discipline.core.ejections import Ejection, ejections
from league.models import Game, Team
from league.queries.facts import Slice, league_facts
from league.queries.reports import book_of


@dataclass(frozen=True, slots=True)
class OutOfGame:
    """Somebody who was put out of a game, with the sentences that say why."""

    person: str
    team: str
    clauses: tuple[str, ...]
    why: tuple[str, ...]


def ejected_from(game: Game, teams: Collection[Team]) -> list[OutOfGame]:
    """Who of these teams was put out of the game. A constant number of queries, none by a book without such rules."""
    book = book_of(game)
    if not teams or not book.all(Ejection):
        return []
    names = {team.key: team.name for team in teams}
    facts = league_facts(Slice(game.season, game=game))
    return [
        OutOfGame(facts.person[item.person].name or item.person, names[item.team], item.clauses, item.why)
        for item in ejections(facts, book)
        if item.team in names
    ]
