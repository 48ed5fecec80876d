"""Shows how playoffs are seeded: from the final table alone, without an open flip, again only with a reason."""

import pytest

from league.models import AuditEntry, Role
from league.services.errors import Refused
from standings import services
from standings.models import PlayoffSeeding
from tests import factories
from tests.playoffs import DAY, NOW, ORDERED, bracket_games, frozen, season_of, seed
from tests.standings.views.test_table import address


def codes(refused):
    return [finding.code for finding in refused.value.findings]


@pytest.mark.clause("alberta-mens", "9-1.a", "9-1.d")
def test_the_final_table_seeds_as_many_as_the_book_says(db):
    division, statistician = frozen(ORDERED, teams=6)
    seeding = seed(division, statistician)
    assert (seeding.teams, seeding.skipped, seeding.reason) == (["A", "B", "C", "D"], [], "")
    assert seeding.final == division.final_tables.get()
    assert bracket_games(division) == ["semi-final: A-D", "semi-final: D-A", "semi-final: B-C", "semi-final: C-B"]
    entry = AuditEntry.objects.get(action="seed-playoffs")
    assert entry.actor == statistician
    assert entry.after == {"stage": "playoffs", "teams": ["A", "B", "C", "D"], "skipped": []}


def test_a_table_that_is_not_final_seeds_nothing(db):
    season = season_of(ORDERED, teams=6)
    with pytest.raises(Refused) as refused:
        seed(season.divisions.get(), factories.member(Role.STATISTICIAN, season.league))
    assert codes(refused) == ["not-final"]
    assert not PlayoffSeeding.objects.exists()


def test_teams_that_only_a_flip_can_part_are_not_seeded(db):
    division, statistician = frozen(["A 1-1 B", "B 1-1 A", "A 1-0 C", "B 1-0 C"], teams=3)
    with pytest.raises(Refused) as refused:
        seed(division, statistician)
    assert codes(refused) == ["flip-needed"]


def test_a_stage_that_the_book_has_not_is_refused(db):
    division, statistician = frozen(ORDERED, teams=6)
    with pytest.raises(Refused) as refused:
        seed(division, statistician, stage="cup")
    assert codes(refused) == ["no-stage"]


def test_seeding_again_needs_a_change_and_a_reason(db):
    division, statistician = frozen(ORDERED, teams=6)
    first = seed(division, statistician)
    with pytest.raises(Refused) as refused:
        seed(division, statistician, reason="once more")
    assert codes(refused) == ["seeded-already"]

    services.reopen_table(division=division, actor=statistician, reason="a wrong score", now=NOW)
    game = division.games.get(key="g1")
    division.games.filter(pk=game.pk).update(score_home=0, score_away=2, winner=game.away)
    services.freeze_table(division=division, actor=statistician, day=DAY, now=NOW)
    with pytest.raises(Refused) as refused:
        seed(division, statistician)
    assert codes(refused) == ["reason-missing"]
    second = seed(division, statistician, reason="a wrong score")
    first.refresh_from_db()
    assert (second.teams, second.reason) == (["B", "A", "C", "D"], "a wrong score")
    assert first.replaced_at is not None
    assert bracket_games(division) == ["semi-final: B-D", "semi-final: D-B", "semi-final: A-C", "semi-final: C-A"]
    assert AuditEntry.objects.filter(action="seed-playoffs").latest("pk").before == {"teams": ["A", "B", "C", "D"]}


def test_a_played_playoff_game_does_not_make_the_final_table_look_changed(db):
    division, statistician = frozen(ORDERED, teams=6)
    seed(division, statistician)
    assert division.final_tables.get().facts_digest == division.standings.facts_digest


FOUR = ["A 6-0 B", "B 5-0 C", "C 4-0 D", "A 1-0 C", "A 1-0 D", "B 1-0 D"]
"""Four teams, a size that the book's table leaves out; every one beats all behind it."""


@pytest.mark.clause("alberta-mens", "9-1.a.1")
def test_an_officer_says_how_many_go_on_where_the_book_leaves_it_open(db):
    division, statistician = frozen(FOUR, teams=4)
    with pytest.raises(Refused) as refused:
        seed(division, statistician, number=2)
    assert codes(refused) == ["reason-missing"]
    seeding = seed(division, statistician, number=2, reason="Ice for one final only")
    assert (seeding.teams, seeding.reason, seeding.seeded_by) == (["A", "B"], "Ice for one final only", statistician)
    assert seeding.why[-1] == "2 of 4 teams go on, as an officer chose among 2 to 3 (9-1.a.1)"
    assert bracket_games(division) == ["final: A-B", "final: B-A"]
    entry = AuditEntry.objects.get(action="seed-playoffs")
    assert (entry.after["going_on"], entry.after["proposed"], entry.reason) == (2, 3, "Ice for one final only")


@pytest.mark.clause("alberta-mens", "9-1.a.1")
def test_more_than_proposed_are_taken_further_down_the_table(db):
    games = [*FOUR, "A 2-0 E", "B 2-0 E", "C 2-0 E", "D 2-0 E"]
    division, statistician = frozen(games, teams=5)
    seeding = seed(division, statistician, number=4, reason="Semi-finals for four")
    assert (seeding.teams, seeding.why[-1]) == (
        ["A", "B", "C", "D"],
        "4 of 5 teams go on, as an officer chose among 3 to 4 (9-1.a.1)",
    )


@pytest.mark.clause("alberta-mens", "9-1.a", "9-1.a.1")
@pytest.mark.parametrize(
    ("games", "teams", "number", "clause"), [(FOUR, 4, 4, "9-1.a.1"), (FOUR, 4, 1, "9-1.a.1"), (ORDERED, 6, 5, "9-1.a")]
)
def test_a_number_that_the_book_does_not_allow_is_refused_with_its_clause(db, games, teams, number, clause):
    division, statistician = frozen(games, teams=teams)
    with pytest.raises(Refused) as refused:
        seed(division, statistician, number=number, reason="More is merrier")
    assert [(item.code, item.clause) for item in refused.value.findings] == [("number", clause)]
    assert not PlayoffSeeding.objects.exists()


@pytest.mark.clause("alberta-mens", "9-1.a.1")
def test_the_page_proposes_a_number_and_takes_another_with_a_reason(client, db):
    division, statistician = frozen(FOUR, teams=4)
    client.force_login(statistician)
    url = address(division, "standings:seed")
    assert "3, as the rule book proposes" in client.get(url).text
    for sent in ({}, {"number": "4"}, {"number": "x\x00"}, {"number": "2"}):
        assert client.post(url, sent).status_code == 200
    assert not PlayoffSeeding.objects.exists()
    assert client.post(url, {"number": "2", "reason": "One final"}).status_code == 302
    assert PlayoffSeeding.objects.get().teams == ["A", "B"]
    assert "as an officer chose among 2 to 3" in client.get(address(division, "standings:playoffs")).text
