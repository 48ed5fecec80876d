"""The statistician's word: disputes settled field by field, results accepted, entered and corrected, with reasons."""

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from league.core.reports import as_json
from league.models import AuditEntry, Game, GameReport, ReportKind, ReportState
from league.services.errors import Conflict, Refused
from league.services.settling import Choice, accept, correct, disputed_fields, enter, settle
from tests import factories
from tests.reporting import ENDED, NOW, Evening, content, evening, penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db: None) -> Evening:
    return evening()


OWN = "On the sheet it is neither"


@pytest.fixture
def disputed(played: Evening) -> Evening:
    """Home says 3 to 6 with two minors for itself, away says 3 to 7 with one and that spectators were removed."""
    played.report(played.home, content(home_counts={"minor": 2}, home_dressed=("h1",)))
    played.report(played.away, content(away=(1, 2, 4), home_counts={"minor": 1}, home_conduct=("spectators-removed",)))
    return played


def by_statistician(played: Evening, service: Callable[..., GameReport], **given: Any) -> GameReport:
    values = {"game": played.game, "by": played.statistician, "seen_version": played.game.version, "now": NOW} | given
    try:
        return service(**values)
    finally:
        played.game.refresh_from_db()


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(finding.code, finding.where) for finding in caught.value.findings]


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_each_differing_field_is_settled_with_a_reason(disputed: Evening) -> None:
    assert [(item.field, item.left, item.right) for item in disputed_fields(disputed.game)] == [
        ("away.goals.3", "3", "4"),
        ("home.penalties.minor", "2", "1"),
        ("home.conduct.spectators-removed", "no", "yes"),
    ]
    choices = {
        "away.goals.3": Choice("away", "On the sheet"),
        "home.penalties.minor": Choice("home", "On the sheet"),
        "home.conduct.spectators-removed": Choice("home", "The referee knows of none"),
    }
    report = by_statistician(disputed, settle, choices=choices)
    game = disputed.game
    assert (game.report_state, game.verified_at, game.score_away) == (ReportState.VERIFIED, NOW, 7)
    assert (game.penalties.count(), game.conduct.count(), game.lineup.count()) == (2, 0, 1)
    assert (report.kind, report.reason) == (ReportKind.SETTLEMENT, "On the sheet; The referee knows of none")
    entry = AuditEntry.objects.get(action="settle-report")
    assert entry.after["settled"]["away.goals.3"] == {
        "home": "3", "away": "4", "holds": "away", "reason": "On the sheet",
    }  # fmt: skip
    assert (entry.before["score_away"], entry.after["score_away"]) == (6, 7)
    assert GameReport.objects.filter(game=game, kind=ReportKind.TEAM, current=True).count() == 2


def test_a_choice_or_reason_that_is_missing_is_told_for_every_field(disputed: Evening) -> None:
    with pytest.raises(Refused) as caught:
        by_statistician(disputed, settle, choices={"away.goals.3": Choice("away", " ")})
    assert codes(caught) == [
        ("report.reason", "away.goals.3"),
        ("report.choice", "home.penalties.minor"),
        ("report.choice", "home.conduct.spectators-removed"),
    ]
    assert disputed.game.report_state == ReportState.DISPUTED


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_neither_report_need_hold(disputed: Evening) -> None:
    choices = {
        "away.goals.3": Choice("own", OWN, "5"),
        "home.penalties.minor": Choice("own", OWN, " 4 "),
        "home.conduct.spectators-removed": Choice("home", OWN),
    }
    by_statistician(disputed, settle, choices=choices)
    game = disputed.game
    assert (game.report_state, game.periods_away, game.score_away) == (ReportState.VERIFIED, [1, 2, 5], 8)
    assert game.penalties.filter(team=disputed.home, penalty_class="minor").count() == 4
    entry = AuditEntry.objects.get(action="settle-report")
    assert entry.after["settled"]["away.goals.3"] == {
        "home": "3", "away": "4", "holds": "own", "value": "5", "reason": OWN,
    }  # fmt: skip


@pytest.mark.parametrize("value", ["-1", "many", "1e3", "100", "9" * 30, "٣"])
def test_a_value_that_can_not_be_is_refused_beside_what_else_is_wrong(disputed: Evening, value: str) -> None:
    choices = {
        "away.goals.3": Choice("own", OWN, value),
        "home.penalties.minor": Choice("home", OWN),
        "home.conduct.spectators-removed": Choice("own", OWN, "perhaps"),
    }
    with pytest.raises(Refused) as caught:
        by_statistician(disputed, settle, choices=choices)
    assert codes(caught) == [
        ("report.value", "away.goals.3"),
        ("report.value", "home.conduct.spectators-removed"),
    ]
    assert disputed.game.report_state == ReportState.DISPUTED


