"""Decides when and where a game is played: on free ice, at an hour for children, one game a team and day."""

import datetime as dt
from collections.abc import Sequence
from random import Random

_EVENING = (dt.time(17, 45), dt.time(19, 0), dt.time(20, 15))
_ALL_DAY = (
    *(dt.time(7, 45), dt.time(9, 0), dt.time(10, 15), dt.time(11, 30)),
    *(dt.time(12, 45), dt.time(14, 0), dt.time(15, 15), dt.time(16, 30)),
)
_YOUNG = dt.time(18, 0)
"""The youngest begin before this."""
SLOT = dt.timedelta(minutes=75)
_SATURDAY = 5


class Ice:
    """The ice time of all rinks, and on which days teams have a game."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._taken: set[tuple[str, dt.datetime]] = set()
        self._busy: set[tuple[str, dt.date]] = set()

    def place(
        self,
        teams: Sequence[str],
        rinks: Sequence[str],
        days: Sequence[dt.date],
        *,
        at: Sequence[dt.time] = (),
        young: bool = False,
    ) -> tuple[dt.datetime, str]:
        """A start on one of `days`, on the first of `rinks` that has one; both are taken from then on.

        `at` names the hours to choose from, `young` leaves out late ones. Raises LookupError when
        there is no ice left.
        """
        days = [day for day in self._in_some_order(days) if not any((team, day) in self._busy for team in teams)]
        for rink in rinks:
            for day in days:
                hours = list(at or self._hours(day, young))
                self._rng.shuffle(hours)
                for hour in hours:
                    start = dt.datetime.combine(day, hour)
                    if (rink, start) not in self._taken:
                        self._taken.add((rink, start))
                        self._busy.update((team, day) for team in teams)
                        return start, rink
        raise LookupError(f"no ice for {' and '.join(teams)}")

    def _in_some_order(self, days: Sequence[dt.date]) -> list[dt.date]:
        """Weekends first, mostly."""
        return sorted(days, key=lambda day: self._rng.random() - (0.5 if day.weekday() >= _SATURDAY else 0))

    def _hours(self, day: dt.date, young: bool) -> Sequence[dt.time]:
        hours = (*_ALL_DAY, *_EVENING) if day.weekday() >= _SATURDAY else _EVENING
        return [hour for hour in hours if not young or hour < _YOUNG]
