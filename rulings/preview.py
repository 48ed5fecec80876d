"""Decides what would follow from a change of one game: both rulings worked out in memory and compared."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from discipline.core.documents import DisciplineRulings
from discipline.core.rulings import discipline
from league.core import results
from league.core.cut import known_on
from league.core.facts import Facts, Game
from league.core.fair_play import Verdict
from league.core.results import Result
from league.models import RuleBookVersion
from league.rulebook.book import RuleBook
from scheduling.core.charges import charges
from standings.queries import RuledDivision, rule_facts

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Basis:
    """Everything that the rulings on a game rest on, as the workers would read it now.

    `division` are the facts of its table, `people` those about `concerned` (keys): everybody on the
    sheet before or after, and whoever of both teams is suspended. `final`: a frozen table stands.
    """

    version: RuleBookVersion
    book_on: Callable[[dt.date], RuleBook]
    as_of: dt.date
    division: Facts
    people: Facts
    concerned: frozenset[str]
    final: bool


@dataclass(frozen=True, slots=True)
class Pair:
    """One entry of the rulings as it is and as it would be; None on the side where there is none."""

    before: Document | None
    after: Document | None

    @property
    def either(self) -> Document:
        """The entry after, else the one before: both are about the same."""
        found = self.after or self.before
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class Ruled:
    """The rulings on one version of the game, those on people for whoever is concerned."""

    result: Result
    table: RuledDivision
    discipline: DisciplineRulings
    charges: tuple[Document, ...]
    reviews: tuple[Document, ...]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The Fair Play verdicts of the game."""
        return tuple(item for item in self.table.verdicts if item.game == self.result.game.id)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What the change would do: only what differs, in the order of the rulings."""

    before: Ruled
    after: Ruled
    rows: tuple[Pair, ...]
    seeds: tuple[tuple[str, ...], tuple[str, ...]]  # before and after
    flips: tuple[tuple[str, ...], ...]  # ties that only a coin flip would part, new ones
    fair_play: tuple[Pair, ...]
    suspensions: tuple[Pair, ...]
    ineligible: tuple[Pair, ...]
    reviews: tuple[Pair, ...]
    charges: tuple[Pair, ...]
    ejections: tuple[Pair, ...]
    final: bool

    @property
    def beside_the_table(self) -> bool:
        """Whether anything but lines of the table changes."""
        people = (self.suspensions, self.ineligible, self.ejections, self.reviews)
        return any((self.fair_play, *people, self.charges, self.flips)) or self.seeds[0] != self.seeds[1]

    def __bool__(self) -> bool:
        return bool(self.rows) or self.beside_the_table


def consequences(basis: Basis, before: Game, after: Game) -> Consequences:
    """What would follow if the game were `after` and not `before`. A pure function of the basis.

    Raises MissingSection where the book lacks what a ruling on these facts needs.
    """
    was, becomes = rule(basis, before), rule(basis, after)
    old, new = was.table.content(), becomes.table.content()
    return Consequences(
        before=was,
        after=becomes,
        rows=_pairs(old["rows"], new["rows"], "team"),
        seeds=(_seeds(was), _seeds(becomes)),
        flips=tuple(tuple(one) for one in new["coin_flip_needed"] if one not in old["coin_flip_needed"]),
        fair_play=_pairs(_documents(was.verdicts), _documents(becomes.verdicts), "team"),
        suspensions=_pairs(
            _documents(was.discipline.suspensions), _documents(becomes.discipline.suspensions), "person", "incident"
        ),
        ineligible=_pairs(
            _documents(was.discipline.ineligible), _documents(becomes.discipline.ineligible), "game", "team", "person"
        ),
        reviews=_pairs(was.reviews, becomes.reviews, "kind", "person", "team", "incident", "game"),
        charges=_pairs(was.charges, becomes.charges, "from", "for", "kind"),
        ejections=_pairs(
            _documents(was.discipline.ejections), _documents(becomes.discipline.ejections), "game", "team", "person"
        ),
        final=basis.final,
    )


def rule(basis: Basis, game: Game) -> Ruled:
    """The rulings on the basis with this version of the game in it."""
    table = rule_facts(with_game(basis.division, game), basis.version, basis.as_of)
    facts = known_on(with_game(basis.people, _of_people(game, basis.concerned)), basis.as_of)
    book = basis.book_on(basis.as_of)
    found = discipline(facts, book, results.results(facts, book), basis.as_of, basis.book_on)
    concerned = tuple(item for item in found.suspensions if item.person in basis.concerned)
    people = replace(
        found,
        suspensions=concerned,
        ineligible=tuple(item for item in found.ineligible if item.person in basis.concerned),
        ejections=tuple(item for item in found.ejections if item.game == game.id),
    )
    refusals = results.refusal_reviews(table.results, table.book)
    return Ruled(
        result=table.results[game.id],
        table=table,
        discipline=people,
        charges=(
            *_documents(charges(table.facts, table.book, {game.id: table.results[game.id]}, ())),
            *_documents(charges(facts, book, {}, (), found.fines)),
        ),
        reviews=(
            *(item for item in refusals if item["game"] == game.id),
            *(item.document() for item in found.reviews if item.person in basis.concerned),
        ),
    )


def people_of(*sheets: Game) -> frozenset[str]:
    """Everybody who stands on one of these sheets, as the workers are asked to rule on them."""
    spots = (spot.person for sheet in sheets for spot in (*sheet.home_lineup, *sheet.away_lineup))
    named = (key for sheet in sheets for item in sheet.penalties for key in (item.person, item.served_by))
    return frozenset((*spots, *(key for key in named if key)))


def with_game(facts: Facts, game: Game) -> Facts:
    """The facts with this version of one of their games; one that isn't among them is added at their end."""
    games = tuple(game if one.id == game.id else one for one in facts.games)
    return facts.changed(games=games if game.id in facts.game else (*games, game))


def _of_people(game: Game, people: frozenset[str]) -> Game:
    """As much of the sheet as concerns these people, as facts about people hold it."""
    return replace(
        game,
        penalties=tuple(item for item in game.penalties if item.person is None or item.person in people),
        home_lineup=tuple(spot for spot in game.home_lineup if spot.person in people),
        away_lineup=tuple(spot for spot in game.away_lineup if spot.person in people),
        unlisted=tuple(person for person in game.unlisted if person in people),
    )


def _seeds(ruled: Ruled) -> tuple[str, ...]:
    seeding = ruled.table.seeding
    return tuple(seeding.document()["teams"]) if seeding else ()


def _documents(items: Iterable[Any]) -> list[Document]:
    return [item.document() for item in items]


def _pairs(before: Iterable[Document], after: Iterable[Document], *key: str) -> tuple[Pair, ...]:
    """Entries that come, go or change, those of `after` first and in its order."""
    old = {tuple(entry[name] for name in key): entry for entry in before}
    new = {tuple(entry[name] for name in key): entry for entry in after}
    pairs = (Pair(old.get(one), new.get(one)) for one in dict.fromkeys([*new, *old]))
    return tuple(pair for pair in pairs if pair.before != pair.after)
