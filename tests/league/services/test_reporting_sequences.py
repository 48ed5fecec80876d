"""No sequence of reports, corrections and retries loses or doubles a report, and reports always explain the game."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.core.agreement import agreed
from league.core.reports import as_json, differences, from_json
from league.models import AuditEntry, Game, GameReport, Penalty, ReportKind, ReportState
from league.services.audit import verify_chain
from league.services.errors import Refused
from league.services.outcomes import set_outcome, undo_outcome, withdraw_reports
from league.services.settling import Choice, accept, correct, disputed_fields, enter, settle
from tests.reporting import NOW, Evening, content, evening, penalty

CONTENTS = (
    content(),
    content(home=(2, 1, 1), home_counts={"minor": 2}),
    content(home_penalties=(penalty("major", "fighting", "h1"), penalty(person="h2")), home_dressed=("h1", "h2")),
)
ACTIONS = ("home", "away", "home", "away", "for both", "settle", "accept", "enter", "correct", "outcome", "undo",
           "withdraw", "retry")  # fmt: skip


@dataclass
class Log:
    """What was taken in: every report with what it said, and the last submission, for retries."""

    taken: dict[int, Any] = field(default_factory=dict)
    last: dict[str, Any] | None = None
    changes: int = 0


def act(played: Evening, log: Log, name: str, said: Any, number: int) -> None:
    """Do one thing from a page that was opened just now, as a person would; refusals are part of life."""
    game = played.game
    own = {"game": game, "by": played.statistician, "seen_version": game.version, "now": NOW}
    token = f"{game.pk}-{number}"
    made: GameReport | None = None
    match name:
        case "home" | "away" | "for both":
            team = played.home if name == "home" else played.away
            by = played.home_coach if name == "for both" else played.coach(team)
            current = game.reports.filter(team=team, current=True).first()
            log.last = {"team": team, "content": said, "by": by, "token": token, "seen_version": game.version}
            log.last["seen_report"] = current.pk if current else None
            made = played.report(**log.last).report
        case "retry" if log.last:
            done = played.report(**log.last)
            assert done.again == (done.report.pk in log.taken)
            made = done.report
        case "settle":
            choices = {item.field: Choice("away", "Seen") for item in disputed_fields(game)}
            made = settle(choices=choices, token=token, **own)
        case "accept":
            made = accept(reason="Seen", token=token, **own)
        case "enter":
            made = enter(content=said, token=token, **own)
        case "correct":
            made = correct(content=said, reason="Seen", token=token, **own)
        case "outcome":
            set_outcome(outcome="no-show", at_fault=[played.home], reason="Seen", **own)
        case "undo":
            undo_outcome(reason="Seen", **own)
        case "withdraw":
            withdraw_reports(reason="Seen", **own)
        case _:
            return
    if made is None or made.pk not in log.taken:
        log.changes += 1
    if made is not None:
        log.taken[made.pk] = made.content


def game_entries(game: Game) -> int:
    """How many entries the audit trail has about the game."""
    return AuditEntry.objects.filter(target_type="league.game", target_id=str(game.pk)).count()


def holds(played: Evening, log: Log) -> None:
    """Whatever has happened: every report is there as it was sent, and the game is what the current ones say."""
    game = Game.objects.get(pk=played.game.pk)
    reports = {report.pk: report for report in GameReport.objects.filter(game=game)}
    assert {pk: report.content for pk, report in reports.items()} == log.taken
    assert game.version == log.changes == game_entries(game)
    current = [report for report in reports.values() if report.current]
    said = {report.team_id: report for report in current if report.kind == ReportKind.TEAM}
    last_word = [report for report in current if report.kind != ReportKind.TEAM]
    assert len(said) == sum(report.kind == ReportKind.TEAM for report in current)
    assert len(last_word) <= 1
    if game.outcome == "no-show":
        assert (game.score_home, game.report_state) == (None, ReportState.VERIFIED)
        return
    contents = {pk: from_json(report.content) for pk, report in said.items()}
    if last_word:
        expected, state = from_json(last_word[0].content), ReportState.VERIFIED
    elif not said:
        assert (game.outcome, game.report_state, game.score_home) == ("scheduled", ReportState.UNREPORTED, None)
        assert not Penalty.objects.filter(game=game).exists()
        return
    elif len(said) == 2 and len({report.submitted_by_id for report in said.values()}) == 2:
        home, away = contents[game.home_id], contents[game.away_id]
        if differences(home, away):
            assert game.report_state == ReportState.DISPUTED
            assert (game.score_home, game.score_away) in {(one.home.score, one.away.score) for one in (home, away)}
            return
        expected, state = agreed(home, away), ReportState.VERIFIED
    else:
        expected, state = next(iter(contents.values())), ReportState.PROVISIONAL
        if len(said) == 2:
            assert game.report_state in (ReportState.PROVISIONAL, ReportState.DISPUTED)
            return
    assert (game.report_state, game.score_home, game.score_away) == (state, expected.home.score, expected.away.score)
    people = sorted(item.person for side in (expected.home, expected.away) for item in side.penalties if item.person)
    assert sorted(game.penalties.filter(person__isnull=False).values_list("person__key", flat=True)) == people


@pytest.mark.django_db
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(
    steps=st.lists(st.tuples(st.sampled_from(ACTIONS), st.sampled_from(range(len(CONTENTS)))), min_size=1, max_size=10)
)
def test_every_sequence_keeps_every_report_once_and_explains_the_game(
    new_evening: Any, steps: list[tuple[str, int]]
) -> None:
    played, log = new_evening(), Log()
    for number, (name, said) in enumerate(steps):
        played.game.refresh_from_db()
        version = played.game.version
        try:
            act(played, log, name, CONTENTS[said], number)
        except Refused:
            played.game.refresh_from_db()
            assert played.game.version == version
        holds(played, log)
    assert verify_chain(played.season.league).broken is None


@pytest.fixture
def new_evening(db: None) -> Any:
    """Makes an evening of its own for each example; the test's transaction takes them all back."""
    return evening


def test_the_contents_differ() -> None:
    assert len({str(as_json(item)) for item in CONTENTS}) == len(CONTENTS)
