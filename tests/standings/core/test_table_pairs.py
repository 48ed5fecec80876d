"""Shows whole tables: the results of a season above, the table and the tie-breaks that must follow below."""

import pytest

from tests.standings.core.builders import rendered, season, told


def check(results: str, table: str, tie_breaks: str = "", **more) -> None:
    """The table has columns rank, team, GP W L T FP points percentage GF-GA."""
    found = season(results, **more).table()
    assert rendered(found) == [" ".join(line.split()) for line in table.strip().splitlines()]
    assert told(found) == [line.strip() for line in tie_breaks.strip().splitlines()]


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
def test_two_a_win_one_a_tie_and_a_fair_play_point_a_game():
    check(
        """
        Otters 3-2 Bears
        Bears 1-4 Otters
        Otters 2-2 Bears
        Bears 5-1 Otters*
        """,
        """
        1 Otters  4  2 1 1  3  8  0.6667  10-10
        2 Bears   4  1 2 1  4  7  0.5833  10-10
        """,
    )


@pytest.mark.clause("mn-hockey-fair-play", "P.1.uneven")
def test_unequal_numbers_of_games_go_by_the_share_of_available_points():
    check(
        """
        Otters 3-2 Cranes
        Otters 4-1 Foxes*
        Otters 2-2 Cranes
        Otters* 0-3 Foxes
        Bears 3-0 Cranes*
        Bears 2-1 Foxes*
        Bears 5-4 Cranes*
        Bears* 1-3 Foxes
        Bears* 0-2 Cranes
        """,
        """
        1 Otters  4  2 1 1  3  8  0.6667  9-8
        2 Bears   5  3 2 0  3  9  0.6000  11-10
        3 Foxes   4  2 2 0  2  6  0.5000  8-7
        4 Cranes  5  1 3 1  3  6  0.4000  10-13
        """,
    )


@pytest.mark.clause("mn-district-9", "3.12", "3.12.a", "3.13.points", "3.14")
def test_games_won_without_play_bring_two_points_and_no_goals():
    check(
        """
        Otters 3-1 Bears
        Otters v Bears: Bears no-show
        Foxes v Bears: Bears refused
        Foxes v Otters: Otters forfeit
        Foxes v Otters: cancelled
        Foxes v Bears: double-forfeit
        """,
        """
        1 Otters  3  2 1 0  1  5  0.5556  3-1
        2 Foxes   3  2 1 0  0  4  0.4444  0-0
        3 Bears   4  0 4 0  1  1  0.0833  1-3
        """,
    )


@pytest.mark.clause("mn-district-9", "3.15", "3.15.a")
def test_one_is_placed_and_the_two_others_start_again_between_themselves():
    check(
        """
        Otters 3-1 Bears*
        Otters 2-2 Cranes
        Bears 4-3 Cranes
        Foxes 2-1 Otters
        Bears 3-0 Foxes
        Cranes 2-0 Foxes
        """,
        """
        1 Otters  3  1 1 1  3  6  0.6667  6-5
        2 Bears   3  2 1 0  2  6  0.6667  8-6
        3 Cranes  3  1 1 1  3  6  0.6667  7-6
        4 Foxes   3  1 2 0  3  5  0.5556  2-6
        """,
        """
        Bears Cranes Otters
        3.15.a Bears=3 Cranes=3 Otters=5 > Otters | Bears Cranes
        Bears Cranes
        3.15.a Bears=3 Cranes=1 > Bears | Cranes
        """,
    )


@pytest.mark.clause("mn-district-9", "3.15")
def test_a_split_into_two_pairs_makes_each_pair_start_again():
    check(
        """
        A 2-2 B
        C 1-1 D
        A 3-0 C
        B 1-0 D
        A 1-1 D
        B 2-2 C
        X* 1-0 A
        X* 1-0 B
        C 5-0 X
        D 1-0 X
        """,
        """
        1 A  4  1 1 2  4  8  0.6667  6-4
        2 B  4  1 1 2  4  8  0.6667  5-5
        3 C  4  1 1 2  4  8  0.6667  8-6
        4 D  4  1 1 2  4  8  0.6667  3-3
        5 X  4  2 2 0  2  6  0.5000  2-6
        """,
        """
        A B C D
        3.15.a A=7 B=7 C=5 D=5 > A B | C D
        A B
        3.15.a A=2 B=2 > A B
        3.15.b A=1 B=1 > A B
        3.15.c A=1 B=1 > A B
        3.15.d A=4 B=4 > A B
        3.15.e A=0 B=0 > A B
        3.15.f A=1 B=1 > A B
        3.15.g A=2 B=0 > A | B
        C D
        3.15.a C=2 D=2 > C D
        3.15.b C=1 D=1 > C D
        3.15.c C=1 D=1 > C D
        3.15.d C=4 D=4 > C D
        3.15.e C=0 D=0 > C D
        3.15.f C=1 D=1 > C D
        3.15.g C=2 D=0 > C | D
        """,
    )


@pytest.mark.clause("mn-district-9", "3.15.b", "3.15.uneven", "3.15.a")
def test_a_step_is_a_rate_only_among_teams_whose_games_in_it_differ():
    check(
        """
        Otters* 3-1 Cranes
        Otters 2-1 Foxes
        Foxes 2-0 Otters
        Bears 3-2 Foxes
        Bears 4-1 Cranes
        Cranes 1-0 Bears
        Foxes 2-0 Bears
        """,
        """
        1 Otters  3  2 1 0  2  6  0.6667  5-4
        2 Foxes   4  2 2 0  4  8  0.6667  7-5
        3 Bears   4  2 2 0  4  8  0.6667  7-6
        4 Cranes  3  1 2 0  3  5  0.5556  3-7
        """,
        """
        Bears Foxes Otters
        3.15.a Bears=2/3 Foxes=2/3 Otters=2/3 > Bears Foxes Otters
        3.15.b Bears=1/2 Foxes=1/2 Otters=2/3 > Otters | Bears Foxes
        Bears Foxes
        3.15.a Bears=4 Foxes=4 > Bears Foxes
        3.15.b Bears=2 Foxes=2 > Bears Foxes
        3.15.c Bears=2 Foxes=2 > Bears Foxes
        3.15.d Bears=4 Foxes=4 > Bears Foxes
        3.15.e Bears=-1 Foxes=1 > Foxes | Bears
        """,
    )
