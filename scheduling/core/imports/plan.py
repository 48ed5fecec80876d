"""Decides what a schedule would do: every row with the game it means and what changes, nothing done yet."""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from league.core.facts import Facts
from league.core.findings import Finding
from league.core.rosters.columns import plain
from league.rulebook.book import RuleBook
from scheduling.core.imports.entries import Entry, ScheduleTable
from scheduling.core.imports.guarding import guarded
from scheduling.core.imports.names import NONE, Known, Names, Question


class Outcome(StrEnum):
    """What becomes of a row."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    LEFT_OUT = "left-out"
    QUESTION = "question"
    FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class KnownTeam:
    """A team of the season; `division` and `key` as the facts have them."""

    id: int
    key: str
    name: str
    division: str
    division_name: str


@dataclass(frozen=True, slots=True)
class KnownRink:
    """A rink of the league."""

    id: int
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game on record. `number` is its name in files imported before; `to_come` says that it can still be changed."""

    id: int
    key: str
    home: int
    away: int
    day: dt.date | None
    starts: dt.datetime | None
    ends: dt.datetime | None
    rink: int | None
    number: str = ""
    cancelled: bool = False
    to_come: bool = True


@dataclass(frozen=True, slots=True)
class OnRecord:
    """What is on record before a schedule is read. `remembered` are names answered before, by kind and plain name."""

    teams: tuple[KnownTeam, ...]
    rinks: tuple[KnownRink, ...]
    games: tuple[KnownGame, ...]
    facts: Facts
    book: RuleBook
    remembered: Mapping[tuple[str, str], int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One row: the teams and rink it means, the game on record, what changes; `until` when the game holds its rink.

    `rink` is an id, `NEW` for one to be added by the name written, or None.
    """

    entry: Entry
    outcome: Outcome
    home: int = 0
    away: int = 0
    rink: int | str | None = None
    game: KnownGame | None = None
    changes: tuple[str, ...] = ()
    until: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a schedule would do. It can be carried out when `ready`."""

    rows: tuple[PlannedRow, ...] = ()
    findings: tuple[Finding, ...] = ()
    questions: tuple[Question, ...] = ()
    answered: tuple[tuple[str, str, int], ...] = ()
    """Names that somebody has answered: kind, plain name, id; kept for the next file."""
    without_faulty: bool = False
    broken: bool = False
    """Nothing of the file can be taken."""

    @property
    def ready(self) -> bool:
        """Whether nothing is open and nothing is wrong, or the rows that are wrong are to be left out."""
        return (
            bool(self.rows) and not self.broken and not self.open_questions and (self.without_faulty or not self.faults)
        )

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What must be put right first."""
        return tuple(finding for finding in self.findings if finding.severity == "refuse")

    @property
    def open_questions(self) -> bool:
        """Whether a name is still asked about."""
        return any(row.outcome is Outcome.QUESTION for row in self.rows)

    @property
    def changing(self) -> tuple[PlannedRow, ...]:
        """The rows that carrying it out would act on."""
        return tuple(row for row in self.rows if row.outcome in (Outcome.NEW, Outcome.CHANGED))

    def count(self, outcome: Outcome) -> int:
        """How many rows come out so."""
        return sum(row.outcome is outcome for row in self.rows)

    @property
    def digest(self) -> str:
        """Tells this plan from any other: what was shown must be what is carried out."""
        return hashlib.sha256(repr((self.rows, self.findings, self.answered)).encode()).hexdigest()


_CLEARED: Final = "no date"


class _Planner:
    """Takes the rows one by one; a game that a row means is no other row's."""

    def __init__(self, record: OnRecord, answers: Mapping[tuple[str, str], str]) -> None:
        teams = [Known(team.id, team.name, team.division_name) for team in record.teams]
        self.teams = Names("team", teams, _of("team", answers), _of("team", record.remembered))
        rinks = [Known(rink.id, rink.name) for rink in record.rinks]
        self.rinks = Names("rink", rinks, _of("rink", answers), _of("rink", record.remembered))
        self.division = {team.id: team.division for team in record.teams}
        self.rink_names = {rink.id: rink.name for rink in record.rinks}
        self.zone = record.facts.season.zone
        self.findings: list[Finding] = []
        self.by_number = {game.number: game for game in record.games if game.number}
        self.by_pair: dict[tuple[int, int], list[KnownGame]] = defaultdict(list)
        for game in record.games:
            self.by_pair[game.home, game.away].append(game)
        self.taken: dict[int, int] = {}
        self.seen: dict[tuple[int, int, dt.datetime], int] = {}
        self.numbers: dict[str, int] = {}

    def row(self, entry: Entry) -> PlannedRow:
        home, away = (self.teams.find(name, entry.division) for name in (entry.home, entry.away))
        rink = self.rinks.find(entry.rink) if entry.rink else NONE
        if not isinstance(home, int) or not isinstance(away, int) or rink is None:
            return PlannedRow(entry, Outcome.QUESTION)
        row = PlannedRow(entry, Outcome.NEW, home, away, None if rink == NONE else rink)
        if earlier := self._twice(row):
            return replace(row, outcome=Outcome.LEFT_OUT, changes=(f"the same game as row {earlier}",))
        if self._wrong(row):
            return replace(row, outcome=Outcome.FAULTY)
        game = self._meant(row)
        if game is not None:
            self.taken[game.id] = entry.row
            row = replace(row, game=game)
        return self._judged(row)

    def _judged(self, row: PlannedRow) -> PlannedRow:
        entry, game = row.entry, row.game
        if entry.cancelled:
            if game is not None and not game.cancelled:
                message = "the file says that this game is cancelled, and here it isn't"
                self._say(entry, "cancelled", message, "record that on the game's own page", severity="warn")
            return replace(row, outcome=Outcome.LEFT_OUT, changes=("cancelled",))
        if game is None:
            return row
        changes = tuple(self._changes(row, game))
        if not changes:
            return replace(row, outcome=Outcome.UNCHANGED)
        if not game.to_come:
            self._say(entry, "played", "this game has a result, and the file has it elsewhere", "take the row out")
            return replace(row, outcome=Outcome.FAULTY, changes=changes)
        return replace(row, outcome=Outcome.CHANGED, changes=changes)

    def _changes(self, row: PlannedRow, game: KnownGame) -> Iterable[str]:
        entry = row.entry
        if entry.starts != game.starts:
            yield f"{self._told(game.starts)} → {self._told(entry.starts)}"
        elif entry.ends is not None and entry.ends != game.ends:
            yield f"until {self._told(entry.ends)}"
        if entry.rink and row.rink is not None and row.rink != game.rink:
            old = self.rink_names.get(game.rink or 0, "no rink")
            yield f"{old} → {self.rink_names.get(row.rink, entry.rink) if isinstance(row.rink, int) else entry.rink}"
        if (row.home, row.away) == (game.away, game.home):
            yield "home and away change places"

    def _told(self, moment: dt.datetime | None) -> str:
        return f"{moment.astimezone(self.zone):%b %d %H:%M}" if moment else _CLEARED

    def _meant(self, row: PlannedRow) -> KnownGame | None:
        """The game on record that a row means: by its number, else by its teams and its start or day."""
        entry = row.entry
        if entry.number and (numbered := self.by_number.get(entry.number)) is not None:
            return numbered
        games = [game for game in self.by_pair[row.home, row.away] if game.id not in self.taken and not game.number]
        if not entry.number:
            games = [game for game in self.by_pair[row.home, row.away] if game.id not in self.taken]
        if entry.starts is None:
            return next((game for game in games if game.starts is None), None)
        same = next((game for game in games if game.starts == entry.starts), None)
        day = entry.starts.astimezone(self.zone).date()
        return same or next((game for game in games if game.day == day and game.to_come), None)

    def _twice(self, row: PlannedRow) -> int:
        """The earlier row with the same game: files of two teams' pages list it twice. 0 where there is none."""
        if row.entry.starts is None:
            return 0
        return next(
            (
                earlier
                for pair in ((row.home, row.away), (row.away, row.home))
                if (earlier := self.seen.setdefault((*pair, row.entry.starts), row.entry.row)) != row.entry.row
            ),
            0,
        )

    def _wrong(self, row: PlannedRow) -> bool:
        entry, before = row.entry, len(self.findings)
        if row.home == row.away:
            self._say(entry, "plays-itself", "a team can't play itself", "choose another team")
        elif entry.kind == "league" and self.division[row.home] != self.division[row.away]:
            message = f"{entry.home} and {entry.away} play in different divisions"
            self._say(entry, "two-divisions", message, "a league game is within one division")
        if entry.ends is not None and entry.starts is not None and entry.ends <= entry.starts:
            self._say(entry, "backwards", "the game ends before it starts", "correct the end")
        if entry.number:
            earlier = self.numbers.setdefault(entry.number, entry.row)
            if earlier != entry.row:
                self._say(entry, "number-twice", f"number {entry.number} is in row {earlier} already", "correct one")
            game = self.by_number.get(entry.number)
            if game is not None and {game.home, game.away} != {row.home, row.away}:
                message = f"game {entry.number} was imported with other teams"
                self._say(entry, "number-taken", message, "correct the number or the teams")
        return len(self.findings) > before

    def _say(self, entry: Entry, code: str, message: str, remedy: str, severity: str = "refuse") -> None:
        self.findings.append(Finding(code, message, severity, f"row {entry.row}", remedy=remedy))  # type: ignore[arg-type]


def _of[V](what: str, values: Mapping[tuple[str, str], V]) -> dict[str, V]:
    return {name: value for (kind, name), value in values.items() if kind == what}


def plan_schedule(
    table: ScheduleTable,
    record: OnRecord,
    *,
    answers: Mapping[tuple[str, str], str] | None = None,
    without_faulty: bool = False,
) -> Plan:
    """What the table would do to what is on record; every row's faults and what the rule book has against it.

    `answers` say, by kind ("team", "rink") and plain name, whom a name means: an id, for rinks `NEW` or `NONE` too.
    With `without_faulty` rows with a fault don't keep the others from being saved.
    """
    planner = _Planner(record, answers or {})
    rows = [planner.row(entry) for entry in table.entries]
    broken = table.in_doubt or any(f.severity == "refuse" and not f.where.startswith("row ") for f in table.findings)
    broken = broken or not table.header.meanings
    if not broken:
        rows, found = guarded(rows, record, Outcome.FAULTY)
        planner.findings += found
    questions = [*planner.teams.asked.values(), *planner.rinks.asked.values()]
    answered = [("team", name, id) for name, id in planner.teams.answered.items()]
    answered += [("rink", name, id) for name, id in planner.rinks.answered.items()]
    rows += [PlannedRow(Entry(number, "", ""), Outcome.FAULTY) for number in table.faulty]
    rows += [PlannedRow(Entry(number, "", ""), Outcome.LEFT_OUT, changes=("no game",)) for number in table.left_out]
    return Plan(
        tuple(sorted(rows, key=lambda row: row.entry.row)),
        (*table.findings, *planner.findings),
        tuple(questions),
        tuple(answered),
        without_faulty,
        broken,
    )


def name_key(written: str) -> str:
    """The plain name by which answers about a name are kept."""
    return plain(written)
