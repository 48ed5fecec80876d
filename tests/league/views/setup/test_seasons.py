"""A league and its seasons are set up in the browser: opened, copied, changed, published."""

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import AuditEntry, Game, League, RecomputeRequest, Role, RosterSpot, RuleBookVersion, Season
from tests import factories

pytestmark = pytest.mark.django_db

TYPED = {
    "name": "2015-16",
    "starts": "2015-10-29",
    "ends": "2016-03-13",
    "timezone": "America/Chicago",
    "blocked": "2015-12-25, 2016-01-01",
}


def league_page(league: League, *parts: str) -> str:
    return "/".join(["", "leagues", league.slug, "setup", *parts, ""])


def season_page(season: Season, *parts: str) -> str:
    return "/".join(["", "leagues", season.league.slug, season.slug, "setup", *parts, ""])


def test_a_season_is_opened_from_nothing_and_members_see_it_first(
    client: Client, season: Season, rulebook: RuleBookVersion
) -> None:
    page = league_page(season.league, "seasons", "new")
    assert "District 9" in client.get(page).text
    answer = client.post(page, TYPED | {"rulebook": rulebook.pk}, follow=True)
    made = Season.objects.get(slug="2015-16")
    assert (made.published, made.rulebook, made.blocked) == (
        False,
        rulebook,
        [dt.date(2015, 12, 25), dt.date(2016, 1, 1)],
    )
    assert "Next:" in answer.text
    assert AuditEntry.objects.get(action="create-season").after["slug"] == "2015-16"
    assert Client().get(f"/leagues/{season.league.slug}/2015-16/").status_code == 302


def test_everything_wrong_with_a_season_is_said_at_once(
    client: Client, season: Season, rulebook: RuleBookVersion
) -> None:
    typed = TYPED | {
        "rulebook": rulebook.pk, "slug": "setup", "ends": "2015-10-01", "championship": "2015-09-01", "blocked": "",
    }  # fmt: skip
    answer = client.post(league_page(season.league, "seasons", "new"), typed)
    assert set(answer.context["form"].errors) == {"slug", "ends", "championship"}
    unreadable = client.post(
        league_page(season.league, "seasons", "new"), {"blocked": "2015-13-01 tomorrow", "slug": "a b"}
    )
    assert set(unreadable.context["form"].errors) == {"name", "rulebook", "timezone", "blocked", "slug"}
    assert Season.objects.count() == 1


def test_a_copy_takes_teams_and_rosters_but_no_games(client: Client, season: Season, rulebook: RuleBookVersion) -> None:
    town = factories.association(season=season)
    division = factories.division(season=season)
    otters = factories.team(division=division, association=town, name="Otters", omit=[dt.date(2014, 12, 13)])
    lynx = factories.team(division=division, name="Lynx")
    stays = factories.player(otters, number=7)
    factories.player(otters, number=9, ends=dt.date(2014, 12, 1))
    factories.game(home=otters, away=lynx)
    typed = TYPED | {"rulebook": rulebook.pk, "copy_from": season.pk, "with_rosters": "on"}
    client.post(league_page(season.league, "seasons", "new"), typed)
    made = Season.objects.get(slug="2015-16")
    copy = made.divisions.get()
    assert (copy.key, copy.window_start, copy.window_end) == (division.key, dt.date(2015, 10, 30), dt.date(2016, 2, 1))
    assert [(team.name, team.division, team.association and team.association.name) for team in made.teams.all()] == [
        ("Otters", copy, "North Fork"),
        ("Lynx", copy, None),
    ]
    assert list(made.teams.values_list("omit", flat=True)) == [[], []]
    assert [(spot.person, spot.number) for spot in RosterSpot.objects.filter(team__season=made)] == [(stays, 7)]
    assert [row.person for row in made.season_people.all()] == [stays]
    assert not Game.objects.filter(season=made).exists()
    assert RecomputeRequest.objects.filter(season=made, kind="division", target_id=copy.pk).exists()


