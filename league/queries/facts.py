"""Decides how the database's rows become the core's facts: a whole season, divisions, some people, one game.

Every slice takes a constant number of queries. Keys of the season file are the ids of the facts.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from league.core import facts as core
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.models import (
    Association,
    Division,
    Game,
    LineupSpot,
    Payment,
    Penalty,
    RosterSpot,
    Season,
    SeasonPerson,
    Team,
    Venue,
)
from league.queries.sheets import Sheets, sheets_of


@dataclass(frozen=True, slots=True)
class Slice:
    """Which rows of a season are wanted. None means all.

    Divisions come with what their tables need: the season's teams, the games of theirs without
    lineups, their team officials, and no record of people. `league.core.cut.of_division` parts them.
    """

    season: Season
    divisions: Collection[int] | None = None
    people: Collection[int] | None = None
    teams_on_record: Collection[int] = ()  # of these people, where no roster and no sheet may tell
    game: Game | None = None  # with the rosters of its two teams and whoever else is on its sheet
    original_starts: bool = False  # the first start of moved games, as the season file has it

    @property
    def zone(self) -> ZoneInfo:
        """The season's time zone."""
        return ZoneInfo(self.season.timezone)

    def games(self) -> QuerySet[Game]:
        """The games concerned: those of divisions and of their teams, or all games of the people's teams."""
        games = Game.objects.filter(season=self.season)
        if self.divisions is not None:
            of_teams = Q(home__division__in=self.divisions) | Q(away__division__in=self.divisions)
            games = games.filter(Q(division__in=self.divisions) | of_teams)
        if self.people is not None:
            teams = self.teams_of_people().union(self.teams_on_record)
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
            ids.update(rows.order_by().values_list("team", flat=True).distinct())
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
    rows = [game.pk for game in games]
    sheets = sheets_of(rows, keys.teams, people=wanted.people, lineups=wanted.divisions is None)
    return core.Facts(
        season=season_of(wanted.season),
        divisions=tuple(_division(row) for row in divisions.values()),
        associations=tuple(core.Association(row.key, row.name) for row in associations),
        teams=tuple(_team(row, keys) for row in teams.values()),
        people=tuple(_person(row) for row in people),
        roster=tuple(_roster(wanted, own)),
        games=tuple(_game(row, keys, sheets, wanted) for row in games),
        payments=tuple(_payments(wanted, keys)),
    )


@dataclass(frozen=True, slots=True)
class Booking:
    """Where a game stands or would stand: its teams, its rink, and from when to when."""

    home: Team
    away: Team
    venue: Venue | None
    starts: dt.datetime | None
    ends: dt.datetime | None
    game: Game | None = None
    """The game as it is on record, where it is."""


def booking_facts(season: Season, booking: Booking) -> core.Facts:
    """What guards of one booking look at: all games of its two teams, and those on its rink about then.

    Without sheets, rosters and people, and with no other teams than play in these games. Two queries,
    bounded by the games of two teams and a rink's days.
    """
    pair = (booking.home.pk, booking.away.pk)
    about = Q(home__in=pair) | Q(away__in=pair)
    if booking.game:
        about |= Q(pk=booking.game.pk)
    if booking.venue and booking.starts:
        until = max(booking.starts, booking.ends or booking.starts) + _NEAR
        about |= Q(venue=booking.venue, starts__lt=until, occupied_until__gt=booking.starts - _NEAR)
    rows = Game.objects.filter(about, season=season).select_related("venue", "division").order_by("position", "pk")
    games = list(rows)
    playing = {*pair, *(team for game in games for team in game.team_ids)}
    found = Team.objects.filter(pk__in=playing).select_related("division", "association").order_by("position", "pk")
    teams = list(found)
    divisions = {team.division_id: team.division for team in teams}
    divisions |= {game.division_id: game.division for game in games}
    associations = {team.association.pk: team.association for team in teams if team.association}
    keys = _Keys(
        teams={team.pk: team.key for team in teams},
        people={},
        divisions={pk: division.key for pk, division in divisions.items()},
        associations={pk: association.key for pk, association in associations.items()},
    )
    wanted = Slice(season)
    return core.Facts(
        season=season_of(season),
        divisions=tuple(_division(row) for row in divisions.values()),
        associations=tuple(core.Association(row.key, row.name) for row in associations.values()),
        teams=tuple(_team(row, keys) for row in teams),
        games=tuple(_game(row, keys, Sheets({}, {}), wanted) for row in games),
    )


_NEAR = dt.timedelta(days=1)
"""By how much more than the hours of a booking a rink is looked at: no game takes longer than its book says."""


def _own_teams(wanted: Slice, teams: Mapping[int, Team]) -> set[int] | None:
    """Ids of the teams whose rosters are wanted; None for all."""
    if wanted.game is not None:
        return set(wanted.game.team_ids)
    if wanted.divisions is not None:
        return {pk for pk, team in teams.items() if team.division_id in wanted.divisions}
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
    if wanted.divisions is not None:
        return []
    people = SeasonPerson.objects.filter(season=wanted.season).select_related("person")
    if wanted.people is not None:
        people = people.filter(person__in=wanted.people)
    elif wanted.game is not None:
        on_roster = RosterSpot.objects.filter(team__in=own_teams or ()).values("person")
        penalised = Penalty.objects.filter(game=wanted.game, person__isnull=False).values("person")
        dressed = LineupSpot.objects.filter(game=wanted.game).values("person")
        people = people.filter(Q(person__in=on_roster) | Q(person__in=penalised) | Q(person__in=dressed))
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


def _roster(wanted: Slice, own_teams: set[int] | None) -> Iterable[core.RosterSpot]:
    spots = RosterSpot.objects.filter(team__season=wanted.season)
    if wanted.people is not None:
        spots = spots.filter(person__in=wanted.people)
    if own_teams is not None:
        spots = spots.filter(team__in=own_teams)
    if wanted.divisions is not None:
        spots = spots.filter(role__in=TEAM_OFFICIAL_ROLES)
    fields = ("person__key", "team__key", "role", "number", "line", "status", "starts", "ends")
    for row in spots.order_by("position", "pk").values_list(*fields):
        yield core.RosterSpot(*row)


def _payments(wanted: Slice, keys: _Keys) -> Iterable[core.Payment]:
    if wanted.divisions is not None or wanted.game is not None:
        return
    payments = Payment.objects.filter(season=wanted.season)
    if wanted.people is not None:
        payments = payments.filter(Q(person__in=wanted.people) | Q(person=None))
    for row in payments.order_by("position", "pk"):
        if row.person_id is not None and row.person_id not in keys.people:
            continue
        payer = f"team:{keys.teams[row.team_id]}" if row.team_id else f"person:{keys.people[row.person_id or 0]}"
        yield core.Payment(row.key, payer, row.amount_cents, row.date or dt.date.min, row.purpose or "")


def _winner(row: Game, keys: _Keys) -> str | None:
    """The recorded winner, else the team with more goals."""
    if row.winner_id is not None:
        return keys.teams[row.winner_id]
    if row.score_home is None or row.score_away is None or row.score_home == row.score_away:
        return None
    return keys.teams[row.home_id if row.score_home > row.score_away else row.away_id]


def _game(row: Game, keys: _Keys, sheets: Sheets, wanted: Slice) -> core.Game:
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
