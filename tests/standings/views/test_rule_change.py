"""Shows the page on which another rule book is tried on a season's tables: who may, what it shows, nothing stays."""

import datetime as dt
import re

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Role, RuleBookVersion
from league.rulebook.loader import shipped_text
from tests import factories
from tests.seasons import imported, season_file

GAMES = ["A 1-1 B", "B 1-1 A", "A 1-1 C", "C 4-1 B", "B 3-2 C"]


@pytest.fixture
def season(db):
    return imported(season_file(GAMES, teams=3))


@pytest.fixture
def statistician(client, season):
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    return client


def address(season):
    return reverse("standings:rule_change", kwargs={"league": season.league.slug, "season": season.slug})


def without_ties():
    """The district's book with nothing for a tie."""
    text, count = re.subn(r"(?m)^tie = 1$", "tie = 0", shipped_text("mn-hockey-fair-play"), count=1)
    assert count == 1
    return text


def told(response, season=0):
    (division,) = response.context["seasons"][season].divisions
    return [(row.rank, row.was, row.name, row.points_before, row.points) for row in division.found.rows]


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
def test_an_edited_book_shows_the_tables_that_it_would_make(statistician, season):
    response = statistician.post(address(season), {"text": without_ties()})
    assert response.context["tried"].slug == "mn-hockey-fair-play"
    assert {row[2]: row[3:] for row in told(response)} == {
        "Ashby Otters": ("6", "3"),
        "Brook Bears": ("8", "6"),
        "Cold Lake Cranes": ("6", "5"),
    }
    assert [row[2] for row in told(response)] == ["Cold Lake Cranes", "Brook Bears", "Ashby Otters"]


def test_the_same_version_changes_nothing(statistician, season):
    response = statistician.post(address(season), {"version": season.rulebook_id})
    assert [one.summary for one in response.context["seasons"][0].divisions] == ["Nothing changes."]


def test_a_book_with_faults_is_answered_with_all_of_them_and_stays_as_typed(statistician, season):
    text = without_ties().replace("tie = 0", "tie = 9\nnonsense = 1")
    response = statistician.post(address(season), {"text": text})
    assert len(response.context["findings"]) >= 2
    assert "seasons" not in response.context
    assert "nonsense = 1" in response.text


def test_a_file_is_read_into_the_form(statistician, season):
    file = SimpleUploadedFile("book.toml", without_ties().encode())
    response = statistician.post(address(season), {"file": file})
    assert len(response.context["seasons"]) == 1
    assert "tie = 0" in response.text


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a\x00b", b"x" * 500_000, b"= ="])
def test_a_file_that_is_no_book_is_refused_in_words(statistician, season, content):
    response = statistician.post(address(season), {"file": SimpleUploadedFile("book.toml", content)})
    assert response.status_code == 200
    assert "seasons" not in response.context
    assert response.context["form"].errors or response.context["findings"]


def test_nothing_chosen_is_said(statistician, season):
    assert "Choose a version, or give a text or a file." in statistician.post(address(season), {}).text


def test_a_versions_text_can_be_begun_with(statistician, season):
    text = statistician.get(address(season), {"edit": season.rulebook_id}).context["form"].initial["text"]
    assert text == RuleBookVersion.objects.get(pk=season.rulebook_id).text
    for odd in ("0", "x", "9" * 30, "\N{SUPERSCRIPT TWO}"):
        assert statistician.get(address(season), {"edit": odd}).context["form"].initial == {}


def test_last_seasons_tables_are_shown_too(statistician, season):
    earlier = factories.season(
        league=season.league, name="2013-14", slug="2013-14", starts=dt.date(2013, 10, 30), rulebook=season.rulebook
    )
    lynx, terns = (factories.team(division=factories.division(season=earlier), name=name) for name in ("Lynx", "Terns"))
    terns.division = lynx.division
    terns.save()
    factories.game(home=lynx, away=terns, score=(2, 2))
    response = statistician.post(address(season), {"text": without_ties()})
    assert [one.season.name for one in response.context["seasons"]] == ["2014-15", "2013-14"]
    assert {row[2]: row[3:] for row in told(response, season=1)} == {"Lynx": ("2", "1"), "Terns": ("2", "1")}


def test_trying_leaves_every_row_as_it_was(statistician, season):
    def rows():
        return {model._meta.label: model.objects.count() for model in apps.get_models()}

    before = rows()
    with CaptureQueriesContext(connection) as asked:
        statistician.post(address(season), {"text": without_ties()})
    assert {query["sql"].split()[0] for query in asked} <= {"SELECT", "DECLARE"}
    assert rows() == before


@pytest.mark.parametrize(
    ("role", "status"), [(Role.ADMINISTRATOR, 200), (Role.DIRECTOR, 403), (Role.TEAM_REPRESENTATIVE, 403)]
)
def test_who_may_try(client, season, role, status):
    more = {"team": season.teams.get(key="A")} if role == Role.TEAM_REPRESENTATIVE else {}
    client.force_login(factories.member(role, season.league, **more))
    assert client.get(address(season)).status_code == status


@pytest.mark.parametrize("divisions", [1, 4])
def test_trying_takes_the_same_queries_for_one_division_and_many(client, db, divisions, django_assert_num_queries):
    document = season_file([f"{home} 1-0 {away}" for home, away in ("AB", "CD", "EF", "GH")], teams=8)
    for number in range(1, divisions):
        document["divisions"].append({"id": f"d{number}", "name": f"Division {number}", "level": "peewee"})
        for team in document["teams"][number * 2 : number * 2 + 2]:
            team["division"] = f"d{number}"
        document["games"][number]["division"] = f"d{number}"
    season = imported(document)
    client.force_login(factories.member(Role.STATISTICIAN, season.league))
    client.get(address(season))
    with django_assert_num_queries(24):
        response = client.post(address(season), {"version": season.rulebook_id})
    assert len(response.context["seasons"][0].divisions) == divisions
