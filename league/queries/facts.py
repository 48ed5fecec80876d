"""Decides how the database's rows become the core's facts: a whole season, a division, some people, one game.

Every slice takes a constant number of queries. Keys of the season file are the ids of the facts.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.core import facts as core
from league.models import (
    Association,
    ConductEvent,
    Division,
    Game,
    LineupSpot,
    Payment,
    Penalty,
    RosterSpot,
    Season,
    SeasonPerson,
    Team,
    UnlistedPerson,
)


@dataclass(frozen=True, slots=True)
class Slice:
    """Which rows of a season are wanted. None means all."""

    season: Season
    division: int | None = None
    people: Collection[int] | None = None
    game: Game | None = None  # with the rosters of its two teams and whoever else is on its sheet
    original_starts: bool = False  # the first start of moved games, as the season file has it

    @property
    def zone(self) -> ZoneInfo:
        """The season's time zone."""
        return ZoneInfo(self.season.timezone)

    def teams(self) -> QuerySet[Team]:
        """The teams concerned: a division's, or all the season's."""
        teams = Team.objects.filter(season=self.season)
        return teams if self.division is None else teams.filter(division=self.division)

    def games(self) -> QuerySet[Game]:
        """The games concerned: a division's, or all games of the people's teams."""
        games = Game.objects.filter(season=self.season)
        if self.division is not None:
            games = games.filter(division=self.division)
        if self.people is not None:
            teams = self.teams_of_people()
            games = games.filter(Q(home__in=teams) | Q(away__in=teams))
        if self.game is not None:
            games = games.filter(pk=self.game.pk)
        return games

    def teams_of_people(self) -> set[int]:
        """Ids of the teams on whose roster, lineup or score sheet the people stand. Three queries."""
        ids: set[int] = set()
        for rows in (
            RosterSpot.objects.filter(person__in=self.people or (), team__season=self.season),
            LineupSpot.objects.filter(person__in=self.people or (), game__season=self.season),
            Penalty.objects.filter(person__in=self.people or (), game__season=self.season),
        ):
            ids.update(rows.order_by().values_list("team", flat=True).distinct())  # type: ignore[attr-defined]
        return ids


def season_facts(season: Season) -> core.Facts:
    """Everything the league app knows about a season, games at the start the season file gives them."""
    return league_facts(Slice(season, original_starts=True))


def league_facts(wanted: Slice) -> core.Facts:
    """The league app's part of the facts; the apps built on it add theirs."""
    games = list(wanted.games().order_by("position", "pk").select_related("venue"))
    teams = {team.pk: team for team in Team.objects.filter(season=wanted.season).order_by("position", "pk")}
    own = _own_teams(wanted, teams)
    divisions = {
        division.pk: division for division in Division.objects.filter(season=wanted.season).order_by("position", "pk")
    }
    associations = Association.objects.filter(season=wanted.season).order_by("position", "pk")
    people = _people(wanted, own)
    keys = _Keys(
        teams={pk: team.key for pk, team in teams.items()},
        people={row.person_id: row.person.key for row in people},
        divisions={pk: division.key for pk, division in divisions.items()},
        associations={association.pk: association.key for association in associations},
    )
    sheets = _Sheets(wanted, games, keys)
    return core.Facts(
        season=season_of(wanted.season),
        divisions=tuple(_division(row) for row in divisions.values() if wanted.division in (None, row.pk)),
        associations=tuple(core.Association(row.key, row.name) for row in associations),
        teams=tuple(_team(row, keys) for pk, row in teams.items() if own is None or pk in own),
        people=tuple(_person(row) for row in people),
        roster=tuple(_roster(wanted, own, keys)),
        games=tuple(_game(row, keys, sheets, wanted) for row in games),
        payments=tuple(_payments(wanted, keys)),
    )


