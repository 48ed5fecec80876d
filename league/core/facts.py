"""Decides what a season's facts are: frozen records that every ruling is worked out from.

Times are aware datetimes in UTC (so that they can be compared and subtracted across a clock change),
`day` is the calendar day in the season's zone, durations whole seconds, money integer cents.
Ids are the strings of the season file, unique in their list; lists keep the file's order.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self
from zoneinfo import ZoneInfo

from league.core.facts_on_record import Approval as Approval
from league.core.facts_on_record import CarriedSuspension as CarriedSuspension
from league.core.facts_on_record import Condition as Condition
from league.core.facts_on_record import Decision as Decision
from league.core.facts_on_record import Infraction as Infraction
from league.core.facts_on_record import PriorOffence as PriorOffence
from league.core.facts_on_record import Stay as Stay

NEVER = dt.datetime.max.replace(tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True)
class Season:
    """The season itself; all dates are days in `timezone`."""

    name: str
    timezone: str
    starts: dt.date | None = None
    ends: dt.date | None = None
    playoffs_start: dt.date | None = None
    championship: dt.date | None = None
    half: str | None = None
    blocked: tuple[dt.date, ...] = ()

    @property
    def zone(self) -> ZoneInfo:
        """The season's time zone."""
        return ZoneInfo(self.timezone)

    def local(self, moment: dt.datetime) -> dt.datetime:
        """The wall-clock time of a moment in the season's zone."""
        return moment.astimezone(self.zone)

    def day(self, moment: dt.datetime) -> dt.date:
        """The calendar day of a moment in the season's zone."""
        return self.local(moment).date()


@dataclass(frozen=True, slots=True)
class Division:
    """A division of teams at one level."""

    id: str
    level: str
    name: str = ""
    checking: bool | None = None
    window: tuple[dt.date, dt.date] | None = None  # both days belong to it
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class Association:
    """A club or town association that enters teams."""

    id: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Team:
    """A team in a division; `omit` are days on which it asked not to play."""

    id: str
    division: str
    name: str = ""
    association: str | None = None
    special_conditions: bool = False
    omit: tuple[dt.date, ...] = ()


@dataclass(frozen=True, slots=True)
class Person:
    """A person: one record across teams and seasons."""

    id: str
    name: str = ""
    born: dt.date | None = None
    special_conditions: bool = False
    registration: str | None = None
    carded: bool = False


@dataclass(frozen=True, slots=True)
class RosterSpot:
    """A person's place in a team, from `starts` to `ends`, both days included; None is open."""

    person: str
    team: str
    role: str
    number: int | None = None
    line: str | None = None
    status: str = "regular"
    starts: dt.date | None = None
    ends: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """One penalty of a score sheet."""

    id: str
    team: str
    penalty_class: str
    person: str | None = None  # None: bench
    offence: str = "other"
    incident: str = ""  # penalties of one act share it; the builder fills in the penalty's own id
    seconds: int | None = None  # as assessed; None: the book's length
    clock: str = "stop"
    stands_for: str = "minor"
    served_by: str | None = None
    note: str = ""
    period: int | str | None = None
    left: int | None = None  # seconds left in the period
    flags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ConductEvent:
    """Something about a team that the sheet records besides penalties."""

    team: str
    kind: str


@dataclass(frozen=True, slots=True)
class LineupSpot:
    """Somebody on the bench in one game; number and line are those worn in that game."""

    person: str
    number: int | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its score sheet. `periods` are goals by period (a fourth is overtime), `score` their sum."""

    id: str
    division: str
    home: str
    away: str
    starts: dt.datetime | None = None  # None: postponed without a new date
    day: dt.date | None = None  # the calendar day of `starts` in the season's zone
    ends: dt.datetime | None = None
    kind: str = "league"
    stage: str | None = None
    venue: str | None = None
    booked: dt.date | dt.datetime | None = None  # None: before the season
    outcome: str = "scheduled"
    at_fault: tuple[str, ...] = ()
    notice: dt.datetime | None = None
    excused: str | None = None
    home_periods: tuple[int, ...] | None = None
    away_periods: tuple[int, ...] | None = None
    home_goals: int | None = None
    away_goals: int | None = None
    decided_in: str = "regulation"
    winner: str | None = None
    conduct: tuple[ConductEvent, ...] = ()
    fair_play: Mapping[str, bool] = field(default_factory=dict)  # a director's decisions
    home_lineup: tuple[LineupSpot, ...] = ()
    away_lineup: tuple[LineupSpot, ...] = ()
    unlisted: tuple[str, ...] = ()
    reported: dt.datetime | None = None
    penalties: tuple[Penalty, ...] = ()
    provisional: bool = False  # posted by one team and not yet verified (never in a season file)

    @property
    def teams(self) -> tuple[str, str]:
        """Home, then away."""
        return (self.home, self.away)

    def opponent(self, team: str) -> str:
        """The other team of the game."""
        return self.away if team == self.home else self.home

    def goals(self, team: str) -> tuple[int, int]:
        """Goals for and against `team`; nothing recorded counts 0-0. A shootout's deciding goal is in neither."""
        home, away = self.home_goals or 0, self.away_goals or 0
        return (home, away) if team == self.home else (away, home)

    def lineup(self, team: str) -> tuple[LineupSpot, ...]:
        """Everyone of `team` on the bench."""
        return self.home_lineup if team == self.home else self.away_lineup


