"""What a team's report does: posts, verifies, disputes, replaces, and never overwrites what somebody else sent."""

import datetime as dt

import pytest

from league.core.reports import as_json
from league.models import AuditEntry, GameReport, Outcome, Penalty, RecomputeKind, RecomputeRequest, ReportState
from league.services.audit import verify_chain
from league.services.errors import Conflict, Refused
from league.services.outcomes import set_outcome
from tests import factories
from tests.reporting import ENDED, NOW, Evening, content, evening, penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(db: None) -> Evening:
    return evening()


def codes(caught: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [finding.code for finding in caught.value.findings]


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_the_first_report_posts_the_game_as_provisional(played: Evening) -> None:
    sent = content(
        home_counts={"minor": 5},
        away_penalties=(penalty(person="a1", period="2", left=480), penalty("major", "fighting", "a2")),
        away_conduct=("spectators-removed",),
        home_dressed=("h1", "h2", "hc"),
    )
    done = played.report(played.home, sent)
    game = played.game
    assert (game.outcome, game.report_state, game.version) == (Outcome.PLAYED, ReportState.PROVISIONAL, 1)
    assert (game.periods_home, game.periods_away) == ([1, 1, 1], [1, 2, 3])
    assert (game.score_home, game.score_away, game.winner, game.decided_in) == (3, 6, None, None)
    assert (game.reported_at, game.verified_at) == (NOW, None)
    rows = game.penalties.order_by("position").values_list("team__key", "person__key", "penalty_class", "offence")
    assert list(rows) == [
        *[("owa", None, "minor", "other")] * 5,
        ("far", "a1", "minor", "tripping"),
        ("far", "a2", "major", "fighting"),
    ]
    timed = game.penalties.get(offence="tripping")
    assert (timed.period, timed.left, timed.left_seconds, timed.incident) == ("2", "08:00", 480, None)
    assert list(game.conduct.values_list("team__key", "kind")) == [("far", "spectators-removed")]
    assert list(game.lineup.order_by("position").values_list("team__key", "person__key")) == [
        ("owa", "h1"), ("owa", "h2"), ("owa", "hc"),
    ]  # fmt: skip
    assert done.report.content == as_json(sent)
    assert (done.report.current, done.report.late, done.report.submitted_by) == (True, False, played.home_coach)


def test_a_report_asks_for_its_division_teams_and_people_to_be_worked_out_again(played: Evening) -> None:
    played.report(played.home, content(away_penalties=(penalty(person="a1"),), home_dressed=("h1",)))
    RecomputeRequest.objects.all().delete()
    played.report(played.home, content(away_penalties=(penalty(person="a2"),), home_dressed=("h2",)))
    asked = {(request.kind, request.target_id) for request in RecomputeRequest.objects.all()}
    people = {(RecomputeKind.PERSON, played.players[key].pk) for key in ("a1", "a2", "h1", "h2")}
    teams = {(RecomputeKind.TEAM, played.home.pk), (RecomputeKind.TEAM, played.away.pk)}
    assert asked == {(RecomputeKind.DIVISION, played.division.pk), *teams, *people}


def test_a_report_is_in_the_audit_trail_with_before_and_after(played: Evening) -> None:
    played.report(played.home, content())
    entry = AuditEntry.objects.get(action="report-game")
    assert (entry.actor, entry.target_id, entry.season) == (played.home_coach, str(played.game.pk), played.season)
    assert (entry.before["score_home"], entry.after["score_home"]) == (None, 3)
    assert (entry.before["report_state"], entry.after["report_state"]) == ("unreported", "provisional")
    assert entry.after["reported"] == as_json(content())
    assert verify_chain(played.season.league).broken is None


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_the_other_teams_equal_report_verifies(played: Evening) -> None:
    played.report(played.home, content(home_counts={"minor": 2}, home_dressed=("h1",)))
    later = NOW + dt.timedelta(hours=1)
    named = (penalty(person="h1"), penalty("minor", "hooking", "h2"))
    played.report(played.away, content(home_penalties=named, away_dressed=("a1",)), now=later)
    game = played.game
    assert (game.report_state, game.reported_at, game.verified_at) == (ReportState.VERIFIED, NOW, later)
    assert list(game.penalties.order_by("position").values_list("person__key", flat=True)) == ["h1", "h2"]
    assert set(game.lineup.values_list("person__key", flat=True)) == {"h1", "a1"}


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_a_differing_report_opens_a_dispute_and_leaves_the_first_posted(played: Evening) -> None:
    played.report(played.home, content())
    done = played.report(played.away, content(away=(1, 2, 4)))
    assert (played.game.report_state, played.game.score_away) == (ReportState.DISPUTED, 6)
    assert [finding.code for finding in done.findings] == ["report.disputed"]


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_a_teams_second_report_replaces_its_first_and_is_compared_again(played: Evening) -> None:
    first = played.report(played.home, content()).report
    played.report(played.away, content(away=(1, 2, 4)))
    second = played.report(played.home, content(away=(1, 2, 4))).report
    first.refresh_from_db()
    assert (first.current, second.current) == (False, True)
    assert (played.game.report_state, played.game.score_away) == (ReportState.VERIFIED, 7)
    assert played.game.reports.count() == 3


def test_a_teams_second_report_alone_never_verifies_its_own(played: Evening) -> None:
    played.report(played.home, content())
    played.report(played.home, content(home=(2, 1, 1)))
    assert (played.game.report_state, played.game.score_home) == (ReportState.PROVISIONAL, 4)


def test_the_same_person_for_both_teams_verifies_nothing(played: Evening) -> None:
    played.report(played.home, content())
    done = played.report(played.away, content(), by=played.home_coach)
    assert played.game.report_state == ReportState.PROVISIONAL
    assert [finding.code for finding in done.findings] == ["report.same-person"]
    assert played.game.reports.filter(current=True).count() == 2
    played.report(played.away, content())
    assert played.game.report_state == ReportState.VERIFIED


def test_nobody_ends_a_dispute_by_reporting_for_the_other_team_too(played: Evening) -> None:
    played.report(played.home, content())
    played.report(played.away, content(away=(1, 2, 4)))
    played.report(played.away, content(), by=played.home_coach)
    assert played.game.report_state == ReportState.DISPUTED


@pytest.mark.clause("mn-district-9", "5.1")
@pytest.mark.parametrize(
    ("after", "late"), [(dt.timedelta(hours=24), False), (dt.timedelta(hours=24, seconds=1), True)]
)
def test_a_report_after_24_hours_is_late(played: Evening, after: dt.timedelta, late: bool) -> None:
    assert played.report(played.home, content(), now=ENDED + after).report.late is late


def test_only_league_games_have_the_24_hours(db: None) -> None:
    scrimmage = evening(kind="scrimmage")
    assert not scrimmage.report(scrimmage.home, content(), now=ENDED + dt.timedelta(days=3)).report.late


def test_the_same_submission_makes_one_report(played: Evening) -> None:
    first = played.report(played.home, content(), token="t")
    again = played.report(played.home, content(), token="t", seen_report=None)
    assert (again.report, again.again) == (first.report, True)
    assert (GameReport.objects.count(), played.game.version) == (1, 1)
    assert AuditEntry.objects.filter(action="report-game").count() == 1


def test_a_submission_that_was_changed_after_it_was_sent_is_no_retry(played: Evening) -> None:
    first = played.report(played.home, content(), token="t")
    with pytest.raises(Conflict) as caught:
        played.report(played.home, content(home=(2, 1, 1)), token="t")
    assert caught.value.theirs == first.report
    with pytest.raises(Refused) as refused:
        played.report(played.away, content(), token="t")
    assert codes(refused) == ["report.token"]


def test_a_report_that_somebody_else_of_the_team_sent_meanwhile_is_shown(played: Evening) -> None:
    theirs = played.report(played.home, content()).report
    with pytest.raises(Conflict) as caught:
        played.report(played.home, content(home=(2, 1, 1)), seen_report=None, by=factories.user())
    assert caught.value.theirs == theirs
    assert (played.game.score_home, played.game.version, GameReport.objects.count()) == (3, 1, 1)


def test_the_other_teams_report_meanwhile_is_no_conflict(played: Evening) -> None:
    played.report(played.home, content())
    played.report(played.away, content(), seen_version=0)
    assert played.game.report_state == ReportState.VERIFIED


def test_a_verified_game_is_closed_to_reports_and_says_whom_to_ask(played: Evening) -> None:
    played.report(played.home, content())
    played.report(played.away, content())
    with pytest.raises(Refused) as caught:
        played.report(played.home, content(home=(2, 1, 1)))
    assert codes(caught) == ["report.verified"]
    assert "statistician" in caught.value.findings[0].remedy


def test_a_game_that_has_not_started_or_has_no_date_can_not_be_reported(played: Evening) -> None:
    with pytest.raises(Refused) as caught:
        played.report(played.home, content(), now=ENDED - dt.timedelta(hours=3))
    assert codes(caught) == ["report.not-started"]
    game = played.game
    game.starts = game.occupied_until = None
    game.save()
    with pytest.raises(Refused) as caught:
        played.report(played.home, content())
    assert codes(caught) == ["report.no-date"]


def test_a_forfeited_game_can_not_be_reported(played: Evening) -> None:
    set_outcome(
        game=played.game, outcome="forfeit", at_fault=[played.away], reason="Too few players",
        by=played.statistician, seen_version=0, now=NOW,
    )  # fmt: skip
    with pytest.raises(Refused) as caught:
        played.report(played.home, content())
    assert codes(caught) == ["report.not-open"]


def test_every_fault_is_told_at_once_and_nothing_is_kept(played: Evening) -> None:
    bad = content(home=(1, 1, -1), home_counts={"slapping": 1}, away_penalties=(penalty(person="nobody"),))
    with pytest.raises(Refused) as caught:
        played.report(played.home, bad)
    assert codes(caught) == ["report.number", "report.unknown-word", "report.unknown-person"]
    assert (GameReport.objects.count(), Penalty.objects.count(), played.game.version) == (0, 0, 0)
    assert not RecomputeRequest.objects.exists()


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_score_is_reported_as_0_to_0(db: None) -> None:
    mites = evening("mite")
    mites.report(mites.home, content(home=(), away=()))
    game = mites.game
    assert (game.score_home, game.score_away, game.periods_home) == (0, 0, None)
    with pytest.raises(Refused) as caught:
        mites.report(mites.away, content())
    assert [(finding.code, finding.clause) for finding in caught.value.findings] == [("report.no-score", "5.3")]


def test_a_shootout_has_its_winner_and_its_goal_is_in_no_score(played: Evening) -> None:
    played.report(
        played.home,
        content((1, 1, 1, 0), (1, 1, 1, 0), decided_in="shootout", shootout_winner="away"),
    )
    game = played.game
    assert (game.score_home, game.score_away, game.decided_in, game.winner) == (3, 3, "shootout", played.away)


def test_penalties_that_stay_keep_their_ids_and_acts_stay_together(played: Evening) -> None:
    fight = (
        penalty("major", "fighting", "a1", incident="1"),
        penalty("game-misconduct", "fighting", "a1", incident="1"),
    )
    played.report(played.home, content(away_penalties=fight))
    before = {row.penalty_class: (row.key, row.incident_key) for row in played.game.penalties.all()}
    assert before["major"][1] == before["game-misconduct"][1] == before["major"][0]
    played.report(played.home, content(away_penalties=(penalty(person="a2"), *fight)))
    after = {row.penalty_class: (row.key, row.incident_key) for row in played.game.penalties.all()}
    assert after.pop("minor")[0] not in {key for key, _ in before.values()}
    assert after == before


def test_checking_from_behind_by_number_is_two_penalties_of_one_act(played: Evening) -> None:
    played.report(played.home, content(home_counts={"checking-from-behind": 2}))
    rows = played.game.penalties.order_by("position")
    assert [row.penalty_class for row in rows] == ["minor", "misconduct"] * 2
    acts = [row.incident_key for row in rows]
    assert acts[0] == acts[1] != acts[2] == acts[3]
