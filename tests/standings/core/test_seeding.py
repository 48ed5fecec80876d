"""Shows who goes into the playoffs, best first, and who is left out by which clause."""

from dataclasses import replace

import pytest

from league.core.facts import CoinFlip, Withdrawal
from league.rulebook.loader import load
from standings.core.book import Playoffs
from standings.core.seeding import first_of, playoff_bars, seeding
from tests.standings.core.builders import Played, season


def barred(played: Played) -> set[str]:
    book = load("mn-district-9")
    return set(playoff_bars(played.facts, book, played.results(book)))


def changed(played: Played, **changes) -> Played:
    return replace(played, facts=played.facts.changed(games=tuple(replace(g, **changes) for g in played.facts.games)))


@pytest.mark.clause("mn-district-9", "5.5")
def test_the_order_is_the_tables():
    found = season("A 2-1 B\nC 2-1 A\nC 2-1 B").seeding()
    assert (found.division, found.stage, found.teams, found.skipped) == ("d", None, ("C", "A", "B"), ())
    assert (found.tie_breaks, found.coin_flip_needed, found.clauses) == ((), (), ("5.5",))


@pytest.mark.clause("mn-district-9", "3.12.playoffs")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A v B: A no-show", {"A"}),
        ("A v B: double-forfeit", {"A", "B"}),
        ("A v B: A forfeit", set()),
        ("A v B: A refused", set()),
        ("A v B", set()),
        ("A 2-1 B", set()),
    ],
)
def test_a_no_show_and_a_double_forfeit_bar_a_forfeit_and_a_refusal_do_not(line, expected):
    assert barred(season(line)) == expected


@pytest.mark.clause("mn-district-9", "3.12.playoffs", "3.13.notice")
@pytest.mark.parametrize(("hours", "expected"), [(48, set()), (47, {"A"})])
def test_a_cancellation_bars_only_when_it_comes_too_late(hours, expected):
    played = season("A v B: A cancelled")
    notice = (
        played.facts.games[0].starts.replace(day=6)
        if hours == 48
        else played.facts.games[0].starts.replace(day=6, hour=20)
    )
    assert barred(changed(played, notice=notice)) == expected


@pytest.mark.clause("mn-district-9", "3.12.playoffs")
@pytest.mark.parametrize("excused", ["weather", "illness"])
def test_weather_and_illness_bar_nobody(excused):
    assert barred(changed(season("A v B: A no-show"), excused=excused)) == set()


@pytest.mark.clause("mn-district-9", "3.12.playoffs")
def test_only_games_that_the_table_counts_can_bar():
    assert barred(changed(season("A v B: A no-show"), kind="exhibition")) == set()


@pytest.mark.clause("mn-district-9", "3.12.playoffs")
def test_a_barred_team_keeps_its_place_and_the_seeding_skips_it():
    played = season("A 2-1 B\nA 2-1 C\nB 3-2 C\nC v A: A no-show")
    assert [(row.rank, row.team, row.playoff_eligible) for row in played.table().rows] == [
        (1, "A", False),
        (2, "B", True),
        (3, "C", True),
    ]
    found = played.seeding()
    assert found.teams == ("B", "C")
    assert [item.document() for item in found.skipped] == [
        {
            "team": "A",
            "clauses": ["3.12.playoffs"],
            "why": ["Out of the playoffs: did not show up in game g4 on 2014-11-11"],
        }
    ]
    assert found.clauses == ("5.5", "3.12.playoffs")


def test_a_withdrawn_team_is_not_seeded():
    found = season("A 2-1 B\nC 1-0 A", withdrawn=(Withdrawal("C"),)).seeding()
    assert found.teams == ("A", "B")
    assert [(item.team, item.clauses, item.why) for item in found.skipped] == [("C", (), ("Withdrew from the season",))]


TIED = """
    A 1-1 B
    B 1-1 C
    C 1-1 A
"""


@pytest.mark.clause("mn-district-9", "3.15.i", "5.5")
def test_a_tie_that_waits_for_a_flip_waits_in_the_seeding_too():
    found = season(TIED).seeding()
    assert (found.teams, found.coin_flip_needed, found.tie_breaks) == (("A", "B", "C"), (("A", "B", "C"),), ())


BARRED_IN_A_TIE = (
    TIED
    + """
    A v X: A forfeit
    B v X: B no-show
    C v X: C forfeit
"""
)


@pytest.mark.clause("mn-district-9", "3.15.i", "3.12.playoffs")
def test_where_a_tied_team_is_barred_the_seeding_needs_a_flip_among_the_others():
    played = season(BARRED_IN_A_TIE)
    assert played.table().coin_flip_needed == (("A", "B", "C"),)
    found = played.seeding()
    assert (found.teams, found.coin_flip_needed) == (("X", "A", "C"), (("A", "C"),))
    assert [item.team for item in found.skipped] == ["B"]


@pytest.mark.clause("mn-district-9", "3.15.i", "3.12.playoffs")
def test_a_flip_among_those_seeded_orders_the_seeding_and_not_the_table():
    played = season(BARRED_IN_A_TIE, coin_flips=(CoinFlip("d", ("A", "C"), ("C", "A")),))
    assert [row.rank for row in played.table().rows] == [1, 2, 2, 2]
    found = played.seeding()
    assert (found.teams, found.coin_flip_needed) == (("X", "C", "A"), ())
    assert [(trace.teams, [step.clause for step in trace.steps]) for trace in found.tie_breaks] == [
        (("A", "C"), ["3.15.i"])
    ]


def test_a_book_without_playoffs_seeds_nobody():
    played, book = season("A 2-1 B"), load("mn-hockey-fair-play")
    assert seeding(played.facts, book, played.results(book), played.tables("mn-hockey-fair-play")) == ()


@pytest.mark.clause("alberta-mens", "9-1.a", "9-1.a.1")
def test_an_officer_chooses_on_either_side_of_the_share_and_not_at_all_where_the_table_says():
    advance = load("alberta-mens").get(Playoffs).advance
    assert {size: list(advance.choices(size)) for size in (3, 4, 5, 6, 12, 13, 14, 15)} == {
        3: [2], 4: [2, 3], 5: [3, 4], 6: [4], 12: [8], 13: [8, 9], 14: [9, 10], 15: [10],
    }  # fmt: skip
    assert all(advance.of(size) in advance.choices(size) for size in range(3, 40))


def test_a_cut_between_teams_that_share_a_rank_names_nobody():
    order = [(1, "A"), (2, "B"), (2, "C"), (4, "D")]
    assert first_of(order, ("A",), (), 2) is None
    assert first_of(order, ("A",), ("C",), 2) == ("A", "B")
    assert first_of(order, ("A",), (), 3) == ("A", "B", "C")
    assert first_of(order, ("A", "B"), (), 1) == ("A",)
