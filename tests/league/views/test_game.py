"""Shows one game's page: how it counts, its sheet with both verdicts, what follows, and who reads which names."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Role
from tests import factories
from tests.seasons import fight, imported, people, season_file


def page(client, season, key="g1", **query):
    game = season.games.get(key=key)
    url = reverse("league:game", kwargs={"league": season.league.slug, "season": season.slug, "game": game.pk})
    return client.get(url, query, headers={"HX-Request": "true"} if query else {})


def penalties(team, *classes, person=None):
    """Penalties of a team, one a class."""
    return [
        {
            "id": f"{team}-{number}",
            "team": team,
            "class": name.partition("/")[0],
            "offence": name.partition("/")[2] or "tripping",
            "person": person,
            "period": 1,
            "left": "05:00",
        }
        for number, name in enumerate(classes)
    ]


def sheet(response, team):
    return next(sheet for sheet in response.context["sheets"] if sheet.team.key == team)


def test_the_score_stands_by_period_with_the_home_team_below(client, db):
    document = season_file(["A 0-0 B"], teams=2)
    document["games"][0] |= {"periods": {"home": [1, 0, 2, 1], "away": [0, 2, 1, 0]}, "decided_in": "overtime"}
    document["games"][0].pop("score")
    response = page(client, imported(document))
    assert [(sheet.team.key, sheet.goals, sheet.total) for sheet in response.context["sheets"]] == [
        ("B", [0, 2, 1, 0], 3),
        ("A", [1, 0, 2, 1], 4),
    ]
    assert response.context["periods"] == ["1", "2", "3", "OT"]


@pytest.mark.clause("mn-district-9", "5.2")
@pytest.mark.clause("mn-hockey-fair-play", "P.2", "P.2.a", "P.4")
def test_both_verdicts_tell_their_minutes_their_limit_and_how_these_were_counted(client, db):
    document = season_file(["A 3-2 B"], teams=2)
    document["games"][0]["penalties"] = [
        *penalties("A", "minor", "minor", "misconduct/no-mouth-guard"),
        *penalties("B", "minor", "minor", "minor", "minor", "minor", "major/fighting"),
    ]
    response = page(client, imported(document))
    kept, lost = sheet(response, "A"), sheet(response, "B")
    assert (kept.kept, kept.verdict.minutes, kept.verdict.limit) == ("fair-play-earned", 6, 14)
    assert [(sum.what, sum.number, sum.each, sum.minutes, sum.clause) for sum in kept.sums] == [
        ("minor", 2, 2, 4, "P.4"),
        ("misconduct", 1, 2, 2, "P.4"),
    ]
    assert (lost.kept, lost.verdict.minutes, lost.verdict.clauses) == ("fair-play-lost", 15, ("P.2.a",))
    assert "15 Fair Play minutes, limit 14" in response.text


def test_a_penalty_without_a_name_is_the_benchs_only_where_it_was_given_to_the_bench(client, db):
    document = season_file(["A 3-2 B"], teams=2)
    document["games"][0]["penalties"] = penalties("A", "minor", "bench-minor", "major/fighting")
    lines = sheet(page(client, imported(document)), "A").penalties
    assert [line.who for line in lines] == ["Not named", "Bench", "Not named"]


@pytest.mark.clause("mn-hockey-fair-play", "P.2.b", "P.2.c", "P.2.d")
def test_every_other_cause_is_told_with_its_clause(client, db):
    document = season_file(["A 3-2 B"], teams=2)
    people(document)
    document["roster"][0]["role"] = "coach"
    game = document["games"][0]
    game["penalties"] = penalties("A", "game-misconduct", person="A-1")
    game["conduct"] = [
        {"team": "A", "kind": "spectators-removed"},
        {"team": "A", "kind": "off-ice-official-removed"},
    ]
    found = sheet(page(client, imported(document)), "A")
    assert set(found.verdict.clauses) == {"P.2.b", "P.2.c", "P.2.d"}
    assert found.verdict.why[1:] == ("Spectators removed", "Off ice official removed", "Game misconduct of a coach")


@pytest.mark.parametrize(
    ("recorded", "state", "sentence", "points"),
    [
        (
            {"outcome": "no-show", "at_fault": ["A"]},
            "no-show",
            "Ashby Otters did not show up: Brook Bears win.",
            [2, 0],
        ),
        ({"outcome": "forfeit", "at_fault": ["B"]}, "forfeit", "Brook Bears forfeited: Ashby Otters win.", [0, 2]),
        (
            {"outcome": "refused", "at_fault": ["A"]},
            "refused",
            "Ashby Otters refused to play: Brook Bears win.",
            [2, 0],
        ),
        (
            {"outcome": "cancelled", "at_fault": ["A"], "notice": "2014-10-31T13:00"},
            "cancelled",
            "Ashby Otters cancelled too late, which counts as a no-show: Brook Bears win. "
            "Notice came 24 hours before the start.",
            [2, 0],
        ),
        ({"outcome": "double-forfeit"}, "double-forfeit", "A double forfeit: a loss for both teams.", [0, 0]),
        (
            {"outcome": "cancelled", "at_fault": ["A"], "notice": "2014-10-30T13:00"},
            "cancelled",
            "Cancelled: not played, no points of any kind.",
            None,
        ),
        (
            {"outcome": "no-show", "at_fault": ["A"], "excused": "weather"},
            "no-show",
            "Not played because of the weather: no points of any kind.",
            None,
        ),
    ],
)
@pytest.mark.clause("mn-district-9", "3.12", "3.12.a", "3.13.notice", "3.13.points", "3.14")
def test_a_game_that_was_not_played_tells_how_it_counts(client, db, recorded, state, sentence, points):
    document = season_file(["A v B"], teams=2)
    document["games"][0] |= recorded
    response = page(client, imported(document))
    assert (response.context["line"].state, response.context["counts"]) == (state, sentence)
    assert response.context["result"].clauses
    sides = [panel.values["sides"] for panel in response.context["panels"] if "game" in panel.template]
    found = [[side["points"] for side in of_panel] for of_panel in sides if of_panel and "points" in of_panel[0]]
    assert found == ([points] if points is not None else [])


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
def test_what_a_game_brings_in_the_standings_is_told_for_both_teams(client, db):
    document = season_file(["A 3-2 B"], teams=2)
    document["games"][0]["penalties"] = penalties("A", *["minor"] * 8)
    panel = page(client, imported(document)).context["panels"][0]
    assert [
        (side["team"].key, side["result"], side["fair_play"], side["points"]) for side in panel.values["sides"]
    ] == [
        ("B", 0, 1, 1),
        ("A", 2, 0, 2),
    ]


@pytest.fixture
def sheeted(db):
    """A game with a fight of A-1 (number 1) and a minor of B-2 (number 2)."""
    document = season_file(["A 3-2 B", "A v B"], teams=2)
    people(document, name="Zyxwort {team}{number}")
    fight(document["games"][0], "A", "A-1")
    document["games"][0]["penalties"] += penalties("B", "minor", person="B-2")
    return imported(document)


def who(response):
    return {sheet.team.key: [line.who for line in sheet.penalties] for sheet in response.context["sheets"]}


def test_the_public_reads_numbers_a_team_its_own_names_and_officers_all(client, sheeted):
    public = page(client, sheeted)
    assert who(public) == {"A": ["No. 1", "No. 1"], "B": ["No. 2"]}
    assert "Zyxwort" not in public.text
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, sheeted.league, team=sheeted.teams.get(key="A")))
    own = page(client, sheeted)
    assert who(own) == {"A": ["Zyxwort A1", "Zyxwort A1"], "B": ["No. 2"]}
    assert "Zyxwort B2" not in own.text
    client.force_login(factories.member(Role.OFFICIAL, sheeted.league))
    assert who(page(client, sheeted))["B"] == ["Zyxwort B2"]


@pytest.mark.parametrize(
    ("role", "labels"),
    [
        (None, []),
        (Role.DIRECTOR, []),
        (Role.STATISTICIAN, ["Correct", "Enter an outcome"]),
        (Role.ADMINISTRATOR, ["Correct", "Enter an outcome", "Change day or rink"]),
    ],
)
def test_officers_are_led_to_what_they_can_do(client, sheeted, role, labels):
    if role:
        client.force_login(factories.member(role, sheeted.league))
    assert [label for label, _ in page(client, sheeted).context["links"]] == labels


@pytest.mark.parametrize(("role", "offered"), [(Role.ADMINISTRATOR, True), (Role.STATISTICIAN, False)])
def test_the_administrator_is_led_from_a_team_to_its_roster(client, sheeted, role, offered):
    client.force_login(factories.member(role, sheeted.league))
    team = sheeted.teams.get(key="A")
    kwargs = {"league": sheeted.league.slug, "season": sheeted.slug, "team": team.pk}
    text = client.get(reverse("league:team", kwargs=kwargs)).text
    assert (reverse("league:set_up_roster", kwargs=kwargs) in text) is offered


def test_suspensions_from_a_game_are_read_by_the_team_concerned_and_officers(client, sheeted):
    def brought(response):
        found = [panel.values["brought"] for panel in response.context["panels"] if "brought" in panel.values]
        return [item["row"].person.key for of_panel in found for item in of_panel]

    assert brought(page(client, sheeted)) == []
    for key, expected in (("A", ["A-1"]), ("B", [])):
        team = sheeted.teams.get(key=key)
        client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, sheeted.league, team=team))
        assert brought(page(client, sheeted)) == expected
    client.force_login(factories.member(Role.DIRECTOR, sheeted.league))
    assert brought(page(client, sheeted)) == ["A-1"]


def test_a_team_is_led_to_its_report_once_the_game_has_begun_until_it_is_verified(client, sheeted):
    team = sheeted.teams.get(key="B")
    assert page(client, sheeted, "g2").context["may_report"] == []
    client.force_login(factories.member(Role.TEAM_REPRESENTATIVE, sheeted.league, team=team))
    begun = page(client, sheeted, "g2")
    assert begun.context["may_report"] == [team]
    assert "Report for Brook Bears" in begun.text
    assert page(client, sheeted, "g1").context["may_report"] == []  # verified
    soon = timezone.now() + dt.timedelta(days=1)
    sheeted.games.filter(key="g2").update(starts=soon, occupied_until=soon + dt.timedelta(minutes=75))
    assert page(client, sheeted, "g2").context["may_report"] == []
    client.force_login(factories.member(Role.STATISTICIAN, sheeted.league))
    assert page(client, sheeted, "g2").context["may_report"] == []


def test_an_open_page_is_told_when_the_game_changes(client, sheeted):
    seen = page(client, sheeted).context["version"]
    assert page(client, sheeted, seen=seen).status_code == 204
    sheeted.games.filter(key="g1").update(version=7)
    newer = page(client, sheeted, seen=seen)
    assert newer.status_code == 200
    assert "<html" not in newer.text


def test_another_seasons_game_is_not_found(client, sheeted):
    other = factories.game()
    kwargs = {"league": sheeted.league.slug, "season": sheeted.slug, "game": other.pk}
    assert client.get(reverse("league:game", kwargs=kwargs)).status_code == 404


@pytest.mark.parametrize("number", [1, 12])
def test_a_game_takes_the_same_queries_however_full_its_sheet(client, db, number, django_assert_num_queries):
    document = season_file(["A 3-2 B"], teams=2)
    people(document, each=12)
    document["games"][0]["penalties"] = [
        penalty | {"id": f"x{place}"}
        for place in range(1, number + 1)
        for penalty in penalties("A", "minor", person=f"A-{place}")
    ]
    season = imported(document)
    page(client, season)
    with django_assert_num_queries(17):
        response = page(client, season)
    assert len(sheet(response, "A").penalties) == number
