"""Decides what a roster table would do: every row with who it is and what changes, nothing done yet."""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.core.findings import Finding
from league.core.rosters.columns import TITLES, plain
from league.core.rosters.entries import Entry, RosterTable
from league.core.rosters.people import NEW, KnownPerson, Match, People
from league.core.rosters.spots import Change, Outcome, Placing, Spot, clash, meant_as_player, place
from league.core.vocabulary import nearest


@dataclass(frozen=True, slots=True)
class KnownTeam:
    """A team that rows can name: by its name, with its division where two teams share it."""

    id: int
    name: str
    division: str = ""


@dataclass(frozen=True, slots=True)
class OnRecord:
    """What is on record in a league before a table is read; `spots` are those of its season."""

    teams: tuple[KnownTeam, ...]
    people: tuple[KnownPerson, ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One row: who it is, where it puts them, what changes on the person's record, who else it could be."""

    entry: Entry
    outcome: Outcome
    person: KnownPerson | None = None
    team: int | None = None
    placing: Placing | None = None
    filled: tuple[Change, ...] = ()
    candidates: tuple[KnownPerson, ...] = ()
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a table would do. It can be carried out when `ready`."""

    rows: tuple[PlannedRow, ...] = ()
    findings: tuple[Finding, ...] = ()
    dates_in_doubt: bool = False

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What must be put right first."""
        return tuple(finding for finding in self.findings if finding.severity == "refuse")

    @property
    def questions(self) -> tuple[PlannedRow, ...]:
        """The rows about which a human has to say who they are."""
        return tuple(row for row in self.rows if row.outcome is Outcome.QUESTION)

    @property
    def ready(self) -> bool:
        """Whether nothing is wrong and nothing is open."""
        return bool(self.rows) and not self.faults and not self.questions

    @property
    def changes_something(self) -> bool:
        """Whether carrying it out makes any difference."""
        return any(row.outcome is not Outcome.UNCHANGED or row.filled for row in self.rows)

    def count(self, outcome: Outcome) -> int:
        """How many rows come out so."""
        return sum(row.outcome is outcome for row in self.rows)

    @property
    def digest(self) -> str:
        """Tells this plan from any other: what was shown must be what is carried out."""
        return hashlib.sha256(repr((self.rows, self.findings)).encode()).hexdigest()


@dataclass
class _Planner:
    """Takes the rows one by one; what an earlier row does holds for the later ones."""

    on_record: OnRecord
    table: RosterTable
    answers: Mapping[int, str]
    day: dt.date | None
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.spots: dict[int, list[Spot]] = defaultdict(list)
        rosters: dict[int, set[int]] = defaultdict(set)
        for spot in self.on_record.spots:
            self.spots[spot.person].append(spot)
            rosters[spot.team].add(spot.person)
        names = [entry.name for entry in self.table.entries]
        self.people = People(self.on_record.people, rosters, names)
        self.placed: dict[tuple[int, int, bool], int] = {}
        self.registrations: dict[str, tuple[int, int]] = {}
        self.teams: dict[str, list[int]] = defaultdict(list)
        for team in self.on_record.teams:
            for name in {plain(team.name), plain(team.name + team.division), plain(team.division + team.name)}:
                self.teams[name].append(team.id)

    def row(self, entry: Entry) -> PlannedRow:
        team = self._team(entry)
        if team is None:
            return PlannedRow(entry, Outcome.FAULTY)
        match = self.people.match(entry, team)
        self.findings += match.findings
        if any(finding.severity == "refuse" for finding in match.findings):
            return PlannedRow(entry, Outcome.FAULTY, team=team)
        answer = self.answers.get(entry.row, "")
        if match.person is None and match.candidates:
            chosen = next((one for one in match.candidates if one.answer == answer), None)
            if chosen is None and answer != NEW:
                return PlannedRow(entry, Outcome.QUESTION, team=team, candidates=match.candidates)
            match = Match(person=chosen, candidates=match.candidates)
        return self._placed(entry, team, match, answer if match.candidates else "")

    def _team(self, entry: Entry) -> int | None:
        if not entry.team and len(self.on_record.teams) == 1:
            return self.on_record.teams[0].id
        found = self.teams.get(plain(entry.team), [])
        if len(found) == 1:
            return found[0]
        if not entry.team:
            problem, remedy = "the team is missing", "add a column Team"
        elif found:
            problem, remedy = f'several teams are called "{entry.team}"', "write the division too, as in Lynx, Bantam A"
        else:
            near = nearest(entry.team, tuple(team.name for team in self.on_record.teams))
            problem, remedy = f'no team here is called "{entry.team}"', f"should it be {near}?" if near else ""
        where = f"row {entry.row}, {TITLES['team']}"
        self.findings.append(Finding("unknown-team", problem, where=where, remedy=remedy))
        return None

    def _placed(self, entry: Entry, team: int, match: Match, answer: str) -> PlannedRow:
        person = match.person or KnownPerson(-entry.row, entry.name, entry.born, entry.registration)
        if match.person is None:
            self.people.add(person)
        if self._listed_twice(entry, person, team) or self._number_of_another(entry, person):
            return PlannedRow(entry, Outcome.FAULTY, person, team)
        placing = place(entry, person.id, team, self.spots[person.id], day=self.day, new=match.person is None)
        gone = {spot.id for spot in placing.was}
        kept = [spot for spot in self.spots[person.id] if spot.id is None or spot.id not in gone]
        self.spots[person.id] = [*kept, *placing.kept]
        filled = () if match.person is None else tuple(_filled(entry, person))
        return PlannedRow(entry, placing.outcome, person, team, placing, filled, match.candidates, answer)

    def _listed_twice(self, entry: Entry, person: KnownPerson, team: int) -> bool:
        """Whether an earlier row has put the person there, or as a regular player on another team."""
        plays = meant_as_player(entry, team, self.spots[person.id], self.day)
        regular = plays and (entry.status or "regular") == "regular"
        earlier = self.placed.setdefault((person.id, team, plays), entry.row)
        if regular and earlier == entry.row:
            earlier = self.placed.setdefault((person.id, 0, True), entry.row)
        if earlier == entry.row:
            return False
        message = f"{entry.name} is listed in row {earlier} already"
        remedy = "take one of the rows out, or make one an affiliate's if there are two teams"
        self.findings.append(Finding("listed-twice", message, where=f"row {entry.row}", remedy=remedy))
        return True

    def _number_of_another(self, entry: Entry, person: KnownPerson) -> bool:
        """Whether an earlier row gives the registration number to somebody else."""
        if not entry.registration:
            return False
        row, other = self.registrations.setdefault(plain(entry.registration), (entry.row, person.id))
        if other == person.id:
            return False
        message = f'registration "{entry.registration}" is in row {row} for somebody else'
        where = f"row {entry.row}, {TITLES['registration']}"
        self.findings.append(Finding("registered-to-another", message, where=where, remedy="check the number"))
        return True

    def clashes(self, rows: Sequence[PlannedRow]) -> Iterable[Finding]:
        """Numbers that two people of a team would wear at one time, once all rows are carried out."""
        by_team: dict[int, list[Spot]] = defaultdict(list)
        for spot in (spot for spots in self.spots.values() for spot in spots):
            by_team[spot.team].append(spot)
        names = {person.id: person.name for person in self.on_record.people}
        names |= {row.person.id: row.person.name for row in rows if row.person}
        told: set[frozenset[int]] = set()
        for row in rows:
            for spot in row.placing.kept if row.placing else ():
                other = clash(spot, by_team[spot.team])
                pair = frozenset({spot.person, other.person}) if other else frozenset()
                if other is not None and pair not in told:
                    told.add(pair)
                    message = f"number {spot.number} is worn by {names.get(other.person, '')} at that time"
                    where = f"row {row.entry.row}, {TITLES['number']}"
                    yield Finding("number-twice", message, where=where, remedy="give one of them another number")


def _filled(entry: Entry, person: KnownPerson) -> Iterable[Change]:
    """What the row knows of a person and the record doesn't."""
    if entry.born and person.born is None:
        yield Change("born", "", entry.born.isoformat())
    if entry.registration and not person.registration:
        yield Change("registration", "", entry.registration)


def plan_roster(
    table: RosterTable, on_record: OnRecord, *, answers: Mapping[int, str] | None = None, day: dt.date | None = None
) -> Plan:
    """What the table would do to what is on record.

    `answers` say, by row, who somebody is where that is a question: `NEW` or the `answer` of a
    candidate. `day` is the first on which changes hold (see `spots.place`). Rows are taken in their
    order, so that somebody new in an earlier row is known in a later one.
    """
    planner = _Planner(on_record, table, answers or {}, day)
    rows = [planner.row(entry) for entry in table.entries]
    clashes = list(planner.clashes(rows))
    faulty = {finding.where.partition(",")[0] for finding in clashes}
    rows += [PlannedRow(entry, Outcome.FAULTY) for entry in table.faulty]
    rows.sort(key=lambda row: row.entry.row)
    rows = [replace(row, outcome=Outcome.FAULTY) if f"row {row.entry.row}" in faulty else row for row in rows]
    return Plan(tuple(rows), (*table.findings, *planner.findings, *clashes), table.dates_in_doubt)
