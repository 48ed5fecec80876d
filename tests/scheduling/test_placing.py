"""Checks that a worker places the games of a round once, tells how far it is, and that its proposal is taken whole."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Season, User
from league.services.errors import Conflict, Refused
from scheduling.models import IceSlot, PlacingRun, Round, RoundGame, RoundTeam, RunState
from scheduling.services import placing as services
from scheduling.services.rounds import remind, touched
from tests.scheduling.test_rounds import made, officer, season, team, url

__all__ = ["made", "officer", "season"]

pytestmark = pytest.mark.django_db


def lines(days: int = 20) -> str:
    first = dt.date(2014, 11, 8)
    days_on = [first + dt.timedelta(days=number) for number in range(days)]
    return "\n".join(f"Ice Hall; {day:%m/%d/%Y} 1:00 PM; {day:%m/%d/%Y} 2:30 PM" for day in days_on)


def test_games_are_placed_from_the_page_and_taken_into_the_draft(
    client: Client, season: Season, made: Round, officer: User
) -> None:
    client.force_login(officer)
    here = url("placing", made)
    wrong = client.post(
        here, {"do": "ice", "ice": "Pond; 11/08/2014 1:00 PM; 11/08/2014 12:00 PM\nIce Hall; soon; later"}
    )
    assert [finding.where for finding in wrong.context["ice_faults"]] == ["row 1", "row 2", "row 2"]
    assert IceSlot.objects.count() == 0
    assert client.post(here, {"do": "ice", "ice": lines()}).status_code == 302
    assert IceSlot.objects.count() == 20
    asked = {"do": "start", "keep": "set", "seconds": "5", "rest": "10", "three_away": "15", "busy_week": "5"}
    assert client.post(here, asked).status_code == 302
    run = services.claim(now=timezone.now())
    assert run is not None
    assert services.claim(now=timezone.now()) is None
    services.carry_out(run, workers=1)
    run.refresh_from_db()
    assert (run.state, len(run.result["placing"])) == (RunState.DONE, 6)
    assert "Take it into the draft" in client.get(here).content.decode()
    assert client.post(here, {"do": "take"}).status_code == 302
    assert RoundGame.objects.filter(round=made, starts__isnull=False, venue__isnull=False).count() == 6
    assert not RoundTeam.objects.filter(round=made, handed_in_at__isnull=True).exists()
    run.refresh_from_db()
    assert run.state == RunState.TAKEN
    with pytest.raises(Refused):
        services.take(run=run, by=officer, now=timezone.now())


def test_a_proposal_for_a_round_that_has_changed_is_not_taken(season: Season, made: Round, officer: User) -> None:
    run = placed(season, made, officer)
    touched(made)
    with pytest.raises(Conflict):
        services.take(run=run, by=officer, now=timezone.now())
    assert not RoundGame.objects.filter(starts__isnull=False).exists()


def placed(season: Season, made: Round, officer: User) -> PlacingRun:
    rink = season.league.venues.get()
    for number in range(20):
        starts = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC) + dt.timedelta(days=number)
        IceSlot.objects.create(season=season, venue=rink, starts=starts, ends=starts + dt.timedelta(minutes=90))
    services.ask(round=made, wishes={"keep": "set"}, seconds=5, by=officer)
    run = services.claim(now=timezone.now())
    assert run is not None
    services.carry_out(run, workers=1)
    run.refresh_from_db()
    return run


def test_what_stands_against_each_other_is_kept_with_names(season: Season, made: Round, officer: User) -> None:
    days = [dt.date(2014, 11, 8) + dt.timedelta(days=number) for number in range(40)]
    owls = team("Owls")
    owls.omit = days
    owls.save()
    run = placed(season, made, officer)
    assert run.state == RunState.IMPOSSIBLE
    assert run.result == {"conflict": [{"kind": "omit-date", "of": "Owls"}], "minimal": True}


def test_a_run_whose_worker_died_is_begun_anew_and_a_stopped_one_is_not(
    season: Season, made: Round, officer: User
) -> None:
    rink = season.league.venues.get()
    starts = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)
    IceSlot.objects.create(season=season, venue=rink, starts=starts, ends=starts + dt.timedelta(minutes=90))
    run = services.ask(round=made, wishes={}, seconds=5, by=officer)
    with pytest.raises(Refused):
        services.ask(round=made, wishes={}, seconds=5, by=officer)
    now = timezone.now()
    assert services.claim(now=now) == run
    assert services.claim(now=now + dt.timedelta(seconds=30)) is None
    assert services.claim(now=now + dt.timedelta(seconds=250)) == run
    services.stop(run=run, now=now)
    assert services.claim(now=now + dt.timedelta(seconds=900)) is None


def test_reminding_of_a_complete_round_reminds_nobody(season: Season, made: Round, officer: User) -> None:
    services.take(run=placed(season, made, officer), by=officer, now=timezone.now())
    assert remind(round=made, teams=None, by=officer, now=timezone.now()) == 0
