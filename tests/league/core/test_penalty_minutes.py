"""Shows how long a penalty is on the record."""

import pytest

from league.core.facts import Penalty
from league.core.penalty_minutes import assessed_seconds, personal_seconds
from league.core.vocabulary import PENALTY_CLASSES
from league.rulebook.loader import load

BOOK = load("mn-district-9")


@pytest.mark.clause("mn-district-9", "4.3")
@pytest.mark.parametrize(
    ("name", "level", "seconds"),
    [
        ("minor", "bantam", 120),
        ("minor", "girls-12u", 120),
        ("minor", "squirt", 90),
        ("bench-minor", "girls-10u", 90),
        ("major", "squirt", 300),
        ("misconduct", "squirt", 600),
        ("game-ejection", "bantam", 0),
    ],
)
def test_the_books_length_by_class_and_level(name, level, seconds):
    assert assessed_seconds(Penalty("x", "t", name), level, BOOK) == seconds


def test_what_the_sheet_says_goes_first():
    assert assessed_seconds(Penalty("x", "t", "minor", seconds=240), "squirt", BOOK) == 240


def test_a_penalty_shot_is_as_long_as_what_it_stands_for():
    assert assessed_seconds(Penalty("x", "t", "penalty-shot", stands_for="major"), "bantam", BOOK) == 300


ALBERTA = load("alberta-mens")


@pytest.mark.clause(
    "alberta-mens", "6-16.c.1", "6-2", "6-4.a", "6-5.a", "6-6.b", "6-10.a", "6-11.a", "6-11.b", "6-13.b"
)
@pytest.mark.parametrize(
    ("name", "running", "stop", "more"),
    [
        ("minor", 3, 2, {}),
        ("bench-minor", 3, 2, {}),
        ("major", 7, 5, {}),
        ("misconduct", 10, 10, {}),
        ("game-misconduct", 10, 10, {}),
        ("gross-misconduct", 10, 10, {}),
        ("match", 7, 5, {}),
        ("match", 6, 4, {"flags": frozenset({"no-contact"})}),
        ("match", 7, 5, {"flags": frozenset({"injury"})}),
        ("match", 6, 4, {"offence": "threatening-official"}),
        ("match", 7, 5, {"offence": "striking-official"}),
        ("penalty-shot", 0, 0, {"stands_for": "major"}),
        ("game-ejection", 0, 0, {}),
    ],
)
def test_the_clock_at_the_report_sets_the_length(name, running, stop, more):
    assert assessed_seconds(Penalty("x", "t", name, clock="running", **more), "adult", ALBERTA) == 60 * running
    assert assessed_seconds(Penalty("x", "t", name, clock="stop", **more), "adult", ALBERTA) == 60 * stop


@pytest.mark.clause("alberta-mens", "4-15.1", "4-15.2")
@pytest.mark.parametrize(
    ("clocks", "minutes"), [(("running", "running"), 6), (("running", "stop"), 5), (("stop",) * 2, 4)]
)
def test_each_half_of_a_double_minor_has_its_own_clock(clocks, minutes):
    halves = [Penalty("x", "t", "minor", person="p", incident="i", clock=clock) for clock in clocks]
    assert sum(assessed_seconds(half, "adult", ALBERTA) for half in halves) == 60 * minutes


@pytest.mark.clause("alberta-mens", "6-3.a", "4-14.c")
@pytest.mark.parametrize("person", [None, "p"])
def test_a_bench_minor_is_the_teams_and_nobodys_own(person):
    bench = Penalty("x", "t", "bench-minor", person=person, served_by="p", clock="running")
    assert assessed_seconds(bench, "adult", ALBERTA) == 180
    assert personal_seconds(bench, "adult", ALBERTA) == 0
    assert personal_seconds(Penalty("x", "t", "minor", person="p"), "adult", ALBERTA) == 120


@pytest.mark.parametrize("slug", ["maha-adult", "nb-minor-discipline"])
def test_the_other_books_have_the_usual_lengths(slug):
    book = load(slug)
    lengths = {name: assessed_seconds(Penalty("x", "t", name), "bantam", book) for name in PENALTY_CLASSES}
    assert lengths == {
        "minor": 120,
        "bench-minor": 120,
        "major": 300,
        "misconduct": 600,
        "game-misconduct": 600,
        "gross-misconduct": 600,
        "match": 600,
        "penalty-shot": 120,
        "game-ejection": 0,
    }