@dataclass(frozen=True, slots=True)
class Payment:
    """Money received; `cents` in the rule book's currency."""

    id: str
    payer: str  # "team:ID" or "person:ID"
    cents: int
    date: dt.date
    purpose: str  # what the charge is for: a game, request or incident id


@dataclass(frozen=True, slots=True)
class RescheduleRequest:
    """A team's request to move a game; `decision` is the director's."""

    id: str
    game: str
    by: str
    received: dt.date
    new_start: dt.datetime
    reason: str = "other"
    agreed: tuple[str, ...] = ()
    decision: str | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added to (or taken from) a team in the table."""

    team: str
    points: int
    clause: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CoinFlip:
    """A recorded flip: `order` best first; for two teams the winner, then the other."""

    division: str
    among: tuple[str, ...]
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team that left the season."""

    team: str
    date: dt.date | None = None


@dataclass(frozen=True)
class Facts:
    """Everything known about a season, or about the part of it that a ruling needs."""

    season: Season
    divisions: tuple[Division, ...] = ()
    associations: tuple[Association, ...] = ()
    teams: tuple[Team, ...] = ()
    people: tuple[Person, ...] = ()
    roster: tuple[RosterSpot, ...] = ()
    games: tuple[Game, ...] = ()
    infractions: tuple[Infraction, ...] = ()
    prior: tuple[PriorOffence, ...] = ()
    carried: tuple[CarriedSuspension, ...] = ()
    decisions: tuple[Decision, ...] = ()
    approvals: tuple[Approval, ...] = ()
    conditions: tuple[Condition, ...] = ()
    stays: tuple[Stay, ...] = ()
    payments: tuple[Payment, ...] = ()
    requests: tuple[RescheduleRequest, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    coin_flips: tuple[CoinFlip, ...] = ()
    withdrawn: tuple[Withdrawal, ...] = ()

    @cached_property
    def team(self) -> Mapping[str, Team]:
        """Teams by id."""
        return {team.id: team for team in self.teams}

    @cached_property
    def division(self) -> Mapping[str, Division]:
        """Divisions by id."""
        return {division.id: division for division in self.divisions}

    @cached_property
    def game(self) -> Mapping[str, Game]:
        """Games by id."""
        return {game.id: game for game in self.games}

    @cached_property
    def person(self) -> Mapping[str, Person]:
        """People by id."""
        return {person.id: person for person in self.people}

    @cached_property
    def standing_infractions(self) -> tuple[Infraction, ...]:
        """The infractions that count: all but those of which the last word is that nothing follows."""
        said: dict[str, list[Decision]] = {}
        for decision in sorted(self.decisions, key=lambda item: item.date):
            said.setdefault(decision.on, []).append(decision)

        def dismissed(item: Infraction) -> bool:
            about = [one for one in said.get(item.id, ()) if one.person is None or one.person == item.person]
            return bool(about) and about[-1].dismissed

        return tuple(item for item in self.infractions if not dismissed(item))

    @cached_property
    def games_in_order(self) -> tuple[Game, ...]:
        """Games by start, then by the file's order; those without a date last."""
        return tuple(sorted(self.games, key=lambda game: game.starts or NEVER))

    @cached_property
    def first_day(self) -> dt.date | None:
        """The day of the first game that has one."""
        return min((game.day for game in self.games if game.day), default=None)

    @cached_property
    def games_of(self) -> Mapping[str, tuple[Game, ...]]:
        """Each team's games in order."""
        games: dict[str, list[Game]] = {team.id: [] for team in self.teams}
        for game in self.games_in_order:
            for team in game.teams:
                games.setdefault(team, []).append(game)
        return {team: tuple(of_team) for team, of_team in games.items()}

    @cached_property
    def spots_of(self) -> Mapping[tuple[str, str], tuple[RosterSpot, ...]]:
        """A person's places in a team, by (person, team)."""
        spots: dict[tuple[str, str], list[RosterSpot]] = {}
        for spot in self.roster:
            spots.setdefault((spot.person, spot.team), []).append(spot)
        return {key: tuple(of_person) for key, of_person in spots.items()}

    @cached_property
    def roles_of(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The roles that a person has or had in a team, by (person, team)."""
        return {key: frozenset(spot.role for spot in spots) for key, spots in self.spots_of.items()}

    def level(self, team: str) -> str:
        """The level at which a team plays."""
        return self.division[self.team[team].division].level

    def changed(self, **changes: object) -> Self:
        """A copy with some lists replaced."""
        return replace(self, **changes)  # type: ignore[arg-type]
