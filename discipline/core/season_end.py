"""Decides what of probations and bonds is to be done when a season is over, and on which day."""

import calendar
import datetime as dt
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from discipline.core.book_due_process import SeasonEnd

SOON = dt.timedelta(days=14)
"""So long before its day something is shown as soon due."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A condition as far as the season's end looks at it. `ends` is its last day, None where it is open."""

    kind: str
    starts: dt.date
    ends: dt.date | None = None
    lifted: bool = False
    bond_held: bool = False


@dataclass(frozen=True, slots=True)
class EndTask:
    """What is to be done about a condition, the day by which, and the clause that asks for it."""

    what: str
    due: dt.date | None
    clause: str

    def state(self, day: dt.date) -> str:
        """`overdue`, `soon` or `later`; on its day itself it is in time. Without a day nobody can say yet."""
        if self.due is None or day < self.due - SOON:
            return "later"
        return "overdue" if day > self.due else "soon"


def last_day_of(playoffs: Collection[dt.date], games: Collection[dt.date], ends: dt.date | None) -> dt.date | None:
    """When a season is over: with its last playoff game, else its last game, else on the day that it names."""
    return max(playoffs or games, default=ends)


def tasks(standing: Standing, rules: Iterable[SeasonEnd], last: dt.date | None) -> Iterator[EndTask]:
    """What these rules ask for about a condition when the season ended on `last` (7-3.a and 8-3.3 of Alberta).

    A review falls away where the condition ended before; a bond is given back where it is held.
    """
    for rule in rules:
        if standing.kind not in rule.kinds:
            continue
        due = months_after(last, rule.months) if last is not None else None
        if rule.what == "return" and standing.bond_held:
            yield EndTask(rule.what, due, rule.clause)
        over = standing.ends is not None and last is not None and standing.ends < last
        if rule.what == "review" and not standing.lifted and not over:
            yield EndTask(rule.what, due, rule.clause)


def months_after(day: dt.date, months: int) -> dt.date:
    """The same day so many months later, the month's last where it has no such day."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return dt.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
