"""Shows the pages on which officers make a table final, reopen it and record a coin flip."""

import pytest
from django.urls import reverse

from league.models import Role
from standings.models import CoinFlip, FinalTable
from tests import factories
from tests.seasons import imported, season_file


def address(season, view):
    kwargs = {"league": season.league.slug, "season": season.slug, "division": season.divisions.get().pk}
    return reverse(f"standings:{view}", kwargs=kwargs)


@pytest.fixture
def level_season(db):
    """Two teams that only a coin flip can part, all games played."""
    return imported(season_file(["A 1-1 B", "B 1-1 A"], teams=2))


def sign_in(client, season, role):
    client.force_login(factories.member(role, season.league))


@pytest.mark.clause("mn-district-9", "5.4")
def test_a_statistician_makes_a_table_final_and_reopens_it(client, level_season):
    sign_in(client, level_season, Role.STATISTICIAN)
    asked = client.get(address(level_season, "freeze"))
    assert [finding.code for finding in asked.context["findings"]] == ["flip-needed"]
    assert "Make it final" in asked.text
    response = client.post(address(level_season, "freeze"))
    assert (response.status_code, response["Location"]) == (302, address(level_season, "division"))
    again = client.post(address(level_season, "freeze"))
    assert again.status_code == 409
    assert [finding.code for finding in again.context["findings"]] == ["final-already"]
    assert client.post(address(level_season, "reopen"), {"reason": ""}).status_code == 200
    assert FinalTable.objects.filter(reopened_at__isnull=True).count() == 1
    assert client.post(address(level_season, "reopen"), {"reason": "g1 was replayed"}).status_code == 302
    assert FinalTable.objects.get().reason == "g1 was replayed"
    assert "g1 was replayed" in client.get(address(level_season, "freeze")).text


@pytest.mark.clause("mn-district-9", "5.4")
def test_games_to_come_are_said_on_the_page_that_would_freeze(client, db):
    season = imported(season_file(["A 3-2 B", "A v B"], teams=2))
    sign_in(client, season, Role.STATISTICIAN)
    for response in (client.get(address(season, "freeze")), client.post(address(season, "freeze"))):
        assert [finding.message for finding in response.context["findings"]] == ["1 game is still to be played"]
        assert "Make it final" not in response.text
    assert not FinalTable.objects.exists()


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_director_records_a_flip_between_two(client, level_season):
    sign_in(client, level_season, Role.DIRECTOR)
    assert "Winner" in client.get(address(level_season, "flip")).text
    sent = {"place_1": "B", "date": "2015-02-02", "official": "Ida Frost", "witness": "Ole Berg"}
    response = client.post(address(level_season, "flip"), sent)
    assert (response.status_code, response["Location"]) == (302, address(level_season, "division"))
    flip = CoinFlip.objects.get()
    assert (flip.winner, flip.among, flip.official, flip.witness) == ("B", ["A", "B"], "Ida Frost", "Ole Berg")


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"place_1": "Z", "date": "2015-02-02", "official": "Ida Frost", "witness": "Ole Berg"},
        {"place_1": "A", "date": "2015-02-30", "official": "Ida Frost", "witness": "Ole Berg"},
        {"place_1": "A", "date": "2999-02-02", "official": "Ida Frost", "witness": "Ole Berg"},
        {"place_1": "A", "date": "2015-02-02", "official": "Ida Frost", "witness": "Ida Frost"},
        {"place_1": "A", "date": "2015-02-02", "official": "x" * 201, "witness": "\x00"},
    ],
)
def test_a_flip_that_is_not_whole_keeps_what_was_typed(client, level_season, sent):
    sign_in(client, level_season, Role.DIRECTOR)
    response = client.post(address(level_season, "flip"), sent)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert not CoinFlip.objects.exists()


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_flip_among_four_asks_for_every_place_and_each_team_once(client, db):
    season = imported(season_file(["A 1-1 B", "C 1-1 D", "B 1-1 A", "D 1-1 C"]))
    sign_in(client, season, Role.DIRECTOR)
    for wrong in ("7", "-1", "x", "", "\N{SUPERSCRIPT TWO}", "9" * 5000):
        assert client.get(address(season, "flip"), {"set": wrong}).status_code == 404
    sent = {"date": "2015-02-02", "official": "Ida Frost", "witness": "Ole Berg"}
    places = {f"place_{number}": key for number, key in enumerate("CADD", start=1)}
    assert client.post(address(season, "flip"), sent | places).status_code == 200
    places["place_4"] = "B"
    assert client.post(address(season, "flip"), sent | places).status_code == 302
    assert CoinFlip.objects.get().order == ["C", "A", "D", "B"]


def test_without_a_tie_there_is_nothing_to_flip(client, db):
    season = imported(season_file(["A 3-2 B"], teams=2))
    sign_in(client, season, Role.DIRECTOR)
    assert "No teams wait for a coin flip" in client.get(address(season, "flip")).text
    assert client.post(address(season, "flip"), {"place_1": "A"}).status_code == 200
    assert not CoinFlip.objects.exists()


@pytest.mark.parametrize(
    ("view", "role", "status"),
    [
        ("freeze", Role.DIRECTOR, 403),
        ("freeze", Role.OFFICIAL, 403),
        ("reopen", Role.DIRECTOR, 403),
        ("flip", Role.STATISTICIAN, 200),
        ("flip", Role.OFFICIAL, 403),
    ],
)
def test_who_may_do_what(client, level_season, view, role, status):
    sign_in(client, level_season, role)
    assert client.get(address(level_season, view)).status_code == status
