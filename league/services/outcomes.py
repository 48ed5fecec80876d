"""Decides how a game that wasn't played in the ordinary way is recorded, and how that is taken back."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import count

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.core import facts as core
from league.core.agreement import standing
from league.core.book import Results
from league.core.cut import unplayed
from league.core.findings import Finding
from league.core.report_about import About
from league.core.report_game import as_played
from league.core.results import Result, results
from league.models import Excuse, Game, GameReport, Outcome, ReportState, Team, User
from league.queries import reports as queries
from league.rulebook.book import RuleBook
from league.services.errors import Refused
from league.services.posting import Change, lock, overruling, require_seen
from league.services.reporting import post_standing

NOT_PLAYED = (Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.REFUSED, Outcome.CANCELLED, Outcome.DOUBLE_FORFEIT)
ONE_AT_FAULT = frozenset({Outcome.FORFEIT, Outcome.NO_SHOW, Outcome.REFUSED})


@transaction.atomic
def set_outcome(
    *,
    game: Game,
    outcome: str,
    reason: str,
    by: User,
    seen_version: int,
    now: dt.datetime,
    at_fault: Collection[Team] = (),
    notice: dt.datetime | None = None,
    excused: str | None = None,
    fair_play: Mapping[Team, bool] | None = None,
    keep_sheet: bool = False,
) -> Game:
    """Record that a game wasn't played, or not to its end (3.12 to 3.14 of District 9).

    `notice` is the moment at which a cancellation was told, `excused` weather or illness where the
    book accepts it, `fair_play` the director's decision for the team that was left waiting.
    `keep_sheet` leaves penalties, conduct and lineups of a game that had begun; goals never stay.
    Teams' reports stay as they were sent.

    Side effects: the game's outcome, result, sheet, state and version, recompute requests, an audit
    entry. Raises Refused with every finding, Conflict when the game isn't any more at
    `seen_version`; then nothing has changed.
    """
    game = lock(game)
    require_seen(game, seen_version)
    change = Change.of(game)
    change.clear_result(keep_sheet=keep_sheet)
    fault = _assign(game, outcome, at_fault, notice, excused, fair_play)
    game.report_state = ReportState.VERIFIED
    game.verified_at = now
    game.reported_at = game.reported_at or now
    change.sheet = as_recorded(change.sheet, game)
    findings = _outcome_findings(game, fault, change.about.facts, change.sheet, change.about.book)
    findings += _reason_missing(reason)
    if findings:
        raise Refused(findings)
    change.save(action="set-outcome", by=by, reason=reason)
    return game


def foresee_outcome(
    *,
    game: Game,
    about: About,
    outcome: str,
    at_fault: Collection[Team] = (),
    notice: dt.datetime | None = None,
    excused: str | None = None,
    fair_play: Mapping[Team, bool] | None = None,
    keep_sheet: bool = False,
) -> tuple[core.Game, list[Finding]]:
    """The game's facts as `set_outcome` would leave them, and why it would refuse. Changes nothing, asks no query."""
    row = copy.copy(game)
    fault = _assign(row, outcome, at_fault, notice, excused, fair_play)
    sheet = about.game
    if not keep_sheet:
        sheet = replace(sheet, penalties=(), conduct=(), home_lineup=(), away_lineup=())
    after = replace(as_recorded(sheet, row), provisional=False)
    return after, _outcome_findings(row, fault, about.facts, after, about.book)


def foresee_undoing(*, game: Game, about: About) -> core.Game:
    """The game's facts as `undo_outcome` would leave them. Changes nothing."""
    found = about.game
    last_word = overruling(game).first()
    if last_word is not None:
        content, state = queries.report_content(last_word), "verified"
    else:
        stands = standing(queries.as_said(queries.current_reports(game)), queries.spoke_first(game))
        if stands.content is None:
            return unplayed(found)
        content, state = stands.content, stands.state
    numbers = count(1)
    after = as_played(found, content, lambda: f"new-{next(numbers)}")
    return replace(after, provisional=state != "verified")


def _assign(
    game: Game,
    outcome: str,
    at_fault: Collection[Team],
    notice: dt.datetime | None,
    excused: str | None,
    fair_play: Mapping[Team, bool] | None,
) -> set[int]:
    """Write the outcome into the (unsaved) row; returns the ids of the teams to blame, as they were named."""
    fault = {team.pk for team in at_fault} if outcome != Outcome.DOUBLE_FORFEIT else set(game.team_ids)
    game.outcome = outcome
    game.at_fault = [pk for pk in game.team_ids if pk in fault]
    game.notice, game.excused = notice, excused or None
    game.fair_play_decisions = {team.key: kept for team, kept in (fair_play or {}).items()}
    return fault