def _own_teams(wanted: Slice, teams: Mapping[int, Team]) -> set[int] | None:
    """Ids of the teams whose rosters are wanted; None for all."""
    if wanted.game is not None:
        return set(wanted.game.team_ids)
    if wanted.division is not None:
        return {pk for pk, team in teams.items() if team.division_id == wanted.division}
    return None


@dataclass(frozen=True, slots=True)
class _Keys:
    """Primary keys to the ids of the season file."""

    teams: Mapping[int, str]
    people: Mapping[int, str]
    divisions: Mapping[int, str]
    associations: Mapping[int, str]


def season_of(season: Season) -> core.Season:
    """The season's own facts."""
    return core.Season(
        name=season.name,
        timezone=season.timezone,
        starts=season.starts,
        ends=season.ends,
        playoffs_start=season.playoffs_start,
        championship=season.championship,
        half=season.half,
        blocked=tuple(season.blocked),
    )


def _people(wanted: Slice, own_teams: set[int] | None) -> list[SeasonPerson]:
    """The people concerned as the season lists them, in the file's order. One query."""
    people = SeasonPerson.objects.filter(season=wanted.season).select_related("person")
    if wanted.people is not None:
        people = people.filter(person__in=wanted.people)
    elif own_teams is not None:
        games = wanted.games().values("pk")
        on_roster = RosterSpot.objects.filter(team__in=own_teams).values("person")
        penalised = Penalty.objects.filter(game__in=games, person__isnull=False).values("person")
        concerned = Q(person__in=on_roster) | Q(person__in=penalised)
        if wanted.game is not None:
            concerned |= Q(person__in=LineupSpot.objects.filter(game__in=games).values("person"))
        people = people.filter(concerned)
    return list(people.order_by("position", "pk"))


def _division(row: Division) -> core.Division:
    window = (row.window_start, row.window_end) if row.window_start and row.window_end else None
    return core.Division(row.key, row.level, row.name, row.checking, window, row.rank)


def _team(row: Team, keys: _Keys) -> core.Team:
    association = keys.associations.get(row.association_id) if row.association_id else None
    division = keys.divisions[row.division_id]
    return core.Team(row.key, division, row.name, association, row.special_conditions, tuple(row.omit))


def _person(row: SeasonPerson) -> core.Person:
    person = row.person
    return core.Person(person.key, person.name, person.born, row.special_conditions, person.registration, row.carded)


def _roster(wanted: Slice, own_teams: set[int] | None, keys: _Keys) -> Iterable[core.RosterSpot]:
    spots = RosterSpot.objects.filter(team__season=wanted.season)
    if own_teams is not None:
        spots = spots.filter(team__in=own_teams)
    for spot in spots.order_by("position", "pk"):
        if spot.person_id in keys.people:
            yield core.RosterSpot(
                keys.people[spot.person_id],
                keys.teams[spot.team_id],
                spot.role,
                spot.number,
                spot.line,
                spot.status,
                spot.starts,
                spot.ends,
            )


def _payments(wanted: Slice, keys: _Keys) -> Iterable[core.Payment]:
    if any(part is not None for part in (wanted.division, wanted.people, wanted.game)):
        return
    for row in Payment.objects.filter(season=wanted.season).order_by("position", "pk"):
        payer = f"team:{keys.teams[row.team_id]}" if row.team_id else f"person:{keys.people[row.person_id or 0]}"
        yield core.Payment(row.key, payer, row.amount_cents, row.date or dt.date.min, row.purpose or "")


