"""A team is reminded of its report once, before it is due, and only while it is missing."""

import datetime as dt

import pytest
from django.core import mail
from django.utils import timezone

from league import tasks
from league.models import Membership, ReportReminder, Role
from league.services import mail as sending
from league.services.reminders import remind
from tests import factories
from tests.reporting import ENDED, Evening, content, evening

pytestmark = [pytest.mark.django_db, pytest.mark.clause("mn-district-9", "5.1")]
BEFORE = ENDED + dt.timedelta(hours=18)


@pytest.fixture
def played(db: None) -> Evening:
    return evening()


def recipients() -> list[str]:
    return sorted(to for message in mail.outbox for to in message.to)


def test_both_teams_are_reminded_six_hours_before_and_only_once(played: Evening) -> None:
    assert remind(now=BEFORE - dt.timedelta(seconds=1)) == 0
    assert remind(now=BEFORE) == 2
    assert recipients() == sorted([played.home_coach.email, played.away_coach.email])
    assert remind(now=BEFORE + dt.timedelta(hours=1)) == 0
    message = next(item for item in mail.outbox if item.to == [played.home_coach.email])
    assert message.subject == "Report still missing: Faribault at Owatonna"
    assert "Sun, Nov 9, 2014, 2:15 PM CST" in message.body
    path = f"/leagues/{played.season.league.slug}/{played.season.slug}/games/{played.game.pk}/report/{played.home.pk}/"
    assert sending.absolute(path) in message.body


def test_nobody_is_reminded_of_what_was_reported_or_is_over_or_is_no_league_game(played: Evening) -> None:
    played.report(played.home, content(), now=ENDED + dt.timedelta(hours=1))
    assert remind(now=ENDED + dt.timedelta(hours=24)) == 0
    assert remind(now=BEFORE) == 1
    assert recipients() == [played.away_coach.email]
    scrimmage = evening(kind="scrimmage")
    assert remind(now=BEFORE) == 0
    assert not ReportReminder.objects.filter(game=scrimmage.game).exists()


def test_whoever_represents_no_more_gets_no_mail_and_nobody_to_mail_keeps_it_open(played: Evening) -> None:
    Membership.objects.filter(team=played.home).update(ended_at=timezone.now())
    assert remind(now=BEFORE) == 1
    assert recipients() == [played.away_coach.email]
    late_coach = factories.member(Role.TEAM_REPRESENTATIVE, played.season.league, team=played.home)
    assert remind(now=BEFORE + dt.timedelta(hours=1)) == 1
    assert recipients() == sorted([late_coach.email, played.away_coach.email])


def test_what_the_mail_server_refuses_is_tried_again(played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_values: object) -> None:
        raise OSError("no mail server")

    with monkeypatch.context() as patch:
        patch.setattr(sending, "send", away)
        assert remind(now=BEFORE) == 0
    assert not ReportReminder.objects.exists()
    assert remind(now=BEFORE) == 2


def test_the_beat_reminds(played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: BEFORE)
    assert tasks.remind() == 2
