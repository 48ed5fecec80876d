"""An administrator adds several records at once, changes and removes them; nothing typed is lost."""

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import Association, AuditEntry, Division, RecomputeRequest, Role, Season, Team, Venue
from league.services.editing import state_of
from league.services.setup_records import DIVISIONS, TEAMS
from rulings.services import recompute_pending
from standings.models import StandingsSnapshot
from tests import factories

pytestmark = pytest.mark.django_db


def at(season: Season, *parts: object) -> str:
    return "/".join(["", "leagues", season.league.slug, season.slug, "setup", *map(str, parts), ""])


def test_divisions_are_added_one_a_line_with_the_books_usual_days(client: Client, season: Season) -> None:
    page = client.get(at(season, "divisions"))
    assert page.context["form"].initial == {
        "window_start": dt.date(2014, 10, 30),
        "window_end": dt.date(2015, 2, 1),
    }
    typed = {"names": "Bantam A\n\n Bantam  B \n", "level": "bantam", "checking": "true", "window_start": "2014-10-30"}
    answer = client.post(at(season, "divisions"), typed, follow=True)
    assert [(row.name, row.level, row.checking) for row in Division.objects.all()] == [
        ("Bantam A", "bantam", True),
        ("Bantam B", "bantam", True),
    ]
    assert "2 are added." in answer.text
    assert [entry.action for entry in AuditEntry.objects.all() if entry.season_id == season.pk] == ["add-division"] * 2
    assert RecomputeRequest.objects.filter(kind="division").count() == 2


def test_a_name_that_is_there_adds_nothing_and_keeps_what_was_typed(client: Client, season: Season) -> None:
    factories.association(season=season, name="North Fork")
    answer = client.post(at(season, "associations"), {"names": "South Fork\nnorth fork\nEast\neast"})
    assert answer.text.count("is there already") >= 2
    assert "South Fork\nnorth fork" in answer.text
    assert Association.objects.count() == 1


def test_teams_of_one_name_are_kept_apart_by_division(client: Client, season: Season) -> None:
    bantam, peewee = factories.division(season=season), factories.division(season=season, name="Peewee B")
    for division in (bantam, peewee):
        client.post(at(season, "teams"), {"names": "Lynx", "division": division.pk})
    assert [(team.name, team.division) for team in Team.objects.all()] == [("Lynx", bantam), ("Lynx", peewee)]


def test_a_division_of_another_season_is_no_choice(client: Client, season: Season) -> None:
    other = factories.division()
    answer = client.post(at(season, "teams"), {"names": "Lynx", "division": other.pk})
    assert "Select a valid choice" in answer.text
    assert not Team.objects.exists()


def test_a_change_is_saved_audited_and_asks_for_new_tables(client: Client, season: Season) -> None:
    division = factories.division(season=season)
    team = factories.team(division=division, name="Lynx")
    page = at(season, "divisions", division.pk)
    seen = client.get(page).context["form"].initial["seen"]
    client.post(page, {"name": "Bantam AA", "level": "bantam", "checking": "false", "seen": seen})
    division.refresh_from_db()
    assert (division.name, division.checking, division.window_start) == ("Bantam AA", False, None)
    entry = AuditEntry.objects.get(action="change-division")
    assert (entry.before["name"], entry.after["name"]) == ("Bantam A", "Bantam AA")
    requests = set(RecomputeRequest.objects.values_list("kind", "target_id"))
    assert requests == {("division", division.pk), ("team", team.pk)}


def test_the_second_of_two_who_change_one_team_sees_both_and_saves_again(client: Client, season: Season) -> None:
    team = factories.team(division=factories.division(season=season), name="Lynx")
    page = at(season, "teams", team.pk)
    seen = client.get(page).context["form"].initial["seen"]
    Team.objects.filter(pk=team.pk).update(name="Otters")
    typed = {"name": "Herons", "division": team.division_id, "colours": "blue", "omit": "2014-12-13"}
    answer = client.post(page, typed | {"seen": seen})
    assert "Somebody else changed this meanwhile" in answer.text
    assert {"Otters", "Herons"} <= {row[side] for row in answer.context["conflict"] for side in ("left", "right")}
    team.refresh_from_db()
    assert team.name == "Otters"
    client.post(page, typed | {"seen": answer.context["form"]["seen"].value()})
    team.refresh_from_db()
    assert (team.name, team.omit) == ("Herons", [dt.date(2014, 12, 13)])


