"""Shows the list of games: days in the season's zone, a month at a time, filters, and every state."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Game
from league.views import schedule
from league.views.lines import line_of, state_of
from tests import factories
from tests.seasons import imported, season_file

NOW = dt.datetime(2014, 12, 1, 18, tzinfo=dt.UTC)


def listed(client, season, **query):
    response = client.get(reverse("league:games", kwargs={"league": season.league.slug, "season": season.slug}), query)
    assert response.status_code == 200
    return response


def shown(response):
    """Days and the games of each, by key."""
    return [(str(day.day), [line.game.key for line in day.lines]) for day in response.context["days"]]


@pytest.fixture
def season(db):
    document = season_file(["A 3-2 B", "C 1-1 D", "B v A", "C v D", "A 5-0 C", "D v B"])
    document["games"][1]["starts"] = "2014-11-01T23:30"  # the next day in UTC
    document["games"][5]["starts"] = "2015-01-10T13:00"
    document["games"][3].pop("starts")
    return imported(document)


def test_games_are_listed_by_the_day_of_the_seasons_zone_a_month_at_a_time(client, season):
    first = listed(client, season, month="2014-11")
    assert shown(first) == [("2014-11-01", ["g1", "g2"]), ("2014-11-15", ["g3"]), ("2014-11-29", ["g5"])]
    assert (first.context["before"], first.context["after"]) == (None, dt.date(2015, 1, 1))
    assert shown(listed(client, season, month="2015-01")) == [("2015-01-10", ["g6"])]
    for unknown in ("2015-06", "x", "2014-13", ""):
        assert shown(listed(client, season, month=unknown)) == [("2015-01-10", ["g6"])]  # the last with games


@pytest.mark.parametrize(
    ("today", "nearest"),
    [("2014-11-01", None), ("2014-11-02", "2014-11-15"), ("2014-11-29", "2014-11-29"), ("2014-11-30", None)],
)
def test_a_link_leads_down_to_today_or_the_next_day_with_games(client, season, monkeypatch, today, nearest):
    monkeypatch.setattr(schedule, "today", lambda _: dt.date.fromisoformat(today))
    text = listed(client, season, month="2014-11").text
    anchors = [line.partition('"')[0] for line in text.split('href="#day-')[1:]]
    assert anchors == ([nearest] if nearest else [])
    assert nearest is None or f'id="day-{nearest}"' in text


def test_games_without_a_date_stand_apart(client, season):
    response = listed(client, season)
    [day] = response.context["undated"]
    assert (day.day, [(line.game.key, line.state) for line in day.lines]) == (None, [("g4", "postponed")])
    assert "Postponed, without a new date" in response.text


def test_a_team_and_a_division_can_be_chosen(client, season):
    team = season.teams.get(key="C")
    response = listed(client, season, team=team.pk, month="2014-11")
    assert shown(response) == [("2014-11-01", ["g2"]), ("2014-11-29", ["g5"])]
    assert [line.game.key for day in response.context["undated"] for line in day.lines] == ["g4"]
    division = season.divisions.get()
    assert shown(listed(client, season, division=division.pk, month="2014-11"))[0] == ("2014-11-01", ["g1", "g2"])


@pytest.mark.parametrize(
    "query", [{"team": "x"}, {"division": "0"}, {"team": "99999999999999999999"}, {"division": "'"}]
)
def test_an_unknown_choice_is_not_found(client, season, query):
    url = reverse("league:games", kwargs={"league": season.league.slug, "season": season.slug})
    assert client.get(url, query).status_code == 404


def test_another_seasons_team_cannot_be_chosen(client, season):
    url = reverse("league:games", kwargs={"league": season.league.slug, "season": season.slug})
    assert client.get(url, {"team": factories.team().pk}).status_code == 404


@pytest.mark.parametrize(
    ("fields", "state", "score"),
    [
        ({"outcome": "scheduled", "starts": NOW + dt.timedelta(days=1)}, "scheduled", ""),
        ({"outcome": "scheduled", "starts": NOW - dt.timedelta(days=1)}, "unreported", ""),
        ({"outcome": "scheduled", "starts": None}, "postponed", ""),
        ({"score_home": 3, "score_away": 2, "report_state": "provisional"}, "provisional", "2-3"),
        ({"score_home": 3, "score_away": 2, "report_state": "verified"}, "verified", "2-3"),
        ({"score_home": 3, "score_away": 2, "report_state": "unreported"}, "played", "2-3"),
        ({"score_home": 3, "score_away": 2, "report_state": "disputed"}, "disputed", "2-3"),
        (
            {"score_home": 3, "score_away": 2, "report_state": "verified", "decided_in": "overtime"},
            "verified",
            "2-3 OT",
        ),
        ({"outcome": "forfeit"}, "forfeit", ""),
        ({"outcome": "no-show"}, "no-show", ""),
        ({"outcome": "refused"}, "refused", ""),
        ({"outcome": "cancelled"}, "cancelled", ""),
        ({"outcome": "double-forfeit"}, "double-forfeit", ""),
    ],
)
def test_every_state_a_game_can_be_in_has_its_badge(fields, state, score):
    values = {"outcome": "played", "starts": NOW - dt.timedelta(days=2)} | fields
    ends = values["starts"] + dt.timedelta(minutes=75) if values["starts"] else None
    game = Game(occupied_until=ends, **values)
    assert state_of(game, NOW) == state
    assert line_of(game, NOW).score == score.replace("-", "\N{EN DASH}")


def test_a_game_of_a_level_without_scores_was_played_and_has_none(db):
    game = factories.game(division=factories.division(level="mite"), score=(0, 0))
    assert line_of(game, timezone.now(), ("mite",)).score == "played"
    assert line_of(game, timezone.now(), ("squirt",)).score == "0\N{EN DASH}0"


def test_a_shootout_names_its_winner(db):
    game = factories.game(score=(2, 2))
    game.decided_in, game.winner = "shootout", game.home
    assert line_of(game, timezone.now()).score == f"2\N{EN DASH}2, {game.home} in a shootout"


@pytest.mark.parametrize("games", [1, 26])
def test_the_list_takes_six_queries_for_one_game_and_for_many(client, db, games, django_assert_num_queries):
    season = imported(season_file(["A 3-2 B"] * games, teams=2))
    with django_assert_num_queries(6):
        response = listed(client, season, month="2014-11")
    assert sum(len(day.lines) for day in response.context["days"]) == {1: 1, 26: 10}[games]


def test_an_unpublished_season_is_not_found_by_strangers_and_found_by_members(client, season):
    season.published = False
    season.save()
    url = reverse("league:games", kwargs={"league": season.league.slug, "season": season.slug})
    assert client.get(url)["Location"].startswith("/sign-in/")
    client.force_login(factories.user())
    assert client.get(url).status_code == 404
    client.force_login(factories.member("official", season.league))
    assert client.get(url).status_code == 200
