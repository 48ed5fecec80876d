"""Decides, from the book's data, who decides a case, when what is due, whom to ask, and until when one may appeal."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from discipline.core.book_due_process import Appeals, Consulting, DecisionClock, Hearings, Jurisdiction
from league.core.vocabulary import TEAM_OFFICIAL_ROLES


@dataclass(frozen=True, slots=True)
class Matter:
    """A case as far as jurisdiction, clocks and consultations look at it.

    `games` is the length given, None without one in games; `above` says that it is above the book's minimum.
    """

    classes: tuple[str, ...] = ()
    role: str = "skater"
    one_association: bool = False
    games: int | None = None
    above: bool = False
    indefinite: bool = False
    serious: bool = False
    other_district: bool = False
    infraction: dt.datetime | None = None
    report: dt.datetime | None = None
    appeal: dt.datetime | None = None
    hearing_called: dt.datetime | None = None
    hearing_over: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """One running clock: what is due when, and whether it stands still now."""

    what: str
    at: dt.datetime
    warn: dt.datetime | None
    clause: str
    paused: bool = False

    def state(self, now: dt.datetime) -> str:
        """`paused`, `overdue`, `soon` or `running`; the last moment itself is in time."""
        if self.paused:
            return "paused"
        if now > self.at:
            return "overdue"
        return "soon" if self.warn is not None and now >= self.warn else "running"


def authority(matter: Matter, rows: Iterable[Jurisdiction]) -> Jurisdiction | None:
    """Who decides: the first row that fits, None where the book has none."""
    return next((row for row in rows if _is_for(matter, row)), None)


def _is_for(matter: Matter, row: Jurisdiction) -> bool:
    official = matter.role in TEAM_OFFICIAL_ROLES
    return (
        (not row.classes or any(name in row.classes for name in matter.classes))
        and row.team_officials in (None, official)
        and (matter.one_association or not row.one_association)
    )


def consultations(matter: Matter, decides: str, rows: Iterable[Consulting]) -> tuple[Consulting, ...]:
    """Who has to be asked before the notice."""
    holds = {"other-district": matter.other_district, "serious": matter.serious, "above-minimum": matter.above}
    return tuple(row for row in rows if holds[row.when] and (not row.authorities or decides in row.authorities))


def clocks(matter: Matter, rows: Iterable[DecisionClock]) -> tuple[Due, ...]:
    """Every clock that runs in this case, the soonest due first. Moments in UTC."""
    found = [due for row in rows if (due := _clock(matter, row)) is not None]
    return tuple(sorted(found, key=lambda due: (due.at, due.what)))


def _clock(matter: Matter, row: DecisionClock) -> Due | None:
    start = {"infraction": matter.infraction, "report": matter.report, "appeal": matter.appeal}[row.since]
    if start is None:
        return None
    if row.most_games is not None and (matter.games is None or matter.games > row.most_games or matter.indefinite):
        return None
    length, paused = dt.timedelta(hours=row.hours), False
    end = start + length
    if row.waits_for_hearing and matter.hearing_called is not None and matter.hearing_called <= end:
        called = max(matter.hearing_called, start)
        paused = matter.hearing_over is None
        end += (matter.hearing_over - called) if matter.hearing_over is not None else dt.timedelta()
    if row.since != "appeal" and matter.appeal is not None and matter.appeal <= end:
        paused = True
    warn = end - length + dt.timedelta(hours=row.warn_hours) if row.warn_hours is not None else None
    return Due(row.what, end, warn, row.clause, paused)


def hearing_right(matter: Matter, rules: Hearings | None) -> bool:
    """Whether the length gives a right to a hearing."""
    if rules is None:
        return False
    return (rules.above_minimum and matter.above) or (rules.indefinite and matter.indefinite)


def appeal_until(
    rules: Appeals | None, *, starts: dt.datetime | None, ends: dt.datetime | None, notice: dt.datetime | None
) -> dt.datetime | None:
    """The last moment to appeal or protest: from the end of the game, without a game from the notice. In UTC.

    None where the book sets no time, or nothing to count from is known.
    """
    if rules is None or rules.hours is None:
        return None
    ended = ends or (starts + dt.timedelta(minutes=rules.game_minutes) if starts is not None else None)
    since = ended or notice
    return since + dt.timedelta(hours=rules.hours) if since is not None else None


def before_next_game(
    rules: Appeals | None, *, ended: dt.datetime | None, next_game: dt.datetime | None, zone: ZoneInfo
) -> dt.datetime | None:
    """By when an appeal has to come to be decided before a game on the day after; None where there is no such game."""
    if rules is None or rules.before_next_game is None or ended is None or next_game is None:
        return None
    day = ended.astimezone(zone).date() + dt.timedelta(days=1)
    if next_game.astimezone(zone).date() != day:
        return None
    hour, minute = (int(part) for part in rules.before_next_game.split(":"))
    return dt.datetime.combine(day, dt.time(hour, minute), zone).astimezone(dt.UTC)
