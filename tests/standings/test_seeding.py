"""Shows how playoffs are seeded: from the final table alone, without an open flip, again only with a reason."""

import pytest

from league.models import AuditEntry, Role
from league.services.errors import Refused
from standings import services
from standings.models import PlayoffSeeding
from tests import factories
from tests.playoffs import DAY, NOW, ORDERED, bracket_games, frozen, season_of, seed


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
