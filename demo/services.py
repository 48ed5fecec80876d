"""Decides how the demo comes into a database: in one transaction, through the services that everybody uses."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from demo.generator import script
from demo.generator.last_season import last_season
from demo.generator.season import demo_season
from demo.living import report_games
from demo.users import Users
from league.models import Division, Game, League, Role, Season, User
from league.queries.clock import today as today_in
from league.queries.rulebooks import newest_version
from league.seasonfile import SeasonFile
from league.services.audit import record, snapshot
from league.services.rulebooks import publish_shipped
from rulings.importing import import_season
from rulings.reading import open_season_file
from standings.queries import rule_division
from standings.services import freeze_table, record_coin_flip

LEAGUE = "d9"
SEED = 9


class Refused(Exception):
    """The demo isn't made here; the message says why."""


@dataclass(frozen=True, slots=True)
class Made:
    """What was made: the league's seasons, newest first, how many people and games, and who can sign in."""

    seasons: Sequence[Season]
    people: int
    games: int
    users: Sequence[User]


def require_demo(*, force: bool) -> None:
    """Raise Refused where an invented league has no business, unless it is forced."""
    if not settings.DEMO and not force:
        raise Refused("This installation isn't a demo (DEMO is off): an invented league has no business here.")


def require_nothing_else() -> None:
    """Raise Refused when the database holds another league than the demo's."""
    others = [league.slug for league in League.objects.exclude(slug=LEAGUE)]
    if others:
        raise Refused(f"The database holds other leagues ({', '.join(others)}): it is not emptied.")


def is_there() -> bool:
    """Whether the demo was made before."""
    return League.objects.filter(slug=LEAGUE).exists()


@transaction.atomic
def create_demo(*, seed: int, today: dt.date, now: dt.datetime) -> Made:
    """Make the demo for a day (a date in the league's zone): two seasons, users, reports in every state.

    All or nothing. Side effects: rule book versions, a league, its seasons with everything in them,
    users and memberships, reports, a coin flip, final tables, recompute requests, and the audit
    entries of all that. Raises IntegrityError when the demo is there already.
    """
    publish_shipped()
    league = League.objects.create(slug=LEAGUE, name="District 9 (demo)")
    record(action="create-league", target=league, after=snapshot(league, "slug", "name"), league=league)
    before = _import(league, last_season(seed, today).document)
    story = demo_season(seed, today)
    season = _import(league, story.document)
    users = Users(league, season, now)
    officers = users.officers()
    live = Game.objects.filter(season=season, key__in=script.LIVE).select_related("home__association", "away")
    games = sorted(live, key=lambda game: list(script.LIVE).index(game.key))
    coaches = users.coaches(games)
    users.president(games[0].home)
    users.parent()
    report_games(season=season, played=_as_played(story.document, story.played), officers=officers, coaches=coaches)
    _freeze(before, officers[Role.STATISTICIAN], now)
    _flip_coins(season, officers[Role.DIRECTOR], today)
    return Made(
        seasons=(season, before),
        people=season.season_people.count(),
        games=season.games.count(),
        users=tuple(User.objects.filter(is_active=True).order_by("pk")),
    )


def _import(league: League, document: Mapping[str, Any]) -> Season:
    opened = open_season_file(json.dumps(document))
    version = newest_version(opened.book.slug)
    assert version is not None  # it has just been published
    season, _ = import_season(file=opened.file, version=version, league=league)
    return season


def _as_played(document: Mapping[str, Any], played: Mapping[str, Any]) -> SeasonFile:
    """The season file with the games around today as they were played."""
    games = [played.get(entry["id"], entry) for entry in document["games"]]
    return open_season_file(json.dumps({**document, "games": games}), keep_wording=False).file


def _freeze(season: Season, statistician: User, now: dt.datetime) -> None:
    """Make all tables of a season that is over final."""
    for division in Division.objects.filter(season=season):
        freeze_table(division=division, actor=statistician, day=today_in(season), now=now)


def _flip_coins(season: Season, director: User, today: dt.date) -> None:
    """Record a coin flip in the divisions where the demo shows one."""
    for key in script.FLIPPED:
        division = Division.objects.select_related("season__rulebook").get(season=season, key=key)
        table = rule_division(division, today).table
        for teams in table.coin_flip_needed if table else ():
            record_coin_flip(
                division=division,
                order=teams,
                official="Bao Halvorsen",
                witness="Ingrid Castellanos",
                date=today,
                actor=director,
                day=today,
            )


def empty_database() -> None:
    """Take everything out of the database, its tables included; migrate afterwards."""
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE")
        cursor.execute("CREATE SCHEMA public")
