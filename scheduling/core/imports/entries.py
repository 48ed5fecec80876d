"""Decides what the rows of a schedule say: one game a row, and every fault with its row and column."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from zoneinfo import ZoneInfo

from league.core.findings import Finding
from league.core.local_times import SkippedTime, comes_twice, moment_of
from league.core.rosters.columns import plain
from league.core.rosters.grid import Grid
from scheduling.core.imports import dates
from scheduling.core.imports.columns import TITLES, Header
from scheduling.core.imports.dates import TO_BE_DECIDED, Order, Unclear

Progress = Callable[[int, int], None]
"""Told how many rows of how many are done."""

_GAMES: Final = frozenset({"", "game", "games", "match", "partie", "joute", "regular", "regularseason", "g", "r", "p"})
_KINDS: Final[Mapping[str, str]] = {
    "": "league", "regular": "league", "regularseason": "league", "league": "league", "saison": "league", "r": "league",
    "playoff": "playoff", "playoffs": "playoff", "p": "playoff", "series": "playoff", "tournament": "tournament",
    "tournoi": "tournament", "friendly": "exhibition", "exhibition": "exhibition", "horsconcours": "exhibition",
    "scrimmage": "scrimmage",
}  # fmt: skip
_CANCELLED: Final = frozenset({"cancelled", "canceled", "deleted", "annule", "annulee", "rainout"})
_WITHOUT_DATE: Final = frozenset({"unscheduled", "postponed", "remis", "reporte", "reportee", "tbd"})
_AT_HOME: Final = frozenset({"1", "home", "h", "y", "yes", "true", "local", "domicile"})
_AWAY: Final = frozenset({"0", "2", "away", "a", "n", "no", "false", "visitor", "visiteur", "road"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a schedule. Names are as written; `starts` and `ends` are in UTC, None where the row gives none.

    `number` is the file's own name for the game; "" for what the row doesn't say.
    """

    row: int
    home: str
    away: str
    starts: dt.datetime | None = None
    ends: dt.datetime | None = None
    rink: str = ""
    division: str = ""
    number: str = ""
    kind: str = "league"
    stage: str = ""
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class ScheduleTable:
    """All that a schedule says. `left_out` are rows that are no games, `faulty` those that can't be taken.

    `order` is the order in which dates of figures were read; None where there are none, and where somebody has
    to say it (`in_doubt`): `examples` are then the days that a date can mean.
    """

    entries: tuple[Entry, ...] = ()
    header: Header = field(default_factory=Header)
    findings: tuple[Finding, ...] = ()
    left_out: tuple[int, ...] = ()
    faulty: tuple[int, ...] = ()
    order: Order | None = None
    in_doubt: bool = False
    examples: tuple[tuple[Order, str, dt.date], ...] = ()


def read_schedule(
    grid: Grid,
    header: Header,
    *,
    zone: ZoneInfo,
    order: Order | None = None,
    own_team: str = "",
    progress: Progress = lambda done, of: None,
) -> ScheduleTable:
    """Read a table whose columns are known. A row with a fault is no entry.

    `zone` is the clock of its times, `order` settles dates such as 5/6/2014 where the dates of the file allow
    more than one; without it those are findings. `own_team` plays in rows that name the opponent only.
    """
    findings = [*grid.findings, *header.findings]
    if any(finding.severity == "refuse" for finding in header.findings):
        return ScheduleTable(header=header, findings=tuple(findings))
    rows = [(number, header.cells(row)) for number, row in enumerate(grid.rows, 1) if number > header.row and any(row)]
    texts = [_date_text(row) for _, row in rows]
    possible = dates.orders_of(texts)
    open_ones = [text for text in texts if _days(text, possible)]
    settled = order
    if settled is None and possible and (len(possible) == 1 or not open_ones):
        settled = min(possible)
    in_doubt = bool(open_ones) and settled is None
    reader = _Reader(settled, zone, own_team)
    for done, (number, row) in enumerate(rows, 1):
        reader.read(number, row)
        if done % 100 == 0 or done == len(rows):
            progress(done, len(rows))
    if not rows:
        findings.append(Finding("no-rows", "there is no row with a game", where=f"row {header.row or 1}"))
    if in_doubt:
        findings.append(_doubt(open_ones))
    figures = [text for text in texts if len(set(dates.readings(text).values())) > 1]
    examples = [(one, figures[0], day) for one, day in dates.readings(figures[0]).items()] if figures else []
    return ScheduleTable(
        tuple(reader.entries),
        header,
        (*findings, *reader.findings),
        tuple(reader.left_out),
        tuple(reader.faulty),
        settled if figures else None,
        in_doubt,
        tuple(one for one in examples if one[0] in possible or not possible),
    )


