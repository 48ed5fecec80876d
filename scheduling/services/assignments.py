"""Decides how officials are assigned to a game and taken off it again."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from discipline.queries.gate import may_take_part
from league.core.findings import Finding
from league.models import Game, League, Outcome, Person, User
from league.queries.clock import today
from league.queries.rulebooks import book_for
from league.services.audit import record, snapshot
from league.services.errors import Refused
from league.services.locking import lock
from scheduling.core.officiating import Duty, against
from scheduling.models import Assignment, OfficialRole
from scheduling.queries.schedule import assigned_elsewhere, playing_then

_FIELDS = ("game", "person", "role")


@transaction.atomic
def assign(*, game: Game, person: Person, role: OfficialRole, by: User, now: dt.datetime) -> Assignment:
    """Have a person of the league officiate a game that is still to come.

    Side effects: the assignment, an audit entry; the game's place in calendars of that person. Raises
    Refused with everything against it: the game is over or called off, the person is assigned already,
    is somewhere else at that time, or suspended where the book lets nobody suspended officiate (app.a.ii of
    the minor hockey code).
    """
    whom = lock(Person.objects.all(), person.pk)  # two assignments of one person wait for each other
    found = []
    if whom.league_id != game.season.league_id:
        found.append(Finding("other-league", _("this person belongs to another league"), where="person"))
    if game.outcome != Outcome.SCHEDULED:
        found.append(Finding("over", _("this game is over or called off"), where=""))
    if Assignment.objects.filter(game=game, person=whom).exists():
        found.append(Finding("twice", _("this person is assigned to the game already"), where="person"))
    day = game.starts.date() if game.starts else today(game.season)
    suspended = not may_take_part(game=game, person=whom).allowed
    found += against(book_for(game.season, day), _duty(game), _duties(whom, game), suspended=suspended)
    if found:
        raise Refused(found)
    made = Assignment.objects.create(game=game, person=whom, role=role, assigned_at=now, assigned_by=by)
    record(action="assign-official", target=made, after=snapshot(made, *_FIELDS), season=game.season, actor=by)
    return made


@transaction.atomic
def assign_somebody_new(*, game: Game, name: str, role: OfficialRole, by: User, now: dt.datetime) -> Assignment:
    """Put somebody on the league's record who isn't on it, and have them officiate a game: both or neither.

    Side effects: the person, the assignment, an audit entry each. Raises Refused as `assign` does.
    """
    lock(League.objects.all(), game.season.league_id)
    person = Person.objects.create(league_id=game.season.league_id, name=name)
    made = assign(game=game, person=person, role=role, by=by, now=now)
    record(action="add-official", target=person, after={"name": name}, season=game.season, actor=by)
    return made


@transaction.atomic
def release(*, assignment: Assignment, by: User) -> None:
    """Take an official off a game. Side effects: the assignment's deletion, an audit entry."""
    found = Assignment.objects.select_related("game__season", "person").filter(pk=assignment.pk).first()
    if found is None:  # somebody else did so a moment ago
        return
    pk, before, season = found.pk, snapshot(found, *_FIELDS), found.game.season
    found.delete()
    found.pk = pk  # the entry names what was removed
    record(action="release-official", target=found, before=before, season=season, actor=by)


def _duty(game: Game, *, plays: bool = False) -> Duty | None:
    if game.starts is None or game.occupied_until is None:
        return None
    return Duty(game.pk, str(game), game.starts, game.occupied_until, plays)


def _duties(person: Person, game: Game) -> list[Duty]:
    """Where else the person is at the time of the game. Two queries."""
    if game.starts is None:
        return []
    officiates = [_duty(row.game) for row in assigned_elsewhere(person, game)]
    plays = [_duty(other, plays=True) for other in playing_then(person, game)]
    return [duty for duty in (*officiates, *plays) if duty is not None]
