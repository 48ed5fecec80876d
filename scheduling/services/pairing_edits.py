"""Decides how single pairings of a round are changed by hand: swapped, given to others, added and taken out."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Division, Team, User
from league.services import audit
from league.services.errors import Refused
from scheduling.models import Round, RoundDivision, RoundGame
from scheduling.queries.rounds import desk_of
from scheduling.services.rounds import locked_round, touched


@transaction.atomic
def change_pairing(*, round: Round, key: str, home: Team, away: Team, version: int, by: User) -> RoundGame:
    """Have other teams play a drafted game, or the same the other way round.

    With another home team its date and rink are taken off: they were the former's ice. With another visitor
    it keeps them where rule book and calendar have nothing against it. Side effects: the draft, an audit entry.
    Raises Refused with everything that is wrong, Conflict where somebody changed the round meanwhile.
    Implements 3.2 of District 9.
    """
    held = locked_round(round, version)
    game = _drafted(held, key)
    found = _wrong(held, game.division, home, away)
    if found:
        raise Refused(found)
    before = _told(game)
    if game.home_id != home.pk:
        game.starts = game.ends = game.venue = None
        game.url, game.pinned = "", False
    game.home, game.away = home, away
    game.save()
    if game.is_set:
        against = [finding for finding in _against(held, game) if finding.severity == "refuse"]
        if against:
            raise Refused(against)
    _done(held, "change-pairing", before, _told(game), by)
    return game


@transaction.atomic
def add_pairing(*, round: Round, division: Division, home: Team, away: Team, version: int, by: User) -> RoundGame:
    """Add a game without a date to a division's draft. Side effects and errors as those of `change_pairing`."""
    held = locked_round(round, version)
    found = _wrong(held, division, home, away)
    if found:
        raise Refused(found)
    game = RoundGame.objects.create(round=held, division=division, home=home, away=away)
    _done(held, "add-pairing", {}, _told(game), by)
    return game


@transaction.atomic
def remove_pairing(*, round: Round, key: str, version: int, by: User) -> None:
    """Take a game out of the draft. Side effects and errors as those of `change_pairing`."""
    held = locked_round(round, version)
    game = _drafted(held, key)
    before = _told(game)
    game.delete()
    _done(held, "remove-pairing", before, {}, by)


def _drafted(round: Round, key: str) -> RoundGame:
    """A game of the draft that isn't on the schedule. Raises Refused."""
    rows = RoundGame.objects.filter(round=round, key=key).select_related("division", "home", "away", "venue", "game")
    game = rows.first()
    if game is None:
        raise Refused([Finding("no-game", _("there is no such game in this round"), remedy=_("look at it again"))])
    if game.game_id is not None:
        remedy = _("move or cancel the game on its page")
        raise Refused([Finding("published", _("this game is on the schedule already"), where="game", remedy=remedy)])
    return game


def _wrong(round: Round, division: Division, home: Team, away: Team) -> list[Finding]:
    found = []
    if not RoundDivision.objects.filter(round=round, division=division).exists():
        found.append(Finding("no-division", _("this division isn't in this round"), where="division"))
    if home.pk == away.pk:
        found.append(
            Finding("itself", _("a team can't play against itself"), where="away", remedy=_("choose two teams"))
        )
    for field, team in (("home", home), ("away", away)):
        if team.division_id != division.pk:
            message = _("%(team)s doesn't play in %(division)s") % {"team": team, "division": division}
            found.append(Finding("elsewhere", message, where=field))
    return found


def _against(round: Round, game: RoundGame) -> Collection[Finding]:
    return desk_of(round.season).findings({game.key}).get(game.key, ())


def _told(game: RoundGame) -> dict[str, str]:
    return {"game": game.key, "division": game.division.key, "home": game.home.key, "away": game.away.key}


def _done(round: Round, action: str, before: dict[str, str], after: dict[str, str], by: User) -> None:
    touched(round)
    audit.record(action=action, target=round, before=before, after=after, actor=by, season=round.season)
