"""Decides how a game that is still to come is set, moved, postponed or taken out again."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext as _

from league.core.findings import Finding
from league.models import Game, GameKind, Outcome, ReportState, Season
from league.services import recompute
from league.services.announcing import ANNOUNCED, announce, shown_of
from league.services.audit import record, snapshot
from league.services.editing import constraints_told
from league.services.errors import Conflict, Refused
from league.services.locking import lock
from league.services.rulebooks import has_begun

GAME_FIELDS = ("kind", "stage", "home", "away", "division", "starts", "ends", "occupied_until", "venue")
"""What can be set of a game; the division is that of the home team."""


@transaction.atomic
def add_game(*, season: Season, values: Mapping[str, Any], now: dt.datetime) -> Game:
    """Set a game (`GAME_FIELDS` without the division). Once the season has begun it counts as booked `now`.

    Side effects: the game, an audit entry, recompute requests for its division and teams. Raises
    Refused with what is wrong: teams that can't play each other, a rink or a team that is taken then.
    """
    game = Game(season=season, booked_at=now if has_begun(season, now=now) else None)
    _set(game, values)
    if found := list(_against(game)):
        raise Refused(found)
    with constraints_told(taken_meanwhile()):
        game.save(force_insert=True)
    _request(season, game)
    record(action="add-game", target=game, after=snapshot(game, *GAME_FIELDS), season=season)
    return game


@transaction.atomic
def change_game(*, game: Game, values: Mapping[str, Any], version: int, reason: str = "") -> Game:
    """Give a game that isn't played yet other teams, another time or rink, or no date at all. Returns it.

    `version` is the game's as the person saw it. When it was booked stays as it was: a game that is
    moved was on the calendar already. Side effects: the game, its history, an audit entry, recompute
    requests for the divisions and teams of before and after. Raises Conflict when somebody changed or reported it
    meanwhile, Refused as `add_game` does, and for a game that has been played or reported.
    """
    changed = lock(Game.objects.select_related("season", "home", "away"), game.pk)
    if changed.version != version:
        finding = Finding("changed-meanwhile", _("somebody else changed this game meanwhile"))
        raise Conflict([finding], theirs=changed)
    _require_to_come(changed)
    before, shown = snapshot(changed, *GAME_FIELDS), shown_of(changed)
    _set(changed, values)
    if found := list(_against(changed)):
        raise Refused(found)
    after = snapshot(changed, *GAME_FIELDS)
    if after == before:
        return changed
    changed.version += 1
    with constraints_told(taken_meanwhile()):
        announce(changed, shown)
        changed.save(update_fields=[*GAME_FIELDS, *ANNOUNCED, "version"])
    _request(changed.season, changed, before)
    action = "move-game" if after["starts"] else "postpone-game"
    if after["starts"] == before["starts"]:
        action = "change-game"
    record(action=action, target=changed, before=before, after=after, reason=reason, season=changed.season)
    return changed


@transaction.atomic
def remove_game(*, game: Game, version: int) -> None:
    """Take out a game that was set by mistake. Side effects: its deletion, an audit entry, recompute requests.

    Raises Conflict when somebody changed it meanwhile, Refused when it has been played or reported, or
    anything hangs on it: such a game is cancelled instead.
    """
    rows = Game.objects.select_related("season").select_for_update(of=("self",), no_key=True)
    doomed = rows.filter(pk=game.pk).first()
    if doomed is None:  # somebody else removed it a moment ago
        return
    if doomed.version != version:
        raise Conflict([Finding("changed-meanwhile", _("somebody else changed this game meanwhile"))], theirs=doomed)
    _require_to_come(doomed)
    before, pk = snapshot(doomed, *GAME_FIELDS), doomed.pk
    _request(doomed.season, doomed)  # before its key is taken: a worker at it may be writing rows that refer to it
    try:
        with transaction.atomic():
            doomed.delete()
    except ProtectedError as error:
        finding = Finding(
            "still-used", _("reports, requests or rulings hang on this game"), remedy=_("cancel it instead")
        )
        raise Refused([finding]) from error
    doomed.pk = pk  # the entry names what was removed
    record(action="remove-game", target=doomed, before=before, season=doomed.season)


def _set(game: Game, values: Mapping[str, Any]) -> None:
    for name in GAME_FIELDS:
        if name in values:
            setattr(game, name, values[name])
    game.stage = game.stage or None
    game.division = game.home.division


def _require_to_come(game: Game) -> None:
    if game.outcome != Outcome.SCHEDULED or game.report_state != ReportState.UNREPORTED:
        remedy = _("correct its result at the statistician's desk")
        raise Refused([Finding("played", _("this game has a result"), remedy=remedy)])


def _against(game: Game) -> Iterator[Finding]:
    home, away = game.home, game.away
    if home.pk == away.pk:
        yield Finding("plays-itself", _("a team can't play itself"), where="away")
    for name, team in (("home", home), ("away", away)):
        if team.season_id != game.season_id:
            yield Finding("other-season", _("this team plays in another season"), where=name)
    if game.kind == GameKind.LEAGUE and home.division_id != away.division_id:
        message = _("%(home)s and %(away)s play in different divisions") % {"home": home, "away": away}
        remedy = _("a league game is within one division; choose another kind, or another team")
        yield Finding("two-divisions", message, where="away", remedy=remedy)
    if game.venue is not None and game.venue.league_id != game.season.league_id:
        yield Finding("other-league", _("this rink belongs to another league"), where="venue")
    if game.starts and game.occupied_until and game.occupied_until <= game.starts:
        yield Finding("backwards", _("the game ends before it starts"), where="end")


def taken_meanwhile() -> dict[str, Finding]:
    """What the database refuses, by its constraint."""
    rink, team = _("another game is on this rink then"), _("one of the teams plays another game then")
    return {
        "game_rink_once_at_a_time": Finding("rink-taken", rink, where="venue", remedy=_("choose another rink or time")),
        "game_team_once_at_a_time": Finding("team-taken", team, where="start", remedy=_("choose another time")),
    }


def _request(season: Season, game: Game, before: Mapping[str, Any] | None = None) -> None:
    old = before or {}
    recompute.request(
        season=season,
        divisions={game.division_id, old.get("division", game.division_id)},
        teams={*game.team_ids, old.get("home", game.home_id), old.get("away", game.away_id)},
    )
