"""Shows the evening's list, the printed sheets and the code on them: who reads what, on which day."""

import datetime as dt
import io
import re
from types import SimpleNamespace

import pytest
from django.urls import reverse
from pypdf import PdfReader

from discipline.models import EveningLink
from discipline.services.evening import MOST, open_evening, revoke_evening
from discipline.views import evening as views
from league.core.tokens import hash_of
from league.models import AuditEntry, Role
from league.services.errors import Refused
from tests import factories
from tests.seasons import fight, imported, people, season_file

DAY = dt.date(2014, 11, 22)
NOW = dt.datetime(2014, 11, 22, 20, tzinfo=dt.UTC)
SUSPENDED = "Quillan Zyxwort"


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """What the pages take for now."""
    at = SimpleNamespace(now=NOW)
    monkeypatch.setattr(views, "timezone", SimpleNamespace(now=lambda: at.now))
    return at


@pytest.fixture
def season(db):
    """A-1 fought in the last game played; on November 22 B plays A, then the season goes on."""
    document = season_file(["A 3-2 B", "C 4-1 B", "A 1-0 C", "B v A", "A v C", "C v A"], teams=3)
    people(document)
    fight(document["games"][2], "A", "A-1")
    document["people"][0]["name"] = SUSPENDED
    season = imported(document)
    for key in ("north", "south"):
        factories.venue(league=season.league, key=key, name=f"{key.title()} Rink")
    season.games.filter(key="g4").update(venue=season.league.venues.get(key="north"))
    return season


def address(season, view="evening", **more):
    return reverse(f"discipline:{view}", kwargs={"league": season.league.slug, "season": season.slug} | more)


def sign_in(client, season, role, key=None):
    fields = {"team": season.teams.get(key=key)} if key else {}
    user = factories.member(role, season.league, **fields)
    client.force_login(user)
    return user


def link(season, **fields):
    by = factories.member(Role.OFFICIAL, season.league)
    return open_evening(**{"season": season, "day": DAY, "rink": None, "by": by, "now": NOW} | fields)


def code(token):
    return reverse("discipline:tonight", kwargs={"token": token})


def test_an_official_reads_that_somebody_may_not_play_and_not_why(client, season):
    sign_in(client, season, Role.OFFICIAL)
    answer = client.get(address(season), {"day": "2014-11-22"})
    assert [
        (item.game.key, [(side.team.key, [out.name for out in side.out]) for side in item.sides])
        for item in answer.context["games"]
    ] == [("g4", [("A", [SUSPENDED]), ("B", [])])]
    assert SUSPENDED in answer.text
    assert "games left" not in answer.text
    assert "This is game" not in answer.text


def test_an_officer_reads_why(client, season):
    sign_in(client, season, Role.DIRECTOR)
    answer = client.get(address(season), {"day": "2014-11-22"})
    assert "2 games left of 2" in answer.text
    assert "This is game 1 of 2." in answer.text


@pytest.mark.parametrize(("role", "team"), [(Role.TEAM_REPRESENTATIVE, "A"), (None, None)])
def test_nobody_else_reads_the_list_of_all_games(client, season, role, team):
    if role:
        sign_in(client, season, role, team)
    for answer in (client.get(address(season)), client.post(address(season, "evening_sheets"))):
        assert answer.status_code in (302, 403)
        assert SUSPENDED not in answer.text
    assert not EveningLink.objects.exists()


def test_another_day_and_another_rink_show_their_own_games(client, season):
    sign_in(client, season, Role.OFFICIAL)
    none = client.get(address(season), {"day": "2014-11-23"}).context
    assert (none["games"], none["before"], none["after"]) == ([], DAY, dt.date(2014, 11, 29))
    rink = season.league.venues.get(key="north")
    assert len(client.get(address(season), {"day": "2014-11-22", "rink": rink.pk}).context["games"]) == 1
    assert client.get(address(season), {"day": "nonsense", "rink": "x"}).status_code == 200


@pytest.mark.parametrize("games", [1, 12])
def test_the_list_asks_the_same_number_of_queries_however_many_games(client, season, games, django_assert_num_queries):
    home, away = season.teams.get(key="B"), season.teams.get(key="C")
    starts = dt.datetime(2014, 11, 22, 13, tzinfo=dt.UTC)
    for number in range(games - 1):
        at = starts - dt.timedelta(hours=number / 2)
        factories.game(home=home, away=away, starts=at, occupied_until=at + dt.timedelta(minutes=20))
    sign_in(client, season, Role.OFFICIAL)
    client.get(address(season))
    with django_assert_num_queries(10):
        assert len(client.get(address(season), {"day": "2014-11-22"}).context["games"]) == games


