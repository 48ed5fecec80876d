"""Shows what readers see of a table: its snapshot, another day's, a final one, and how it keeps itself current."""

import datetime as dt
import itertools
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Role
from league.services import recompute
from rulings.services import recompute_pending
from standings import services
from standings.models import StandingsSnapshot
from tests import factories
from tests.seasons import imported, season_file

GAMES = ["A 3-2 B", "B 4-1 C", "C 2-2 A", "A v C"]


def address(division, view="standings:division"):
    season = division.season
    return reverse(view, kwargs={"league": season.league.slug, "season": season.slug, "division": division.pk})


@pytest.fixture
def division(db):
    return imported(season_file(GAMES, teams=3)).divisions.select_related("season__league").get()


def table_rows(response):
    """Rank, team and figures of every row of the table in full."""
    return [(row.rank, row.name, [figure for _, figure in row.cells]) for row in response.context["table"].rows]


@pytest.mark.clause("mn-hockey-fair-play", "P.1", "P.1.uneven")
def test_the_table_shows_every_figure_of_its_snapshot(client, division):
    response = client.get(address(division))
    heads = [str(column.head) for column in response.context["table"].columns]
    assert heads == ["GP", "W", "L", "T", "FP", "Pts", "Avail", "Pct", "GF", "GA", "PIM"]
    assert table_rows(response) == [
        (1, "Ashby Otters", ["2", "1", "0", "1", "2", "5", "6", "0.8333", "5", "4", "0"]),
        (2, "Brook Bears", ["2", "1", "1", "0", "2", "4", "6", "0.6667", "6", "4", "0"]),
        (3, "Cold Lake Cranes", ["2", "0", "1", "1", "2", "3", "6", "0.5000", "3", "6", "0"]),
    ]
    assert "0.8333" in response.text


def test_columns_that_this_league_uses_come_when_they_are_used(client, db):
    document = season_file(["A 3-2 B", "A 2-2 B"], teams=2)
    document["games"][1] |= {"decided_in": "shootout", "winner": "B"}
    document["adjustments"] = [{"team": "A", "points": -2, "clause": "5.4", "reason": "an unplayed make-up game"}]
    division = imported(document).divisions.get()
    response = client.get(address(division))
    heads = [str(column.head) for column in response.context["table"].columns]
    assert heads == ["GP", "W", "L", "T", "SOW", "SOL", "FP", "Adj", "Pts", "Avail", "Pct", "GF", "GA", "PIM"]
    assert [(note.team, note.text, note.clauses) for note in response.context["table"].notes] == [
        ("Ashby Otters", "-2 points: an unplayed make-up game", ("5.4",))
    ]
    assert '/rulebooks/mn-district-9/1/#clause-5.4"' in response.text


@pytest.mark.clause("mn-district-9", "3.12.playoffs")
def test_a_team_kept_out_of_the_playoffs_keeps_its_place_with_the_clause(client, db):
    document = season_file(["A 3-2 B", "B v A"], teams=2)
    document["games"][1] |= {"outcome": "no-show", "at_fault": ["A"]}
    response = client.get(address(imported(document).divisions.get()))
    shown = [(row.rank, row.name, row.out_of_playoffs, row.marks) for row in response.context["table"].rows]
    assert shown == [(1, "Ashby Otters", True, (1,)), (2, "Brook Bears", False, ())]
    assert response.context["table"].notes[0].clauses == ("3.12.playoffs",)
    assert response.context["seeds"] == ["Brook Bears"]


@pytest.mark.clause("mn-district-9", "5.1.post")
def test_provisional_results_count_and_are_marked(client, division):
    division.games.filter(key="g1").update(report_state="provisional", reported_at=timezone.now())
    recompute.request(season=division.season, divisions=[division.pk])
    recompute_pending()
    response = client.get(address(division))
    assert [row.provisional for row in response.context["table"].rows] == [1, 1, 0]
    assert "1 provisional" in response.text


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_teams_that_only_a_flip_can_part_are_named_and_officers_led_to_it(client, db):
    season = imported(season_file(["A 1-1 B", "B 1-1 A"], teams=2))
    division = season.divisions.get()
    response = client.get(address(division))
    assert response.context["flips"] == [["Ashby Otters", "Brook Bears"]]
    assert response.context["flip_clause"] == "3.15.i"
    assert "Record a coin flip" not in response.text
    client.force_login(factories.member(Role.DIRECTOR, season.league))
    assert "Record a coin flip" in client.get(address(division)).text


