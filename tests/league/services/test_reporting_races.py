"""Two at once: nothing is lost, doubled or overwritten, whoever comes first."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from league.models import AuditEntry, Game, GameReport, ReportState
from league.services.audit import verify_chain
from league.services.errors import Conflict, Refused
from league.services.reporting import report_game
from league.services.settling import Choice, disputed_fields, enter, settle
from tests import factories
from tests.reporting import NOW, Evening, content, evening

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(transactional_db: None) -> Evening:
    return evening()


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls in threads that start together; each one's result or exception, in the order given."""
    start = threading.Barrier(len(calls))
    found: list[Any] = [None] * len(calls)

    def run(place: int, call: Callable[[], Any]) -> None:
        try:
            start.wait()
            found[place] = call()
        except Exception as error:
            found[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert not any(thread.is_alive() for thread in threads), "they wait for each other"
    return found


def sending(played: Evening, team: Any, said: Any, **given: Any) -> Callable[[], Any]:
    """A report sent from a form that was opened before anybody had reported."""
    values = {
        "game": played.game, "team": team, "content": said, "by": played.coach(team), "token": factories.user().email,
        "seen_version": 0, "seen_report": None, "now": NOW,
    } | given  # fmt: skip
    return lambda: report_game(**values)


def sorts(found: list[Any]) -> list[str]:
    return sorted(type(item).__name__ for item in found)


@pytest.mark.parametrize(("theirs", "state"), [((1, 2, 3), ReportState.VERIFIED), ((1, 2, 4), ReportState.DISPUTED)])
def test_both_teams_first_reports_at_once(played: Evening, theirs: tuple[int, ...], state: str) -> None:
    found = at_once(sending(played, played.home, content()), sending(played, played.away, content(away=theirs)))
    assert sorts(found) == ["Reported", "Reported"]
    game = Game.objects.get(pk=played.game.pk)
    assert (game.report_state, game.version) == (state, 2)
    assert GameReport.objects.filter(game=game, current=True).count() == 2
    assert verify_chain(played.season.league).broken is None


def test_one_team_twice_at_once_from_two_browsers(played: Evening) -> None:
    other = factories.user()
    found = at_once(
        sending(played, played.home, content()), sending(played, played.home, content(home=(2, 1, 1)), by=other)
    )
    assert sorts(found) == ["Conflict", "Reported"]
    kept = GameReport.objects.get(game=played.game)
    conflict = next(item for item in found if isinstance(item, Conflict))
    assert conflict.theirs == kept
    assert Game.objects.get(pk=played.game.pk).version == 1


def test_one_submission_sent_four_times_at_once(played: Evening) -> None:
    found = at_once(*[sending(played, played.home, content(), token="t") for _ in range(4)])
    assert sorts(found) == ["Reported"] * 4
    assert len({item.report.pk for item in found}) == 1
    assert sum(not item.again for item in found) == 1
    assert AuditEntry.objects.filter(action="report-game").count() == 1


def test_a_report_and_the_statisticians_entry_at_once(played: Evening) -> None:
    entry = {"game": played.game, "by": played.statistician, "seen_version": 0, "now": NOW}
    found = at_once(sending(played, played.home, content()), lambda: enter(content=content(home=(2, 1, 1)), **entry))
    game = Game.objects.get(pk=played.game.pk)
    if isinstance(found[0], Refused):  # the statistician was first, and the report is told so
        assert (type(found[1]), game.report_state, game.score_home) == (GameReport, ReportState.VERIFIED, 4)
    else:
        assert (sorts(found), game.report_state, game.score_home) == (["Conflict", "Reported"], "provisional", 3)
    assert game.version == 1


def test_a_report_and_a_settlement_at_once(played: Evening) -> None:
    played.report(played.home, content())
    played.report(played.away, content(away=(1, 2, 4)))
    choices = {item.field: Choice("home", "As seen") for item in disputed_fields(played.game)}
    own = GameReport.objects.get(game=played.game, team=played.home)
    found = at_once(
        sending(played, played.home, content(away=(1, 2, 4)), seen_version=2, seen_report=own.pk),
        lambda: settle(game=played.game, choices=choices, by=played.statistician, seen_version=2, now=NOW),
    )
    game = Game.objects.get(pk=played.game.pk)
    assert (game.report_state, game.version) == (ReportState.VERIFIED, 3)
    if isinstance(found[0], Refused):
        assert (type(found[1]), game.score_away) == (GameReport, 6)
    else:
        assert (sorts(found), game.score_away) == (["Conflict", "Reported"], 7)
