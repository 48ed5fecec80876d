"""Decides who is told in time: one penalty more, or one offence more, and it costs games, the season or more."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from discipline.core.book_additions import Accumulation, Threshold
from discipline.core.book_steps import Step
from discipline.core.cases import Case
from discipline.core.counting import Counts, crossed
from discipline.core.wording import ordinal
from league.rulebook.book import RuleBook

MINUTES: Final = 2
"""How close to a sum of minutes somebody is told: the minutes of a minor."""

_UNITS: Final[Mapping[str, str]] = {"minutes": "minutes", "penalties": "penalties", "suspensions": "suspensions"}


@dataclass(frozen=True, slots=True)
class EarlyWarning:
    """That one thing more costs somebody something. `text` says what; `clause` is where the book does."""

    person: str
    clause: str
    text: str


def early_warnings(acts: Iterable[Case], counts: Mapping[str, Counts], book: RuleBook) -> tuple[EarlyWarning, ...]:
    """Warn of every sum that a minor, or one penalty or suspension more, brings to a mark, and of every last step.

    A step is the last one where the next offence of the same row expels, or ends the season, and this one didn't.
    Who has nothing on the record is warned of nothing. By person, sums first.
    """
    found = [*_of_sums(counts, book), *_of_ladders(acts)]
    return tuple(sorted(dict.fromkeys(found), key=lambda item: (item.person, item.clause, item.text)))


def _of_sums(counts: Mapping[str, Counts], book: RuleBook) -> Iterator[EarlyWarning]:
    for rule in book.all(Accumulation):
        if rule.within == "game" or rule.special_conditions:
            continue
        scale = 60 if rule.of == "minutes" else 1
        more = MINUTES * scale if rule.of == "minutes" else 1
        for person, count in counts.items():
            total = count.total(rule, book)
            if total <= 0:
                continue
            for mark in list(crossed(rule, total, total + more, scale))[:1]:
                yield EarlyWarning(person, mark.clause or rule.clause, _sum_text(rule, mark, total // scale))


def _sum_text(rule: Accumulation, mark: Threshold, total: int) -> str:
    passed = f"above {mark.at}" if rule.above else f"at {mark.at}"
    return f"{total} {_UNITS[rule.of]} so far; {passed}: {mark.costs()} ({mark.clause or rule.clause})."


def _of_ladders(acts: Iterable[Case]) -> Iterator[EarlyWarning]:
    last: dict[tuple[str, str], tuple[int, Case, int]] = {}
    for act in acts:
        if act.dismissed or not act.person:
            continue
        for place, charge in enumerate(act.charges):
            key = act.person, charge.chosen.count_name
            number = charge.number or 1
            if number >= last.get(key, (0, act, 0))[0]:
                last[key] = number, act, place
    for (person, _), (number, act, place) in last.items():
        row = act.charges[place].chosen
        following = row.step(number + 1)
        if ends_it(following) and not ends_it(row.step(number)):
            clause = following.clause or row.clause
            text = f"One more of what {row.clause} is about, the {ordinal(number + 1)}: {following.costs()} ({clause})."
            yield EarlyWarning(person, clause, text)


def ends_it(step: Step) -> bool:
    """Whether a step puts somebody out for good or for the season."""
    return step.expelled or step.rest_of_season
