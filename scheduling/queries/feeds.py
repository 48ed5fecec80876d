"""Decides which games belong to a calendar feed, how new it is, and what is read of each game."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet, Sum

from league.models import Division, Game, GameMove, Membership, RosterSpot, Season, Team, User, Venue
from scheduling.models import Assignment

FORMAT = "1"
"""Raised whenever feeds are written in another way, so that nobody keeps the old one."""


@dataclass(frozen=True, slots=True)
class FeedGame:
    """A game as a feed shows it; `starts` is None for one that never had a date."""

    pk: int
    uid: UUID
    sequence: int
    announced_at: dt.datetime
    starts: dt.datetime | None
    ends: dt.datetime | None
    occupied_until: dt.datetime | None
    outcome: str
    kind: str
    home: str
    away: str
    division: str
    rink: str
    address: str
    league: str
    season: str
    season_name: str
    zone: str
    postponed: bool = False


_COLUMNS = (
    "pk", "uid", "sequence", "announced_at", "starts", "ends", "occupied_until", "outcome", "kind", "home__name",
    "away__name", "division__name", "venue__name", "venue__address", "season__league__slug", "season__slug",
    "season__name", "season__timezone",
)  # fmt: skip


def of_team(team: Team) -> QuerySet[Game]:
    """The games of a team."""
    return Game.objects.filter(Q(home=team) | Q(away=team))


def of_division(division: Division) -> QuerySet[Game]:
    """The games of a division."""
    return Game.objects.filter(division=division)


def of_rink(season: Season, rink: Venue) -> QuerySet[Game]:
    """The games of a season on a rink."""
    return Game.objects.filter(season=season, venue=rink)


def of_user(user: User) -> QuerySet[Game]:
    """Everything that is on for somebody, in all leagues: games of their teams and games that they officiate.

    Teams are those they represent, and of published seasons those on whose roster they stand. Two queries.
    """
    represented = Membership.objects.filter(user=user, ended_at__isnull=True, team__isnull=False)
    plays = RosterSpot.objects.filter(person__user=user, team__season__published=True)
    teams = {*represented.values_list("team", flat=True), *plays.values_list("team", flat=True)}
    officiates = Assignment.objects.filter(person__user=user, game__season__published=True).values("game")
    return Game.objects.filter(Q(home__in=teams) | Q(away__in=teams) | Q(pk__in=officiates))


def etag_of(games: QuerySet[Game], *about: str) -> str:
    """How new a feed of these games is, as an ETag; `about` is what else it shows. One query."""
    found = games.order_by().aggregate(n=Count("pk"), s=Sum("sequence"), at=Max("announced_at"), last=Max("pk"))
    text = "|".join([FORMAT, *(str(value) for value in found.values()), *about])
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def read(games: QuerySet[Game]) -> list[FeedGame]:
    """The games with what a feed shows of them, by start; a postponed one stands where it last was. Two queries."""
    rows = games.order_by("starts", "pk").values_list(*_COLUMNS)
    found = [_game(row) for row in rows]
    if waiting := [game.pk for game in found if game.starts is None]:
        last = _last_dates(waiting)
        found = [_postponed(game, last.get(game.pk)) if game.starts is None else game for game in found]
    return [game for game in found if game.starts is not None]


def _game(row: tuple[object, ...]) -> FeedGame:
    return FeedGame(*(value if value is not None or place in _DATES else "" for place, value in enumerate(row)))  # type: ignore[arg-type]


_DATES = {_COLUMNS.index(name) for name in ("starts", "ends", "occupied_until")}


def _last_dates(games: Iterable[int]) -> dict[int, GameMove]:
    moves = GameMove.objects.filter(game__in=games, starts__isnull=False).order_by("moved_at", "pk")
    return {move.game_id: move for move in moves}


def _postponed(game: FeedGame, last: GameMove | None) -> FeedGame:
    if last is None:
        return game
    return replace(game, starts=last.starts, ends=last.ends, postponed=True)
