"""Shows how a moved team's points become the average of its new division, with the working, and go back."""

import pytest

from league.models import AuditEntry, Role
from league.services.errors import Refused
from rulings.services import recompute_pending
from standings import services
from standings.models import Adjustment
from standings.realigning import realign, undo_realignment
from tests import factories
from tests.playoffs import DAY, NOW, ORDERED, season_of
from tests.standings.views.test_table import address

SEVEN = [*ORDERED, "G 1-0 A"]  # A to F have 10 8 6 4 2 0, and G two points of its own


@pytest.fixture
def division(db):
    return season_of(SEVEN, teams=7).divisions.select_related("season__league").get()


@pytest.fixture
def statistician(division):
    return factories.member(Role.STATISTICIAN, division.season.league)


def set_points(division, statistician, **more):
    values = {"team": division.teams.filter(key="G").first(), "confirmed": False, "day": DAY} | more
    made = realign(division=division, actor=statistician, **values)
    recompute_pending()
    return made


def points(division):
    return {row["team"]: row["points"] for row in division.standings.__class__.objects.get(division=division).rows}


@pytest.mark.clause("alberta-mens", "5-1", "5-1.a.i")
def test_a_moved_team_takes_the_average_without_first_and_last(division, statistician):
    made = set_points(division, statistician)
    assert (made.points, made.clause) == (3, "5-1")
    assert made.reason == (
        "The new division has 6 teams; without Ashby Otters, Team F 4 are averaged."
        " (8 + 6 + 4 + 2) / 4 = 20/4, rounded 5. It had 2: +3."
    )
    assert points(division)["G"] == 5
    entry = AuditEntry.objects.get(action="realign-team")
    assert (entry.actor, entry.after["points"]) == (statistician, 3)
    with pytest.raises(Refused) as refused:
        set_points(division, statistician)
    assert [item.code for item in refused.value.findings] == ["moved-already"]


def test_it_is_undone_with_a_reason(division, statistician):
    made = set_points(division, statistician)
    undo = {"division": division, "adjustment": made.pk, "actor": statistician, "day": DAY}
    with pytest.raises(Refused) as refused:
        undo_realignment(reason=" ", **undo)
    assert [item.code for item in refused.value.findings] == ["reason-missing"]
    undo_realignment(reason="the wrong team", **undo)
    recompute_pending()
    assert (points(division)["G"], Adjustment.objects.count()) == (2, 0)
    entry = AuditEntry.objects.get(action="undo-realignment")
    assert (entry.reason, entry.before["points"]) == ("the wrong team", 3)


@pytest.mark.clause("alberta-mens", "5-1.a.3")
def test_a_size_about_which_the_rules_are_silent_is_confirmed(db):
    division = season_of(["A 1-0 B", "B 1-0 C", "C 1-0 D"], teams=4).divisions.get()
    statistician = factories.member(Role.STATISTICIAN, division.season.league)
    team = division.teams.get(key="D")
    with pytest.raises(Refused) as refused:
        set_points(division, statistician, team=team)
    assert [item.code for item in refused.value.findings] == ["confirm"]
    assert set_points(division, statistician, team=team, confirmed=True).points == 2


def test_a_final_table_is_reopened_first(division, statistician):
    services.freeze_table(division=division, actor=statistician, day=DAY, now=NOW)
    with pytest.raises(Refused) as refused:
        set_points(division, statistician)
    assert [item.code for item in refused.value.findings] == ["final-already"]


def test_the_page_shows_the_working_applies_and_undoes(client, division, statistician):
    client.force_login(statistician)
    url = address(division, "standings:realignment")
    assert "Moved team" in client.get(address(division)).text
    team = division.teams.get(key="G")
    response = client.get(f"{url}?team={team.pk}")
    assert response.context["found"].moved.assigned == 5
    assert "(8 + 6 + 4 + 2) / 4" in response.text
    assert client.post(f"{url}?team={team.pk}")["Location"] == url
    row = Adjustment.objects.get()
    refused = client.post(url, {"undo": row.pk, "reason": ""})
    assert (refused.status_code, Adjustment.objects.count()) == (200, 1)
    assert client.post(url, {"undo": "x", "reason": "why"}).status_code == 200
    assert client.post(url, {"undo": row.pk, "reason": "the wrong team"})["Location"] == url
    assert not Adjustment.objects.exists()
    assert client.get(f"{url}?team=0").status_code == 404