class _Sheets:
    """What stands on the score sheets of the games: penalties, conduct, lineups. Four queries."""

    def __init__(self, wanted: Slice, games: Collection[Game], keys: _Keys) -> None:
        ids = [game.pk for game in games]
        self.penalties = self._by_game(self._of_people(Penalty.objects, wanted, ids), lambda row: _penalty(row, keys))
        self.conduct = self._by_game(
            ConductEvent.objects.filter(game__in=ids),
            lambda row: core.ConductEvent(keys.teams[row.team_id], row.kind),
        )
        self.lineups = self._by_game(
            self._of_people(LineupSpot.objects, wanted, ids),
            lambda row: (row.team_id, core.LineupSpot(keys.people[row.person_id], row.number, row.line)),
            known=lambda row: row.person_id in keys.people,
        )
        self.unlisted = self._by_game(
            self._of_people(UnlistedPerson.objects, wanted, ids),
            lambda row: keys.people[row.person_id],
            known=lambda row: row.person_id in keys.people,
        )

    @staticmethod
    def _of_people(rows: Any, wanted: Slice, ids: list[int]) -> Any:
        found = rows.filter(game__in=ids)
        return found if wanted.people is None else found.filter(person__in=wanted.people)

    @staticmethod
    def _by_game(rows: Any, make: Any, known: Any = None) -> Mapping[int, tuple[Any, ...]]:
        found: dict[int, list[Any]] = defaultdict(list)
        for row in rows.order_by("position", "pk"):
            if known is None or known(row):
                found[row.game_id].append(make(row))
        return {game: tuple(items) for game, items in found.items()}


def _penalty(row: Penalty, keys: _Keys) -> core.Penalty:
    period = int(row.period) if row.period and row.period.isdecimal() else row.period
    return core.Penalty(
        id=row.key,
        team=keys.teams[row.team_id],
        penalty_class=row.penalty_class,
        person=keys.people.get(row.person_id) if row.person_id else None,
        offence=row.offence,
        incident=row.incident_key,
        seconds=row.seconds,
        clock=row.clock,
        stands_for=row.stands_for or "minor",
        served_by=keys.people.get(row.served_by_id) if row.served_by_id else None,
        note=row.note or "",
        period=period,
        left=row.left_seconds,
        flags=frozenset(row.flags),
    )


def _winner(row: Game, keys: _Keys) -> str | None:
    """The recorded winner, else the team with more goals."""
    if row.winner_id is not None:
        return keys.teams[row.winner_id]
    if row.score_home is None or row.score_away is None or row.score_home == row.score_away:
        return None
    return keys.teams[row.home_id if row.score_home > row.score_away else row.away_id]


def _game(row: Game, keys: _Keys, sheets: _Sheets, wanted: Slice) -> core.Game:
    starts, ends = row.starts, row.ends
    if wanted.original_starts and row.original_start is not None:
        ends = row.original_start + (row.ends - row.starts) if row.ends and row.starts else row.ends
        starts = row.original_start
    lineup = sheets.lineups.get(row.pk, ())
    return core.Game(
        id=row.key,
        division=keys.divisions[row.division_id],
        home=keys.teams[row.home_id],
        away=keys.teams[row.away_id],
        starts=starts,
        day=starts.astimezone(wanted.zone).date() if starts else None,
        ends=ends,
        kind=row.kind,
        stage=row.stage,
        venue=row.venue.key if row.venue else None,
        booked=row.booked_at or row.booked,
        outcome=row.outcome,
        at_fault=tuple(keys.teams[team] for team in row.at_fault),
        notice=row.notice,
        excused=row.excused,
        home_periods=tuple(row.periods_home) if row.periods_home is not None else None,
        away_periods=tuple(row.periods_away) if row.periods_away is not None else None,
        home_goals=row.score_home,
        away_goals=row.score_away,
        decided_in=row.decided_in or "regulation",
        winner=_winner(row, keys),
        conduct=sheets.conduct.get(row.pk, ()),
        fair_play=dict(row.fair_play_decisions),
        home_lineup=tuple(spot for team, spot in lineup if team == row.home_id),
        away_lineup=tuple(spot for team, spot in lineup if team == row.away_id),
        unlisted=sheets.unlisted.get(row.pk, ()),
        reported=row.reported_at,
        penalties=sheets.penalties.get(row.pk, ()),
        provisional=row.report_state in ("provisional", "disputed"),
    )
