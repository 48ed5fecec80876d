"""Decides what is read of one day's games at the rink: who may not take part, who stands on the sheets."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from discipline.models import EveningLink, Ineligibility
from league.core.tokens import hash_of
from league.core.vocabulary import TEAM_OFFICIAL_ROLES
from league.models import Game, Outcome, RosterSpot, Season, Team, Venue
from league.queries.schedule import games_of
from standings.queries import teams_gone

LAST_HOUR = dt.time(6)
"""When an evening's address closes, on the morning after."""


@dataclass(frozen=True, slots=True)
class Out:
    """Somebody who may not take part in a game; `serving` as [game, of how many] of suspensions that it serves."""

    row: Ineligibility
    number: int | None

    @property
    def name(self) -> str:
        """The name, or the id of somebody without one."""
        return self.row.person.name or self.row.person.key


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One team of a game: who is out, and of the others who may stand on the sheet, players first."""

    team: Team
    out: tuple[Out, ...]
    players: tuple[RosterSpot, ...]
    officials: tuple[RosterSpot, ...]


@dataclass(frozen=True, slots=True)
class EveningGame:
    """A game of the day with both teams, the visitors first."""

    game: Game
    sides: tuple[SheetSide, ...]


def games_on(season: Season, day: dt.date, rink: Venue | None = None) -> list[Game]:
    """The games of a day in the season's zone, on one rink or on all, that are or were played. One query."""
    found = games_of(season).filter(_on(season, day), outcome__in=[Outcome.SCHEDULED, Outcome.PLAYED])
    gone = teams_gone(season, day)
    found = found.exclude(home__in=gone).exclude(away__in=gone)
    return list(found.filter(venue=rink) if rink is not None else found)


def days_around(season: Season, day: dt.date) -> tuple[dt.date | None, dt.date | None]:
    """The last day with games before this one, and the first after it. Two queries."""
    zone, begin = ZoneInfo(season.timezone), _begin(season, day)
    dated = Game.objects.filter(season=season, outcome__in=[Outcome.SCHEDULED, Outcome.PLAYED])
    before = dated.filter(starts__lt=begin).order_by("-starts").values_list("starts", flat=True).first()
    end = begin + dt.timedelta(days=1)
    after = dated.filter(starts__gte=end).order_by("starts").values_list("starts", flat=True).first()
    return (
        before.astimezone(zone).date() if before else None,
        after.astimezone(zone).date() if after else None,
    )


def sheets_of(games: Collection[Game], season: Season, day: dt.date) -> list[EveningGame]:
    """These games of a day with who is out and who may stand on the sheet. Two queries, however many games."""
    out = Ineligibility.objects.filter(game__in=[game.pk for game in games]).select_related("person")
    by_side: dict[tuple[int, int], list[Ineligibility]] = defaultdict(list)
    for row in out.order_by("person__name", "pk"):
        by_side[row.game_id, row.team_id].append(row)
    rosters = _rosters({team for game in games for team in game.team_ids}, day)
    return [
        EveningGame(
            game,
            tuple(
                _side(team, by_side.get((game.pk, team.pk), ()), rosters.get(team.pk, ()))
                for team in (game.away, game.home)
            ),
        )
        for game in games
    ]


def links_on(season: Season, day: dt.date) -> QuerySet[EveningLink]:
    """The addresses in force of a day."""
    found = EveningLink.objects.filter(season=season, day=day, revoked_at__isnull=True)
    return found.select_related("created_by", "rink")


def link_of(token: str, now: dt.datetime) -> EveningLink | None:
    """The address with this secret, on its day until the morning after; else None. One query."""
    found = EveningLink.objects.filter(token_hash=hash_of(token), revoked_at__isnull=True)
    link = found.select_related("season__league", "season__rulebook", "rink").first()
    if link is None:
        return None
    zone = ZoneInfo(link.season.timezone)
    closes = dt.datetime.combine(link.day + dt.timedelta(days=1), LAST_HOUR, zone)
    return link if _begin(link.season, link.day) <= now < closes else None


def _side(team: Team, out: Iterable[Ineligibility], roster: Iterable[RosterSpot]) -> SheetSide:
    rows, spots = list(out), list(roster)
    worn = {spot.person_id: spot.number for spot in spots if spot.number is not None}
    gone = {row.person_id for row in rows}
    once: dict[int, RosterSpot] = {}
    for spot in spots:
        if spot.person_id not in gone:
            once.setdefault(spot.person_id, spot)
    players = [spot for spot in once.values() if spot.role not in TEAM_OFFICIAL_ROLES]
    officials = [spot for spot in once.values() if spot.role in TEAM_OFFICIAL_ROLES and spot.role != "representative"]
    return SheetSide(team, tuple(Out(row, worn.get(row.person_id)) for row in rows), tuple(players), tuple(officials))


def _rosters(teams: Collection[int], day: dt.date) -> Mapping[int, list[RosterSpot]]:
    found: dict[int, list[RosterSpot]] = defaultdict(list)
    spots = RosterSpot.objects.filter(team__in=teams).select_related("person")
    spots = spots.filter(Q(starts__isnull=True) | Q(starts__lte=day)).filter(Q(ends__isnull=True) | Q(ends__gte=day))
    for spot in spots.order_by("number", "role", "person__name", "pk"):
        found[spot.team_id].append(spot)
    return found


def _begin(season: Season, day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time.min, ZoneInfo(season.timezone))


def _on(season: Season, day: dt.date) -> Q:
    begin = _begin(season, day)
    return Q(starts__gte=begin, starts__lt=_begin(season, day + dt.timedelta(days=1)))
