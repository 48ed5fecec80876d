"""Two statisticians settle, correct or record the same game at the same moment: one does, the other is shown it."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from league.models import AuditEntry, Game, GameReport, ReportKind, ReportState
from league.services.errors import Conflict
from league.services.outcomes import set_outcome
from league.services.settling import Choice, correct, disputed_fields, enter, settle
from tests import factories
from tests.reporting import NOW, Evening, content, evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def disputed(transactional_db: None) -> Evening:
    made = evening()
    made.report(made.home, content())
    made.report(made.away, content(away=(1, 2, 4)))
    return made


def at_once(*works: Callable[[], object]) -> tuple[list[object], list[Conflict]]:
    """Run these at the same moment on connections of their own; what each gave, and who was too late."""
    done: list[object] = []
    late: list[Conflict] = []
    start = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        try:
            start.wait(5)
            done.append(work())
        except Conflict as conflict:
            late.append(conflict)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return done, late


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_of_two_who_settle_at_once_one_does_and_the_other_sees_it(disputed: Evening) -> None:
    colleague = factories.member("statistician", disputed.season.league)
    fields = [item.field for item in disputed_fields(disputed.game)]
    version = disputed.game.version

    def by(user: Any, side: Any) -> Callable[[], object]:
        choices = {field: Choice(side, f"By {side}") for field in fields}
        return lambda: settle(game=disputed.game, choices=choices, by=user, seen_version=version, now=NOW)

    done, late = at_once(by(disputed.statistician, "home"), by(colleague, "away"))
    assert (len(done), len(late)) == (1, 1)
    settlement = GameReport.objects.get(kind=ReportKind.SETTLEMENT)
    game = Game.objects.get(pk=disputed.game.pk)
    assert (game.report_state, game.version) == (ReportState.VERIFIED, version + 1)
    assert game.score_away == (6 if settlement.reason == "By home" else 7)
    theirs = late[0].theirs
    assert isinstance(theirs, Game)
    assert (theirs.version, theirs.score_away) == (game.version, game.score_away)
    assert AuditEntry.objects.filter(action="settle-report").count() == 1


def test_a_submission_that_is_sent_twice_at_once_settles_once(disputed: Evening) -> None:
    choices = {item.field: Choice("home", "Sheet") for item in disputed_fields(disputed.game)}
    version, by = disputed.game.version, disputed.statistician

    def work() -> object:
        return settle(game=disputed.game, choices=choices, by=by, seen_version=version, now=NOW, token="same")

    done, late = at_once(work, work)
    assert (len(done), late) == (2, [])
    assert done[0] == done[1]
    assert GameReport.objects.filter(kind=ReportKind.SETTLEMENT).count() == 1


def test_an_entry_a_report_and_an_outcome_at_once_leave_one_of_them_whole(transactional_db: None) -> None:
    made = evening()
    common: dict[str, Any] = {"game": made.game, "by": made.statistician, "seen_version": 0, "now": NOW}
    done, late = at_once(
        lambda: enter(content=content(), **common),
        lambda: enter(content=content(home=(9, 0, 0)), **common),
        lambda: set_outcome(outcome="no-show", at_fault=[made.away], reason="Told", **common),
    )
    assert (len(done), len(late)) == (1, 2)
    game = Game.objects.get(pk=made.game.pk)
    assert game.version == 1
    assert (game.outcome, game.score_home) in {("played", 3), ("played", 9), ("no-show", None)}


def test_of_two_corrections_at_once_one_holds_and_stands_in_the_history(transactional_db: None) -> None:
    made = evening()
    enter(game=made.game, content=content(), by=made.statistician, seen_version=0, now=NOW)
    common: dict[str, Any] = {"game": made.game, "by": made.statistician, "seen_version": 1, "now": NOW}
    done, late = at_once(
        lambda: correct(content=content(home=(4, 0, 0)), reason="One", **common),
        lambda: correct(content=content(home=(5, 0, 0)), reason="Two", **common),
    )
    assert (len(done), len(late)) == (1, 1)
    report = GameReport.objects.get(kind=ReportKind.CORRECTION)
    assert Game.objects.get(pk=made.game.pk).score_home == (4 if report.reason == "One" else 5)
