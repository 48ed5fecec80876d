"""What a game looks like when a report of it holds, and that penalties keep their ids."""

from itertools import count

from hypothesis import given

from league.core.facts import Game, LineupSpot, Penalty
from league.core.report_game import as_played, content_of, numbered_ids
from league.core.reports import ReportContent, differences
from tests.league.core.builders import game
from tests.league.core.test_standing import CONTENTS
from tests.reporting import content, penalty

OPEN = game(outcome="scheduled", home_goals=None, away_goals=None, winner=None)


def played(report: ReportContent, before: Game = OPEN) -> Game:
    numbers = count(1)
    return as_played(before, report, lambda: f"n{next(numbers)}")


def test_a_report_gives_the_score_the_periods_and_the_winner() -> None:
    found = played(content())
    assert (found.outcome, found.home_goals, found.away_goals, found.winner) == ("played", 3, 6, "bears")
    assert (found.home_periods, found.away_periods) == ((1, 1, 1), (1, 2, 3))


def test_a_tie_has_no_winner_and_a_shootout_the_one_named() -> None:
    assert played(content((1, 1, 1), (1, 1, 1))).winner is None
    assert played(content((1, 1, 1), (1, 1, 1), decided_in="shootout", shootout_winner="away")).winner == "bears"


def test_a_score_alone_has_no_periods() -> None:
    found = played(content((), (), home_total=2))
    assert (found.home_periods, found.home_goals, found.away_goals) == (None, 2, 0)


def test_penalties_by_number_make_acts_without_names() -> None:
    found = played(content(home_counts={"checking-from-behind": 1, "minor": 1}))
    assert [(item.penalty_class, item.person, item.incident) for item in found.penalties] == [
        ("minor", None, "n1"),
        ("minor", None, "n2"),
        ("misconduct", None, "n2"),
    ]


def test_a_penalty_that_stays_keeps_its_id_act_and_clock() -> None:
    old = Penalty("x1", "otters", "major", "p1", "fighting", incident="i1", clock="running")
    before = game(penalties=(old, Penalty("x2", "otters", "minor", "p2", "tripping", "x2")))
    said = (penalty("minor", "holding", "p3"), penalty("major", "fighting", "p1", period="2"))
    found = {item.id: item for item in played(content(home_penalties=said), before).penalties}
    assert set(found) == {"n1", "x1"}
    assert (found["x1"].incident, found["x1"].clock, found["x1"].period) == ("x1", "running", 2)


def test_of_two_alike_the_one_that_says_the_same_keeps_its_id() -> None:
    first = Penalty("x1", "otters", "minor", "p1", "tripping", "x1", period=1, left=60)
    second = Penalty("x2", "otters", "minor", "p1", "tripping", "x2", period=2, left=90)
    said = (penalty(person="p1", period="2", left=90),)
    found = played(content(home_penalties=said), game(penalties=(first, second)))
    assert [item.id for item in found.penalties] == ["x2"]


def test_a_lineup_nobody_spoke_of_stays_and_spots_keep_what_was_worn() -> None:
    before = game(home_lineup=(LineupSpot("p1", 7), LineupSpot("p2")), away_lineup=(LineupSpot("q1"),))
    found = played(content(home_dressed=("p3", "p1", "p3")), before)
    assert found.home_lineup == (LineupSpot("p3"), LineupSpot("p1", 7))
    assert found.away_lineup == (LineupSpot("q1"),)


def test_numbers_that_the_sheet_uses_are_nobody_elses() -> None:
    next_id = numbered_ids(game(penalties=(Penalty("1", "otters", "minor"), Penalty("3", "bears", "minor"))))
    assert [next_id(), next_id()] == ["2", "4"]


@given(CONTENTS)
def test_the_report_that_a_game_amounts_to_makes_the_same_game_again(report: ReportContent) -> None:
    once = played(report)
    assert played(content_of(once), once) == once
    if once.winner or report.shootout_winner is None:
        comparable = content_of(once)
        assert [item for item in differences(report, comparable) if not item.field.endswith("fair_play")] == [
            item for item in differences(report, comparable) if item.field == "shootout_winner"
        ]
