"""Shows who reads early warnings: the player's own team, and nobody else."""

import pytest
from django.urls import reverse

from discipline import queries
from discipline.models import EarlyWarning
from discipline.services import people_with_records
from league.models import Role
from tests import factories
from tests.seasons import imported, people, season_file

PLAYER = "Quillan Zyxwort"


@pytest.fixture
def season(db):
    """By the adult book: A-1 has nine roughing minors, 18 minutes of 20."""
    document = season_file(["A 3-2 B", "A 1-0 C", "B v A"], teams=3, level="adult", rulebook="maha-adult")
    people(document)
    document["people"][0]["name"] = PLAYER
    for number, game in enumerate(document["games"][:2]):
        game["penalties"] = [
            {"id": f"{number}-{one}", "team": "A", "person": "A-1", "offence": "roughing", "class": "minor"}
            for one in range(5 - number)
        ]
    return imported(document)


def page_of(client, season, key):
    team = season.teams.get(key=key)
    kwargs = {"league": season.league.slug, "season": season.slug, "team": team.pk}
    return client.get(reverse("league:team", kwargs=kwargs))


def sign_in(client, season, role, key=None):
    fields = {"team": season.teams.get(key=key)} if key else {}
    client.force_login(factories.member(role, season.league, **fields))


def test_the_teams_representative_is_warned(client, season):
    sign_in(client, season, Role.TEAM_REPRESENTATIVE, "A")
    answer = page_of(client, season, "A")
    assert "18 minutes so far; at 20: suspended 2 games" in answer.text
    assert PLAYER in answer.text
    assert [row.person.key for row in queries.early_warnings(season.teams.get(key="A"))] == ["A-1"]
    assert list(queries.early_warnings(season.teams.get(key="B"))) == []


@pytest.mark.parametrize(
    ("role", "team"), [(Role.TEAM_REPRESENTATIVE, "B"), (Role.OFFICIAL, None), (Role.STATISTICIAN, None), (None, None)]
)
def test_nobody_else_reads_it(client, season, role, team):
    if role:
        sign_in(client, season, role, team)
    assert "minutes so far" not in page_of(client, season, "A").text


def test_somebody_with_minors_alone_is_ruled_on_where_the_book_adds_them_up(season):
    assert EarlyWarning.objects.get().person_id in people_with_records(season)
