"""Shows every column of a table, who is ranked, and what a table leaves out."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.facts import Adjustment, Division, Penalty, Team, Withdrawal
from league.core.results import results
from league.rulebook.loader import load
from standings.core.book import Points, Ranking
from standings.core.counting import missing_results
from standings.core.table import decimal, standings
from tests.standings.core.builders import season


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
def test_every_column_of_a_row():
    played = season("Otters 3-2 Bears OT\nBears* 2-2 Otters SO Bears\nOtters 1-4 Bears")
    otters = played.table().row("Otters").document()
    bears = played.table().row("Bears").document()
    assert {key: value for key, value in bears.items() if key not in ("clauses", "why")} == {
        "rank": 1,
        "team": "Bears",
        "played": 3,
        "wins": 2,
        "losses": 1,
        "ties": 0,
        "overtime_wins": 0,
        "overtime_losses": 1,
        "shootout_wins": 1,
        "shootout_losses": 0,
        "fair_play": 2,
        "adjustment": 0,
        "points": 6,
        "available": 9,
        "percentage": "0.6667",
        "goals_for": 8,
        "goals_against": 6,
        "penalty_minutes": 0,
        "playoff_eligible": True,
        "tied": False,
    }
    assert (otters["overtime_wins"], otters["shootout_losses"], otters["goals_for"]) == (1, 1, 6)
    assert bears["why"] == ["6 of 9 points: 4 from results, 2 for Fair Play"]


@pytest.mark.clause("mn-hockey-fair-play", "P.1.uneven")
def test_before_the_first_game_everybody_shares_the_first_rank_at_nothing():
    table = season("A v B\nB v C").table()
    assert [(row.rank, row.team, row.tied, row.points, row.percentage) for row in table.rows] == [
        (1, "A", True, 0, "0.0000"),
        (1, "B", True, 0, "0.0000"),
        (1, "C", True, 0, "0.0000"),
    ]
    assert table.ranked_by == "points"


@pytest.mark.clause("mn-hockey-fair-play", "P.1.uneven")
def test_a_team_that_has_not_played_stands_below_any_that_has_points():
    table = season("A 0-5 B", teams="C").table()
    assert [(row.rank, row.team, row.percentage) for row in table.rows] == [
        (1, "B", "1.0000"),
        (2, "A", "0.3333"),
        (3, "C", "0.0000"),
    ]
    assert table.ranked_by == "percentage"


def test_points_taken_from_a_team_that_has_not_played_still_count():
    table = season("A* 0-5 B", teams="C D", adjustments=(Adjustment("C", -2), Adjustment("D", 1))).table()
    assert [(row.rank, row.team, row.percentage) for row in table.rows] == [
        (1, "B", "1.0000"),
        (2, "D", "0.3333"),
        (3, "A", "0.0000"),
        (4, "C", "-0.6667"),
    ]


def test_ranks_run_one_two_two_four():
    table = season("A 1-0 D\nB 1-1 C\nA 1-1 X\nD* 0-0 X*\nB 1-1 D*\nC 1-1 D*", teams="").table("mn-hockey-fair-play")
    ranks = [(row.rank, row.team, row.tied) for row in table.rows]
    assert ranks == [(1, "A", False), (2, "B", True), (2, "C", True), (4, "X", False), (5, "D", False)]


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
def test_an_adjustment_is_in_points_and_percentage_but_no_fair_play_point():
    changes = {"adjustments": (Adjustment("A", -2, "7-1"), Adjustment("A", 1, "7-2"))}
    row = season("A 2-1 B\nB 1-1 A", **changes).table().row("A")
    assert (row.adjustment, row.points, row.fair_play, row.available, row.percentage) == (-1, 4, 2, 6, "0.6667")
    assert row.why == ("4 of 6 points: 3 from results, 2 for Fair Play, -1 by adjustment",)
    assert {"7-1", "7-2"}.issubset(row.clauses)


@pytest.mark.clause("mn-district-9", "5.3")
@pytest.mark.parametrize("level", ["mini-mite", "mite", "8u", "girls-8u"])
def test_a_level_that_keeps_no_score_has_no_table(level):
    assert season("A 0-0 B", level=level).tables() == ()


def test_a_book_without_points_or_ranking_has_no_tables():
    played, book = season("A 2-1 B"), load("mn-district-9")
    for section in (Points, Ranking):
        without = replace(book, sections={key: value for key, value in book.sections.items() if key is not section})
        assert standings(played.facts, without, played.results(book), played.fair_play) == ()


def test_divisions_stand_in_the_files_order_with_their_own_teams_only():
    played = season("A 2-1 B")
    facts = played.facts.changed(
        divisions=(Division("z", "peewee"), *played.facts.divisions), teams=(*played.facts.teams, Team("P", "z"))
    )
    tables = replace(played, facts=facts).tables()
    assert [(table.division, [row.team for row in table.rows]) for table in tables] == [("z", ["P"]), ("d", ["A", "B"])]


@pytest.mark.parametrize("kind", ["playoff", "tournament", "exhibition", "scrimmage"])
def test_only_league_games_count(kind):
    played = season("A 2-1 B\nB 9-0 A")
    first, second = played.facts.games
    other = replace(played, facts=played.facts.changed(games=(first, replace(second, kind=kind))))
    assert [(row.team, row.played, row.goals_for) for row in other.table().rows] == [("A", 1, 2), ("B", 1, 1)]


def test_penalty_minutes_are_as_assessed_and_from_counted_games_only():
    played = season("A 2-1 B\nA 2-1 B\nA v B", level="squirt")
    first, second, third = played.facts.games
    minor = Penalty("x1", "A", "minor", incident="x1")  # a minute and a half at Squirt
    major = replace(minor, id="x2", penalty_class="major")
    games = (replace(first, penalties=(minor, major)), replace(second, kind="exhibition", penalties=(major,)), third)
    table = replace(played, facts=played.facts.changed(games=games)).table()
    assert [(row.team, row.penalty_minutes) for row in table.rows] == [("A", 6.5), ("B", 0)]
    assert isinstance(table.row("B").penalty_minutes, int)


def test_provisional_results_count_and_are_marked():
    played = season("A 2-1 B\nB 2-1 A")
    games = tuple(replace(game, provisional=game.id == "g2") for game in played.facts.games)
    table = replace(played, facts=played.facts.changed(games=games)).table()
    assert [(row.played, row.provisional) for row in table.rows] == [(2, 1), (2, 1)]


def test_a_game_played_without_a_known_score_is_no_tie():
    played = season("Otters 3-2 Bears\nBears v Otters")
    unknown = replace(played.facts.games[1], outcome="played")
    facts = played.facts.changed(games=(played.facts.games[0], unknown))
    book = load("mn-district-9")
    found = results(facts, book)
    (table,) = standings(facts, book, found, {})
    assert [(row.team, row.played, row.ties) for row in table.rows] == [("Otters", 1, 0), ("Bears", 1, 0)]
    assert missing_results(facts, book, found) == (f"Game {unknown.id} is recorded as played: what was the score?",)


def test_a_withdrawn_team_keeps_its_results_takes_the_last_rank_and_is_in_no_tie():
    played = season("A 5-0 B\nA 5-0 C\nB 1-1 C\nA v B", withdrawn=(Withdrawal("A"),))
    table = played.table()
    assert [(row.rank, row.team, row.withdrawn, row.playoff_eligible) for row in table.rows] == [
        (1, "B", False, True),
        (1, "C", False, True),
        (3, "A", True, False),
    ]
    assert (table.row("A").points, table.row("A").goals_for, table.row("B").played) == (6, 10, 2)
    assert [trace.teams for trace in table.tie_breaks] == [("B", "C")]
    assert table.row("A").why[-1] == "Withdrew"


def test_several_withdrawn_teams_share_the_last_rank_without_a_coin_flip():
    table = season("A 2-1 B\nC 2-1 A", teams="D", withdrawn=(Withdrawal("C"), Withdrawal("D"))).table()
    assert [(row.rank, row.team, row.tied) for row in table.rows] == [
        (1, "A", False),
        (2, "B", False),
        (3, "C", True),
        (3, "D", True),
    ]
    assert (table.tie_breaks, table.coin_flip_needed) == ((), ())


@pytest.mark.clause("mn-hockey-fair-play", "P.1.uneven")
@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Fraction(2, 3), "0.6667"),
        (Fraction(1, 3), "0.3333"),
        (Fraction(1, 32), "0.0313"),  # 0.03125: half up
        (Fraction(1), "1.0000"),
        (Fraction(0), "0.0000"),
        (Fraction(-2, 3), "-0.6667"),
        (Fraction(-1, 32), "-0.0313"),
        (Fraction(-1, 100_000), "0.0000"),
        (Fraction(13, 12), "1.0833"),
    ],
)
def test_a_percentage_has_four_decimals_half_up(share, shown):
    assert decimal(share) == shown


@given(st.fractions(-3, 3, max_denominator=500))
def test_a_percentage_is_within_half_a_unit_of_its_last_place(share):
    assert abs(Fraction(decimal(share)) - share) <= Fraction(1, 20_000)