# ---------------------------------------------------------------- another day


def test_another_days_table_is_worked_out_from_what_was_known_then(client, division):
    response = client.get(address(division), {"as_of": "2014-11-07"})
    assert table_rows(response)[0] == (
        1,
        "Ashby Otters",
        ["1", "1", "0", "0", "1", "3", "3", "1.0000", "3", "2", "0"],
    )
    assert [row[1] for row in table_rows(response)] == ["Ashby Otters", "Brook Bears", "Cold Lake Cranes"]
    assert "At the end of" in response.text
    assert "hx-get" not in response.text


def test_an_adjustment_without_a_date_counts_on_every_day_and_the_page_says_so(client, db):
    adjusted = [{"team": "A", "points": -2, "reason": "unpaid"}]
    division = imported(season_file(GAMES, teams=3, adjustments=adjusted)).divisions.select_related("season").get()
    response = client.get(address(division), {"as_of": "2014-11-07"})
    assert StandingsSnapshot.objects.get().rows[0]["team"] == "B"
    assert "they count on every day" in response.text
    assert "they count on every day" not in client.get(address(division)).text


@pytest.mark.parametrize("asked", ["2014-13-01", "yesterday", "2014-02-30", "'--", "9999-01-01", "20141201x"])
def test_a_day_that_is_none_is_said_and_the_current_table_shown(client, division, asked):
    response = client.get(address(division), {"as_of": asked})
    assert response.status_code == 400
    assert "No table for that day" in response.text
    assert table_rows(response)[0][:2] == (1, "Ashby Otters")


# ---------------------------------------------------------------- final


@pytest.mark.clause("mn-district-9", "5.4")
def test_a_final_table_says_so_and_stands_when_a_result_changes(client, db):
    season = imported(season_file(["A 3-2 B"], teams=2))
    division = season.divisions.get()
    statistician = factories.member(Role.STATISTICIAN, season.league, user=factories.user(name="Stella Stat"))
    services.freeze_table(division=division, actor=statistician, day=dt.date(2015, 2, 2), now=timezone.now())
    before = client.get(address(division))
    assert "Final table" in before.text
    assert "Stella Stat" in before.text
    assert "Something changed afterwards" not in before.text
    game = division.games.get()
    division.games.update(score_home=0, winner=game.away)
    recompute.request(season=season, divisions=[division.pk])
    recompute_pending()
    after = client.get(address(division))
    assert table_rows(after) == table_rows(before)
    assert "Something changed afterwards" in after.text


# ---------------------------------------------------------------- live, privacy, queries


def test_an_open_page_is_told_of_a_newer_table_and_otherwise_nothing(client, division):
    response = client.get(address(division))
    seen = re.search(r'hx-vals=\'\{"seen": "([^"]+)"\}\'', response.text)[1]
    assert seen == response.context["version"]
    headers = {"HX-Request": "true"}
    unchanged = client.get(address(division), {"seen": seen}, headers=headers)
    assert (unchanged.status_code, unchanged.content) == (204, b"")
    recompute.request(season=division.season, divisions=[division.pk])
    recompute_pending()
    newer = client.get(address(division), {"seen": seen}, headers=headers)
    assert newer.status_code == 200
    assert "<html" not in newer.text
    assert 'id="standings"' in newer.text


def test_a_freeze_reaches_open_pages_too(client, db):
    season = imported(season_file(["A 3-2 B"], teams=2))
    division = season.divisions.get()
    seen = client.get(address(division)).context["version"]
    statistician = factories.member(Role.STATISTICIAN, season.league)
    services.freeze_table(division=division, actor=statistician, day=dt.date(2015, 2, 2), now=timezone.now())
    assert client.get(address(division), {"seen": seen}, headers={"HX-Request": "true"}).status_code == 200


