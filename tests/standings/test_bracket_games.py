"""Shows which games a bracket sets: once their teams are certain, the third only when needed, never over a result."""

import threading

import pytest
from django.db import connection, transaction

from league.models import AuditEntry, Game, RecomputeRequest
from league.services import recompute
from rulings.services import recompute_next, recompute_pending
from standings.models import BracketGame
from tests.playoffs import ORDERED, bracket_games, frozen, result, seed


@pytest.fixture
def division(db):
    division, statistician = frozen(ORDERED, teams=6)
    seed(division, statistician)
    return division


@pytest.mark.clause("alberta-mens", "9-1.d")
def test_a_series_of_three_that_ends_in_two_has_no_third_game(division):
    result(division, "A", "D", (3, 1))
    result(division, "D", "A", (1, 2))
    assert bracket_games(division)[:2] == ["semi-final: A-D 3-1", "semi-final: D-A 1-2"]
    assert len(bracket_games(division)) == 4


@pytest.mark.clause("alberta-mens", "9-1.d")
def test_a_level_series_gets_its_third_game_at_the_higher_seeds(division):
    result(division, "A", "D", (3, 1))
    result(division, "D", "A", (2, 1))
    assert bracket_games(division)[:3] == ["semi-final: A-D 3-1", "semi-final: D-A 2-1", "semi-final: A-D"]
    assert AuditEntry.objects.filter(action="set-bracket-game").count() == 5


def test_a_third_game_goes_when_a_correction_makes_it_needless(division):
    result(division, "A", "D", (3, 1))
    result(division, "D", "A", (2, 1))
    result(division, "D", "A", (1, 2), place=1)
    assert bracket_games(division)[:2] == ["semi-final: A-D 3-1", "semi-final: D-A 1-2"]
    assert len(bracket_games(division)) == 4
    assert AuditEntry.objects.filter(action="remove-bracket-game").count() == 1


def play_semi_finals(division):
    result(division, "A", "D", (3, 1))
    result(division, "D", "A", (1, 2))
    result(division, "B", "C", (3, 1))
    assert not [line for line in bracket_games(division) if line.startswith("final")]
    result(division, "C", "B", (1, 2))


@pytest.mark.clause("alberta-mens", "9-1.e")
def test_the_final_is_set_once_both_teams_are_certain(division):
    play_semi_finals(division)
    assert [line for line in bracket_games(division) if line.startswith("final")] == ["final: A-B", "final: B-A"]


def test_a_correction_gives_unplayed_games_the_right_teams_and_they_keep_their_day(division):
    play_semi_finals(division)
    game = Game.objects.get(division=division, stage="final", home__key="A")
    Game.objects.filter(pk=game.pk).update(version=7)
    result(division, "D", "A", (4, 2), place=1)
    assert "semi-final: A-D" in bracket_games(division)
    assert [line for line in bracket_games(division) if line.startswith("final")] == []
    result(division, "A", "D", (0, 1))
    assert [line for line in bracket_games(division) if line.startswith("final")] == ["final: B-D", "final: D-B"]


def test_teams_change_in_place_when_the_winner_turns_at_once(division):
    play_semi_finals(division)
    result(division, "A", "D", (3, 1), place=1)
    before = set(Game.objects.filter(division=division, stage="final").values_list("pk", flat=True))
    Game.objects.filter(division=division, stage="semi-final", home__key="A").update(score_home=0, score_away=1)
    result(division, "D", "A", (3, 2), place=1)
    finals = Game.objects.filter(division=division, stage="final").order_by("key")
    assert set(finals.values_list("pk", flat=True)) == before
    assert [(game.home.key, game.away.key) for game in finals] == [("B", "D"), ("D", "B")]
    assert AuditEntry.objects.filter(action="change-bracket-game").count() == 2


def test_a_game_already_played_is_never_changed(division):
    play_semi_finals(division)
    result(division, "A", "B", (5, 0))
    Game.objects.filter(division=division, stage="semi-final", home__key="A").update(score_home=0, score_away=1)
    result(division, "D", "A", (3, 2), place=1)
    finals = [line for line in bracket_games(division) if line.startswith("final")]
    assert sorted(finals) == ["final: A-B 5-0", "final: B-D", "final: D-B"]


def test_it_can_run_twice(division):
    play_semi_finals(division)
    before, entries = bracket_games(division), AuditEntry.objects.count()
    for _ in range(2):
        recompute.request(season=division.season, divisions=[division.pk])
        recompute_pending()
    assert (bracket_games(division), AuditEntry.objects.count()) == (before, entries)


def test_a_game_taken_out_by_mistake_comes_back_while_it_is_needed(division):
    Game.objects.filter(division=division, kind="playoff", home__key="A").delete()
    recompute.request(season=division.season, divisions=[division.pk])
    recompute_pending()
    assert bracket_games(division)[0] == "semi-final: A-D"
    assert BracketGame.objects.count() == 4


@pytest.mark.django_db(transaction=True)
def test_while_somebody_saves_one_of_its_games_it_waits_for_nobody_and_is_tried_again(transactional_db):
    division, statistician = frozen(ORDERED, teams=6)
    seed(division, statistician)
    result(division, "A", "D", (3, 1))
    result(division, "D", "A", (2, 1))
    third = Game.objects.get(division=division, kind="playoff", outcome="scheduled", home__key="A")
    Game.objects.filter(division=division, kind="playoff", home__key="D").update(score_home=0)
    recompute.request(season=division.season, divisions=[division.pk])
    held, go = threading.Event(), threading.Event()

    def save_it():
        with transaction.atomic():
            Game.objects.select_for_update(no_key=True).get(pk=third.pk)
            held.set()
            go.wait(10)
        connection.close()

    saver = threading.Thread(target=save_it)
    saver.start()
    held.wait(10)
    recompute_next()
    assert RecomputeRequest.objects.get(kind="division").last_error.startswith("GameInUse")
    go.set()
    saver.join()
    RecomputeRequest.objects.update(claimed_at=None)
    recompute_pending()
    assert len(bracket_games(division)) == 4
