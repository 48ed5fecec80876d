"""Decides how the statistician has the last word: settling a dispute, accepting, entering, correcting a result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.agreement import settled, with_value
from league.core.findings import Finding
from league.core.report_checks import check_report, refused
from league.core.reports import SIDES, Difference, ReportContent, Side, differences
from league.models import Game, GameReport, ReportKind, ReportState, User
from league.queries import reports as queries
from league.services.errors import Refused
from league.services.posting import Change, for_something_else, lock, overrule, require_seen


@dataclass(frozen=True, slots=True)
class Choice:
    """Whose report holds in a differing field, and why; "own": neither, but `value`."""

    side: Side | Literal["own"]
    reason: str
    value: str = ""


@transaction.atomic
def settle(
    *,
    game: Game,
    choices: Mapping[str, Choice],
    by: User,
    seen_version: int,
    now: dt.datetime,
    token: str | None = None,
) -> GameReport:
    """Settle a disputed game field by field (5.1.post of District 9): it is verified then.

    `choices` has one choice with a reason for every field of `disputed_fields`; see `settlement`. Both teams' reports
    stay as they were. The same submission (`token`) sent again gives the same settlement.

    Side effects: a GameReport of kind settlement, the game's result, sheet, state and version,
    recompute requests, an audit entry. Raises Refused with every finding, Conflict when the game
    isn't any more at `seen_version`; then nothing has changed.
    """
    game = lock(game)
    if before := _sent_before(token, game, by):
        return before
    require_seen(game, seen_version)
    reports = queries.current_reports(game)
    if game.report_state != ReportState.DISPUTED or len(reports) < 2:
        raise Refused([_finding("not-disputed", _("This game is not in dispute."), _("correct the result instead"))])
    home, away = (queries.report_content(reports[side]) for side in ("home", "away"))
    content = settlement(home, away, choices)
    why = {item.field: _told(item, choices[item.field]) for item in differences(home, away)}
    reason = "; ".join(dict.fromkeys(entry["reason"] for entry in why.values()))
    change = _checked(game, content)
    return _post(change, ReportKind.SETTLEMENT, content, by, reason, now, "settle-report", token, settled=why)


def settlement(home: ReportContent, away: ReportContent, choices: Mapping[str, Choice]) -> ReportContent:
    """The report that these choices make of the two teams' reports; changes nothing.

    Raises Refused with a finding for every field without a choice or a reason, or with a value that can't be.
    """
    differing = differences(home, away)
    findings = _missing(differing, choices)
    if findings:
        raise Refused(findings)
    content = settled(home, away, {item.field: _side(item, choices[item.field]) for item in differing})
    for item in differing:
        choice = choices[item.field]
        if choice.side == "own":
            try:
                content = with_value(content, item.field, choice.value.strip())
            except ValueError:
                message = _("“%(value)s” can't be the value here.") % {"value": choice.value.strip()}
                findings.append(_finding("value", message, _("give another value"), item.field))
    if findings:
        raise Refused(findings)
    return content


def _side(item: Difference, choice: Choice) -> Side:
    """Whose report lies below a value of its own: the one with more penalties that aren't more than it says."""
    if choice.side != "own":
        return choice.side
    known = {"home": item.left, "away": item.right}
    fitting = [
        side
        for side in SIDES
        if known[side].isdecimal() and choice.value.strip().isdecimal() and int(known[side]) <= int(choice.value)
    ]
    return max(fitting, key=lambda side: int(known[side]), default="home")


def _told(item: Difference, choice: Choice) -> dict[str, str]:
    """What the audit trail says about one field."""
    told = {"home": item.left, "away": item.right, "holds": choice.side, "reason": choice.reason.strip()}
    return told | {"value": choice.value.strip()} if choice.side == "own" else told


@transaction.atomic
def accept(
    *, game: Game, reason: str, by: User, seen_version: int, now: dt.datetime, token: str | None = None
) -> GameReport:
    """Verify what is posted by the statistician's word, as when the other team never reports.

    Side effects and errors as those of `settle`; needs a provisional or disputed game.
    """
    game = lock(game)
    if before := _sent_before(token, game, by):
        return before
    require_seen(game, seen_version)
    findings = list(_reason_missing(reason))
    if game.report_state not in (ReportState.PROVISIONAL, ReportState.DISPUTED):
        findings.append(_finding("not-provisional", _("Nothing of this game waits to be verified."), ""))
    if findings:
        raise Refused(findings)
    content = queries.posted_content(game) or ReportContent()
    return _post(Change.of(game), ReportKind.SETTLEMENT, content, by, reason, now, "accept-report", token)


