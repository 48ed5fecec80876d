"""Decides whether a document is a sound season file, and what facts it states; all faults come at once."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from league.core.facts import Facts, Game, Season
from league.core.findings import Finding
from league.core.vocabulary import INFRACTIONS, OFFENCES
from league.seasonfile import clashes, schema
from league.seasonfile.faults import (
    RecordFault,
    SeasonFileFaults,
    Unreadable,
    printable,
    shown,
    suggestion,
    wrong_type,
)
from league.seasonfile.kinds import Ref, Word
from league.seasonfile.known import LISTS_WITH_IDS, UTC, Known, Roster, ids_of_document
from league.seasonfile.table import MOST_KEYS, Table, keys_twice
from league.seasonfile.times import time_zone
from league.seasonfile.wording import Stated, stated_in

type Check = Callable[[Facts], Iterable[RecordFault]]

MOST_FAULTS = 10_000
"""A file with more is no season file; nobody reads on, and reading on would take long."""

# What others build on: with a fault it stays for the rule book's checks, as long as it has what it needs.
PILLARS = frozenset({schema.SEASON, *(schema.LISTS[name] for name in LISTS_WITH_IDS)})


@dataclass(frozen=True)
class SeasonFile:
    """A season file: the slug of its rule book, its facts, and how it worded them (see `wording`)."""

    rulebook: str
    facts: Facts
    stated: Stated = field(default_factory=dict)
    format: str = schema.FORMAT


def named_rulebook(document: object) -> str | None:
    """The slug of the rule book that a document names, whatever else is wrong with it.

    Its book has to be loaded before the document can be read against it.
    """
    slug = document.get("rulebook") if isinstance(document, dict) else None
    return slug if isinstance(slug, str) else None


def read(
    document: object,
    *,
    known_rulebooks: tuple[str, ...],
    offences: tuple[str, ...] = (),
    extra_checks: Sequence[Check] = (),
    keep_wording: bool = True,
) -> SeasonFile:
    """The season file that a JSON document (as `loading.loads` gives it) holds.

    `known_rulebooks` are the slugs that the file may name, `offences` those of its rule book beyond
    the vocabulary. `extra_checks` are handed the facts and say what the rule book has against them,
    such as a decision below its minimum; in a faulty file they are asked about the sound part.
    `keep_wording` also works out `stated`; who only wants the facts saves that time.
    Raises SeasonFileFaults with every fault, in the order of the format.
    """
    return _Reader(known_rulebooks, offences).read(document, extra_checks, keep_wording)


class _Reader:
    """One reading of one document; `findings` grows while it goes on."""

    def __init__(self, known_rulebooks: tuple[str, ...], offences: tuple[str, ...]) -> None:
        self.known = Known(
            zone=UTC,
            ids={},
            rulebooks=known_rulebooks,
            offences=tuple(dict.fromkeys((*OFFENCES, *INFRACTIONS, *offences))),
        )
        self.findings: list[Finding] = []
        self.lost: set[str] = set()  # paths of the records that a check of the rule book can't go by

    def read(self, document: object, extra_checks: Sequence[Check], keep_wording: bool) -> SeasonFile:
        if not isinstance(document, dict):
            raise SeasonFileFaults([Finding("wrong-type", str(wrong_type(document, "an object")))])
        if len(document) > MOST_KEYS:
            message = f"{len(document)} keys, which no season file has"
            raise SeasonFileFaults([Finding("unknown-key", message)])
        self._check_keys(document)
        self._check_header(document)
        facts = self._facts(document)
        self._check_together(facts)
        self._ask(extra_checks, facts)
        if self.findings:
            raise SeasonFileFaults(sorted(self.findings, key=_in_order))
        stated = stated_in(document, facts, self.known) if keep_wording else {}
        return SeasonFile(document["rulebook"], facts, stated)

    def _add(self, where: str, code: str, message: str) -> None:
        self.findings.append(Finding(code, message, where=where))
        if len(self.findings) == MOST_FAULTS:
            more = Finding("too-many", f"reading stopped after {MOST_FAULTS} faults", remedy="correct these first")
            raise SeasonFileFaults([*sorted(self.findings, key=_in_order), more])

    def _add_all(self, at: str, faults: Iterable[tuple[str, str, str]]) -> None:
        for below, code, message in faults:
            self._add(f"{at}{below}".removeprefix("."), code, message)

    def _check_keys(self, document: Mapping[str, object]) -> None:
        for name in document:
            if name not in schema.KEYS:
                self._add(printable(str(name)), "unknown-key", f"unknown key{suggestion(str(name), schema.KEYS)}")
        for name in schema.REQUIRED:
            if name not in document:
                self._add(name, "missing-key", "is required and missing")
        self._add_all("", keys_twice(document))

    def _check_header(self, document: Mapping[str, object]) -> None:
        words = {
            "format": Word((schema.FORMAT,), "format"),
            "rulebook": Word(self.known.rulebooks, "rule book"),
        }
        for name, kind in words.items():
            if name in document:
                try:
                    kind.read(document[name], self.known)
                except Unreadable as wrong:
                    self._add_all(name, wrong.faults)

    def _facts(self, document: Mapping[str, Any]) -> Facts:
        given = document.get("season")
        name = given.get("timezone") if isinstance(given, dict) else None
        self.known = replace(self.known, zone=time_zone(name) or UTC, ids=ids_of_document(document))
        season = self._record(schema.SEASON, given, "season") if "season" in document else None
        lists: dict[str, tuple[Any, ...]] = {}
        for name in schema.LISTS:
            lists[name] = self._records(name, document.get(name, []))
            if name == "roster":
                self.known = replace(self.known, roster=Roster(lists["roster"]))
        return Facts(season=season or Season("", "UTC"), **lists)

    def _records(self, name: str, rows: object) -> tuple[Any, ...]:
        table = schema.LISTS[name]
        if type(rows) is not list:
            self._add_all(name, wrong_type(rows, "a list").faults)
            return ()
        record = self._game if name == "games" else self._record
        records = tuple(record(table, row, f"{name}[{index}]") for index, row in enumerate(rows))
        self._check_ids(table, records, name)
        return records

    def _record(self, table: Table, row: object, at: str, **more: Any) -> Any:
        """The record of one object; what is wrong or missing holds its default or None."""
        if not isinstance(row, dict):
            self._add_all(at, wrong_type(row, "an object").faults)
            self.lost.add(at)
            return table.read({}, self.known, **more).record
        reading = table.read(row, self.known, **more)
        if reading.faults:
            self._add_all(at, reading.faults)
            if reading.faulty & (table.required.keys() if table in PILLARS else reading.faulty):
                self.lost.add(at)
        return reading.record

    def _game(self, table: Table, row: object, at: str) -> Game:
        given = row.get("penalties", []) if isinstance(row, dict) else []
        if type(given) is not list:
            self._add_all(f"{at}.penalties", wrong_type(given, "a list").faults)
            given = []
        penalties = tuple(
            self._record(schema.PENALTIES, item, f"{at}.penalties[{index}]") for index, item in enumerate(given)
        )
        self._check_ids(schema.PENALTIES, penalties, f"{at}.penalties")
        game: Game = self._record(table, row, at, penalties=penalties)
        return game

    def _check_ids(self, table: Table, records: Sequence[Any], at: str) -> None:
        if "id" in table.keys:
            for index, name in clashes.ids_used_twice(records):
                self._add(f"{at}[{index}].id", "id-twice", f"the id {shown(name)} is used already")
                self.lost.add(f"{at}[{index}]")

    def _check_together(self, facts: Facts) -> None:
        self._add_all("", clashes.numbers_on_rosters(facts.roster))
        for index, game in enumerate(facts.games):
            if game.home_lineup or game.away_lineup:
                self._add_all(f"games[{index}]", clashes.numbers_in_lineups(game))
        self._add_all("", clashes.teams_outside_games(facts))
        self._add_all("", clashes.acts_in_doubt(facts))

    def _ask(self, checks: Sequence[Check], facts: Facts) -> None:
        """What the rule book has against the facts, as far as they can be gone by."""
        if not checks:
            return
        sound, paths = self._sound(facts)
        for check in checks:
            for fault in check(sound):
                where = f"{paths[id(fault.record)]}.{fault.key}"
                self.findings.append(Finding(fault.code, fault.message, where=where, clause=fault.clause))

    def _sound(self, facts: Facts) -> tuple[Facts, dict[int, str]]:
        """The facts without what is lost or refers to it, and the path of every record by its identity."""
        paths: dict[int, str] = {}
        ids: dict[str, set[str | None]] = {}

        def kept(table: Table, records: Iterable[Any], at: str) -> tuple[Any, ...]:
            sound = []
            for index, record in enumerate(records):
                path = f"{at}[{index}]"
                if path in self.lost or (self.lost and not _refers_only_to(ids, table, record)):
                    continue
                if isinstance(record, Game):
                    penalties = kept(schema.PENALTIES, record.penalties, f"{path}.penalties")
                    record = replace(record, penalties=penalties)
                paths[id(record)] = path
                sound.append(record)
            return tuple(sound)

        lists: dict[str, tuple[Any, ...]] = {}
        for name, table in schema.LISTS.items():  # in the order of the format nothing refers to what comes later
            lists[name] = kept(table, getattr(facts, name), name)
            if name in LISTS_WITH_IDS:
                ids[name] = {None, *(record.id for record in lists[name])}  # None names nothing
        season = replace(facts.season, name=facts.season.name or "", timezone=facts.season.timezone or "UTC")
        return facts.changed(season=season, **lists), paths


def _refers_only_to(ids: Mapping[str, Set[str | None]], table: Table, record: Any) -> bool:
    """Whether everything that the record names is among these ids."""
    refs = ((key.kind.of, key.field) for key in table.keys.values() if isinstance(key.kind, Ref))
    return all(getattr(record, field, None) in ids[of] for of, field in refs)


def _in_order(finding: Finding) -> tuple[Any, ...]:
    """Findings by their path: lists in the order of the format, entries by number, not by digits."""
    first, *rest = re.findall(r"[^.\[\]]+", finding.where) or [""]
    place = schema.KEYS.index(first) if first in schema.KEYS else len(schema.KEYS)
    return (place, [(0, int(part), "") if re.fullmatch("[0-9]{1,9}", part) else (1, 0, part) for part in rest])
