"""The pages on which a game is moved: the quote before sending, answers, the decision; who may see and do what."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scheduling.models import RescheduleRequest
from scheduling.queries.moves import calendar_of
from scheduling.services import moves
from tests import factories
from tests.scheduling.test_moves import SEASON, Asking, asking, on

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Asking:
    """December 7 of the season."""
    for where in ("scheduling.services.moves", "scheduling.services.move_answers", "scheduling.views.moves"):
        monkeypatch.setattr(f"{where}.today", lambda season: dt.date(SEASON, 12, 7))
    return asking()


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def season_url(made: Asking) -> str:
    season = made.played.season
    return f"/leagues/{season.league.slug}/{season.slug}/"


def ask_url(made: Asking) -> str:
    return f"{season_url(made)}games/{made.game.pk}/move/{made.played.home.pk}/"


def test_a_coach_sees_the_quote_before_sending_and_the_request_after(made: Asking) -> None:
    coach = client_of(made.played.home_coach)
    sent = {"day": f"{SEASON}-12-13", "time": "12:00", "reason": "other", "text": ""}
    page = coach.post(ask_url(made), sent | {"step": "quote"}).content.decode()
    assert "$75.00" in page
    assert "rule 3.10.b" in page
    assert "rule 3.11.i" in page
    assert not RescheduleRequest.objects.exists()
    page = coach.post(ask_url(made), sent | {"step": "send", "shown_fee": "7500"}).content.decode()
    assert "This field is required" in page
    answer = coach.post(ask_url(made), sent | {"step": "send", "shown_fee": "7500", "text": "No ice."})
    request = RescheduleRequest.objects.get()
    assert answer["Location"] == f"{season_url(made)}moves/{request.pk}/"
    assert (request.new_start, request.received) == (on(13), dt.date(SEASON, 12, 7))
    page = coach.get(answer["Location"]).content.decode()
    assert "waits for Faribault" in page
    assert "$75.00" in page
    assert "No ice." in page


def test_what_stands_against_a_date_is_said_with_its_clause(made: Asking) -> None:
    sent = {"day": f"{SEASON + 1}-02-03", "time": "12:00", "reason": "other", "text": "x", "step": "send"}
    page = client_of(made.played.home_coach).post(ask_url(made), sent).content.decode()
    assert "rule 3.6" in page
    assert not RescheduleRequest.objects.exists()


def test_the_other_team_answers_and_the_director_decides(made: Asking) -> None:
    request = made.send(on(13))
    address = f"{season_url(made)}moves/{request.pk}/"
    assert client_of(made.played.home_coach).post(address, {"step": "agree", "version": 0}).status_code == 403
    assert client_of(made.played.away_coach).post(address, {"step": "agree", "version": 0}).status_code == 302
    for user in (made.played.away_coach, made.played.statistician):
        answer = client_of(user).post(address, {"step": "decide", "version": 1, "decision": "approved", "reason": "x"})
        assert answer.status_code == 403
    director = client_of(made.director)
    page = director.post(address, {"step": "decide", "version": 0, "decision": "approved", "reason": "x"})
    assert "meanwhile" in page.content.decode()
    assert director.post(
        address, {"step": "decide", "version": 1, "decision": "approved", "reason": "x"}
    ).status_code == 302  # fmt: skip
    assert made.game.starts == on(13)


def test_other_teams_see_nothing_of_it(made: Asking) -> None:
    request = made.send(on(13))
    stranger = factories.team(division=made.played.division)
    other = client_of(factories.member("team-representative", made.played.season.league, team=stranger))
    assert other.get(f"{season_url(made)}moves/{request.pk}/").status_code == 404
    assert "Owatonna" not in other.get(f"{season_url(made)}moves/").content.decode()
    assert other.get(ask_url(made)).status_code == 403


def test_free_days_leave_out_games_and_omit_days(made: Asking) -> None:
    made.played.away.omit = [dt.date(SEASON, 12, 9)]
    made.played.away.save()
    factories.game(home=made.played.home, away=factories.team(division=made.played.division), starts=on(10))
    free = [one.day.day for one in calendar_of(made.game, dt.date(SEASON, 12, 8)).free][:4]
    assert free == [8, 11, 12, 13]


def test_the_list_takes_as_many_queries_for_one_as_for_many(made: Asking) -> None:
    director = client_of(made.director)
    made.send(on(13))

    def number() -> int:
        with CaptureQueriesContext(connection) as queries:
            director.get(f"{season_url(made)}moves/")
        return len(queries)

    number()
    one = number()
    for day in range(3):
        game = factories.game(home=made.played.home, away=made.played.away, starts=on(21 + day))
        moves.send(
            game=game, team=made.played.home, new_start=on(26 + day), reason="other", text="x", files=(),
            shown_fee=5000, by=made.played.home_coach, now=dt.datetime.now(dt.UTC),
        )  # fmt: skip
    assert number() == one == 5


def test_an_empty_form_is_shown_again(made: Asking) -> None:
    answer = client_of(made.played.home_coach).post(ask_url(made), {})
    assert answer.status_code == 200
    assert "This field is required" in answer.content.decode()