@transaction.atomic
def undo_outcome(*, game: Game, reason: str, by: User, seen_version: int, now: dt.datetime) -> Game:
    """Take an outcome back: the game is what its reports make of it, without any it is scheduled again.

    Side effects and errors as those of `set_outcome`; refused too when rink or teams are taken meanwhile.
    """
    game = lock(game)
    require_seen(game, seen_version)
    findings = list(_reason_missing(reason))
    if game.outcome not in NOT_PLAYED:
        findings.append(_finding("no-outcome", _("There is no such outcome to take back."), "", "outcome"))
    if findings:
        raise Refused(findings)
    return _as_reported(Change.of(game), action="undo-outcome", reason=reason, by=by, now=now)


@transaction.atomic
def withdraw_reports(*, game: Game, reason: str, by: User, seen_version: int, now: dt.datetime) -> Game:
    """Take a result away that belongs to another game or was never played: its reports become history.

    Side effects and errors as those of `undo_outcome`; the teams may report again.
    """
    game = lock(game)
    require_seen(game, seen_version)
    findings = list(_reason_missing(reason))
    if game.outcome != Outcome.PLAYED:
        findings.append(_finding("no-result", _("This game has no result to take away."), "", "outcome"))
    if findings:
        raise Refused(findings)
    change = Change.of(game)
    GameReport.objects.filter(game=game, current=True).update(current=False)
    return _as_reported(change, action="withdraw-reports", reason=reason, by=by, now=now)


def as_recorded(facts: core.Game, game: Game) -> core.Game:
    """The game's facts with the outcome that its row says, without a result."""
    keys = {game.home_id: facts.home, game.away_id: facts.away}
    return replace(
        facts,
        outcome=game.outcome,
        at_fault=tuple(keys[pk] for pk in game.at_fault),
        notice=game.notice,
        excused=game.excused,
        fair_play=dict(game.fair_play_decisions),
        home_periods=None,
        away_periods=None,
        home_goals=None,
        away_goals=None,
        decided_in="regulation",
        winner=None,
    )


def _as_reported(change: Change, *, action: str, reason: str, by: User, now: dt.datetime) -> Game:
    """Make the game what its current reports say: the statistician's first, else the teams'."""
    game = change.game
    game.report_state = ReportState.UNREPORTED
    last_word = overruling(game).first()
    if last_word is not None:
        change.post(queries.report_content(last_word))
        game.report_state, game.verified_at = ReportState.VERIFIED, now
    elif post_standing(change, now=now).content is None:
        change.clear_result(keep_sheet=False)
        change.sheet = as_recorded(change.sheet, game)
        game.outcome = Outcome.SCHEDULED
        game.reported_at = game.verified_at = None
    try:
        with transaction.atomic():
            change.save(action=action, by=by, reason=reason)
    except IntegrityError as clash:
        remedy = _("move one of the games first")
        raise Refused(
            [_finding("clash", _("The rink or a team is in another game then."), remedy, "starts")]
        ) from clash
    return game


def _outcome_findings(
    game: Game, fault: set[int], facts: core.Facts, sheet: core.Game, book: RuleBook
) -> list[Finding]:
    """What is missing or can't be about the outcome that the game's (unsaved) row says."""
    if game.outcome not in NOT_PLAYED:
        return [_finding("outcome", _("This is no outcome of a game that wasn't played."), "", "outcome")]
    found = []
    if not fault <= set(game.team_ids):
        found.append(_finding("at-fault", _("A team that doesn't play can't be at fault."), "", "at_fault"))
    elif game.outcome in ONE_AT_FAULT and len(fault) != 1:
        found.append(_finding("at-fault", _("Which team was at fault?"), _("choose one team"), "at_fault"))
    else:
        found += _by_the_book(game, results(facts.changed(games=(sheet,)), book)[sheet.id], book.get(Results))
    return found


def _by_the_book(game: Game, result: Result, rules: Results | None) -> Iterable[Finding]:
    """What the rule book asks for or doesn't know."""
    if result.unclear:
        clause = rules.notice_clause if rules else None
        remedy = _("give the date and time of the notice; the game's start where there was none")
        yield _finding("notice", result.unclear, remedy, "notice", clause)
    if game.excused and (game.excused not in Excuse.values or rules is None or game.outcome not in rules.excusable):
        clause = rules.excuse_clause if rules else None
        message = _("The rule book knows no such excuse for this outcome.")
        yield _finding("excuse", message, _("leave it out"), "excused", clause)
    for team in sorted(game.fair_play_decisions):
        if not result.won_without_play or team != result.winner:
            clause = rules.forfeit_fair_play_clause if rules else None
            message = _("A Fair Play point is decided on only for the team that a forfeit left waiting.")
            yield _finding("fair-play", message, _("leave it out"), "fair_play", clause)


def _reason_missing(reason: str) -> list[Finding]:
    return [] if reason.strip() else [_finding("reason", _("A reason is needed."), _("say why"), "reason")]


def _finding(code: str, message: str, remedy: str, where: str, clause: str | None = None) -> Finding:
    return Finding(f"outcome.{code}", message, where=where, clause=clause, remedy=remedy)
