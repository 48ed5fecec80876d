"""Editing a round's pairings, the list of games to place, and what changed between versions."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Game, Role, Season, User
from league.services.errors import Conflict, Refused
from scheduling.models import Round, RoundGame
from scheduling.services.pairing_edits import add_pairing, change_pairing, remove_pairing
from tests import factories
from tests.scheduling.test_publishing import fill, published
from tests.scheduling.test_rounds import made, officer, season, team, url  # noqa: F401

pytestmark = pytest.mark.django_db
TEAMS = ("Otters", "Lynx", "Terns", "Owls")


def drafted(made: Round) -> RoundGame:  # noqa: F811
    return RoundGame.objects.filter(round=made).order_by("pk")[0]


@pytest.mark.clause("mn-district-9", "3.2")
def test_swapping_takes_the_former_home_teams_ice_off(made: Round, officer: User) -> None:  # noqa: F811
    fill(made, officer, *TEAMS)
    made.refresh_from_db()
    game = drafted(made)
    home, away = game.home, game.away
    assert game.is_set
    change_pairing(round=made, key=game.key, home=away, away=home, version=made.version, by=officer)
    game.refresh_from_db()
    assert (game.home, game.away, game.starts, game.venue) == (away, home, None, None)
    entry = AuditEntry.objects.get(action="change-pairing")
    assert (entry.before["home"], entry.after["home"]) == (home.key, away.key)
    with pytest.raises(Conflict):  # what was seen is older
        change_pairing(round=made, key=game.key, home=home, away=away, version=made.version, by=officer)


def test_another_visitor_keeps_the_ice_where_nothing_is_against_it(made: Round, officer: User) -> None:  # noqa: F811
    fill(made, officer, *TEAMS)
    made.refresh_from_db()
    game = drafted(made)
    other = next(team(name) for name in TEAMS if team(name) not in (game.home, game.away))
    taken = RoundGame.objects.filter(round=made, home=other).order_by("pk")[0]
    game.starts, game.ends = taken.starts, taken.ends  # at the very time at which the other is at home
    game.save()
    with pytest.raises(Refused) as no:
        change_pairing(round=made, key=game.key, home=game.home, away=other, version=made.version, by=officer)
    assert {finding.severity for finding in no.value.findings} == {"refuse"}
    game.refresh_from_db()
    assert game.away != other


def test_everything_wrong_is_told_at_once(season: Season, made: Round, officer: User) -> None:  # noqa: F811
    stranger = factories.team(division=factories.division(season=season, name="Peewee"), name="Mice")
    division = season.divisions.get(name="Bantam A")
    with pytest.raises(Refused) as no:
        add_pairing(round=made, division=division, home=stranger, away=stranger, version=made.version, by=officer)
    assert [finding.code for finding in no.value.findings] == ["itself", "elsewhere", "elsewhere"]


def test_published_games_are_left_to_their_own_pages(made: Round, officer: User) -> None:  # noqa: F811
    fill(made, officer, *TEAMS)
    published(made, officer)
    made.refresh_from_db()
    game = drafted(made)
    for step in (
        lambda: change_pairing(
            round=made, key=game.key, home=game.away, away=game.home, version=made.version, by=officer
        ),
        lambda: remove_pairing(round=made, key=game.key, version=made.version, by=officer),
    ):
        with pytest.raises(Refused) as no:
            step()
        assert [finding.code for finding in no.value.findings] == ["published"]


def test_the_page_changes_adds_takes_out_and_pairs_again(client: Client, made: Round, officer: User) -> None:  # noqa: F811
    client.force_login(officer)
    address = url("round_pairings", made)
    game = drafted(made)

    def send(query: str = "", **values: Any) -> Any:
        made.refresh_from_db()
        return client.post(f"{address}{query}", {"version": made.version} | values)

    sides = {"home": game.away_id, "away": game.home_id}
    assert send(f"?game={game.key}", step="change", **sides).status_code == 302
    page = client.get(address).content.decode()
    assert "where each team plays" not in page
    assert send(step="add", home=team("Lynx").pk, away=team("Owls").pk).status_code == 302
    page = client.get(address).content.decode()
    assert page.count("4 games where each team plays 3") == 2
    refused = send(step="add", home=team("Lynx").pk, away=team("Lynx").pk)
    assert refused.status_code == 200
    assert "A team can&#x27;t play against itself" in refused.content.decode()
    assert send(f"?game={game.key}", step="remove").status_code == 302
    assert RoundGame.objects.filter(round=made).count() == 6
    assert send(step="again", games=6).status_code == 302
    assert RoundGame.objects.filter(round=made).count() == 12
    odd = [
        send(f"?game={game.key}", step="remove"),
        send(step="again", games=0),
        send(step="nonsense"),
        client.post(address, {"step": "remove"}),
        client.post(address, {"step": "change", "version": "x", "home": "x"}),
        send("?of=x&game=x", step="change", home=team("Lynx").pk, away=team("Owls").pk),
    ]
    assert {answer.status_code for answer in odd} == {200}
    assert RoundGame.objects.filter(round=made).count() == 12


@pytest.mark.clause("mn-district-9", "3.2")
def test_the_list_has_a_sheet_for_every_team_and_coaches_get_their_own(
    client: Client, season: Season, made: Round, officer: User  # noqa: F811
) -> None:  # fmt: skip
    client.force_login(officer)
    page = client.get(url("round_list", made)).content.decode()
    assert page.count('<section class="sheet">') == 4
    coach = factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team("Lynx"))
    client.force_login(coach)
    page = client.get(url("round_list", made)).content.decode()
    assert page.count('<section class="sheet">') == 1
    assert "<h2>Lynx" in page


@pytest.mark.parametrize(("name", "queries"), [("round_pairings", 10), ("round_list", 7), ("round_versions", 6)])
def test_round_pages_take_as_many_queries_for_one_team_as_for_many(
    client: Client, season: Season, made: Round, officer: User, name: str, queries: int  # noqa: F811
) -> None:  # fmt: skip
    client.force_login(officer)
    division = season.divisions.get()

    def number() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url(name, made)).status_code == 200
        return len(captured)

    few, lynx = number(), team("Lynx")
    for added in factories.teams(6, division=division):
        RoundGame.objects.create(round=made, division=division, home=added, away=lynx)
        made.teams.create(team=added)
    assert number() == few == queries


def test_versions_show_what_changed_between_any_two(client: Client, made: Round, officer: User) -> None:  # noqa: F811
    client.force_login(officer)
    assert "Nothing is published yet" in client.get(url("round_versions", made)).content.decode()
    fill(made, officer, *TEAMS)
    published(made, officer)
    game = drafted(made)
    first = game.starts
    assert first is not None
    for days in (21, 28):
        moved = first + dt.timedelta(days=days)
        RoundGame.objects.filter(pk=game.pk).update(starts=moved, ends=None)
        Round.objects.filter(pk=made.pk).update(version=F("version") + 1)
        published(Round.objects.select_related("season__league", "season__rulebook").get(pk=made.pk), officer)
    page = client.get(url("round_versions", made) + "?from=1&to=3").content.decode()
    assert page.count('<th scope="row" class="key"><a') == 1
    assert "From version 1 to 3" in page
    page = client.get(url("round_versions", made) + "?from=0&to=3").content.decode()
    assert page.count('<th scope="row" class="key"><a') == Game.objects.count() == 6
    for odd in ("?from=9&to=-1", "?from=x", "?from=3&to=1", "?to=0"):
        assert client.get(url("round_versions", made) + odd).status_code == 200
