"""Shows how long a penalty is on the record."""

import pytest

from league.core.facts import Penalty
from league.core.penalty_minutes import assessed_seconds
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