def test_a_division_before_its_first_table_waits_for_it(client, division):
    StandingsSnapshot.objects.all().delete()
    response = client.get(address(division))
    assert response.context["version"] == "0"
    assert "The table is being worked out" in response.text


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_scores_has_no_table(client, db):
    division = imported(season_file(["A 0-0 B"], teams=2, level="mite")).divisions.get()
    text = client.get(address(division)).text
    assert "No table is kept here" in text
    assert f"games/?division={division.pk}" in text
    assert "Why this order?" not in text
    assert "so there is no table" in at_a_glance(client, division)


@pytest.mark.clause("mn-district-9", "P.1.uneven")
@pytest.mark.parametrize(("games", "shown"), [(["A 3-2 B", "C 3-2 D"], False), (["A 3-2 B", "C 3-2 A"], True)])
def test_a_glance_shows_the_share_where_the_order_goes_by_it(client, db, games, shown):
    text = at_a_glance(client, imported(season_file(games)).divisions.get())
    assert ("Pct" in text) is shown
    assert ("1.0000" in text) is shown


def at_a_glance(client, division):
    """The page of the season's tables."""
    return client.get(reverse("standings:season", kwargs={"league": "d9", "season": division.season.slug})).text


def many(teams):
    """A round of games among so many teams."""
    keys = [chr(ord("A") + number) for number in range(teams)] if teams <= 26 else [f"t{n:02d}" for n in range(teams)]
    pairs = enumerate(itertools.pairwise(keys))
    return season_file([f"{home} 3-{place % 3} {away}" for place, (home, away) in pairs], teams=teams)


@pytest.mark.parametrize("teams", [4, 40])
def test_the_table_takes_three_queries_for_the_public_however_many_teams(client, db, teams, django_assert_num_queries):
    division = imported(many(teams)).divisions.get()
    with django_assert_num_queries(3):  # the address, the table, the teams
        response = client.get(address(division))
    assert len(response.context["table"].rows) == teams


@pytest.mark.parametrize("teams", [4, 40])
def test_the_table_takes_six_queries_for_somebody_signed_in(client, db, teams, django_assert_num_queries):
    season = imported(many(teams))
    division = season.divisions.get()
    team = season.teams.get(name="Ashby Otters") if teams == 4 else season.teams.get(key="t00")
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, season.league, team=team))
    with django_assert_num_queries(6):  # beside those three the session, the user, the memberships
        response = client.get(address(division))
    assert [row.team.pk for row in response.context["table"].rows if row.own] == [team.pk]


def test_asking_whether_anything_is_new_takes_two_queries(client, division, django_assert_num_queries):
    version = client.get(address(division)).context["version"]
    with django_assert_num_queries(2):
        client.get(address(division), {"seen": version}, headers={"HX-Request": "true"})


def test_all_tables_at_a_glance_take_the_same_queries_for_one_division_and_many(client, db, django_assert_num_queries):
    document = season_file(["A 3-2 B", "C 1-0 D"])
    document["divisions"].append({"id": "pw", "name": "Peewee B", "level": "peewee"})
    for team in document["teams"][2:]:
        team["division"] = "pw"
    document["games"][1]["division"] = "pw"
    season = imported(document)
    url = reverse("standings:season", kwargs={"league": "d9", "season": season.slug})
    with django_assert_num_queries(3):
        response = client.get(url)
    shown = [(item["division"].name, [row.name for row in item["table"].rows]) for item in response.context["tables"]]
    assert shown == [
        ("Bantam A", ["Ashby Otters", "Brook Bears"]),
        ("Peewee B", ["Cold Lake Cranes", "Dunmore Foxes"]),
    ]
    season.divisions.filter(key="pw").update(name="Peewee C")
    StandingsSnapshot.objects.filter(division__key="pw").delete()
    with django_assert_num_queries(3):
        assert len(client.get(url).context["tables"]) == 1


def test_another_seasons_division_is_not_found_under_this_one(client, division):
    other = factories.division()
    kwargs = {"league": division.season.league.slug, "season": division.season.slug, "division": other.pk}
    assert client.get(reverse("standings:division", kwargs=kwargs)).status_code == 404
    assert client.get(reverse("standings:why", kwargs=kwargs)).status_code == 404