def _days(text: str, possible: frozenset[Order]) -> bool:
    """Whether a date means different days in the orders that are possible; with none possible, in any."""
    days = {day for order, day in dates.readings(text).items() if order in possible or not possible}
    return len(days) > 1


def _doubt(texts: list[str]) -> Finding:
    message = f'dates such as "{texts[0]}" can be read in more than one way, and no date of the file says which'
    return Finding("dates-in-doubt", message, where="order", remedy="say below which comes first")


def _date_text(row: Mapping[str, str]) -> str:
    if row.get("date"):
        return row["date"]
    return dates.split(row.get("starts", ""))[0]


class _Reader:
    """Reads rows, and keeps the faults of all of them."""

    def __init__(self, order: Order | None, zone: ZoneInfo, own_team: str) -> None:
        self.order, self.zone, self.own_team = order, zone, own_team
        self.findings: list[Finding] = []
        self.entries: list[Entry] = []
        self.left_out: list[int] = []
        self.faulty: list[int] = []

    def read(self, number: int, row: dict[str, str]) -> None:
        """Take one row: a game, something that is none, or a faulty one."""
        if plain(row.get("kind", "")) not in _GAMES:
            self.left_out.append(number)
            return
        home, away = self._teams(row)
        if not home and not away:
            self.left_out.append(number)
            return
        if not away and "opponent" not in row and "kind" not in row:
            # in files without kinds of events a practice has no away team
            remedy = "write the away team if it is a game"
            where = f"row {number}"
            self.findings.append(Finding("no-away", "taken for a practice, and left out", "warn", where, remedy=remedy))
            self.left_out.append(number)
            return
        before = len(self.findings)
        if not home or not away:
            title = TITLES["away" if home else "home"]
            self._fault(number, title, Unclear("no-team", "a team is missing", "write it, or take the row out"))
        starts, ends = self._when(number, row)
        kind = _KINDS.get(plain(row.get("game_kind", "")))
        if kind is None:
            message = f'"{row["game_kind"]}" is taken for a league game'
            self.findings.append(Finding("kind", message, "warn", where=f"row {number}, {TITLES['game_kind']}"))
        if any(finding.severity == "refuse" for finding in self.findings[before:]):
            self.faulty.append(number)
            return
        rink = " - ".join(part for part in (row.get("rink", ""), row.get("sub_rink", "")) if part)
        self.entries.append(
            Entry(
                row=number,
                home=home,
                away=away,
                starts=starts,
                ends=ends,
                rink="" if plain(rink) in TO_BE_DECIDED else rink,
                division=row.get("division", ""),
                number=row.get("number", "") or row.get("event_number", ""),
                kind=kind or "league",
                stage=row.get("stage", "") if kind == "playoff" else "",
                cancelled=plain(row.get("status", "")) in _CANCELLED,
            )
        )

    def _teams(self, row: Mapping[str, str]) -> tuple[str, str]:
        """Home and away, as written."""
        if row.get("home") or row.get("away"):
            return row.get("home", ""), row.get("away", "")
        own = row.get("team", "") or self.own_team
        other = row.get("opponent_name", "") or row.get("opponent", "")
        if not other:
            return "", ""
        if plain(other) in TO_BE_DECIDED:
            return own, ""
        said = plain(row.get("team_is_home", ""))
        lower = other.lower()
        away = said in _AWAY
        for mark, means_away in (("@", True), ("at ", True), ("vs. ", False), ("vs ", False), ("v. ", False)):
            if lower.startswith(mark):
                other, away = other[len(mark) :].strip(), means_away if said not in _AT_HOME | _AWAY else away
                break
        return (other, own) if away else (own, other)

    def _when(self, number: int, row: Mapping[str, str]) -> tuple[dt.datetime | None, dt.datetime | None]:
        """Start and end in UTC; both None for a game that waits for its date."""
        moment = dates.zoned(row.get("starts", "")) if not row.get("date") else None
        if plain(row.get("status", "")) in _WITHOUT_DATE:
            return None, None
        if moment is not None:
            return moment, self._ends(number, row, moment)
        day_text, time_text = (row.get("date", ""), row.get("time", ""))
        if not day_text and row.get("starts"):
            day_text, time_text = dates.split(row["starts"])
        elif day_text and not time_text:
            day_text, time_text = dates.split(day_text)
        elif " " in day_text and len(day_text) > 10 and dates.split(day_text)[1] in ("0:00", "00:00", "00:00:00"):
            day_text = dates.split(day_text)[0]
        if not time_text or plain(time_text) in TO_BE_DECIDED or plain(day_text) in TO_BE_DECIDED or not day_text:
            where = f"row {number}"
            remedy = "it is set without a date; write both to give it one"
            self.findings.append(Finding("no-date", "the day or the time is missing", "warn", where, remedy=remedy))
            if day_text and plain(day_text) not in TO_BE_DECIDED:
                self._tried(number, "date", lambda: dates.read_day(day_text, self.order))
            return None, None
        day = self._tried(number, "date", lambda: dates.read_day(day_text, self.order))
        time = self._tried(
            number, "time", lambda: dates.read_time(time_text.split(" ")[-1] if _iso(time_text) else time_text)
        )
        if day is None or time is None:
            return None, None
        starts = self._moment(number, "time", day, time)
        return starts, self._ends(number, row, starts) if starts else None

    def _ends(self, number: int, row: Mapping[str, str], starts: dt.datetime) -> dt.datetime | None:
        if length_text := row.get("duration", ""):
            length = self._tried(number, "duration", lambda: dates.read_length(length_text))
            return starts + length if length else None
        text = row.get("end") or dates.split(row.get("ends_at", ""))[1]
        if not text or plain(text) in TO_BE_DECIDED:
            return None
        time = self._tried(number, "end", lambda: dates.read_time(text))
        if time is None:
            return None
        local = starts.astimezone(self.zone)
        day = local.date() + dt.timedelta(days=time <= local.time().replace(tzinfo=None))
        return self._moment(number, "end", day, time)

    def _moment(self, number: int, column: str, day: dt.date, time: dt.time) -> dt.datetime | None:
        if comes_twice(day, time, self.zone):
            message = f"the clock shows {time:%H:%M} twice on {day}; the first is taken"
            self.findings.append(Finding("twice", message, "warn", where=f"row {number}, {TITLES[column]}"))
        try:
            return moment_of(day, time, self.zone)
        except (SkippedTime, OverflowError) as wrong:
            self._fault(number, TITLES[column], Unclear("no-such-time", str(wrong), "choose another time"))
            return None

    def _tried(self, number: int, column: str, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except Unclear as wrong:
            self._fault(number, TITLES[column], wrong)
            return None

    def _fault(self, number: int, title: str, wrong: Unclear) -> None:
        self.findings.append(Finding(wrong.code, wrong.message, where=f"row {number}, {title}", remedy=wrong.remedy))


def _iso(text: str) -> bool:
    """Whether a time cell holds a whole moment, as spreadsheets give a time with the day zero."""
    return len(text) > 10 and text[4:5] == "-" and " " in text
