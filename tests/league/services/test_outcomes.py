"""Games that weren't played: who is at fault, what the book asks for, and the way back."""

import datetime as dt
from typing import Any

import pytest

from league.models import AuditEntry, Game, GameReport, Outcome, RecomputeRequest, ReportState
from league.services.errors import Conflict, Refused
from league.services.outcomes import set_outcome, undo_outcome, withdraw_reports
from tests import factories
from tests.reporting import ENDED, NOW, Evening, content, evening, penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db: None) -> Evening:
    return evening()


def call(played: Evening, service: Any, **given: Any) -> Game:
    values = {
        "game": played.game, "reason": "Told by phone", "by": played.statistician,
        "seen_version": played.game.version, "now": NOW,
    } | given  # fmt: skip
    try:
        return service(**values)
    finally:
        played.game.refresh_from_db()


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.clause) for finding in caught.value.findings]


@pytest.mark.clause("mn-district-9", "3.12", "3.13.points")
def test_a_no_show_is_recorded_with_the_team_at_fault(played: Evening) -> None:
    call(played, set_outcome, outcome="no-show", at_fault=[played.away])
    game = played.game
    assert (game.outcome, game.at_fault, game.report_state) == (Outcome.NO_SHOW, [played.away.pk], ReportState.VERIFIED)
    assert (game.score_home, game.version, game.verified_at) == (None, 1, NOW)
    entry = AuditEntry.objects.get(action="set-outcome")
    assert (entry.before["outcome"], entry.after["outcome"], entry.reason) == ("scheduled", "no-show", "Told by phone")
    assert RecomputeRequest.objects.filter(kind="division").exists()


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_double_forfeit_blames_both(played: Evening) -> None:
    call(played, set_outcome, outcome="double-forfeit")
    assert played.game.at_fault == [played.home.pk, played.away.pk]


@pytest.mark.clause("mn-district-9", "3.14")
@pytest.mark.parametrize("at_fault", [0, 2])
def test_a_forfeit_refusal_or_no_show_has_one_team_at_fault(played: Evening, at_fault: int) -> None:
    with pytest.raises(Refused) as caught:
        call(played, set_outcome, outcome="refused", at_fault=[played.home, played.away][:at_fault])
    assert codes(caught) == [("outcome.at-fault", None)]
    assert played.game.outcome == Outcome.SCHEDULED


@pytest.mark.clause("mn-district-9", "3.13.notice")
def test_a_cancellation_by_a_team_says_when_notice_was_given(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        call(played, set_outcome, outcome="cancelled", at_fault=[played.home])
    assert codes(caught) == [("outcome.notice", "3.13.notice")]
    notice = ENDED - dt.timedelta(days=3)
    call(played, set_outcome, outcome="cancelled", at_fault=[played.home], notice=notice)
    assert (played.game.notice, played.game.outcome) == (notice, Outcome.CANCELLED)


@pytest.mark.clause("mn-district-9", "3.13.notice")
def test_weather_excuses_what_the_book_says(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        call(played, set_outcome, outcome="forfeit", at_fault=[played.home], excused="weather")
    assert codes(caught) == [("outcome.excuse", "3.13.notice")]
    call(played, set_outcome, outcome="no-show", at_fault=[played.home], excused="weather")
    assert played.game.excused == "weather"


@pytest.mark.clause("mn-district-9", "3.12.a")
def test_a_fair_play_point_is_given_only_to_the_team_left_waiting(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        call(played, set_outcome, outcome="no-show", at_fault=[played.away], fair_play={played.away: True})
    assert codes(caught) == [("outcome.fair-play", "3.12.a")]
    call(played, set_outcome, outcome="no-show", at_fault=[played.away], fair_play={played.home: True})
    assert played.game.fair_play_decisions == {"owa": True}


def test_everything_missing_is_told_at_once(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        call(played, set_outcome, outcome="played", reason=" ")
    assert codes(caught) == [("outcome.outcome", None), ("outcome.reason", None)]


def test_a_forfeit_takes_the_goals_off_and_leaves_the_sheet_where_asked(played: Evening) -> None:
    played.report(played.home, content(home_penalties=(penalty(person="h1"),)))
    call(played, set_outcome, outcome="forfeit", at_fault=[played.home], keep_sheet=True)
    assert (played.game.score_home, played.game.periods_home, played.game.penalties.count()) == (None, None, 1)
    call(played, set_outcome, outcome="forfeit", at_fault=[played.home])
    assert played.game.penalties.count() == 0


def test_taking_an_outcome_back_leaves_what_the_reports_say(played: Evening) -> None:
    call(played, set_outcome, outcome="forfeit", at_fault=[played.home])
    call(played, undo_outcome)
    game = played.game
    assert (game.outcome, game.report_state, game.at_fault, game.verified_at) == ("scheduled", "unreported", [], None)
    played.report(played.home, content())
    call(played, set_outcome, outcome="cancelled")
    call(played, undo_outcome)
    assert (game.outcome, game.report_state, game.score_away) == ("played", "provisional", 6)
    with pytest.raises(Refused) as caught:
        call(played, undo_outcome)
    assert codes(caught) == [("outcome.no-outcome", None)]


def test_an_outcome_is_not_taken_back_onto_ice_that_is_taken(played: Evening) -> None:
    call(played, set_outcome, outcome="cancelled")
    factories.game(home=played.home, away=factories.team(division=played.division), starts=played.game.starts)
    with pytest.raises(Refused) as caught:
        call(played, undo_outcome)
    assert codes(caught) == [("outcome.clash", None)]
    assert (played.game.outcome, played.game.version) == ("cancelled", 1)


def test_a_result_that_belongs_elsewhere_is_withdrawn_and_can_be_reported_anew(played: Evening) -> None:
    played.report(played.home, content(home_penalties=(penalty(person="h1"),)))
    played.report(played.away, content(home_penalties=(penalty(person="h1"),)))
    call(played, withdraw_reports, reason="Another game's score")
    game = played.game
    assert (game.outcome, game.report_state, game.score_home, game.penalties.count()) == (
        "scheduled", "unreported", None, 0,
    )  # fmt: skip
    assert GameReport.objects.filter(game=game, current=True).count() == 0
    played.report(played.away, content())
    assert (game.report_state, GameReport.objects.filter(game=game).count()) == ("provisional", 3)


@pytest.mark.parametrize("service", [set_outcome, undo_outcome, withdraw_reports])
def test_whoever_saw_an_older_game_is_shown_the_newer(played: Evening, service: Any) -> None:
    given = {"outcome": "cancelled"} if service is set_outcome else {}
    played.report(played.home, content())
    with pytest.raises(Conflict) as caught:
        call(played, service, seen_version=0, **given)
    assert caught.value.theirs == played.game
    assert played.game.report_state == ReportState.PROVISIONAL
