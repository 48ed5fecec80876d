"""Makes the records that tests start from: a league, its season, teams, people and games, with invented names.

Every function saves what it makes, takes any field as a keyword, and makes what it needs and wasn't given.
"""

import datetime as dt
import hashlib
import itertools
from typing import Any

from league.core.reports import ReportContent, as_json
from league.models import (
    Association,
    Division,
    Game,
    GameReport,
    League,
    LineupSpot,
    Membership,
    Outcome,
    Penalty,
    Person,
    ReportKind,
    ReportState,
    Role,
    RosterRole,
    RosterSpot,
    RuleBookVersion,
    Season,
    SeasonPerson,
    Team,
    User,
    Venue,
)

PASSWORD = "a-puck-is-not-a-ball"
"""The password of every user made here."""

_count = itertools.count(1)
_TEAMS = ("Otters", "Bears", "Cranes", "Foxes", "Herons", "Lynx", "Martens", "Terns", "Badgers", "Owls")
_PEOPLE = ("Alva Birke", "Bo Castell", "Cleo Dorn", "Dag Ekman", "Eli Falk", "Finn Gran", "Gro Holm", "Ira Juhl")


def rulebook(**fields: Any) -> RuleBookVersion:
    """A version of a rule book; the book of one slug and version is made once."""
    values = {
        "slug": "mn-district-9",
        "version": "1",
        "title": "District 9",
        "text": 'slug = "mn-district-9"\n',
    } | fields
    values.setdefault("digest", hashlib.sha256(values["text"].encode()).hexdigest())
    book, _ = RuleBookVersion.objects.get_or_create(
        slug=values.pop("slug"), version=values.pop("version"), defaults=values
    )
    return book


def league(**fields: Any) -> League:
    """A league with a slug of its own."""
    number = next(_count)
    return League.objects.create(**{"slug": f"league-{number}", "name": f"League {number}"} | fields)


def season(**fields: Any) -> Season:
    """The winter 2014-15 in Chicago time."""
    values: dict[str, Any] = {
        "slug": f"2014-15-{next(_count)}",
        "name": "2014-15",
        "starts": dt.date(2014, 10, 30),
        "ends": dt.date(2015, 3, 15),
        "playoffs_start": dt.date(2015, 2, 7),
        "timezone": "America/Chicago",
        "published": True,
    } | fields
    values["league"] = values.get("league") or league()
    values["rulebook"] = values.get("rulebook") or rulebook()
    return Season.objects.create(**values)


def association(**fields: Any) -> Association:
    """A town association."""
    fields["season"] = fields.get("season") or season()
    return Association.objects.create(**{"name": "North Fork"} | fields)


def division(**fields: Any) -> Division:
    """Bantam A with body checking."""
    fields["season"] = fields.get("season") or season()
    return Division.objects.create(
        **{
            "name": "Bantam A",
            "level": "bantam",
            "checking": True,
            "window_start": dt.date(2014, 10, 30),
            "window_end": dt.date(2015, 2, 1),
        }
        | fields
    )


def team(**fields: Any) -> Team:
    """A team of a division; its season is the division's."""
    fields["division"] = fields.get("division") or division(season=fields.get("season"))
    return Team.objects.create(
        **{"season": fields["division"].season, "name": _TEAMS[next(_count) % len(_TEAMS)]} | fields
    )


def teams(number: int, *, division: Division) -> list[Team]:
    """So many teams of a division, with keys A, B, C, ..."""
    return [
        team(division=division, key=chr(ord("A") + place), name=_TEAMS[place % len(_TEAMS)], position=place)
        for place in range(number)
    ]


def venue(**fields: Any) -> Venue:
    """A rink."""
    fields["league"] = fields.get("league") or league()
    return Venue.objects.create(**{"name": "Ice Hall"} | fields)


def person(**fields: Any) -> Person:
    """A person of a league who is on no roster yet."""
    fields["league"] = fields.get("league") or league()
    return Person.objects.create(**{"name": _PEOPLE[next(_count) % len(_PEOPLE)]} | fields)


def player(team: Team, **fields: Any) -> Person:
    """A person on the team's roster, listed in its season. `number`, `role`, `line`, ... go to the roster spot."""
    of_spot = ("number", "role", "line", "status", "starts", "ends")
    spot = {"role": RosterRole.SKATER} | {name: fields.pop(name) for name in of_spot if name in fields}
    made = fields.pop("person", None) or person(league=team.season.league, **fields)
    SeasonPerson.objects.get_or_create(season=team.season, person=made)
    RosterSpot.objects.create(person=made, team=team, **spot)
    return made


def game(**fields: Any) -> Game:
    """A league game to come; with `score=(3, 2)` it is played and verified. It takes 75 minutes."""
    score = fields.pop("score", None)
    if "home" not in fields:
        group = fields.get("division") or division(season=fields.get("season"))
        fields["home"], fields["away"] = team(division=group), fields.get("away") or team(division=group)
    games_before = Game.objects.filter(season=fields["home"].season).count()  # a day each, in the order they are made
    values: dict[str, Any] = {
        "season": fields["home"].season,
        "division": fields["home"].division,
        "starts": dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC) + dt.timedelta(days=games_before),
    } | fields
    if values["starts"] and "occupied_until" not in values:
        values["occupied_until"] = values.get("ends") or values["starts"] + dt.timedelta(minutes=75)
    if score:
        values = {
            "outcome": Outcome.PLAYED,
            "report_state": ReportState.VERIFIED,
            "score_home": score[0],
            "score_away": score[1],
        } | values
    return Game.objects.create(**values)


def penalty(game: Game, person: Person | None = None, **fields: Any) -> Penalty:
    """A minor for tripping against the home team unless said otherwise."""
    return Penalty.objects.create(
        **{"game": game, "team": game.home, "person": person, "penalty_class": "minor", "offence": "tripping"} | fields
    )


def lineup_spot(game: Game, team: Team, person: Person, **fields: Any) -> LineupSpot:
    """A place on the bench."""
    return LineupSpot.objects.create(game=game, team=team, person=person, **fields)


def report(game: Game, team: Team, **fields: Any) -> GameReport:
    """A team's current report, empty inside unless `content` is given."""
    values = {"kind": ReportKind.TEAM, "content": as_json(ReportContent())} | fields
    values["submitted_by"] = values.get("submitted_by") or user()
    return GameReport.objects.create(game=game, team=team, **values)


def user(**fields: Any) -> User:
    """A user with the password `PASSWORD`."""
    number = next(_count)
    values = {"email": f"user-{number}@example.org", "password": PASSWORD, "name": f"User {number}"} | fields
    return User.objects.create_user(**values)


def member(role: Role | str, league: League, **fields: Any) -> User:
    """A new user with a role; a representative needs `team`, a president `association`."""
    scope = fields.get("team") or fields.get("association")
    if scope is not None:
        fields.setdefault("season", scope.season)
    made = fields.pop("user", None) or user()
    Membership.objects.create(user=made, league=league, role=role, **fields)
    return made
