"""Decides how a game's result and sheet are written: one way for reports, settlements, corrections and outcomes.

Every change goes: lock the game, compare what the writer saw with what is there, write, raise the
version, ask for recomputation, and last the audit entry.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.core import facts as core
from league.core.findings import Finding
from league.core.report_about import About
from league.core.report_game import as_played, content_of
from league.core.reports import ReportContent, as_json
from league.models import (
    ConductEvent,
    DecidedIn,
    Game,
    GameReport,
    LineupSpot,
    Outcome,
    Penalty,
    Person,
    ReportKind,
    User,
    new_key,
)
from league.queries import reports as queries
from league.services import audit, locking, recompute
from league.services.announcing import Shown, announce, shown_of
from league.services.editing import constraints_told
from league.services.errors import Conflict

SHOWN = (
    "outcome", "report_state", "score_home", "score_away", "periods_home", "periods_away", "decided_in", "winner",
    "at_fault", "notice", "excused", "fair_play_decisions",
)  # fmt: skip


def lock(game: Game) -> Game:
    """The game as it is now, kept from everybody else until the transaction ends. Raises Refused when it is gone."""
    parts = ("season__league", "season__rulebook", "division", "home", "away", "venue")
    return locking.lock(Game.objects.select_related(*parts), game.pk)


def require_seen(game: Game, seen_version: int) -> None:
    """Raise Conflict when the game isn't any more what the writer saw; `theirs` is the game as it is."""
    if game.version != seen_version:
        raise Conflict([changed_meanwhile()], theirs=game)


def changed_meanwhile() -> Finding:
    """Somebody else was quicker."""
    return Finding(
        code="report.conflict",
        message=_("Somebody else has saved this game meanwhile. Nothing of yours was saved, and nothing is lost."),
        where="game",
        remedy=_("compare both versions, and send yours again if it is right"),
    )


def for_something_else() -> dict[str, Finding]:
    """A submission's token was used for another game, or is at this moment; by the constraint that sees it."""
    message, remedy = _("This form was sent for something else."), _("open the form again")
    return {"league_gamereport_token_key": Finding("report.token", message, where="game", remedy=remedy)}


@dataclass(slots=True)
class Change:
    """One change of a locked game: what it was before, its sheet as written so far, and whom it concerns."""

    game: Game
    about: About
    before: dict[str, Any]
    sheet: core.Game
    people: set[int]
    shown: Shown

    @classmethod
    def of(cls, game: Game) -> Change:
        """Begin a change of a game that is locked."""
        about = queries.about(game)
        return cls(game, about, _shown(game, about.game), about.game, _on_sheet(game), shown_of(game))

    def post(self, content: ReportContent) -> None:
        """Make the report the game's result and sheet. Side effects: the game's fields (unsaved), its sheet's rows."""
        after = as_played(self.sheet, content, new_key)
        self._write(after)
        game = self.game
        game.outcome = Outcome.PLAYED
        game.at_fault, game.notice, game.excused = [], None, None
        game.periods_home = None if after.home_periods is None else list(after.home_periods)
        game.periods_away = None if after.away_periods is None else list(after.away_periods)
        game.score_home, game.score_away = after.home_goals, after.away_goals
        game.decided_in = None if after.decided_in == DecidedIn.REGULATION else after.decided_in
        in_shootout = after.decided_in == DecidedIn.SHOOTOUT
        winner = content.winner if in_shootout else None
        game.winner = queries.team_on(game, winner) if winner else None
        game.fair_play_decisions = dict(after.fair_play)

    def clear_result(self, *, keep_sheet: bool) -> None:
        """Take the result off the game, and its sheet too unless it stands. Side effects as those of `post`."""
        game = self.game
        game.periods_home = game.periods_away = game.score_home = game.score_away = None
        game.decided_in = game.winner = None
        game.at_fault, game.notice, game.excused, game.fair_play_decisions = [], None, None, {}
        if not keep_sheet:
            self._write(replace(self.sheet, penalties=(), conduct=(), home_lineup=(), away_lineup=()))

    def _write(self, after: core.Game) -> None:
        self.people |= write_sheet(self.game, self.sheet, after)
        self.sheet = after

    def save(self, *, action: str, by: User | None, reason: str = "", **told: Any) -> None:
        """Save the game under its next version, ask for what follows from it, and tell the audit trail.

        Must be the last step of the transaction. `told` goes into the entry's `after`.
        """
        game = self.game
        game.version += 1
        announce(game, self.shown)
        game.save()
        divisions = {game.division_id, game.home.division_id, game.away.division_id}
        recompute.request(season=game.season, divisions=divisions, teams=game.team_ids, people=self.people)
        after = _shown(game, self.sheet) | told
        audit.record(
            action=action,
            target=game,
            before=self.before,
            after=after,
            reason=reason,
            actor=by,
            league=game.season.league,
            season=game.season,
        )


