"""Shows what the standings sections of a rule book say about themselves and what they refuse."""

import pytest
from pydantic import ValidationError

from league.rulebook.loader import load
from standings.core.book import Playoffs, Points, Ranking, TieBreak, TieBreaking

D9 = load("mn-district-9")
STATE = load("mn-hockey-fair-play")


def codes(section, book=D9) -> list[str]:
    return [finding.code for finding in section.check(book)]


@pytest.mark.clause("mn-hockey-fair-play", "P.1")
@pytest.mark.parametrize(("line", "points"), [("win", 2), ("tie", 1), ("loss", 0)])
def test_what_a_game_brings(line, points):
    assert [STATE.one(Points).of(line, decided_in) for decided_in in ("regulation", "overtime", "shootout")] == [
        points
    ] * 3
    assert STATE.one(Points).available == 3


def test_overtime_and_shootout_can_bring_something_of_their_own():
    points = Points(clause="x", win=3, tie=1, loss=0, overtime_win=2, overtime_loss=1, shootout_win=4)
    assert [points.of("win", "regulation"), points.of("win", "overtime"), points.of("loss", "overtime")] == [3, 2, 1]
    assert [points.of("win", "shootout"), points.of("loss", "shootout")] == [4, 0]
    assert points.available == 4


@pytest.mark.parametrize("book", [STATE, D9], ids=["state", "district"])
def test_the_shipped_books_have_nothing_to_complain_about(book):
    for section in (Points, Ranking, TieBreaking, TieBreak, Playoffs):
        assert [finding for entry in book.all(section) for finding in entry.check(book)] == []


@pytest.mark.clause("mn-district-9", "3.15", "3.15.uneven")
def test_the_steps_say_what_they_compare():
    said = [sentence for step in D9.all(TieBreak) for sentence in step.explain()]
    assert said[0] == (
        "3.15.a: most points in the games among the tied teams,"
        " as a share of the available points when they counted unequal numbers of games."
    )
    assert said[2] == "3.15.c: fewest losses, per game when they counted unequal numbers of games."
    assert said[8] == "3.15.i: a coin flip, once it is recorded."
    assert list(D9.one(TieBreaking).explain()) == [
        "A step that parts the tied teams places each; those still level start again at the first step (3.15)."
    ]


def test_the_steps_have_the_names_of_the_trace():
    assert [step.rule for step in D9.all(TieBreak)] == [
        "head-to-head-points",
        "wins",
        "losses",
        "fair-play-points",
        "head-to-head-goal-difference",
        "head-to-head-goal-quotient",
        "goal-difference",
        "goal-quotient",
        "coin-flip",
    ]


@pytest.mark.parametrize(
    "step",
    [
        TieBreak(clause="x", metric="wins", cap=6),
        TieBreak(clause="x", metric="goal-difference", cap=0),
        TieBreak(clause="x", metric="wins", uneven="share-of-available"),
        TieBreak(clause="x", metric="goal-quotient", uneven="per-game"),
        TieBreak(clause="x", metric="coin-flip", scope="among-tied"),
    ],
)
def test_a_step_that_could_not_work_is_refused(step):
    assert codes(step) == ["unusable-step"]


def test_an_unknown_metric_is_refused_with_the_nearest():
    (finding,) = TieBreak(clause="x", metric="winns").check(D9)
    assert (finding.code, finding.remedy) == ("unknown-word", "did you mean 'wins'?")


def test_steps_need_to_know_what_follows_a_split_and_a_way_needs_steps():
    assert codes(TieBreak(clause="x", metric="wins"), STATE) == ["no-tie-breaking"]
    assert codes(TieBreaking(clause="x", after_split="restart"), STATE) == ["no-steps"]
    assert codes(TieBreaking(clause="x", after_split="restart")) == ["no-uneven-clause"]


def test_points_that_reward_losing_and_unknown_words_are_refused():
    assert codes(Points(clause="x", win=1, tie=2, loss=0, kinds=("leage",))) == ["unknown-word", "points-upside-down"]
    assert codes(Playoffs(clause="x", barring_causes=("noshow",), excuses=("whether",))) == [
        "unknown-word",
        "unknown-word",
        "no-clause",
    ]
    with pytest.raises(ValidationError):
        Points(clause="x", win=0, tie=0, loss=0)


@pytest.mark.clause("mn-district-9", "3.12.playoffs", "5.5")
def test_the_playoffs_say_who_is_kept_out():
    assert list(D9.one(Playoffs).explain()) == [
        "The table seeds the playoffs (5.5).",
        "Kept out is a team at fault for a game not played: no-show, cancellation, double-forfeit,"
        " unless excused by weather or illness (3.12.playoffs).",
    ]
