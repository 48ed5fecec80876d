"""Decides how a team's report of a game is taken in: stored, compared with the other team's, posted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from league.core.agreement import Standing, standing
from league.core.book import Reporting
from league.core.findings import Finding, Severity
from league.core.report_about import About
from league.core.report_checks import check_report, refused
from league.core.reports import ReportContent, as_json
from league.models import Game, GameReport, Outcome, ReportKind, ReportState, Team, User
from league.queries import reports as queries
from league.services import attachments
from league.services.editing import constraints_told
from league.services.errors import Conflict, Refused
from league.services.posting import Change, changed_meanwhile, for_something_else, lock

REPORTABLE = frozenset({Outcome.SCHEDULED, Outcome.PLAYED})


@dataclass(frozen=True, slots=True)
class Reported:
    """What became of a report: `again` when this submission had been taken in before."""

    report: GameReport
    game: Game
    findings: tuple[Finding, ...] = ()
    again: bool = False


@transaction.atomic
def report_game(
    *,
    game: Game,
    team: Team,
    content: ReportContent,
    by: User,
    token: str,
    seen_version: int,
    now: dt.datetime,
    seen_report: int | None = None,
    files: Iterable[attachments.File] = (),
) -> Reported:
    """Take in a team's report of a game (5.1 and 5.1.post of District 9).

    The first team's report posts the game as provisional; that of the other team, by another
    person, verifies it or opens a dispute. A team's second report replaces its first, which stays
    in the history. The same submission (`token`) sent again gives the same report. `seen_report` is
    the id of the team's current report that the form was made from, None for none, and
    `seen_version` the game's version then; the other team's report in between is no conflict.

    Side effects: a GameReport (the team's earlier one loses `current`), attachments, the game's
    result, sheet, state and version, recompute requests for its division, its teams and everybody
    on the old and new sheet, an audit entry. Raises Refused with every finding, Conflict with the
    team's report that somebody else sent meanwhile (`theirs`); then nothing has changed.
    """
    kept, findings = attachments.inspect(files)
    game = lock(game)
    side = queries.side_of(game, team)
    sent_before = GameReport.objects.filter(token=token).first()
    if sent_before is not None:
        return _again(sent_before, game, team, content, by)
    change = Change.of(game)
    findings = [*why_not(game, change.about, now), *findings, *check_report(content, change.about)]
    if refused(tuple(findings)):
        raise Refused(findings)
    current = queries.current_reports(game)
    own = current.get(side)
    if (own.pk if own else None) != seen_report:
        raise Conflict([changed_meanwhile()], theirs=own)
    if own is not None:
        GameReport.objects.filter(pk=own.pk).update(current=False)
    late_after = queries.deadline(game, change.about.book)
    with constraints_told(for_something_else()):
        report = GameReport.objects.create(
            game=game,
            team=team,
            kind=ReportKind.TEAM,
            content=as_json(content),
            submitted_by=by,
            submitted_at=now,
            late=late_after is not None and now > late_after,
            game_version=seen_version,
            token=token,
        )
    attachments.store(files=kept, game=game, report=report, by=by)
    stands = post_standing(change, now=now)
    change.save(
        action="report-game",
        by=by,
        report=report.pk,
        team=team.key,
        replaces=own.pk if own else None,
        reported=as_json(content),
        files=[file.name for file in kept],
    )
    return Reported(report, game, (*findings, *_told(stands, change)))


def post_standing(change: Change, *, now: dt.datetime) -> Standing:
    """Post what the teams' current reports make of the game, and say how it stands.

    Side effects: the game's fields (unsaved) and its sheet; its state and times.
    """
    game = change.game
    reports = queries.as_said(queries.current_reports(game))
    stands = standing(reports, queries.spoke_first(game), disputed=game.report_state == ReportState.DISPUTED)
    if stands.content is not None:
        change.post(stands.content)
        game.reported_at = game.reported_at or now
    game.report_state = stands.state
    game.verified_at = now if stands.state == "verified" else None
    return stands


def _again(report: GameReport, game: Game, team: Team, content: ReportContent, by: User) -> Reported:
    """The submission came before: the same report, unless something else is sent under its token."""
    same = (report.game_id, report.team_id, report.submitted_by_id) == (game.pk, team.pk, by.pk)
    if not same:
        raise Refused(for_something_else().values())
    if report.content != as_json(content):
        raise Conflict(
            [
                _finding(
                    "sent-already",
                    _("This form has been sent already, with other content."),
                    _("compare both, and send it again if yours is right"),
                )
            ],
            theirs=queries.current_reports(game).get(queries.side_of(game, team), report),
        )
    return Reported(report, game, again=True)


def why_not(game: Game, about: About, now: dt.datetime) -> Iterable[Finding]:
    """Why this game can't be reported by a team now, with what to do instead; nothing when it can."""
    ask = _("ask the statistician, who can correct it with a reason")
    clause = about.clause
    if game.outcome not in REPORTABLE:
        message = _("The game is recorded as %(outcome)s.") % {"outcome": game.get_outcome_display().lower()}
        yield _finding("not-open", message, ask, clause)
    elif game.report_state == ReportState.VERIFIED:
        yield _finding("verified", _("The result is verified; reports are closed."), ask, clause)
    elif game.starts is None:
        remedy = _("have it put on a new date first")
        yield _finding("no-date", _("The game is postponed and has no date."), remedy, clause)
    elif game.starts > now:
        yield _finding("not-started", _("The game has not started yet."), _("report it when it is over"), clause)


def _told(stands: Standing, change: Change) -> Iterable[Finding]:
    """What the reporter should know about how the game stands now."""
    rules = change.about.book.get(Reporting)
    clause = rules.post_clause if rules else None
    if stands.alone:
        yield _finding(
            "same-person",
            _("You sent the other team's report too: one person's word doesn't verify itself."),
            _("another person of one of the teams reports, or the statistician settles it"),
            clause,
            severity="warn",
        )
    if stands.state == "disputed":
        message = _("The two reports differ in %(n)s fields.") % {"n": len(stands.differences)}
        yield _finding("disputed", message, _("the statistician settles it with both teams"), clause, severity="warn")


def _finding(code: str, message: str, remedy: str, clause: str | None = None, severity: Severity = "refuse") -> Finding:
    return Finding(f"report.{code}", message, severity, "game", clause, remedy)
