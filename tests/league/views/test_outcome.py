"""Recording what became of a game: who is at fault, notice, excuse, the director's point, and what follows, first."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.models import AuditEntry, Game, Outcome, ReportState
from league.services.rulebooks import publish_shipped
from rulings import services
from standings.models import StandingsSnapshot
from tests.reporting import Evening, content, evening, penalty

pytestmark = pytest.mark.django_db
STARTS = dt.datetime(2014, 11, 8, 19, 0, tzinfo=dt.UTC)  # 1 PM in Chicago


@pytest.fixture
def game(db: None) -> Evening:
    return evening(starts=STARTS, occupied_until=STARTS + dt.timedelta(minutes=75))


def address(played: Evening, view: str = "outcome") -> str:
    season = played.season
    return reverse(
        f"league:{view}", kwargs={"league": season.league.slug, "season": season.slug, "game": played.game.pk}
    )


def post(client: Client, played: Evening, data: dict[str, str], **headers: str) -> Any:
    client.force_login(played.statistician)
    return client.post(address(played), data, headers=headers)


def mark(text: str) -> str:
    found = re.search(r'name="shown" value="(\w+)"', text)
    return found[1] if found else ""


def sent(played: Evening, outcome: str, **given: str) -> dict[str, str]:
    return {"outcome": outcome, "seen_version": str(played.game.version), "reason": "Told by phone"} | given


def saved(client: Client, played: Evening, outcome: str, **given: str) -> str:
    """Look at what follows, then save; returns what was shown."""
    data = sent(played, outcome, **given)
    shown = post(client, played, data | {"step": "show"}).content.decode()
    response = post(client, played, data | {"step": "save", "shown": mark(shown)})
    assert response.status_code == 302, response.content.decode()
    played.game.refresh_from_db()
    return shown


@pytest.mark.clause("mn-district-9", "3.12", "3.13.points", "3.12.playoffs")
def test_a_no_show_shows_points_charge_and_playoffs_and_is_saved(client: Client, game: Evening) -> None:
    services.recompute_pending()
    shown = saved(client, game, "no-show", at_fault="away")
    text = " ".join(re.sub(r"<[^>]+>", " ", shown).split())
    assert "Faribault did not show up: Owatonna wins." in text
    assert "300.00 USD, due Nov 15" in text
    assert "No playoffs" in text
    assert re.search(r"Owatonna .*? 0 then 2", text)
    assert (game.game.outcome, game.game.at_fault, game.game.report_state) == (
        Outcome.NO_SHOW, [game.away.pk], ReportState.VERIFIED,
    )  # fmt: skip
    assert AuditEntry.objects.get(action="set-outcome").reason == "Told by phone"
    services.recompute_pending()
    rows = {row["team"]: row for row in StandingsSnapshot.objects.get(division=game.division).rows}
    assert (rows["owa"]["points"], rows["far"]["points"], rows["far"]["playoff_eligible"]) == (2, 0, False)


@pytest.mark.clause("mn-district-9", "3.12.a")
def test_the_director_s_fair_play_point_goes_to_the_team_left_waiting(client: Client, game: Evening) -> None:
    saved(client, game, "forfeit", at_fault="home", fair_play="on")
    assert game.game.fair_play_decisions == {"far": True}


@pytest.mark.clause("mn-district-9", "3.14")
def test_a_refusal_opens_a_review_which_is_shown(client: Client, game: Evening) -> None:
    shown = saved(client, game, "refused", at_fault="away")
    assert "A team refused to play" in shown
    assert "For review" in shown


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_double_forfeit_needs_nobody_named(client: Client, game: Evening) -> None:
    shown = saved(client, game, "double-forfeit")
    assert game.game.at_fault == [game.home.pk, game.away.pk]
    assert shown.count("100.00 USD, due Nov 15") == 2


@pytest.mark.clause("mn-district-9", "3.13.notice")
@pytest.mark.parametrize(
    ("day", "time", "told"),
    [
        ("2014-11-06", "13:00", "Cancelled: not played, no points of any kind."),
        ("2014-11-06", "13:01", "Faribault cancelled with 47 h 59 min notice, 48 hours are asked for"),
    ],
)
def test_the_time_of_notice_is_read_on_the_season_s_clock(
    client: Client, game: Evening, day: str, time: str, told: str
) -> None:
    shown = saved(client, game, "cancelled", at_fault="away", notice_day=day, notice_time=time)
    assert told in shown
    assert game.game.notice == dt.datetime(2014, 11, 6, 19, int(time[-2:]), tzinfo=dt.UTC)


@pytest.mark.clause("mn-district-9", "3.13.notice")
def test_a_cancellation_without_notice_is_asked_for_it_and_weather_excuses(client: Client, game: Evening) -> None:
    asked = post(client, game, sent(game, "cancelled", at_fault="away", step="save")).content.decode()
    assert "give the date and time of the notice" in asked
    assert not mark(asked)
    saved(client, game, "cancelled", at_fault="away", excused="weather")
    assert (game.game.excused, game.game.outcome) == ("weather", Outcome.CANCELLED)


def test_everything_that_is_missing_is_said_at_once(client: Client, game: Evening) -> None:
    data = {"outcome": "cancelled", "seen_version": "0", "notice_day": "2014-11-06", "reason": " "}
    text = post(client, game, data).content.decode()
    assert "A day and a time belong together." in text
    assert "This field is required." in text
    assert "Which team was at fault?" in post(client, game, sent(game, "forfeit")).content.decode()
    assert "Select a valid choice" in post(client, game, sent(game, "lunch")).content.decode()


def test_an_outcome_is_taken_back_with_a_reason(client: Client, game: Evening) -> None:
    game.report(game.home, content())
    saved(client, game, "no-show", at_fault="away")
    shown = saved(client, game, "undo")
    assert "Faribault 6, Owatonna 3, provisional" in shown
    assert (game.game.outcome, game.game.report_state, game.game.score_away) == ("played", "provisional", 6)


def test_a_result_of_the_wrong_game_is_taken_away(client: Client, game: Evening) -> None:
    game.report(game.home, content(home_penalties=(penalty("major", "fighting", "h1"),)))
    services.recompute_pending()
    shown = saved(client, game, "withdraw")
    assert "Still to be played." in shown
    assert f"{game.players['h1'].name} (Owatonna)" in shown
    assert (game.game.outcome, game.game.penalties.count()) == (Outcome.SCHEDULED, 0)


def test_a_game_is_postponed_and_put_on_a_date_again(client: Client, game: Evening) -> None:
    saved(client, game, "postpone")
    assert (game.game.starts, game.game.occupied_until, game.game.outcome) == (None, None, Outcome.SCHEDULED)
    saved(client, game, "date", day="2014-11-20", time="19:30")
    assert game.game.starts == dt.datetime(2014, 11, 21, 1, 30, tzinfo=dt.UTC)
    assert game.game.occupied_until == dt.datetime(2014, 11, 21, 2, 45, tzinfo=dt.UTC)
    actions = AuditEntry.objects.filter(target_id=str(game.game.pk)).values_list("action", "reason")
    assert list(actions) == [("postpone-game", "Told by phone"), ("move-game", "Told by phone")]


def test_a_new_date_on_a_taken_rink_is_refused(client: Client, game: Evening) -> None:
    saved(client, game, "postpone")
    taken = dt.datetime(2014, 11, 21, 1, 30, tzinfo=dt.UTC)
    Game.objects.create(
        season=game.season, division=game.division, home=game.home, away=game.away, starts=taken,
        occupied_until=taken + dt.timedelta(hours=1),
    )  # fmt: skip
    data = sent(game, "date", day="2014-11-20", time="19:30")
    shown = mark(post(client, game, data).content.decode())
    text = post(client, game, data | {"step": "save", "shown": shown}).content.decode()
    assert "one of the teams plays another game then" in text
    assert 'value="19:30"' in text


def test_a_report_that_comes_in_meanwhile_is_shown_and_what_was_typed_stays(client: Client, game: Evening) -> None:
    data = sent(game, "no-show", at_fault="away", reason="Nobody came")
    shown = mark(post(client, game, data).content.decode())
    game.report(game.away, content())
    response = post(client, game, data | {"step": "save", "shown": shown})
    assert response.status_code == 409
    text = response.content.decode()
    assert "Faribault 6, Owatonna 3" in text
    assert "Nobody came" in text
    game.game.refresh_from_db()
    assert game.game.outcome == Outcome.PLAYED


def test_the_script_shows_what_follows_before_a_reason_is_given(client: Client, game: Evening) -> None:
    data = {"outcome": "no-show", "at_fault": "away", "seen_version": "0", "reason": ""}
    text = post(client, game, data, **{"HX-Request": "true"}).content.decode()
    assert text.lstrip().startswith('<section id="follows"')
    assert mark(text)
    asked = post(client, game, data | {"at_fault": ""}, **{"HX-Request": "true"}).content.decode()
    assert "Which team was at fault?" in asked
    assert not mark(asked)


@pytest.mark.parametrize("fighters", [1, 3])
def test_the_page_takes_the_same_queries_whatever_is_on_the_sheet(
    client: Client, game: Evening, django_assert_num_queries: DjangoAssertNumQueries, fighters: int
) -> None:
    keys = [f"h{number + 1}" for number in range(fighters)]
    fights = tuple(penalty("major", "fighting", key) for key in keys)
    game.report(game.home, content(home_penalties=fights, home_dressed=tuple(keys)), now=timezone.now())
    services.recompute_pending()
    data = sent(game, "no-show", at_fault="away", step="show")
    post(client, game, data)
    with django_assert_num_queries(56):
        client.post(address(game), data)


LABEL = "Forfeit: one team could not field enough players 20 minutes after the start, at 13:20 (7-1.c)"


def of_the_men(played: Evening) -> Evening:
    """The same evening by the book of the men's league, which gives a team twenty minutes."""
    book = next(version for version in publish_shipped() if version.slug == "alberta-mens")
    type(played.season).objects.filter(pk=played.season.pk).update(rulebook=book)
    type(played.division).objects.filter(pk=played.division.pk).update(level="adult")
    played.season.refresh_from_db()
    return played


