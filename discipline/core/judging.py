"""Decides what every act of a season costs: each person's acts in the order of the clock, then who answers for them."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from discipline.core.book_additions import ReviewTrigger, Rider
from discipline.core.book_serving import Serving
from discipline.core.cases import Case, Record
from discipline.core.circumstances import Circumstances, Line
from discipline.core.counting import Counts
from discipline.core.incidents import BookOn
from discipline.core.liabilities import derived
from discipline.core.sentencing import (
    Item,
    Opened,
    Sentenced,
    carried_over,
    put_together,
    row_item,
    with_decision,
)
from league.core.facts import Facts
from league.rulebook.book import RuleBook

GAME_MISCONDUCT = "game-misconduct"


def judged(
    facts: Facts,
    found: Record,
    book: RuleBook,
    book_on: BookOn,
    circumstances: Circumstances | None = None,
    tally: dict[str, Counts] | None = None,
) -> tuple[Sentenced, ...]:
    """What every act comes to under the book in force when it happened; `book` is that of acts without a day.

    Acts that cost nothing at all are left out; of those that only fine, warn or open a review
    `suspends` is false. `tally` is filled with what each person has added up by the end.
    """
    circumstances = circumstances or Circumstances(facts)
    by_person: dict[str, list[Case]] = {}
    teams: list[Case] = []
    for act in found.acts:
        if act.person:
            by_person.setdefault(act.person, []).append(act)
        elif act.team and act.charges:
            teams.append(act)
    order = {id(act): place for place, act in enumerate(found.acts)}
    made: list[tuple[int, Sentenced]] = []
    for person, acts in by_person.items():
        counts = Counts(facts, circumstances, person)
        if tally is not None:
            tally[person] = counts
        judge = _Judge(counts, circumstances, book, book_on)
        for _, block in groupby(acts, key=lambda act: (act.moment, act.game)):
            made += [(order[id(act)], sentenced) for act, sentenced in judge.block(tuple(block))]
    judge = _Judge(Counts(facts, circumstances, ""), circumstances, book, book_on)
    made += [(order[id(act)], sentenced) for act in teams for sentenced in judge.of_a_team(act)]
    made.sort(key=lambda item: item[0])
    own = [sentenced for _, sentenced in made]
    whole = _merged([*own, *derived(found.acts, own, facts, book_on, circumstances)])
    return tuple(_decided(item, book_on(item.case.given) if item.case.given else book) for item in whole)


def _decided(made: Sentenced, book: RuleBook) -> Sentenced:
    """What was decided on a person's ruling; a team's has no length."""
    return with_decision(made, book) if made.case.person else made


class _Judge:
    """Goes through one person's acts."""

    def __init__(self, counts: Counts, circumstances: Circumstances, book: RuleBook, book_on: BookOn) -> None:
        self._counts, self._circumstances = counts, circumstances
        self._default, self._book_on = book, book_on
        self._riders: dict[str, int] = {}

    def block(self, acts: tuple[Case, ...]) -> Iterator[tuple[Case, Sentenced]]:
        """The acts of one game, or one infraction, with what each comes to."""
        book = self._book(acts[0].given)
        if book.get(Serving) is None:
            return
        reached = self._counts.reached(acts, book)
        counted_already = False
        for place, act in enumerate(acts):
            if act.carried is not None:
                yield act, carried_over(act, book)
                continue
            if act.part_of:
                continue
            items = [row_item(charge, act) for charge in act.charges]
            items += self._riding(act, book)
            items += reached.get(place, ())
            sentenced = self._put(act, items, book)
            suspends = with_decision(sentenced, book).suspends
            if suspends and not act.dismissed and self._as_player(act) and not counted_already:
                counted_already = True
                if more := self._counts.suspended(book):
                    sentenced = self._put(act, [*items, *more], book)
            if suspends or sentenced.fines or sentenced.opens:
                yield act, sentenced

    def of_a_team(self, act: Case) -> Iterator[Sentenced]:
        """What an act of which nobody in person is known brings its team: its fines, and what somebody looks at."""
        book = self._book(act.given)
        if book.get(Serving) is not None:
            items = [row_item(charge, act) for charge in act.charges]
            made = self._put(act, items, book)
            fines = tuple(fine for fine in made.fines if fine.of_team)
            if fines or made.opens:
                yield Sentenced(act, made.clause, (), (), fines=fines, opens=made.opens, why=made.why)

    def _put(self, act: Case, items: list[Item], book: RuleBook) -> Sentenced:
        special = self._circumstances.special(act.person, act.team, act.given)
        found = put_together(act, items, book, special)
        if not items:
            found = replace(found, why=(f"{act.what[:1].upper()}{act.what[1:]}: the book sets no length.",))
        return replace(found, number=act.number, opens=(*found.opens, *self._opened(act, book)))

    def _book(self, day: dt.date | None) -> RuleBook:
        return self._book_on(day) if day else self._default

    def _as_player(self, act: Case) -> bool:
        return not self._circumstances.roles(act.person, act.team, act.given) <= {"representative"}

    def _opened(self, act: Case, book: RuleBook) -> Iterator[Opened]:
        if act.dismissed:
            return
        for rule in book.all(ReviewTrigger):
            often = (act.number or 1) >= rule.from_number
            if often and any(self._circumstances.fits(rule, line, book) for line in act.lines):
                yield Opened(rule.kind, (rule.clause,))

    def _riding(self, act: Case, book: RuleBook) -> Iterator[Item]:
        """What comes on top of the rows, each rider at its own count."""
        for rider in book.all(Rider):
            for line in self._ridden(rider, act, book):
                number = self._riders.get(rider.clause, 0) + 1
                step = rider.step(number)
                clause = step.clause or rider.clause
                if not act.dismissed:
                    self._riders[rider.clause] = number
                yield Item(clause, step, f"On top for {_named(line)}: {step.costs()} ({clause}).")

    def _ridden(self, rider: Rider, act: Case, book: RuleBook) -> list[Line]:
        """The penalties of the act that the rider comes on top of, one for each time."""
        if not act.charges or (rider.rows and not any(charge.chosen.id in rider.rows for charge in act.charges)):
            return []
        found: list[Line] = []
        classes: set[str] = set()
        for charge in act.charges:
            if rider.rows and charge.chosen.id not in rider.rows:
                continue
            lines = (*charge.lines, *charge.absorbed)
            classes |= {line.penalty.penalty_class for line in lines}
            if charge.chosen.brings_game_misconduct and not any(_is_misconduct(line) for line in lines):
                classes.add(GAME_MISCONDUCT)
                if rider.each == GAME_MISCONDUCT:
                    penalty = replace(charge.lines[0].penalty, penalty_class=GAME_MISCONDUCT)
                    lines = (*lines, replace(charge.lines[0], penalty=penalty, written=False))
            found += [line for line in lines if self._circumstances.fits(rider, line, book) and line not in found]
        if rider.each == GAME_MISCONDUCT:
            return [line for line in found if _is_misconduct(line)]
        return found[:1] if classes.issuperset(rider.needs_classes) else []


