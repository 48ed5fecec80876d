"""Shows who reads which list of discipline: the season's suspensions, a team's, a game's; names, numbers, reasons."""

import datetime as dt
from types import SimpleNamespace

import pytest
from django.test import RequestFactory
from django.urls import reverse

from discipline.views import lists
from league.models import Role
from league.permissions import Access, Place
from league.services import recompute
from rulings.services import recompute_pending
from tests import factories
from tests.seasons import fight, imported, people, season_file

NOW = dt.datetime(2014, 11, 16, 18, tzinfo=dt.UTC)
"""The day after the last game that was played."""


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """What the lists take for now."""
    at = SimpleNamespace(now=NOW)
    monkeypatch.setattr(lists, "timezone", SimpleNamespace(now=lambda: at.now))
    return at


@pytest.fixture
def season(db):
    """A-1 (number 1) fought in the last game played, C-1 before; three games are still to come for A."""
    document = season_file(["A 3-2 B", "C 4-1 B", "A 1-0 C", "B v A", "A v C", "C v A"], teams=3)
    people(document)
    fight(document["games"][2], "A", "A-1")
    fight(document["games"][1], "C", "C-1")
    document["people"][0]["name"] = "Quillan Zyxwort"
    return imported(document)


def address(season, view, **more):
    kwargs = {"league": season.league.slug, "season": season.slug} | more
    return reverse(f"discipline:{view}", kwargs=kwargs)


def team(season, key):
    return season.teams.get(key=key)


def game(season, key):
    return season.games.get(key=key)


def sign_in(client, season, role, key=None):
    fields = {"team": team(season, key)} if key else {}
    client.force_login(factories.member(role, season.league, **fields))


def told(listed):
    """Who is on the list of a game, why, and in which game they may return."""
    return [
        (
            absent.who,
            absent.number,
            [why for why, _ in absent.reasons],
            absent.back.game.key if absent.back and absent.back.game else None,
        )
        for absent in listed.people
    ]


# ---------------------------------------------------------------- a team's do-not-dress list


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_team_reads_whom_it_may_not_dress_why_and_until_when(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "A")
    response = client.get(address(season, "team", team=team(season, "A").pk))
    following = response.context["next"]
    assert following.game.key == "g4"
    assert told(following) == [("Quillan Zyxwort", 1, ["2 games left of 2 (4.4)."], "g6")]
    assert response.text.count("Fighting major on ") == 1
    assert [(item.game.key, told(item)) for item in response.context["later"]] == [
        ("g5", [("Quillan Zyxwort", 1, ["1 game left of 2 (4.4)."], "g6")])
    ]
    assert '/rulebooks/mn-district-9/1/#clause-4.4"' in response.text


def test_a_team_without_anybody_out_is_told_that_all_may_play(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "B")
    response = client.get(address(season, "team", team=team(season, "B").pk))
    assert (response.context["next"].game.key, response.context["next"].people) == ("g4", [])
    assert "Everybody may play." in response.text


def test_a_game_that_is_over_and_not_reported_stands_apart_from_the_next_one(client, season, clock):
    clock.now = dt.datetime(2014, 11, 24, 18, tzinfo=dt.UTC)
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "A")
    response = client.get(address(season, "team", team=team(season, "A").pk))
    assert [item.game.key for item in response.context["unreported"]] == ["g4"]
    assert response.context["next"].game.key == "g5"
    assert told(response.context["next"]) == [("Quillan Zyxwort", 1, ["1 game left of 2 (4.4)."], "g6")]
    assert "Over, not reported yet: Ashby Otters at Brook Bears" in response.text


def test_an_official_reads_names_and_no_reasons(client, season):
    sign_in(client, season, Role.OFFICIAL)
    response = client.get(address(season, "team", team=team(season, "A").pk))
    assert told(response.context["next"]) == [("Quillan Zyxwort", 1, [], None)]
    assert "games left" not in response.text
    assert "/suspensions/teams/" in response.text
    assert "Why Quillan" not in response.text


