"""Decides which number an offence has, the how-many-eth under its row, and which of several rows is the heaviest."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from discipline.core.book import Offence
from discipline.core.book_steps import Step
from discipline.core.cases import Case, Charge
from discipline.core.charging import fitting_rows
from discipline.core.circumstances import Circumstances, Line
from discipline.core.durations import last_day
from league.core.facts import Facts, Penalty, PriorOffence
from league.rulebook.book import RuleBook

_SOME_DAY = dt.date(2001, 1, 1)

Key = tuple[str, str]
"""Whose count, and which."""


def numbered(
    facts: Facts, acts: Iterable[Case], circumstances: Circumstances, book_on: Callable[[dt.date], RuleBook]
) -> tuple[Case, ...]:
    """The acts, in the order of the clock, with their offence numbers: earlier ones count unless dismissed."""
    counts = _Counts(facts, circumstances, book_on)
    return tuple(counts.number(act) for act in acts)


def counts_for(prior: PriorOffence, row: Offence, season: str) -> bool:
    """Whether an offence recorded outside the sheets moves the row's number; without a class it is taken to fit."""
    fitting = not row.offences or prior.offence in row.offences
    of_class = not row.classes or prior.penalty_class is None or prior.penalty_class in row.classes
    return fitting and of_class and (row.counts == "career" or prior.season == season)


class _Counts:
    """How many offences there have been so far."""

    def __init__(self, facts: Facts, circumstances: Circumstances, book_on: Callable[[dt.date], RuleBook]) -> None:
        self._book_on = book_on
        self._season = facts.season.name
        self._priors: dict[str, list[PriorOffence]] = defaultdict(list)
        for prior in facts.prior:
            self._priors[prior.person].append(prior)
        self._standing: dict[Key, int] = defaultdict(int)
        self._last_game: dict[Key, str] = {}
        """The game in which a team's count last moved, where several in one game are a single infraction."""
        self._circumstances = circumstances

    def number(self, act: Case) -> Case:
        """The act with the number of each charge; it counts for those after it."""
        if not act.charges:
            return act
        before = dict(self._standing)
        charges = []
        for charge in act.charges:
            charges.append(self._charge(act, charge))
            for key in {_key(act, row) for row in charge.rows if row.each}:
                self._standing[key] += 1
        together = [row for charge in act.charges for row in charge.rows if not row.each]
        for key in {_key(act, row) for row in together if not self._again(act, row)}:
            self._standing[key] += 1
        if act.dismissed:
            self._standing = defaultdict(int, before)
        else:
            for key in self._once(act):
                self._last_game[key] = act.game or ""
        return replace(act, charges=tuple(charges))

    def _charge(self, act: Case, charge: Charge) -> Charge:
        numbers = {row.id: self._earlier(act, row) + 1 for row in charge.rows}
        # the heaviest; of equals the narrowest, which stands first
        row = max(charge.rows, key=lambda row: weight(row.step(numbers[row.id])))
        return replace(charge, row=row, number=numbers[row.id])

    def _once(self, act: Case) -> Iterable[Key]:
        rows = [row for charge in act.charges for row in charge.rows]
        return {_key(act, row) for row in rows if row.one_a_game and row.counts == "team" and act.game}

    def _again(self, act: Case, row: Offence) -> bool:
        """Whether the act is one with another of the team in that game."""
        return row.one_a_game and act.game is not None and self._last_game.get(_key(act, row)) == act.game

    def _earlier(self, act: Case, row: Offence) -> int:
        counted = self._standing[_key(act, row)] - int(self._again(act, row))
        return counted + self._before(act, row)

    def _before(self, act: Case, row: Offence) -> int:
        """How many offences recorded outside the sheets came before."""
        priors = self._priors.get(act.person, ())
        if not priors or act.given is None:
            return 0
        book = self._book_on(act.given)
        found = [prior for prior in priors if prior.date < act.given and self._moves(prior, row, act, book)]
        return len({prior.date for prior in found}) if row.one_a_game else len(found)

    def _moves(self, prior: PriorOffence, row: Offence, act: Case, book: RuleBook) -> bool:
        """Whether a prior offence falls under the row's count; of game, flags and clock nothing is known."""
        if row.counts != "career" and prior.season != self._season:
            return False
        for penalty_class in [prior.penalty_class] if prior.penalty_class else row.classes:
            penalty = Penalty("", act.team or "", penalty_class, act.person, prior.offence)
            groups = fitting_rows(Line(penalty, None, prior.date, anywhere=True), book, self._circumstances)
            if any(other.count_name == row.count_name for group in groups for other in group):
                return True
        return False


def _key(act: Case, row: Offence) -> Key:
    return (f"team:{act.team}" if row.counts == "team" else f"person:{act.person}", row.count_name)


def weight(step: Step) -> tuple[int, ...]:
    """How heavy a step is: expulsion, then what has no end, then time, then games, then the fine."""
    days = (last_day(_SOME_DAY, step.time) - _SOME_DAY).days if step.time else 0
    games = (step.games or 0) + sum(part.games or 0 for part in step.parts) + (step.minimum_games or 0)
    fine = int(step.fine.replace(".", "")) if step.fine and step.fine != "unset" else 0
    return (int(step.expelled), int(step.rest_of_season), int(step.waits), days, games, fine)
