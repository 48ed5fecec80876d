"""Shows the formulas of the tie-breaks at their edges: no game, unequal games, quotients, caps, coin flips."""

import pytest

from league.core.facts import CoinFlip
from tests.standings.core.builders import season, told

LEVEL = """
    A 1-1 B
    B 1-1 C
    C 1-1 A
"""


def flip(*order: str, among: str | None = None, division: str = "d") -> CoinFlip:
    return CoinFlip(division, tuple(among or "".join(order)), order)


@pytest.mark.clause("mn-district-9", "3.15.a")
def test_tied_teams_without_a_game_between_them_skip_head_to_head_and_it_says_so():
    found = season("A 2-1 C\nB 3-1 D").table().tie_breaks[0].steps[0]
    assert (found.values, found.split) == ({"A": "-", "B": "-"}, (("A", "B"),))
    assert found.why == "The tied teams have played no game against each other: it can't part them"


@pytest.mark.clause("mn-district-9", "3.15.a", "3.15.uneven")
def test_a_team_without_a_game_among_the_tied_has_no_share_and_comes_last():
    table = season("""
        A 2-1 B
        B 2-1 X*
        X* 1-0 A
        C 2-1 Y
        Y* 1-0 C
    """).table()
    assert told(table) == ["A B C", "3.15.a A=1 B=1/3 C=- > A | B | C"]


@pytest.mark.clause("mn-district-9", "3.15.b", "3.15.c", "3.15.d", "3.15.g", "3.15.uneven", "3.13.points")
def test_rates_where_league_games_differ_and_a_forfeit_is_a_game_without_goals():
    table = season("""
        A 4-0 X
        X* 1-0 A
        B 4-0 Y
        Y* 1-0 B
        B+ v Y: Y forfeit
        Y v B+: B forfeit
    """).table()
    assert [(row.team, row.points, row.available) for row in table.rows[:2]] == [("A", 4, 6), ("B", 8, 12)]
    assert told(table)[:8] == [
        "A B",
        "3.15.a A=- B=- > A B",
        "3.15.b A=1/2 B=1/2 > A B",
        "3.15.c A=1/2 B=1/2 > A B",
        "3.15.d A=1 B=1 > A B",
        "3.15.e A=- B=- > A B",
        "3.15.f A=- B=- > A B",
        "3.15.g A=3/2 B=3/4 > A | B",
    ]
    step = table.tie_breaks[0].steps[2]
    assert step.why == "Fewest losses per game, since it counts 2 and 4 games (3.15.uneven)"


@pytest.mark.clause("mn-district-9", "3.15.e", "3.15.f")
def test_nine_to_one_counts_six_and_the_quotient_counts_every_goal():
    table = season("A 9-1 B\nB 7-1 A").table()
    assert told(table)[5:] == ["3.15.e A=0 B=0 > A B", "3.15.f A=5/4 B=4/5 > A | B"]


@pytest.mark.clause("mn-district-9", "3.15.g")
def test_the_goal_difference_of_the_whole_league_is_capped_too():
    # A +8 -2 counts +6 -2, B +7 -1 counts +6 -1
    table = season("A 8-0 X\nX* 2-0 A\nB 7-0 Y\nY* 1-0 B").table()
    assert told(table)[:1] + told(table)[6:8] == ["A B", "3.15.f A=- B=- > A B", "3.15.g A=4 B=5 > B | A"]


@pytest.mark.clause("mn-district-9", "3.15.h")
def test_quotients_without_goals_against_are_equal_and_a_coin_flip_is_left():
    table = season("A 3-0 X\nB 3-0 Y\nX 1-0 Y").table()
    assert told(table)[8:] == ["3.15.h A=inf B=inf > A B"]
    assert table.coin_flip_needed == (("A", "B"),)


@pytest.mark.clause("mn-district-9", "3.15.h")
def test_the_league_quotient_decides_where_the_differences_are_level():
    assert told(season("A 3-1 X\nB 2-0 Y\nX 1-1 Y").table())[7:9] == [
        "3.15.g A=2 B=2 > A B",
        "3.15.h A=3 B=inf > B | A",
    ]


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_without_a_recorded_flip_the_teams_share_the_rank_and_the_flip_is_asked_for():
    table = season("A 1-1 B").table()
    assert [(row.rank, row.team, row.tied) for row in table.rows] == [(1, "A", True), (1, "B", True)]
    assert table.coin_flip_needed == (("A", "B"),)
    assert [step.clause for step in table.tie_breaks[0].steps] == [f"3.15.{letter}" for letter in "abcdefgh"]


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_recorded_flip_parts_them_and_is_listed():
    table = season("A 1-1 B", coin_flips=(flip("B", "A"),)).table()
    assert [(row.rank, row.team, row.tied) for row in table.rows] == [(1, "B", False), (2, "A", False)]
    assert table.coin_flip_needed == ()
    assert told(table)[-1] == "3.15.i A=- B=- > B | A"


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_of_two_flips_among_the_same_teams_the_later_record_counts():
    assert season("A 1-1 B", coin_flips=(flip("A", "B"), flip("B", "A"))).order() == ["B", "A"]


@pytest.mark.clause("mn-district-9", "3.15.i")
@pytest.mark.parametrize(
    "recorded",
    [
        flip("B", "A"),  # fewer than are tied
        flip("C", "B", "A", "X"),  # more than are tied
        flip("C", "B", "A", division="other"),
    ],
)
def test_a_flip_among_other_teams_says_nothing_about_these(recorded):
    table = season(LEVEL, coin_flips=(recorded,)).table()
    assert [row.rank for row in table.rows] == [1, 1, 1]
    assert table.coin_flip_needed == (("A", "B", "C"),)


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_flip_with_an_order_places_all_three():
    table = season(LEVEL, coin_flips=(flip("C", "A", "B"),)).table()
    assert [(row.rank, row.team) for row in table.rows] == [(1, "C"), (2, "A"), (3, "B")]
    assert told(table)[-1] == "3.15.i A=- B=- C=- > C | A | B"


@pytest.mark.clause("mn-district-9", "3.15", "3.15.i")
def test_a_flip_that_names_only_a_winner_leaves_the_others_to_start_again():
    table = season(LEVEL, coin_flips=(flip("C", among="ABC"),)).table()
    assert [(row.rank, row.team, row.tied) for row in table.rows] == [(1, "C", False), (2, "A", True), (2, "B", True)]
    assert [trace.teams for trace in table.tie_breaks] == [("A", "B", "C"), ("A", "B")]
    assert table.tie_breaks[1].steps[0].clause == "3.15.a"
    assert table.coin_flip_needed == (("A", "B"),)


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_flip_that_was_not_needed_changes_nothing():
    plain = season("A 2-1 B\nB* 2-1 A")
    assert plain.table() == season("A 2-1 B\nB* 2-1 A", coin_flips=(flip("B", "A"),)).table()


def test_a_book_without_tie_breaks_lets_level_teams_share_the_rank_and_asks_for_no_flip():
    table = season("A 1-1 B\nC 2-1 A").table("mn-hockey-fair-play")
    assert [(row.rank, row.team, row.tied) for row in table.rows] == [(1, "C", False), (2, "B", False), (3, "A", False)]
    level = season("A 1-1 B").table("mn-hockey-fair-play")
    assert [(row.rank, row.tied) for row in level.rows] == [(1, True), (1, True)]
    assert (level.tie_breaks, level.coin_flip_needed) == ((), ())
