"""Decides which games a bracket sets: what its series need, with the right teams, and nothing that nobody needs.

It runs with every renewal of a division's table, so whatever changes a result moves the bracket on. It can
run twice: it compares what there should be with what there is. A game with a result is never touched.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from league.models import Division, Game, GameKind, Outcome, ReportState, Team, new_key
from league.services import audit, recompute
from league.services.announcing import ANNOUNCED, announce, shown_of
from standings.core.series import hosts
from standings.models import BracketGame, PlayoffSeeding
from standings.playoffs import Knockout, games_made, knockout, knockouts, stage_of, standing_seedings
from standings.queries import RuledDivision

SHOWN = ("kind", "stage", "home", "away", "division", "starts", "venue")


class GameInUse(Exception):
    """Somebody is saving one of the games at this moment: the bracket is filled in a little later."""


@dataclass(frozen=True, slots=True)
class _Needed:
    """A game that a series needs and that isn't there."""

    seeding: PlayoffSeeding
    match: str
    stage: str
    number: int
    home: str
    away: str


@dataclass(slots=True)
class _Done:
    """What was changed, for the requests and the audit trail at the end."""

    entries: list[tuple[str, Game, dict[str, Any] | None, dict[str, Any] | None]]
    teams: set[int]


@transaction.atomic(savepoint=False)
def fill_in(*, division: Division, ruled: RuledDivision, now: dt.datetime) -> None:
    """Set, change and remove the games of the division's brackets as the results now want it (9-1.d, 9-1.e).

    A game is set once its teams are certain and it will be played whatever happens; games that are only
    played if necessary stand in the bracket alone. An unplayed game whose teams have changed gets the right
    ones and keeps its day. Side effects: games, BracketGame rows, requests for the teams, audit entries.
    Raises GameInUse while somebody else is saving one of the games.
    """
    stages = knockouts(ruled)
    seedings = standing_seedings(division) if stages else {}
    if not seedings:
        return
    made = games_made(division)
    matches = {key: row.match for key, row in made.items()}
    found = [knockout(ruled, stage, seedings[stage.name], matches) for stage in stages if stage.name in seedings]
    needed, wanted = [item for one in found for item in _needed(one)], {key for one in found for key in _wanted(one)}
    stale = [row for key, row in made.items() if key not in wanted and _unplayed(row.game)]
    if not needed and not stale:
        return
    rows = _locked(stale)
    teams = {team.key: team for team in Team.objects.filter(season=division.season_id, key__in=_named(needed))}
    done = _Done([], set())
    for item in needed:
        row = next((row for row in rows if (row.seeding.stage, row.match) == (item.seeding.stage, item.match)), None)
        if row is None:
            _set(item, division, teams, now, done)
        else:
            rows.remove(row)
            _change(row, item, division, teams, done)
    for row in rows:
        _remove(row, done)
    recompute.request(season=division.season, teams=done.teams)
    for action, game, before, after in done.entries:
        audit.record(action=action, target=game, before=before, after=after, season=division.season)


def _needed(found: Knockout) -> Iterable[_Needed]:
    """The games that are missing, each at the team whose turn it is: who is at home follows from those there are."""
    for series in found.bracket.series:
        certain = [item for item in series.games if item.state != "if-necessary"]
        turns = [(item.number, *hosts(series.match, item.number, series.sides)) for item in certain]
        for item in certain:
            if item.result is not None:
                turn = next((turn for turn in turns if turn[1] == item.home), None)
                if turn is not None:
                    turns.remove(turn)
        missing = sum(item.result is None for item in certain)
        for number, home, away in turns[:missing]:
            if home is not None and away is not None:
                stage = stage_of(found, series.match)
                yield _Needed(found.seeding, series.match.id, stage, number, home, away)


def _wanted(found: Knockout) -> Iterable[str]:
    """The keys of the games that stand rightly: played, or needed for certain."""
    for series in found.bracket.series:
        for item in series.games:
            if item.result is not None and item.state != "if-necessary":
                yield item.result.game.id


def _named(needed: Iterable[_Needed]) -> set[str]:
    return {key for item in needed for key in (item.home, item.away)}


def _unplayed(game: Game) -> bool:
    return game.outcome == Outcome.SCHEDULED and game.report_state == ReportState.UNREPORTED


def _locked(stale: Iterable[BracketGame]) -> list[BracketGame]:
    """The rows whose games nobody has played meanwhile, locked. Never waits: a writer may wait for our request."""
    rows = {row.game_id: row for row in stale}
    games = Game.objects.select_for_update(of=("self",), skip_locked=True).select_related("season")
    locked = {game.pk: game for game in games.filter(pk__in=rows).order_by("pk")}
    if len(locked) < Game.objects.filter(pk__in=rows).count():
        raise GameInUse("a game of the bracket is being saved")
    for pk, game in locked.items():
        rows[pk].game = game
    return [rows[pk] for pk, game in locked.items() if _unplayed(game)]


def _set(item: _Needed, division: Division, teams: Mapping[str, Team], now: dt.datetime, done: _Done) -> None:
    key = f"{division.key}-{item.seeding.stage}-{item.match}-{item.number}"  # in order of the series
    taken = Game.objects.filter(season=division.season_id, key=key).exists()
    game = Game(
        season=division.season,
        division=division,
        key=new_key() if taken else key,
        kind=GameKind.PLAYOFF,
        stage=item.stage,
        home=teams[item.home],
        away=teams[item.away],
        booked_at=now,
    )
    game.save(force_insert=True)
    BracketGame.objects.create(seeding=item.seeding, match=item.match, game=game)
    done.entries.append(("set-bracket-game", game, None, audit.snapshot(game, *SHOWN)))
    done.teams.update(game.team_ids)


def _change(row: BracketGame, item: _Needed, division: Division, teams: Mapping[str, Team], done: _Done) -> None:
    """Give an unplayed game its right teams; its day stays unless one of them plays then."""
    game = row.game
    before, shown = audit.snapshot(game, *SHOWN), shown_of(game)
    done.teams.update(game.team_ids)
    game.home, game.away, game.stage = teams[item.home], teams[item.away], item.stage
    game.version += 1
    fields = ["home", "away", "stage", "version", "starts", "ends", "occupied_until", *ANNOUNCED]
    try:
        with transaction.atomic():
            announce(game, shown)
            game.save(update_fields=fields)
    except IntegrityError:
        game.starts = game.ends = game.occupied_until = None
        announce(game, shown)
        game.save(update_fields=fields)
    BracketGame.objects.filter(pk=row.pk).update(seeding=item.seeding)
    done.entries.append(("change-bracket-game", game, before, audit.snapshot(game, *SHOWN)))
    done.teams.update(game.team_ids)


def _remove(row: BracketGame, done: _Done) -> None:
    """Take out a game that nobody needs; one that requests or assignments hang on stays, and the page says so."""
    game, pk = row.game, row.game_id
    before = audit.snapshot(game, *SHOWN)
    try:
        with transaction.atomic():
            game.delete()
    except ProtectedError:
        return
    game.pk = pk  # the entry names what was removed
    done.entries.append(("remove-bracket-game", game, before, None))
    done.teams.update(game.team_ids)