def test_a_forged_state_is_a_conflict_and_no_error(client: Client, season: Season) -> None:
    division = factories.division(season=season)
    answer = client.post(at(season, "divisions", division.pk), {"name": "X", "level": "bantam", "seen": "0" * 64})
    assert "Somebody else changed this meanwhile" in answer.text
    assert state_of(division, *DIVISIONS.fields) == answer.context["form"]["seen"].value()


def test_only_what_nothing_hangs_on_is_removed(client: Client, season: Season) -> None:
    division = factories.division(season=season)
    team = factories.team(division=division, name="Lynx")
    answer = client.post(at(season, "divisions", division.pk, "remove"), follow=True)
    assert "still used by its teams" in answer.text
    client.post(at(season, "teams", team.pk, "remove"))
    client.post(at(season, "divisions", division.pk, "remove"))
    assert not Division.objects.exists()
    removed = AuditEntry.objects.filter(action__startswith="remove").order_by("pk")
    assert [(entry.action, entry.target_id) for entry in removed] == [
        ("remove-team", str(team.pk)),
        ("remove-division", str(division.pk)),
    ]


def test_a_division_goes_with_the_table_that_the_workers_made_of_it(client: Client, season: Season) -> None:
    client.post(at(season, "divisions"), {"names": "Bantam A", "level": "bantam"})
    recompute_pending()
    division = Division.objects.get()
    assert StandingsSnapshot.objects.filter(division=division).exists()
    client.post(at(season, "divisions", division.pk, "remove"))
    assert not Division.objects.exists()


def test_rinks_take_address_and_web_page_on_their_line(client: Client, season: Season) -> None:
    page = f"/leagues/{season.league.slug}/setup/rinks/"
    wrong = client.post(page, {"names": "Ice Hall; 1 Main St; nonsense page\nPond"})
    assert "the last part is no web page" in wrong.text
    client.post(page, {"names": "Ice Hall; 1 Main St; example.org/ice\nPond\nBarn\t2 Side St"})
    assert list(Venue.objects.values_list("name", "address", "url")) == [
        ("Ice Hall", "1 Main St", "https://example.org/ice"),
        ("Pond", "", ""),
        ("Barn", "2 Side St", ""),
    ]
    rink = Venue.objects.get(name="Pond")
    seen = client.get(f"{page}{rink.pk}/").context["form"].initial["seen"]
    client.post(f"{page}{rink.pk}/", {"name": "Old Pond", "seen": seen})
    assert Venue.objects.filter(name="Old Pond").exists()


def test_a_list_takes_the_same_queries_for_few_and_many(
    client: Client, season: Season, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    division = factories.division(season=season)
    factories.team(division=division, association=factories.association(season=season))
    client.get(at(season, "teams"))
    with django_assert_num_queries(8):
        client.get(at(season, "teams"))
    for number in range(20):
        association = factories.association(season=season, name=f"Town {number}")
        factories.team(division=division, name=f"Team {number}", association=association)
    with django_assert_num_queries(8):
        client.get(at(season, "teams"))


def test_records_of_another_season_are_not_found(client: Client, season: Season) -> None:
    other = factories.team()
    assert client.get(at(season, "teams", other.pk)).status_code == 404
    assert client.post(at(season, "teams", other.pk, "remove")).status_code == 404
    assert client.get(at(season, "teams", 10**30)).status_code == 404
    assert TEAMS.noun == "team"


@pytest.mark.parametrize("role", [None, Role.STATISTICIAN, Role.DIRECTOR, Role.OFFICIAL])
def test_nobody_else_gets_there(season: Season, role: Role | None) -> None:
    visitor = Client()
    visitor.force_login(factories.member(role, season.league) if role else factories.user())
    for page in ("divisions", "associations", "teams", "rosters", "games", "season"):
        assert visitor.get(at(season, page)).status_code == 403
        assert visitor.post(at(season, page), {"names": "X"}).status_code == 403
    assert not Association.objects.exists()