def _is_misconduct(line: Line) -> bool:
    return line.penalty.penalty_class == GAME_MISCONDUCT


def _named(line: Line) -> str:
    return f"{line.penalty.offence} {line.penalty.penalty_class}".replace("-", " ").removeprefix("other ")


def _merged(sentences: Iterable[Sentenced]) -> Iterator[Sentenced]:
    """One ruling a person and incident, before it is decided: what somebody also answers for is added to his own."""
    found: dict[tuple[str, str, dt.datetime], Sentenced] = {}
    for item in sentences:
        same = found.get(item.case.key)
        if same is None:
            found[item.case.key] = item
        elif item.case.dismissed:
            continue
        elif not same.suspends or same.case.dismissed:
            # what he only paid for, or what is looked at, goes with what he answers for
            case = item.case if same.case.dismissed or not same.case.decisions else same.case
            opens = (*same.opens, *item.opens)
            fines = item.fines if same.case.dismissed else (*same.fines, *item.fines)
            found[item.case.key] = replace(item, case=case, fines=fines, opens=opens)
        else:
            found[item.case.key] = replace(
                same,
                parts=(*same.parts, *item.parts),
                stretches=(*same.stretches, *item.stretches),
                fines=(*same.fines, *item.fines),
                pending=same.pending or item.pending,
                indefinite=same.indefinite or item.indefinite,
                until=max(filter(None, (same.until, item.until)), default=None),
                holds=same.holds or item.holds,
                least_games=same.least_games + item.least_games,
                least_until=max(filter(None, (same.least_until, item.least_until)), default=None),
                floor_games=same.floor_games + item.floor_games,
                more_clauses=tuple(dict.fromkeys((*same.more_clauses, *item.more_clauses))),
                why=(*same.why, *item.why),
            )
    yield from found.values()