@pytest.mark.clause("alberta-mens", "7-1.c", "7-1.e")
def test_a_team_that_is_not_ready_in_time_forfeits_by_the_minutes_of_the_book(client: Client, game: Evening) -> None:
    shown = saved(client, of_the_men(game), "not-ready", at_fault="away")
    assert LABEL in shown
    assert "Owatonna wins" in shown
    assert (game.game.outcome, game.game.at_fault) == (Outcome.FORFEIT, [game.away.pk])
    entry = AuditEntry.objects.get(action="set-outcome")
    assert entry.reason == "Not ready 20 minutes after the start (7-1.c). Told by phone"


@pytest.mark.clause("alberta-mens", "7-1.c")
@pytest.mark.parametrize(("minutes", "forfeits"), [(19, False), (20, True)])
def test_nobody_forfeits_before_the_minutes_are_over(
    client: Client, game: Evening, monkeypatch: pytest.MonkeyPatch, minutes: int, forfeits: bool
) -> None:
    of_the_men(game)
    monkeypatch.setattr("league.views.outcome.timezone.now", lambda: STARTS + dt.timedelta(minutes=minutes))
    text = post(client, game, sent(game, "not-ready", at_fault="away", step="show")).content.decode()
    assert ("Nobody has forfeited yet: a team has until 13:20 to be ready (7-1.c)." in text) is not forfeits
    assert bool(mark(text)) is forfeits


def test_a_book_without_such_minutes_and_a_game_without_a_start_offer_no_such_forfeit(
    client: Client, game: Evening
) -> None:
    assert "not-ready" not in post(client, game, {}).content.decode()
    assert "Select a valid choice" in post(client, game, sent(game, "not-ready", at_fault="away")).content.decode()
    of_the_men(game)
    assert "not-ready" in post(client, game, {}).content.decode()
    Game.objects.filter(pk=game.game.pk).update(starts=None, occupied_until=None)
    assert "not-ready" not in post(client, game, {}).content.decode()
