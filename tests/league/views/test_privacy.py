"""Shows that no page tells the public, or a stranger, the name of somebody who plays, nor that they are suspended.

Unmistakable names are planted wherever a name can stand: on rosters, sheets, in suspensions, notes and reasons.
"""

import pytest
from django.urls import reverse

from discipline.models import Suspension
from league.models import Person, Role
from tests import factories
from tests.seasons import fight, imported, people, season_file

PLANTED = "Zyxwort"


@pytest.fixture
def season(db):
    """A youth season in which everybody, and every remark, bears the planted name; somebody is suspended."""
    document = season_file(["A 3-2 B", "B 4-1 A", "A v B"], teams=2)
    people(document, each=3, name=f"{PLANTED} {{team}}{{number}}")
    game = document["games"][0]
    fight(game, "A", "A-1")
    fight(document["games"][1], "A", "A-1")
    for penalty in game["penalties"]:
        penalty |= {"note": f"{PLANTED} began it", "served_by": "A-2"}
    game["lineup"] = {"home": ["A-1", "A-2"], "away": ["B-1"]}
    document["decisions"] = [{"on": "g1-fight-1", "date": "2014-11-02", "games": 3, "reason": f"{PLANTED} was severe"}]
    return imported(document)


def addresses(season):
    """Every page of these apps that anybody may open."""
    of_season = {"league": season.league.slug, "season": season.slug}
    division = {"division": season.divisions.get().pk}
    yield "/"
    yield reverse("league:league", kwargs={"league": season.league.slug})
    for view in ("league:season", "league:games", "standings:season"):
        yield reverse(view, kwargs=of_season)
    for view in ("standings:division", "standings:why"):
        yield reverse(view, kwargs=of_season | division)
    for game in season.games.all():
        yield reverse("league:game", kwargs=of_season | {"game": game.pk})
    for team in season.teams.all():
        yield reverse("league:team", kwargs=of_season | {"team": team.pk})


def closed(season):
    """Every page of these apps about somebody's suspension."""
    of_season = {"league": season.league.slug, "season": season.slug}
    yield reverse("discipline:season", kwargs=of_season)
    for team in season.teams.all():
        yield reverse("discipline:team", kwargs=of_season | {"team": team.pk})
    for game in season.games.all():
        yield reverse("discipline:game", kwargs=of_season | {"game": game.pk})
    for suspension in Suspension.objects.all():
        yield reverse("discipline:suspension", kwargs=of_season | {"suspension": suspension.pk})


def strangers(season):
    """Nobody signed in, somebody without a role, an officer of another league."""
    return [None, factories.user(), factories.member(Role.DIRECTOR, factories.league())]


def test_the_names_are_planted_where_they_could_be_told(client, season):
    assert Person.objects.filter(name__startswith=PLANTED).count() == 6
    assert Suspension.objects.count() == 2
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    read = [url for url in [*addresses(season), *closed(season)] if PLANTED in client.get(url).text]
    assert len(read) >= 8


def test_no_public_page_tells_strangers_a_name_or_a_suspension(client, season):
    for visitor in strangers(season):
        client.logout()
        if visitor is not None:
            client.force_login(visitor)
        for url in addresses(season):
            response = client.get(url)
            assert response.status_code == 200, url
            assert PLANTED not in response.text, url
            assert "suspen" not in response.text.lower(), url
            assert "May not dress" not in response.text, url
        for day in ("2014-11-05", "2014-12-01"):
            table = next(url for url in addresses(season) if url.endswith("/standings/"))
            assert PLANTED not in client.get(table, {"as_of": day}).text


def test_no_page_about_suspensions_opens_to_strangers(client, season):
    for visitor in strangers(season):
        client.logout()
        if visitor is not None:
            client.force_login(visitor)
        for url in closed(season):
            response = client.get(url)
            assert response.status_code in {302, 403, 404}, url
            assert PLANTED not in response.text, url


def test_an_opponent_reads_no_name_of_the_other_team(client, season):
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=season.teams.get(key="B")))
    for url in [*addresses(season), *closed(season)]:
        text = client.get(url).text
        assert f"{PLANTED} A" not in text, url
        assert f"{PLANTED} was severe" not in text, url
        assert f"{PLANTED} began it" not in text, url


def test_an_adult_leagues_choice_opens_names_and_never_suspensions(client, db):
    document = season_file(["A 3-2 B", "A v B"], teams=2, level="adult")
    people(document, name=f"{PLANTED} {{team}}{{number}}")
    fight(document["games"][0], "A", "A-1")
    season = imported(document)
    url = reverse(
        "league:game",
        kwargs={"league": "d9", "season": season.slug, "game": season.games.get(key="g1").pk},
    )
    assert PLANTED not in client.get(url).text
    season.league.names_public = True
    season.league.save()
    assert f"{PLANTED} A1" in client.get(url).text
    assert "Suspensions from this game" not in client.get(url).text
    assert all(client.get(closed_url).status_code == 302 for closed_url in closed(season))