def test_a_season_of_another_league_cannot_be_copied(client: Client, season: Season, rulebook: RuleBookVersion) -> None:
    other = factories.season()
    answer = client.post(
        league_page(season.league, "seasons", "new"), TYPED | {"rulebook": rulebook.pk, "copy_from": other.pk}
    )
    assert set(answer.context["form"].errors) == {"copy_from"}


def test_changed_days_are_audited_and_recomputed(client: Client, season: Season) -> None:
    division = factories.division(season=season)
    page = season_page(season, "season")
    seen = client.get(page).context["form"].initial["seen"]
    typed = {"name": "2014-15", "slug": "winter", "timezone": "America/Chicago", "starts": "2014-10-30", "seen": seen}
    answer = client.post(page, typed)
    assert answer["Location"] == season_page(season, "season").replace("2014-15", "winter")
    season.refresh_from_db()
    assert (season.slug, season.ends) == ("winter", None)
    assert RecomputeRequest.objects.filter(target_id=division.pk, kind="division").exists()
    assert AuditEntry.objects.get(action="change-season").before["ends"] == "2015-03-15"


def test_the_second_of_two_who_change_a_season_sees_both(client: Client, season: Season) -> None:
    page = season_page(season, "season")
    seen = client.get(page).context["form"].initial["seen"]
    Season.objects.filter(pk=season.pk).update(name="Winter")
    answer = client.post(page, {"name": "Mine", "slug": season.slug, "timezone": "America/Chicago", "seen": seen})
    assert "Somebody else changed this meanwhile" in answer.text
    assert ("Winter", "Mine") in {
        (row["left"], row["right"]) for row in answer.context["conflict"] if row["label"] == "Name"
    }


def test_publishing_shows_the_season_and_takes_it_back(client: Client, season: Season) -> None:
    Season.objects.update(published=False)
    assert "Make it public" in client.get(season_page(season)).text
    client.post(season_page(season, "publish"), {"published": "yes"})
    assert Client().get(f"/leagues/{season.league.slug}/{season.slug}/").status_code == 200
    client.post(season_page(season, "publish"), {"published": "no"})
    season.refresh_from_db()
    assert not season.published
    assert list(AuditEntry.objects.filter(action__endswith="-season").values_list("action", flat=True)) == [
        "publish-season",
        "withdraw-season",
    ]


def test_a_league_chooses_what_adult_levels_show(client: Client, season: Season) -> None:
    league = season.league
    page = league_page(league)
    seen = client.get(page).context["form"].initial["seen"]
    typed = {"name": "Beer League", "names_public": "on", "language": "en", "seen": seen}
    client.post(page, typed)
    league.refresh_from_db()
    assert (league.name, league.names_public) == ("Beer League", True)
    assert AuditEntry.objects.get(action="change-league").after["names_public"] is True
    assert "Somebody else changed this meanwhile" in client.post(page, typed | {"name": "Other"}).text


def test_an_administrator_of_one_season_sets_up_that_season_only(season: Season) -> None:
    visitor = Client()
    visitor.force_login(factories.member(Role.ADMINISTRATOR, season.league, season=season))
    assert visitor.get(season_page(season)).status_code == 200
    assert visitor.get(league_page(season.league)).status_code == 403
    assert visitor.post(league_page(season.league, "seasons", "new"), TYPED).status_code == 403


def test_the_overview_says_what_is_done_in_constant_queries(
    client: Client, season: Season, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = season_page(season)
    client.get(page)
    with django_assert_num_queries(5):
        empty = client.get(page)
    assert empty.context["next"].title == "Divisions"
    division = factories.division(season=season)
    for number in range(8):
        factories.player(
            factories.team(division=division, name=f"Team {number}", association=factories.association(season=season))
        )
    with django_assert_num_queries(5):
        full = client.get(page)
    assert full.context["next"].title == "Games"
    assert "8 of 8 teams have a roster" in full.text


def test_who_runs_a_league_without_a_season_is_led_to_its_set_up() -> None:
    league = factories.league(slug="north", name="North League")
    visitor = Client()
    visitor.force_login(factories.member(Role.ADMINISTRATOR, league))
    assert league_page(league) in visitor.get("/").text
    assert league_page(league) in visitor.get("/leagues/north/").text
    assert league_page(league) not in Client().get("/leagues/north/").text
