"""Decides how all suspensions lie along the games: everybody's own, then those that follow from a broken one."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping

from discipline.core.affiliates import PermanentAffiliate, tied
from discipline.core.attendance import Attendance
from discipline.core.book_additions import Liability
from discipline.core.book_due_process import Appeals
from discipline.core.book_ineligible import IneligibleUse
from discipline.core.book_serving import Serving
from discipline.core.cases import Clock
from discipline.core.documents import Ineligible
from discipline.core.ineligible_use import Uses
from discipline.core.owing import Progress, Reason
from discipline.core.sentencing import Sentenced
from discipline.core.serving import NO_STAYS, Stays, Walk, walk
from league.core.facts import Facts
from league.core.results import Result
from league.rulebook.book import RuleBook

Barred = Mapping[tuple[str, str, str], tuple[Reason, ...]]
"""Why somebody is kept out, by game, team and person."""


class Laid:
    """Suspensions laid along the games, and everybody whom they, and other rules, keep out."""

    def __init__(
        self,
        facts: Facts,
        book: RuleBook,
        results: Mapping[str, Result],
        as_of: dt.date,
        sentences: Iterable[Sentenced],
        other: Barred,
    ) -> None:
        self._facts, self._results, self._as_of = facts, results, as_of
        self._serving, self._other = book.get(Serving), other
        self._stays = stays_by(book)
        self.sentences = sorted(sentences, key=_by_the_clock)
        self._affiliates = book.get(PermanentAffiliate)
        self.uses = Uses(facts, book)
        self._walks: dict[str, Walk] = {}
        self._lay({made.case.person for made in self.sentences})
        self.kept_out = self._listed()
        while brought := self.uses.next(self.kept_out, self.sentences):
            self._add(brought)
            self.kept_out = self._listed()
        known = {id(made) for made in self.sentences}
        self.sentences += [made for made in self.uses.sentences if id(made) not in known]

    @property
    def progress(self) -> Mapping[tuple[str, str, dt.datetime], Progress]:
        """How far each suspension has been served, by the key of its case."""
        return {item.sentenced.case.key: item for laid in self._walks.values() for item in laid.progress}

    def _add(self, brought: Iterable[Sentenced]) -> None:
        """Take up what a broken suspension brought, each after those that its person had by then."""
        fresh = list(brought)
        self.sentences = sorted([*self.sentences, *fresh], key=_by_the_clock)
        self._lay({made.case.person for made in fresh})

    def _lay(self, people: set[str]) -> None:
        if self._serving is None:
            return
        standing: dict[str, list[Sentenced]] = {}
        for made in self.sentences:
            if made.case.person in people and made.suspends and not made.case.dismissed:
                standing.setdefault(made.case.person, []).append(made)
        attendance = Attendance(self._facts, standing)
        for person, owed in standing.items():
            self._walks[person] = walk(
                person, owed, self._facts, self._results, attendance, self._serving, self._as_of, self._stays
            )

    def _listed(self) -> tuple[Ineligible, ...]:
        """Games played and still to come that somebody had, or has, to stay out of; in order."""
        barred = {(*place, person): why for person, laid in self._walks.items() for place, why in laid.barred.items()}
        other: dict[tuple[str, str, str], tuple[Reason, ...]] = dict(self._other)
        if self._affiliates is not None:
            for game, team, person, reason in tied(self._affiliates, self._facts, self.progress.values()):
                place = (game.id, team, person)
                other[place] = (*other.get(place, ()), reason)
        return tuple(sorted(_kept_out(barred, other, self._facts), key=_order))


def stays_by(book: RuleBook) -> Stays:
    """Whether a suspension rests by this book while an appeal is open, by itself or by order."""
    rules = book.get(Appeals)
    if rules is None or (rules.serving_goes_on and rules.stay_by is None):
        return NO_STAYS
    return Stays(rules.stay_clause or rules.serving_clause or rules.clause, bool(rules.missed_count))


def somebody_answers(book: RuleBook) -> bool:
    """Whether by this book one person's act, or place in a lineup, may suspend another."""
    rule = book.get(IneligibleUse)
    return bool(book.all(Liability)) or (rule is not None and any(item.who != "player" for item in rule.sentences))


def _kept_out(barred: Barred, other: Barred, facts: Facts) -> Iterator[Ineligible]:
    """Suspensions first, then the rest."""
    for place in (*barred, *(place for place in other if place not in barred)):
        game, team, person = place
        starts = facts.game[game].starts
        if starts is not None:
            yield Ineligible(game, team, person, (*barred.get(place, ()), *other.get(place, ())), starts)


def _by_the_clock(made: Sentenced) -> tuple[dt.datetime, Clock]:
    return (made.case.moment, made.case.clock)


def _order(item: Ineligible) -> tuple[dt.datetime, str, str, str]:
    return (item.moment, item.team, item.person, item.game)
