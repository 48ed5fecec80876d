"""Checks that a round is published whole, as it was shown, once; and that a later version says what moved."""

import datetime as dt
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.models import AuditEntry, Game, GameMove, RecomputeRequest, Role, Season, User
from league.services.errors import Conflict, Refused
from scheduling.core.rounds.difference import Step
from scheduling.models import Round, RoundGame, RoundVersion
from scheduling.queries.rounds import desk_of
from scheduling.services import round_mails
from scheduling.services.publishing import Preview, preview, publish
from tests import factories
from tests.scheduling.test_rounds import give, made, officer, rows_for, season, team, url

__all__ = ["made", "officer", "season"]

pytestmark = pytest.mark.django_db
NAMES = ("Otters", "Lynx", "Terns", "Owls")


def fill(round: Round, by: User, *names: str) -> None:
    for place, name in enumerate(names or NAMES):
        give(round, name, rows_for(round, name, dt.date(2014, 11, 20) + dt.timedelta(days=10 * place)), by)


def shown(round: Round) -> Preview:
    round.refresh_from_db()
    return preview(desk_of(round.season), round)


def published(round: Round, by: User) -> RoundVersion:
    return publish(round=round, digest=shown(round).digest, by=by, now=timezone.now())


@pytest.mark.clause("mn-district-9", "3.5")
def test_publishing_waits_for_every_team_and_names_those_missing(made: Round, officer: User) -> None:
    fill(made, officer, "Otters", "Lynx")
    missing = {name for name in ("Terns", "Owls") if made.games.filter(home=team(name)).exists()}
    found = shown(made)
    assert {finding.where for finding in found.findings} == missing
    assert {finding.clause for finding in found.findings} == {"3.5"}
    assert all("at" in finding.remedy for finding in found.findings)
    with pytest.raises(Refused):
        published(made, officer)
    assert Game.objects.count() == 0


@pytest.mark.clause("mn-district-9", "3.5")
def test_a_complete_round_is_published_once_and_everybody_told(season: Season, made: Round, officer: User) -> None:
    coach = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team("Lynx"))
    fill(made, officer)
    before = shown(made)
    assert [(told.user, told.teams, told.games) for told in before.told] == [(coach, ("Lynx",), 3)]
    version = publish(round=made, digest=before.digest, by=officer, now=timezone.now())
    assert (version.number, version.added, version.moved, Game.objects.count()) == (1, 6, 0, 6)
    assert all(game.occupied_until > game.starts for game in Game.objects.all() if game.starts and game.occupied_until)
    assert RecomputeRequest.objects.filter(season=season).exists()
    assert AuditEntry.objects.filter(action="publish-round").count() == 1
    with pytest.raises(Conflict):
        publish(round=made, digest=before.digest, by=officer, now=timezone.now())
    with pytest.raises(Refused):
        published(made, officer)
    assert round_mails.send_waiting(now=timezone.now()) == 1
    assert round_mails.send_waiting(now=timezone.now()) == 0
    assert [message.to for message in mail.outbox] == [[coach.email]]


@pytest.mark.clause("mn-district-9", "3.10")
def test_a_team_cannot_set_its_games_any_more_once_they_are_published(made: Round, officer: User) -> None:
    fill(made, officer)
    published(made, officer)
    with pytest.raises(Refused):
        give(made, "Otters", rows_for(made, "Otters", dt.date(2015, 1, 5)), officer)


def test_publishing_again_moves_what_differs_and_two_games_can_change_places(made: Round, officer: User) -> None:
    fill(made, officer)
    published(made, officer)
    one, other = RoundGame.objects.filter(round=made).order_by("pk")[:2]
    old: Any = one.starts, other.starts
    one.starts, other.starts = other.starts, one.starts
    RoundGame.objects.bulk_update([one, other], ["starts"])
    found = shown(made)
    assert [change.game.pk for change in found.of(Step.MOVED)] == [one.pk, other.pk]
    version = published(made, officer)
    assert (version.number, version.added, version.moved) == (2, 0, 2)
    assert [Game.objects.get(drafted=draft).starts for draft in (one, other)] == [old[1], old[0]]
    assert GameMove.objects.count() == 2
    assert not Game.objects.filter(clash_recorded=True).exists()


def test_a_game_moved_by_request_stays_and_one_moved_in_both_is_asked_about(made: Round, officer: User) -> None:
    fill(made, officer)
    published(made, officer)
    draft = RoundGame.objects.filter(round=made)[0]
    assert draft.starts is not None
    Game.objects.filter(drafted=draft).update(starts=None, occupied_until=None)
    found = shown(made)
    assert ([change.game.pk for change in found.of(Step.LEFT)], found.effective) == ([draft.pk], ())
    RoundGame.objects.filter(pk=draft.pk).update(starts=draft.starts + dt.timedelta(hours=2), ends=None)
    assert [finding.code for finding in shown(made).findings] == ["crossed"]


def test_the_page_shows_whom_it_tells_and_publishes(client: Client, season: Season, made: Round, officer: User) -> None:
    client.force_login(officer)
    here = url("publish_round", made)
    assert "3.5" in client.get(here).content.decode()
    fill(made, officer)
    page = client.get(here)
    done = client.post(here, {"digest": page.context["preview"].digest})
    assert done.status_code == 302
    assert Game.objects.count() == 6