def overrule(
    game: Game,
    *,
    kind: ReportKind,
    content: ReportContent,
    by: User,
    reason: str,
    now: dt.datetime,
    token: str | None,
) -> GameReport:
    """Keep a report that goes before the teams'; it takes the place of an earlier one of its sort."""
    overruling(game).update(current=False)
    with constraints_told(for_something_else()):
        return GameReport.objects.create(
            game=game,
            kind=kind,
            content=as_json(content),
            submitted_by=by,
            submitted_at=now,
            reason=reason,
            game_version=game.version,
            token=token,
        )


def overruling(game: Game) -> QuerySet[GameReport]:
    """The current report of a game that goes before the teams', at most one, as a query."""
    return GameReport.objects.filter(game=game, current=True).exclude(kind=ReportKind.TEAM)


def write_sheet(game: Game, before: core.Game, after: core.Game) -> set[int]:
    """Make the rows of the sheet say what `after` says, touching only what differs.

    Returns the ids of everybody who stands or stood on it. Side effects: Penalty, ConductEvent and
    LineupSpot rows.
    """
    people = _people(game, before, after)
    teams = {before.home: game.home_id, before.away: game.away_id}
    _write_penalties(game, before.penalties, after.penalties, teams, people)
    if before.conduct != after.conduct:
        ConductEvent.objects.filter(game=game).delete()
        ConductEvent.objects.bulk_create(
            ConductEvent(game=game, team_id=teams[event.team], kind=event.kind) for event in after.conduct
        )
    for team in before.teams:
        _write_lineup(game, teams[team], before.lineup(team), after.lineup(team), people)
    return set(people.values())


def _people(game: Game, *sheets: core.Game) -> Mapping[str, int]:
    """The ids of everybody on these sheets, by key; of merged records that of whoever stands for them. One query."""
    keys = {spot.person for sheet in sheets for spot in (*sheet.home_lineup, *sheet.away_lineup)}
    for sheet in sheets:
        for penalty in sheet.penalties:
            keys |= {person for person in (penalty.person, penalty.served_by) if person}
    found = Person.objects.filter(league=game.season.league_id, key__in=keys)
    return dict(found.order_by().values_list("key", Coalesce("merged_into", "pk")))


def _write_penalties(
    game: Game,
    before: Iterable[core.Penalty],
    after: Iterable[core.Penalty],
    teams: Mapping[str, int],
    people: Mapping[str, int],
) -> None:
    """Update penalties that are still there, add new ones, take away the others."""
    was = {penalty.id: penalty for penalty in before}
    now = {penalty.id: penalty for penalty in after}
    Penalty.objects.filter(game=game, key__in=was.keys() - now.keys()).delete()
    rows = []
    for place, (key, penalty) in enumerate(now.items()):
        values = _columns(penalty, teams, people)
        if key not in was:
            rows.append(Penalty(game=game, key=key, position=place, **values))
            continue
        if was[key] == penalty:  # as the file wrote it
            values = {}
        elif was[key].left == penalty.left:
            del values["left"]
        Penalty.objects.filter(game=game, key=key).update(position=place, **values)
    Penalty.objects.bulk_create(rows)


def _columns(penalty: core.Penalty, teams: Mapping[str, int], people: Mapping[str, int]) -> dict[str, Any]:
    left = penalty.left
    return {
        "team_id": teams[penalty.team],
        "person_id": people[penalty.person] if penalty.person else None,
        "offence": penalty.offence,
        "penalty_class": penalty.penalty_class,
        "incident": None if penalty.incident == penalty.id else penalty.incident,
        "seconds": penalty.seconds,
        "clock": penalty.clock,
        "stands_for": None if penalty.stands_for == "minor" else penalty.stands_for,
        "served_by_id": people[penalty.served_by] if penalty.served_by else None,
        "note": penalty.note or None,
        "period": None if penalty.period is None else str(penalty.period),
        "left": None if left is None else f"{left // 60:02d}:{left % 60:02d}",
        "left_seconds": left,
        "flags": sorted(penalty.flags),
    }


def _write_lineup(
    game: Game,
    team: int,
    before: Iterable[core.LineupSpot],
    after: Iterable[core.LineupSpot],
    people: Mapping[str, int],
) -> None:
    was, now = {people[spot.person] for spot in before}, [people[spot.person] for spot in after]
    if was == set(now):
        return
    LineupSpot.objects.filter(game=game, team=team, person__in=was.difference(now)).delete()
    last = LineupSpot.objects.filter(game=game).aggregate(last=Max("position"))["last"]
    start = 0 if last is None else last + 1
    added = [person for person in now if person not in was]
    LineupSpot.objects.bulk_create(
        LineupSpot(game=game, team_id=team, person_id=person, position=start + place)
        for place, person in enumerate(added)
    )


def _shown(game: Game, facts: core.Game) -> dict[str, Any]:
    """What the audit trail shows of a game: its result and its sheet."""
    return {**audit.snapshot(game, *SHOWN), "sheet": as_json(content_of(facts))}


def _on_sheet(game: Game) -> set[int]:
    """The ids of everybody on the game's sheet as it is. Two queries."""
    penalised = Penalty.objects.filter(game=game, person__isnull=False).values_list("person", flat=True)
    return {*penalised.order_by(), *LineupSpot.objects.filter(game=game).order_by().values_list("person", flat=True)}
