"""Decides what a team's schedule form holds, and what each row of a filled form says or has wrong."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from rapidfuzz import process

from league.core.findings import Finding
from league.core.local_times import SkippedTime, moment_of
from league.core.rosters.columns import plain
from league.core.rosters.grid import Grid, Shape, one_line
from scheduling.core.form_times import EXAMPLE, parse_start, read_start

START: Final = "Start_Date_Time"
END: Final = "End_Date_Time"
LOCATION: Final = "Location"
URL: Final = "Location_URL"
FILLED: Final = (START, END, LOCATION, URL)
"""The columns that a team fills in."""
BLANK: Final = ("Title", "Description")
"""The columns that stay blank."""
GIVEN: Final = ("Division", "Home", "Visitor", "Game_ID")
"""The columns that come with the form and stay as they are."""
COLUMNS: Final = (*FILLED, *BLANK, *GIVEN)
LONGEST_URL: Final = 200


@dataclass(frozen=True, slots=True)
class FormGame:
    """A game of the form: a home game of the team. `starts`, `ends`, `rink` and `url` as they are set so far."""

    key: str
    division: str
    home: str
    visitor: str
    starts: dt.datetime | None = None
    ends: dt.datetime | None = None
    rink: int | None = None
    url: str = ""


@dataclass(frozen=True, slots=True)
class FormRow:
    """What somebody wrote about a game: the cells by column, `row` its number in the file or grid."""

    row: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        """The cell of a column, "" where the row is too short or the column isn't there."""
        return self.cells.get(column, "").strip()


@dataclass(frozen=True, slots=True)
class Setting:
    """What a sound row sets; times in UTC."""

    row: int
    key: str
    starts: dt.datetime
    ends: dt.datetime | None
    rink: int
    url: str


@dataclass(frozen=True, slots=True)
class ReadForm:
    """The sound rows, and all that is wrong with the others; `where` of a finding is "row 3, column Location"."""

    settings: tuple[Setting, ...] = ()
    findings: tuple[Finding, ...] = ()
    untouched: tuple[str, ...] = ()
    """Keys of the games whose rows are still blank, or that have no row."""

    @property
    def faulty_rows(self) -> frozenset[int]:
        """The rows that can't be taken."""
        return frozenset(row for found in self.findings if (row := row_of(found)) is not None)


def row_of(finding: Finding) -> int | None:
    """The row that a refusing finding is about; None for one about the whole file or that only warns."""
    number = finding.where.partition(",")[0].removeprefix("row ")
    return int(number) if finding.severity == "refuse" and number.isdecimal() else None


def _cell(value: object) -> str:
    """A cell as text; a real spreadsheet date as somebody would type it, month first."""
    if isinstance(value, dt.datetime):
        moment = read_start(value)
        assert isinstance(moment, dt.datetime)
        return f"{moment:%m/%d/%Y %H:%M}"
    if isinstance(value, dt.date):
        return f"{value:%m/%d/%Y}"
    return "" if value is None else one_line(str(value))


FORM: Final = Shape(rows=500, bytes=3 * 1024 * 1024, cell=_cell)
"""What a form may hold at most."""


def written(moment: dt.datetime | None, zone: ZoneInfo) -> str:
    """A moment as the form has it: 12/18/2014 1:00 PM."""
    if moment is None:
        return ""
    local = moment.astimezone(zone)
    return f"{local:%m/%d/%Y} {local.hour % 12 or 12}:{local:%M %p}"


def form_rows(games: Iterable[FormGame], rinks: Mapping[int, str], zone: ZoneInfo) -> list[list[str]]:
    """The form as rows of text, its heading first, with what is set already (3.3 of District 9)."""
    rows = [list(COLUMNS)]
    for game in games:
        times = [written(game.starts, zone), written(game.ends, zone)]
        place = [rinks.get(game.rink or 0, ""), game.url]
        rows.append([*times, *place, *("" for _ in BLANK), game.division, game.home, game.visitor, game.key])
    return rows


def rows_of(grid: Grid) -> tuple[list[FormRow], list[Finding]]:
    """The rows below the heading, by its columns; a form without its columns is a finding. Blank rows are left out."""
    found = [finding for finding in grid.findings if finding.severity == "refuse"]
    if found or not grid.rows:
        return [], found
    heading = [plain(cell) for cell in grid.rows[0]]
    places = {column: heading.index(plain(column)) for column in COLUMNS if plain(column) in heading}
    needed = [column for column in (START, LOCATION, "Game_ID") if column not in places]
    if needed:
        message = f"these columns are missing: {', '.join(needed)}"
        return [], [Finding("no-columns", message, where="row 1", remedy="download the team's form and fill that one")]
    rows = []
    for number, cells in enumerate(grid.rows[1:], 2):
        if any(cell.strip() for cell in cells):
            texts = {column: cells[place] for column, place in places.items() if place < len(cells)}
            rows.append(FormRow(number, texts))
    return rows, []