def test_a_value_of_its_own_is_asked_for(disputed: Evening) -> None:
    choices = {item.field: Choice("own", OWN) for item in disputed_fields(disputed.game)}
    with pytest.raises(Refused) as caught:
        by_statistician(disputed, settle, choices=choices)
    assert [code for code, _ in codes(caught)] == ["report.value"] * 3


def test_settling_the_same_submission_twice_settles_once(disputed: Evening) -> None:
    choices = {item.field: Choice("home", "As seen") for item in disputed_fields(disputed.game)}
    first = by_statistician(disputed, settle, choices=choices, token="t", seen_version=2)
    assert by_statistician(disputed, settle, choices=choices, token="t", seen_version=2) == first
    assert disputed.game.version == 3


def test_a_report_that_came_in_meanwhile_is_shown_to_whoever_settles(disputed: Evening) -> None:
    choices = {item.field: Choice("home", "As seen") for item in disputed_fields(disputed.game)}
    disputed.report(disputed.home, content(home=(3, 0, 0)))
    with pytest.raises(Conflict) as caught:
        by_statistician(disputed, settle, choices=choices, seen_version=2)
    assert isinstance(caught.value.theirs, Game)
    assert (caught.value.theirs.version, disputed.game.report_state) == (3, ReportState.DISPUTED)


def test_a_report_after_the_settlement_is_refused(disputed: Evening) -> None:
    choices = {item.field: Choice("home", "As seen") for item in disputed_fields(disputed.game)}
    by_statistician(disputed, settle, choices=choices)
    with pytest.raises(Refused):
        disputed.report(disputed.away, content())
    assert disputed.game.score_away == 6


def test_only_a_dispute_is_settled(played: Evening) -> None:
    played.report(played.home, content())
    with pytest.raises(Refused) as caught:
        by_statistician(played, settle, choices={})
    assert codes(caught) == [("report.not-disputed", "game")]


def test_what_a_team_posted_is_accepted_when_the_other_never_reports(played: Evening) -> None:
    played.report(played.home, content(home_penalties=(penalty(person="h1"),)))
    before = played.game.penalties.get()
    report = by_statistician(played, accept, reason="No answer for a week")
    assert (played.game.report_state, played.game.score_home) == (ReportState.VERIFIED, 3)
    assert (report.kind, report.content["home"]["goals"]) == (ReportKind.SETTLEMENT, [1, 1, 1])
    assert played.game.penalties.get() == before


def test_nothing_is_accepted_without_a_reason_or_a_report(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        by_statistician(played, accept, reason="")
    assert codes(caught) == [("report.reason", "reason"), ("report.not-provisional", "game")]


def test_the_statistician_enters_a_result_and_it_is_verified(played: Evening) -> None:
    only_score = content(home=(), away=(), home_total=2, away_total=2)
    report = by_statistician(played, enter, content=only_score)
    game = played.game
    assert (game.report_state, game.score_home, game.score_away, game.periods_home) == ("verified", 2, 2, None)
    assert (report.kind, report.content) == (ReportKind.STATISTICIAN, as_json(only_score))
    with pytest.raises(Refused) as caught:
        by_statistician(played, enter, content=content())
    assert codes(caught) == [("report.verified", "game")]


def test_a_result_is_not_entered_before_the_game(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        by_statistician(played, enter, content=content(), now=ENDED - dt.timedelta(hours=2))
    assert codes(caught) == [("report.not-started", "game")]


def test_a_correction_has_a_reason_and_stands_in_the_history(played: Evening) -> None:
    by_statistician(played, enter, content=content())
    with pytest.raises(Refused) as caught:
        by_statistician(played, correct, content=content(home=(1, 1)), reason="")
    assert codes(caught) == [("report.reason", "reason"), ("report.periods", "goals")]
    report = by_statistician(played, correct, content=content(home=(4, 2, 1)), reason="Sheet misread")
    assert (played.game.score_home, played.game.report_state) == (7, ReportState.VERIFIED)
    current = GameReport.objects.filter(game=played.game, current=True)
    assert [*current] == [report]
    assert GameReport.objects.filter(game=played.game).count() == 2
    entry = AuditEntry.objects.get(action="correct-result")
    assert (entry.reason, entry.before["score_home"], entry.after["score_home"]) == ("Sheet misread", 3, 7)


def test_a_game_without_a_result_is_entered_not_corrected(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        by_statistician(played, correct, content=content(), reason="Forgotten")
    assert codes(caught) == [("report.no-result", "game")]


def test_a_token_of_somebody_else_is_refused(played: Evening) -> None:
    by_statistician(played, enter, content=content(), token="t")
    with pytest.raises(Refused) as caught:
        by_statistician(played, correct, content=content(), reason="x", token="t", by=factories.user())
    assert codes(caught) == [("report.token", "game")]
