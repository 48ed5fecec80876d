"""Decides which penalties of a sheet make one act of one person, those included that follow by themselves."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace

from discipline.core.book import Offence, Sentencing, Unruled
from discipline.core.book_additions import Accumulation, AutomaticPenalty, ReviewTrigger, Rider
from discipline.core.book_filters import Filter
from discipline.core.cases import Clock, Decisions
from discipline.core.circumstances import Circumstances, Line
from league.core.facts import Game, Penalty
from league.rulebook.book import RuleBook

OVERTIME = 100  # comes after every period of regulation


@dataclass(frozen=True, slots=True)
class Act:
    """The penalties of one person in one incident of one game, in the order of the clock."""

    person: str
    team: str
    incident: str
    lines: tuple[Line, ...]
    clock: Clock
    struck: bool = False
    """Whether a decision dismissed all of it."""

    @property
    def names(self) -> frozenset[str]:
        """The ids by which a decision can be on it."""
        return frozenset({self.incident, *(line.penalty.id for line in self.lines)})


def acts_of(
    game: Game, day: dt.date | None, book: RuleBook, circumstances: Circumstances, decisions: Decisions
) -> Iterator[list[Act]]:
    """The acts of each person in a game, in the order of the clock.

    Nothing for a game of a level that the book isn't for. Penalties that a decision dismissed are left
    out of an act that has others; an act that was dismissed as a whole keeps them.
    """
    rules = book.get(Sentencing)
    if rules is not None and rules.levels and circumstances.level(game) not in rules.levels:
        return
    concern = _Concern(book)
    people = {
        penalty.person for penalty in game.penalties
        if penalty.person is not None
        and (concern.about(penalty) or decisions.there_are({penalty.id, penalty.incident}))
    }  # fmt: skip
    found: dict[str, dict[str, list[tuple[Clock, Penalty]]]] = {}
    for place, penalty in enumerate(game.penalties):
        if penalty.person in people and penalty.person is not None:
            incidents = found.setdefault(penalty.person, {})
            incidents.setdefault(penalty.incident or penalty.id, []).append((clock_of(penalty, place), penalty))
    for person, incidents in found.items():
        acts = []
        for incident, timed in incidents.items():
            timed.sort(key=lambda item: item[0])
            lines = tuple(Line(penalty, game, day) for _, penalty in timed)
            standing = tuple(line for line in lines if not decisions.struck(line.penalty.id, incident, person))
            acts.append(Act(person, timed[0][1].team, incident, standing or lines, timed[0][0], not standing))
        acts.sort(key=lambda act: act.clock)
        yield _with_automatic(_joined(acts, book, circumstances), book, circumstances)


def clock_of(penalty: Penalty, place: int) -> Clock:
    """When in a game: by period and time left, overtime after the third; without a time, in the sheet's order."""
    period = penalty.period
    if period is None:
        return (True, 0, place)
    number = period if isinstance(period, int) else OVERTIME + int(period.removeprefix("OT") or 1)
    return (False, number, -penalty.left) if penalty.left is not None else (False, number, 1 + place)


class _Concern:
    """Which penalties the book has anything to say about; most of a sheet concerns nobody here."""

    def __init__(self, book: RuleBook) -> None:
        unruled = book.get(Unruled)
        self._classes = set(unruled.classes if unruled else ())
        self._offences: set[str] = set()
        self._all = False
        filters: list[Filter] = [
            *book.all(Offence), *book.all(Rider), *book.all(AutomaticPenalty), *book.all(ReviewTrigger),
            *(item for item in book.all(Accumulation) if item.of != "suspensions"),
        ]  # fmt: skip
        for which in filters:
            if which.classes:
                self._classes.update(which.classes)
            elif which.offences:
                self._offences.update(which.offences)
            elif not (isinstance(which, Rider) and which.rows):
                self._all = True

    def about(self, penalty: Penalty) -> bool:
        """Whether anything may follow from the penalty."""
        return self._all or penalty.penalty_class in self._classes or penalty.offence in self._offences


def _joined(acts: list[Act], book: RuleBook, circumstances: Circumstances) -> list[Act]:
    """Two acts of a game are one where a row says that it joins the infraction before it."""
    joining = [row for row in book.all(Offence) if row.joins]
    if not joining:
        return acts
    found: list[Act] = []
    for act in acts:
        before = next((place for place in reversed(range(len(found))) for row in joining
                       if not act.struck and not found[place].struck and _fit(row, act, book, circumstances)
                       and any(_fit(other, found[place], book, circumstances)
                               for other in book.all(Offence) if row.joins == other.id)), None)  # fmt: skip
        if before is None:
            found.append(act)
        else:
            found[before] = replace(found[before], lines=(*found[before].lines, *act.lines))
    return found


def _fit(row: Offence, act: Act, book: RuleBook, circumstances: Circumstances) -> bool:
    return any(circumstances.fits(row, line, book) for line in act.lines)


def _with_automatic(acts: list[Act], book: RuleBook, circumstances: Circumstances) -> list[Act]:
    """The acts with the penalties that follow from others, where the sheet doesn't have them."""
    for rule in book.all(AutomaticPenalty):
        count = 0
        for place, act in enumerate(acts):
            if act.struck:
                continue
            for line in act.lines:
                count += circumstances.fits(rule, line, book)
                if count == rule.times and circumstances.fits(rule, line, book):
                    acts[place] = replace(act, lines=(*act.lines, *_brought(rule, line, act)))
                    if rule.times > 1:
                        count += 1  # once a game
                    else:
                        count = 0
                    break
    return acts


def _brought(rule: AutomaticPenalty, line: Line, act: Act) -> Iterator[Line]:
    there = {item.penalty.penalty_class for item in act.lines}
    for given in rule.gives:
        if given not in there:
            penalty = replace(
                line.penalty,
                id=f"{line.penalty.id}:{given}",
                penalty_class=given,
                offence=rule.gives_offence,
                flags=line.penalty.flags & {"post-game", "pre-game"},
                seconds=None,
            )
            yield replace(line, penalty=penalty, written=False)