def read_form(
    rows: Sequence[FormRow],
    games: Sequence[FormGame],
    rinks: Mapping[int, str],
    *,
    zone: ZoneInfo,
    clause: str | None = None,
) -> ReadForm:
    """Read the filled rows of a team whose home games are `games`; times are on the clock of `zone`.

    Every fault of every row is found. A row whose four columns are blank leaves its game as it is. `clause` is
    the one that says how the form is filled. Implements 3.4 of District 9.
    """
    reader = _Reader({game.key: game for game in games}, rinks, zone, clause)
    settings = [setting for row in rows if (setting := reader.read(row)) is not None]
    faulty = {row_of(finding) for finding in reader.findings}
    sound = tuple(setting for setting in settings if setting.row not in faulty)
    untouched = tuple(game.key for game in games if game.key not in reader.touched)
    return ReadForm(sound, tuple(reader.findings), untouched)


class _Reader:
    def __init__(
        self, games: Mapping[str, FormGame], rinks: Mapping[int, str], zone: ZoneInfo, clause: str | None
    ) -> None:
        self.games, self.zone, self.clause = games, zone, clause
        self.names = dict(rinks)
        self.rinks: dict[str, list[int]] = {}
        for id, name in rinks.items():
            self.rinks.setdefault(plain(name), []).append(id)
        self.findings: list[Finding] = []
        self.touched: dict[str, int] = {}

    def read(self, row: FormRow) -> Setting | None:
        """What a row sets; None for a blank or a faulty one."""
        game = self._game(row)
        if game is None:
            return None
        self._unchanged(row, game)
        if not any(row.get(column) for column in FILLED):
            return None
        self.touched[game.key] = row.row
        starts = self._moment(row, START, row.get(START))
        ends = self._moment(row, END, row.get(END)) if row.get(END) else None
        if starts and ends and ends <= starts:
            self._fault(row, END, "ends-before-start", "the game ends before it starts", "enter a later end")
        rink = self._rink(row)
        url = self._url(row)
        if starts is None or rink is None:
            return None
        return Setting(row.row, game.key, starts, ends, rink, url)

    def _game(self, row: FormRow) -> FormGame | None:
        key = row.get("Game_ID")
        game = self.games.get(key)
        if game is None:
            message = f"{key!r} is not one of this team's home games" if key else "the game's number is missing"
            self._fault(row, "Game_ID", "not-a-home-game", message, "leave the Game_ID as the form came")
        elif key in self.touched:
            message = f"this game stands in row {self.touched[key]} already"
            self._fault(row, "Game_ID", "twice", message, "keep one of the two rows")
        return game

    def _unchanged(self, row: FormRow, game: FormGame) -> None:
        for column in BLANK:
            if row.get(column):
                self._fault(row, column, "not-blank", f"this column stays blank, not {row.get(column)!r}", "empty it")
        given = {"Division": game.division, "Home": game.home, "Visitor": game.visitor}
        for column, text in given.items():
            if row.get(column) and plain(row.get(column)) != plain(text):
                message = f"this column says {row.get(column)!r}; the form says {text!r}"
                self._fault(row, column, "changed-column", message, "leave it as the form came")

    def _moment(self, row: FormRow, column: str, text: str) -> dt.datetime | None:
        clock = parse_start(text)
        if isinstance(clock, Finding):
            self._fault(row, column, clock.code, clock.message, EXAMPLE)
            return None
        try:
            return moment_of(clock.date(), clock.time(), self.zone)
        except (SkippedTime, OverflowError) as wrong:
            self._fault(row, column, "no-such-time", str(wrong), "enter another time")
            return None

    def _rink(self, row: FormRow) -> int | None:
        name = row.get(LOCATION)
        if not name:
            self._fault(row, LOCATION, "no-rink", "the rink is missing", "enter where it is played")
            return None
        found = self.rinks.get(plain(name), [])
        if len(found) == 1:
            return found[0]
        near = [self.names[id] for _, _, id in process.extract(name, self.names, limit=3, score_cutoff=60)]
        remedy = f"write it as the league does: {', '.join(near)}" if near else "ask the league to add the rink"
        self._fault(row, LOCATION, "unknown-rink", f"the league has no rink {name!r}", remedy)
        return None

    def _url(self, row: FormRow) -> str:
        text = row.get(URL)
        if not text:
            return ""
        try:
            parts = urlsplit(text)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in ("http", "https") or "." not in parts.netloc or len(text) > LONGEST_URL:
            self._fault(row, URL, "bad-address", f"{text[:60]!r} is no web address", "write it as https://example.org")
        return text

    def _fault(self, row: FormRow, column: str, code: str, message: str, remedy: str) -> None:
        where = f"row {row.row}, column {column}"
        self.findings.append(Finding(code, message, where=where, clause=self.clause, remedy=remedy))