@transaction.atomic
def enter(
    *,
    game: Game,
    content: ReportContent,
    by: User,
    seen_version: int,
    now: dt.datetime,
    reason: str = "",
    token: str | None = None,
) -> GameReport:
    """Enter a result by the statistician's own knowledge, as from the score sheet: the game is verified.

    For games that aren't verified yet; those are corrected. Side effects and errors as those of
    `settle`; the report is of kind statistician.
    """
    game = lock(game)
    if before := _sent_before(token, game, by):
        return before
    require_seen(game, seen_version)
    findings = [*_not_enterable(game, now)]
    change = _checked(game, content, findings)
    return _post(change, ReportKind.STATISTICIAN, content, by, reason, now, "enter-result", token)


@transaction.atomic
def correct(
    *,
    game: Game,
    content: ReportContent,
    reason: str,
    by: User,
    seen_version: int,
    now: dt.datetime,
    token: str | None = None,
) -> GameReport:
    """Correct the result of a game that has one, with a reason; what hangs on it is worked out again.

    Side effects and errors as those of `settle`; the report is of kind correction. A game that was
    recorded as not played becomes played. Penalties that stay keep their ids, so that decisions on
    them stand.
    """
    game = lock(game)
    if before := _sent_before(token, game, by):
        return before
    require_seen(game, seen_version)
    findings = [*_reason_missing(reason)]
    if game.report_state == ReportState.UNREPORTED:
        findings.append(_finding("no-result", _("This game has no result to correct."), _("enter one")))
    change = _checked(game, content, findings)
    return _post(change, ReportKind.CORRECTION, content, by, reason, now, "correct-result", token)


def disputed_fields(game: Game) -> tuple[Difference, ...]:
    """The fields in which the teams' current reports differ: `left` is home's word, `right` away's. One query."""
    reports = queries.current_reports(game)
    if len(reports) < 2:
        return ()
    return differences(*(queries.report_content(reports[side]) for side in ("home", "away")))


def _post(
    change: Change,
    kind: ReportKind,
    content: ReportContent,
    by: User,
    reason: str,
    now: dt.datetime,
    action: str,
    token: str | None,
    **told: object,
) -> GameReport:
    game = change.game
    report = overrule(game, kind=kind, content=content, by=by, reason=reason, now=now, token=token)
    change.post(content)
    game.report_state = ReportState.VERIFIED
    game.reported_at = game.reported_at or now
    game.verified_at = now
    change.save(action=action, by=by, reason=reason, report=report.pk, **told)
    return report


def _checked(game: Game, content: ReportContent, findings: list[Finding] | None = None) -> Change:
    """A change of the game that this content may make. Raises Refused with every finding."""
    change = Change.of(game)
    found = (*(findings or ()), *check_report(content, change.about))
    if refused(found):
        raise Refused(found)
    return change


def _sent_before(token: str | None, game: Game, by: User) -> GameReport | None:
    """The report that this submission made before. Raises Refused when it was for something else."""
    if token is None:
        return None
    report = GameReport.objects.filter(token=token).first()
    if report is not None and (report.game_id, report.submitted_by_id) != (game.pk, by.pk):
        raise Refused(for_something_else().values())
    return report


def _missing(differing: tuple[Difference, ...], choices: Mapping[str, Choice]) -> list[Finding]:
    """A finding for each field without a choice or without a reason."""
    found = []
    for item in differing:
        choice = choices.get(item.field)
        if choice is None or choice.side not in (*SIDES, "own"):
            found.append(_finding("choice", _("Whose report holds here?"), _("choose one"), item.field))
        elif choice.side == "own" and not choice.value.strip():
            found.append(_finding("value", _("Which value holds then?"), _("give it"), item.field))
        elif not choice.reason.strip():
            found.append(_finding("reason", _("A reason is needed."), _("say why it holds"), item.field))
    return found


def _not_enterable(game: Game, now: dt.datetime) -> list[Finding]:
    if game.report_state == ReportState.VERIFIED:
        return [_finding("verified", _("The result is verified already."), _("correct it with a reason"))]
    if game.starts is None:
        return [_finding("no-date", _("The game is postponed and has no date."), _("put it on a date first"))]
    if game.starts > now:
        return [_finding("not-started", _("The game has not started yet."), _("enter it when it is over"))]
    return []


def _reason_missing(reason: str) -> list[Finding]:
    return [] if reason.strip() else [_finding("reason", _("A reason is needed."), _("say why"), "reason")]


def _finding(code: str, message: str, remedy: str, where: str = "game") -> Finding:
    return Finding(f"report.{code}", message, where=where, remedy=remedy)
