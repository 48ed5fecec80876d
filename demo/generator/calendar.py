"""Decides on which days the demo's season lies: in full swing on the day that it is made for.

Eight weeks of league games lie behind that day, nine are to come. The book's fixed days (its
November 1 for the youngest, say) fall where they fall: made for a day in summer, it is summer hockey.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

TIME_ZONE = "America/Chicago"
JULY = 7
ROUNDS_BEHIND = 5
ROUNDS = 10
_HOLIDAYS = ((12, 24), (12, 25), (12, 31), (1, 1))


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days of one season around `today`."""

    today: dt.date

    def day(self, days: int) -> dt.date:
        """The day that many days from today; negative: before."""
        return self.today + dt.timedelta(days=days)

    @property
    def first(self) -> dt.date:
        """The first day of league games."""
        return self.day(-56)

    @property
    def last(self) -> dt.date:
        """The last day of league games."""
        return self.day(63)

    @property
    def year(self) -> int:
        """The year in which the season begins; seasons turn over in July, as the rule books' days do."""
        return self.first.year if self.first.month >= JULY else self.first.year - 1

    @property
    def name(self) -> str:
        """The season's name, as 2026-27."""
        return f"{self.year}-{(self.year + 1) % 100:02d}"

    @property
    def blocked(self) -> tuple[dt.date, ...]:
        """Holidays within the season, without games."""
        days = (self.first + dt.timedelta(days=number) for number in range((self.last - self.first).days + 1))
        return tuple(day for day in days if (day.month, day.day) in _HOLIDAYS)

    def opening(self, month: int, day: int) -> dt.date:
        """The first day of those who may not play before a day of the year, where it leaves them time to."""
        bound = dt.date(self.year, month, day)
        return bound if self.first < bound <= self.day(-21) else self.first

    def round_days(self, number: int, opening: dt.date) -> Sequence[dt.date]:
        """The days on which round `number`, from 1 on, is played.

        The first five share the days from `opening` until five days ago, the sixth lies around
        today, the others follow it.
        """
        if number <= ROUNDS_BEHIND:
            span = (self.day(-5) - opening).days // ROUNDS_BEHIND
            start = opening + dt.timedelta(days=span * (number - 1))
            length = span
        elif number == ROUNDS_BEHIND + 1:
            start, length = self.day(2), 5
        else:
            start, length = self.day(7 + 12 * (number - ROUNDS_BEHIND - 2)), 12
        days = (start + dt.timedelta(days=each) for each in range(length))
        return tuple(day for day in days if day not in self.blocked)
