"""A whole evening on one screen: each game saved by itself, every error of a row at once, nothing typed lost."""

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.core.reports import CATEGORIES
from league.models import Game, GameReport, ReportKind, ReportState, Role
from tests import factories
from tests.reporting import Evening, content, evening

pytestmark = pytest.mark.django_db
STARTS = dt.datetime(2014, 11, 9, 1, 0, tzinfo=dt.UTC)  # Nov 8, 7 PM in Chicago
DAY = "2014-11-08"


@pytest.fixture
def played(db: None) -> Evening:
    """An evening with three games; the first is Faribault at Owatonna."""
    made = evening(starts=STARTS, occupied_until=STARTS + dt.timedelta(minutes=75))
    for number in (1, 2):
        another(made, number)
    return made


def another(played: Evening, number: int, **fields: Any) -> Game:
    division = fields.pop("division", played.division)
    home = factories.team(division=division, name=f"Lynx {number}")
    away = factories.team(division=division, name=f"Otters {number}")
    starts = STARTS + dt.timedelta(minutes=number)
    return factories.game(
        **{"home": home, "away": away, "starts": starts, "occupied_until": starts + dt.timedelta(hours=1)} | fields
    )


def address(played: Evening, view: str = "grid", **more: Any) -> str:
    return reverse(f"league:{view}", kwargs={"league": played.season.league.slug, "season": played.season.slug} | more)


def page(client: Client, played: Evening, data: dict[str, str] | None = None, query: str = f"?day={DAY}") -> str:
    client.force_login(played.statistician)
    url = address(played) + query
    response = client.get(url) if data is None else client.post(url, data)
    assert response.status_code == 200
    return response.content.decode()


def row(text: str, game: Game) -> str:
    return text.split(f'id="game-{game.pk}"')[1].split("</fieldset>")[0]


def given(game: Game, home: str = "1 1 1", away: str = "1 2 3", **more: str) -> dict[str, str]:
    """A game's figures as they are sent."""
    data = {f"g{game.pk}-version": str(game.version), f"g{game.pk}-token": f"t{game.pk}"}
    for side, goals in (("home", home), ("away", away)):
        data |= {f"g{game.pk}-{side}_goals_{n}": one for n, one in enumerate(goals.split(), start=1)}
    return data | {f"g{game.pk}-{name}": value for name, value in more.items()}


def test_an_evening_shows_every_game_that_is_over_with_a_field_for_every_figure(
    client: Client, played: Evening
) -> None:
    text = page(client, played)
    assert text.count('class="panel grid-game') == 3
    part = row(text, played.game)
    assert "Faribault at Owatonna" in part
    names = set(re.findall(rf'name="g{played.game.pk}-(\w[\w-]*)"', part))
    assert {f"{side}_count_{name}" for side in ("home", "away") for name in CATEGORIES} <= names
    assert {"home_goals_4", "away_total", "shootout_winner", "home_conduct_spectators-removed"} <= names


@pytest.mark.clause("mn-district-9", "5.1", "5.2")
def test_all_filled_games_are_saved_and_the_empty_ones_left_alone(client: Client, played: Evening) -> None:
    second, third = Game.objects.exclude(pk=played.game.pk).order_by("starts")
    more = {"home_count_minor": "5", "away_count_checking-from-behind": "1", "away_conduct_spectators-removed": "on"}
    data = given(played.game, **more) | given(third, home="", away="", home_total="4", away_total="0")
    data |= given(second, home="", away="")
    text = page(client, played, data | {"save": "all"})
    assert "2 games are saved and verified." in text
    first = Game.objects.get(pk=played.game.pk)
    assert (first.score_home, first.score_away, first.report_state) == (3, 6, ReportState.VERIFIED)
    assert (first.penalties.count(), first.conduct.get().kind) == (7, "spectators-removed")
    third.refresh_from_db()
    assert (third.score_home, third.score_away, third.periods_home) == (4, 0, None)
    second.refresh_from_db()
    assert (second.outcome, second.version) == ("scheduled", 0)
    assert GameReport.objects.filter(kind=ReportKind.STATISTICIAN, submitted_by=played.statistician).count() == 2


def test_a_row_that_is_refused_says_everything_and_keeps_every_other(client: Client, played: Evening) -> None:
    second, third = Game.objects.exclude(pk=played.game.pk).order_by("starts")
    data = given(played.game, home="1 x", away="1 2 300") | given(second) | given(third, home="2 2 2 1", away="1 1 1")
    text = page(client, played, data | {"save": "all"})
    assert "1 game is saved and verified." in text
    assert "2 games were not saved; they are marked below." in text
    part = row(text, played.game)
    assert re.findall(r"<code>(.*?)</code>", part) == [
        "Goals, 3rd period (Faribault)",
        "Goals, 2nd period (Owatonna)",
        "Goals, 3rd period (Owatonna)",
    ]
    assert 'value="300"' in part
    assert 'value="x"' in part
    overtime = row(text, third)
    assert "there is no overtime" in overtime
    assert 'value="2"' in overtime
    assert "Saved" in row(text, second)


def test_one_game_can_be_saved_by_its_own_button_and_what_was_typed_beside_it_stays(
    client: Client, played: Evening
) -> None:
    second, _third = Game.objects.exclude(pk=played.game.pk).order_by("starts")
    text = page(client, played, given(played.game) | given(second, home="7") | {"save": str(played.game.pk)})
    assert "Saved" in row(text, played.game)
    assert 'value="7"' in row(text, second)
    assert "Not saved" not in row(text, second)
    second.refresh_from_db()
    assert second.version == 0