# ---------------------------------------------------------------- printed sheets


@pytest.mark.clause("nb-minor-discipline", "app.d")
def test_the_sheet_lists_who_is_suspended_and_which_game_it_is_and_leaves_them_off_the_roster(client, season):
    sign_in(client, season, Role.OFFICIAL)
    answer = client.post(address(season, "evening_sheets"), {"day": "2014-11-22"})
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("application/pdf", "private, no-store")
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) == 1
    text = pages[0].extract_text()
    assert f"Suspended: 1 {SUSPENDED}, game 1 of 2" in text
    assert text.count(SUSPENDED) == 1
    assert all(name in text for name in ("Ashby Otters at Brook Bears", "Player A2", "Player B1", "North Rink"))
    assert EveningLink.objects.get().day == DAY


def test_the_code_on_the_sheet_leads_to_the_evening(client, season, monkeypatch):
    sign_in(client, season, Role.OFFICIAL)
    found = []
    monkeypatch.setattr(views, "game_sheets", lambda games, season, code: found.append(code) or b"%PDF-")
    client.post(address(season, "evening_sheets"), {"day": "2014-11-22"})
    client.logout()
    answer = client.get(re.sub(r"^https?://[^/]+", "", found[0]))
    assert answer.status_code == 200
    assert SUSPENDED in answer.text
    assert "games left" not in answer.text


def test_a_day_without_games_prints_nothing(client, season):
    sign_in(client, season, Role.OFFICIAL)
    answer = client.post(address(season, "evening_sheets"), {"day": "2014-11-23", "rink": "999999"})
    assert answer.status_code == 302
    assert not EveningLink.objects.exists()


# ---------------------------------------------------------------- the code


@pytest.mark.parametrize(
    ("now", "status"),
    [
        ("2014-11-22T05:59:00Z", 404),  # 23:59 the day before, in Chicago
        ("2014-11-22T06:00:00Z", 200),
        ("2014-11-23T11:59:00Z", 200),
        ("2014-11-23T12:00:00Z", 404),  # 06:00 the morning after
        ("2015-11-22T20:00:00Z", 404),
    ],
)
def test_the_code_works_on_the_day_of_its_games_only(client, season, clock, now, status):
    _row, token = link(season)
    clock.now = dt.datetime.fromisoformat(now)
    answer = client.get(code(token))
    assert answer.status_code == status
    assert (SUSPENDED in answer.text) == (status == 200)


def test_the_code_is_kept_out_of_caches_and_searches(client, season):
    answer = client.get(code(link(season)[1]))
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert answer["Referrer-Policy"] == "same-origin"


def test_the_code_of_one_rink_shows_that_rink_only(client, season):
    south = season.league.venues.get(key="south")
    answer = client.get(code(link(season, rink=south)[1]))
    assert answer.status_code == 200
    assert SUSPENDED not in answer.text


def test_the_secret_is_kept_as_a_digest_only_and_a_wrong_one_opens_nothing(client, season):
    row, token = link(season)
    assert row.token_hash == hash_of(token) != token
    assert not AuditEntry.objects.filter(after__icontains=token).exists()
    for wrong in (row.token_hash, token[:-1], "x"):
        assert client.get(code(wrong)).status_code == 404


def test_a_revoked_code_leads_nowhere(client, season):
    row, token = link(season)
    user = sign_in(client, season, Role.OFFICIAL)
    answer = client.post(address(season, "revoke_evening", evening=row.pk))
    assert answer.status_code == 302
    assert client.get(code(token)).status_code == 404
    revoke_evening(link=row, by=user, now=NOW)
    assert AuditEntry.objects.filter(action="revoke-evening").count() == 1


def test_the_code_of_another_league_is_not_revoked(client, season):
    row, token = link(season)
    other = factories.season()
    sign_in(client, other, Role.DIRECTOR)
    assert client.post(address(other, "revoke_evening", evening=row.pk)).status_code == 404
    assert client.get(code(token)).status_code == 200


def test_a_day_has_a_limited_number_of_codes(season):
    by = factories.member(Role.OFFICIAL, season.league)
    for _number in range(MOST):
        link(season, by=by)
    with pytest.raises(Refused) as refused:
        link(season, by=by)
    assert [finding.code for finding in refused.value.findings] == ["too-many"]
    assert EveningLink.objects.count() == MOST