@pytest.mark.parametrize("role", [Role.TEAM_REPRESENTATIVE])
def test_another_teams_representative_is_refused(client, season, role):
    sign_in(client, season, role, "B")
    assert client.get(address(season, "team", team=team(season, "A").pk)).status_code == 403


def test_the_public_is_sent_to_sign_in(client, season):
    for view, more in (
        ("season", {}),
        ("team", {"team": team(season, "A").pk}),
        ("game", {"game": game(season, "g4").pk}),
    ):
        response = client.get(address(season, view, **more))
        assert response.status_code == 302
        assert response["Location"].startswith("/sign-in/")


def test_the_list_is_told_of_changes_and_otherwise_nothing(client, season):
    sign_in(client, season, Role.DIRECTOR)
    url = address(season, "team", team=team(season, "A").pk)
    seen = client.get(url).context["version"]
    headers = {"HX-Request": "true"}
    assert client.get(url, {"seen": seen}, headers=headers).status_code == 204
    season.games.filter(key="g5").update(outcome="played", score_home=1, score_away=0, report_state="verified")
    recompute.request(season=season, teams=[team(season, "A").pk])
    recompute_pending()
    newer = client.get(url, {"seen": seen}, headers=headers)
    assert newer.status_code == 200
    assert "<html" not in newer.text


@pytest.mark.parametrize(("key", "told_by"), [("g3", "Suspensions from this game"), ("g4", "Who may not play")])
def test_the_page_of_a_game_follows_when_a_worker_has_ruled(client, season, key, told_by):
    sign_in(client, season, Role.DIRECTOR)
    kwargs = {"league": season.league.slug, "season": season.slug, "game": game(season, key).pk}
    url = reverse("league:game", kwargs=kwargs)
    seen = client.get(url).context["version"]
    headers = {"HX-Request": "true"}
    assert client.get(url, {"seen": seen}, headers=headers).status_code == 204
    season.games.filter(key="g5").update(outcome="played", score_home=1, score_away=0, report_state="verified")
    recompute.request(season=season, teams=[team(season, "A").pk])
    recompute_pending()
    newer = client.get(url, {"seen": seen}, headers=headers)
    assert newer.status_code == 200
    assert told_by in newer.text


# ---------------------------------------------------------------- who may not play tonight


def test_officials_read_that_somebody_may_not_play_in_both_teams(client, season):
    sign_in(client, season, Role.OFFICIAL)
    response = client.get(address(season, "game", game=game(season, "g4").pk))
    assert [(side.team.key, told(side)) for side in response.context["sides"]] == [
        ("A", [("Quillan Zyxwort", 1, [], None)]),
        ("B", []),
    ]


def test_an_opponent_reads_a_number_and_neither_name_nor_reason(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "B")
    response = client.get(address(season, "game", game=game(season, "g4").pk))
    assert told(response.context["sides"][0]) == [("No. 1", 1, [], None)]
    assert "Quillan" not in response.text
    assert "games left" not in response.text


def test_the_own_team_reads_its_reasons_there_too(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "A")
    response = client.get(address(season, "game", game=game(season, "g4").pk))
    assert told(response.context["sides"][0]) == [("Quillan Zyxwort", 1, ["2 games left of 2 (4.4)."], "g6")]


# ---------------------------------------------------------------- the season's suspensions


@pytest.mark.parametrize(
    ("role", "key", "expected"),
    [
        (Role.DIRECTOR, None, ["A-1", "C-1"]),
        (Role.STATISTICIAN, None, ["A-1", "C-1"]),
        (Role.TEAM_REPRESENTATIVE, "A", ["A-1"]),
        (Role.TEAM_REPRESENTATIVE, "C", ["C-1"]),
        (Role.TEAM_REPRESENTATIVE, "B", []),
    ],
)
def test_each_reads_what_concerns_them(client, season, role, key, expected):
    sign_in(client, season, role, key)
    response = client.get(address(season, "season"), {"show": "all"})
    assert [line["row"].person.key for line in response.context["lines"]] == expected