def test_the_script_saves_a_row_and_gets_that_row_back(client: Client, played: Evening) -> None:
    client.force_login(played.statistician)
    url = address(played, "grid_row", game=played.game.pk)
    wrong = client.post(url, given(played.game, home="1"), headers={"HX-Request": "true"}).content.decode()
    assert wrong.lstrip().startswith("<fieldset")
    assert "data-fresh" in wrong
    assert "How many? 0 for none." in wrong
    right = client.post(url, given(played.game), headers={"HX-Request": "true"}).content.decode()
    assert "data-saved" in right
    assert "6\N{EN DASH}3" in right
    again = client.post(url, given(played.game), headers={"HX-Request": "true"}).content.decode()
    assert "data-saved" in again  # the same submission saves once
    assert GameReport.objects.count() == 1
    assert client.post(url, given(played.game)).status_code == 302


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_a_report_that_came_in_meanwhile_is_shown_beside_what_was_typed(client: Client, played: Evening) -> None:
    data = given(played.game, away="1 2 4")
    played.report(played.home, content(), now=timezone.now())
    text = page(client, played, data | {"save": "all"})
    part = row(text, played.game)
    assert re.findall(r"<td>(.*?)</td>\s*<td>(.*?)</td>", part.split('class="differs"')[1])[0] == ("3", "4")
    assert "Save mine" in part
    played.game.refresh_from_db()
    assert (played.game.report_state, played.game.score_away) == (ReportState.PROVISIONAL, 6)
    version = re.search(rf'name="g{played.game.pk}-version" value="(\d+)"', part)
    assert version is not None
    page(client, played, data | {f"g{played.game.pk}-version": version[1], "save": "all"})
    played.game.refresh_from_db()
    assert (played.game.report_state, played.game.score_away) == (ReportState.VERIFIED, 7)


def test_a_reported_game_leads_to_where_it_is_settled(client: Client, played: Evening) -> None:
    played.report(played.home, content(), now=timezone.now())
    part = row(page(client, played), played.game)
    assert "<input" not in part
    assert f'href="{address(played, "dispute", game=played.game.pk)}">Verify' in part
    played.report(played.away, content(), now=timezone.now())
    assert f'href="{address(played, "correct", game=played.game.pk)}">Correct' in row(page(client, played), played.game)


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_scores_asks_for_no_goals(client: Client, played: Evening) -> None:
    mites = factories.division(season=played.season, name="Mites", level="mite")
    game = another(played, 5, division=mites)
    part = row(page(client, played), game)
    assert "goals_1" not in part
    assert "total" not in part
    saved = row(page(client, played, given(game, home="", away="", home_count_minor="1") | {"save": "all"}), game)
    assert "<strong>played</strong>" in saved
    game.refresh_from_db()
    assert (game.score_home, game.score_away, game.report_state) == (0, 0, ReportState.VERIFIED)


def test_the_page_opens_on_the_last_evening_that_somebody_has_to_enter(client: Client, played: Evening) -> None:
    late = STARTS + dt.timedelta(days=7)
    another(played, 7, starts=late, occupied_until=late + dt.timedelta(hours=1), score=(1, 0))
    text = page(client, played, query="")
    assert f'value="{DAY}"' in text
    assert 'rel="next" href="?day=2014-11-15"' in text
    assert 'Unreported: <a href="?day=2014-11-08">Nov 8</a> <span class="count">3</span>' in text
    assert "No games on this day" in page(client, played, query="?day=2014-12-24")
    for odd in ("?day=yesterday", "?day=2014-02-31", "?day="):
        assert f'value="{DAY}"' in page(client, played, query=odd)
    client.force_login(played.statistician)
    assert client.get(address(played) + "?division=0").status_code == 404


def test_an_evening_belongs_to_the_day_on_the_season_s_clock(client: Client, played: Evening) -> None:
    assert played.game.starts.date().isoformat() == "2014-11-09"
    assert "Faribault at Owatonna" in page(client, played)
    assert "No games on this day" in page(client, played, query="?day=2014-11-09")


@pytest.mark.parametrize("odd", [{"version": "x"}, {"version": "9" * 30}, {"token": "\x00"}, {"shootout_winner": "me"}])
def test_odd_forms_are_refused_and_nothing_breaks(client: Client, played: Evening, odd: dict[str, str]) -> None:
    text = page(client, played, given(played.game, **odd) | {"save": "all"})
    assert "Not saved" in row(text, played.game)


@pytest.mark.parametrize("games", [0, 9])
def test_the_grid_takes_the_same_queries_with_few_games_and_with_many(
    client: Client, played: Evening, django_assert_num_queries: DjangoAssertNumQueries, games: int
) -> None:
    for number in range(games):
        another(played, 10 + number)
    page(client, played)
    with django_assert_num_queries(8):
        client.get(address(played) + f"?day={DAY}")


@pytest.mark.parametrize(
    ("role", "status"), [(Role.STATISTICIAN, 200), (Role.ADMINISTRATOR, 200), (Role.DIRECTOR, 403)]
)
def test_only_those_who_settle_reports_enter_an_evening(
    client: Client, played: Evening, role: Role, status: int
) -> None:
    client.force_login(factories.member(role, played.season.league))
    assert client.get(address(played)).status_code == status
    url = address(played, "grid_row", game=played.game.pk)
    answer = client.post(url, given(played.game), headers={"HX-Request": "true"})
    assert answer.status_code == status
    played.game.refresh_from_db()
    assert played.game.version == (1 if status == 200 else 0)


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01", "2014-02-30", "x"])
def test_a_day_that_no_league_plays_on_is_no_day(client: Client, played: Evening, day: str) -> None:
    assert 'class="panel grid-game' in page(client, played, query=f"?day={day}")
