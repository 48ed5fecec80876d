"""Decides who is out for the rest of a game, and which later penalties of theirs the sheet has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field

from discipline.core.acts import clock_of
from discipline.core.book_filters import ROLE_GROUPS, Filter
from discipline.core.cases import Clock
from discipline.core.circumstances import AFTER_GAME, Circumstances, Line
from discipline.core.wording import called, ordinal
from league.core.book import unknown_words
from league.core.facts import Facts, Game, Penalty
from league.core.findings import Finding
from league.core.vocabulary import ROLES
from league.rulebook.book import RuleBook
from league.rulebook.sections import Section, register

BENCH = "bench-minor"


class Ejection(Section, Filter):
    """One `[[ejection]]`: penalties that put somebody out for the rest of that game; a row says what they cost."""

    key: ClassVar[str] = "ejection"
    many: ClassVar[bool] = True
    clause: str
    also_clauses: tuple[str, ...] = ()
    """Clauses that it carries out besides."""
    times: int = Field(default=1, ge=1)
    """The how-many-eth penalty of the filter in one game puts the person out."""
    nobodys: Filter | None = None
    """Penalties that don't count after all."""
    not_roles: tuple[str, ...] = ()
    """Roles that stay in the game all the same."""
    not_roles_clause: str | None = None

    def explain(self) -> Iterable[str]:
        """Say what puts whom out."""
        often = "" if self.times == 1 else f"the {ordinal(self.times)} of one person in a game, "
        yield f"Out for the rest of the game, with no suspension by that alone: {often}{self.words()} ({self.clause})."
        if self.nobodys:
            yield f"Not counted: {self.nobodys.words()}."
        if self.not_roles:
            yield f"A {' or '.join(self.not_roles)} stays in the game ({self.not_roles_clause or self.clause})."

    def check(self, book: RuleBook) -> Iterable[Finding]:
        """Find unknown words."""
        yield from self.filter_faults()
        yield from unknown_words(self.not_roles, (*ROLE_GROUPS, *ROLES), "role", "not_roles")


@dataclass(frozen=True, slots=True)
class Ejected:
    """Somebody who is out of one game from a penalty on; `later` are the penalties that the sheet has after it."""

    game: str
    team: str
    person: str
    penalty: str
    clauses: tuple[str, ...]
    why: tuple[str, ...]
    later: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        """The entry of the rulings' `ejections`."""
        return {
            "game": self.game,
            "team": self.team,
            "person": self.person,
            "penalty": self.penalty,
            "later": list(self.later),
            "clauses": list(self.clauses),
            "why": list(self.why),
        }


def ejections(facts: Facts, book: RuleBook, circumstances: Circumstances | None = None) -> tuple[Ejected, ...]:
    """Who was put out of which game, by start of the game, then team and person; each once a game, by what came first.

    What is decided afterwards doesn't undo it: it happened on the ice. A pure function.
    """
    rules = book.all(Ejection)
    if not rules:
        return ()
    seen = circumstances or Circumstances(facts)
    found: list[Ejected] = []
    for game in facts.games_in_order:
        timed = _timed(game)
        for team, person in sorted(timed):
            hits = [hit for rule in rules if (hit := _reached(rule, timed[team, person], game, book, seen)) is not None]
            if hits:
                found.append(_ejected(game, timed[team, person], min(hits, key=lambda hit: hit[0])))
    return tuple(found)


Timed = list[tuple[Clock, Penalty]]
Hit = tuple[Clock, Ejection, Penalty]


def _timed(game: Game) -> Mapping[tuple[str, str], Timed]:
    """Each one's penalties in the order of the clock, by team and person."""
    found: dict[tuple[str, str], Timed] = {}
    for place, penalty in enumerate(game.penalties):
        if penalty.person is not None and penalty.penalty_class != BENCH:
            found.setdefault((penalty.team, penalty.person), []).append((clock_of(penalty, place), penalty))
    for timed in found.values():
        timed.sort(key=lambda item: item[0])
    return found


def _reached(rule: Ejection, timed: Timed, game: Game, book: RuleBook, seen: Circumstances) -> Hit | None:
    """The penalty by which a rule puts the person out; None where it doesn't."""
    count = 0
    for clock, penalty in timed:
        line = Line(penalty, game, game.day)
        if not seen.fits(rule, line, book) or (rule.nobodys is not None and seen.fits(rule.nobodys, line, book)):
            continue
        if rule.not_roles and seen.has_role(rule.not_roles, line):
            continue
        count += 1
        if count == rule.times:
            return clock, rule, penalty
    return None


def _ejected(game: Game, timed: Timed, hit: Hit) -> Ejected:
    clock, rule, penalty = hit
    later = tuple(
        other.id
        for at, other in timed
        if at > clock and not (at[0] or clock[0]) and other.incident != penalty.incident
        and AFTER_GAME not in other.flags
    )  # fmt: skip
    what = called(penalty) if rule.times == 1 else f"the {ordinal(rule.times)} penalty of the game"
    why = [f"Out for the rest of the game: {what} ({rule.clause})."]
    if later:
        number = "a later penalty" if len(later) == 1 else f"{len(later)} later penalties"
        why.append(f"The sheet has {number} of the same person: check the times, or who it was.")
    assert penalty.person is not None
    return Ejected(game.id, penalty.team, penalty.person, penalty.id, (rule.clause,), tuple(why), later)


register(Ejection)