def test_a_president_reads_the_associations_teams(client, db):
    document = season_file(["A 3-2 B", "A v B"], teams=2)
    people(document)
    fight(document["games"][0], "A", "A-1")
    fight(document["games"][0], "B", "B-1", 2)
    document["associations"] = [{"id": "nf", "name": "North Fork"}]
    document["teams"][0]["association"] = "nf"
    season = imported(document)
    client.force_login(
        factories.member(Role.ASSOCIATION_PRESIDENT, season.league, association=season.associations.get())
    )
    response = client.get(address(season, "season"))
    assert [line["row"].person.key for line in response.context["lines"]] == ["A-1"]


def test_an_official_has_no_list_of_suspensions(client, season):
    sign_in(client, season, Role.OFFICIAL)
    assert client.get(address(season, "season")).status_code == 403


# ---------------------------------------------------------------- constant queries


def crowd(fighters):
    """A season in which so many people of A fought in its last game."""
    document = season_file(["A 3-2 B", "B v A", "A v B", "B v A"], teams=2)
    people(document, each=max(fighters, 1))
    for number in range(1, fighters + 1):
        fight(document["games"][0], "A", f"A-{number}", number)
    return imported(document)


@pytest.mark.parametrize("fighters", [1, 7])
@pytest.mark.parametrize(
    ("view", "queries"),
    [("season", 8), ("team", 10), ("game", 10)],
)
def test_every_list_takes_the_same_queries_for_one_and_for_many(
    client, db, fighters, view, queries, django_assert_num_queries
):
    season = crowd(fighters)
    sign_in(client, season, Role.DIRECTOR)
    more = {"team": {"team": team(season, "A").pk}, "game": {"game": game(season, "g2").pk}}.get(view, {})
    url = address(season, view, **more)
    client.get(url)
    with django_assert_num_queries(queries):
        response = client.get(url)
    assert response.text.count("Player A") >= fighters


@pytest.mark.parametrize("fighters", [1, 40])
def test_a_teams_list_is_read_from_the_snapshot_in_five_queries(db, fighters, clock, django_assert_num_queries):
    season = crowd(fighters)
    clock.now = game(season, "g2").starts  # the first game from which they are kept
    who = factories.member(Role.DIRECTOR, season.league)
    asked = RequestFactory().get("/")
    asked.access = Access(who)
    asked.place = Place(season.league, season, team(season, "A").division, team(season, "A"))
    assert len(asked.access.memberships) == 1  # asked for once on every page
    of_team = asked.place.team
    with django_assert_num_queries(5):
        listed = lists.do_not_dress(asked, of_team, season)
    assert len(listed["next"].people) == fighters


# ---------------------------------------------------------------- what the lists say of somebody


def test_the_next_games_list_tells_number_role_and_what_is_left(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "A")
    response = client.get(address(season, "team", team=team(season, "A").pk))
    (absent,) = response.context["next"].people
    assert (absent.number, absent.role, absent.left) == (1, "Skater", ["2 of 2 games left"])
    assert "2 of 2 games left</span>" in response.text


def test_who_reads_no_reasons_reads_nothing_of_what_is_left(client, season):
    sign_in(client, season, Role.OFFICIAL)
    response = client.get(address(season, "team", team=team(season, "A").pk))
    (absent,) = response.context["next"].people
    assert (absent.role, absent.left) == ("Skater", [])
    assert "May return" not in response.text


def test_the_list_of_suspensions_keeps_itself_current(client, season):
    sign_in(client, season, Role.DIRECTOR)
    url = address(season, "season")
    shown = client.get(url, {"show": "all"})
    assert f'hx-get="{url}?show=all"' in shown.text
    headers = {"HX-Request": "true"}
    seen = {"seen": shown.context["version"], "show": "all"}
    assert client.get(url, seen, headers=headers).status_code == 204
    recompute.request(season=season, people=[season.season_people.get(person__key="A-1").person_id])
    recompute_pending()
    newer = client.get(url, seen, headers=headers)
    assert newer.status_code == 200
    assert "<html" not in newer.text
    assert "Quillan Zyxwort" in newer.text
