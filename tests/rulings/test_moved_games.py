"""Shows that a result is known from the day on which a moved game was really played."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.compose import rule_facts
from tests.scheduling.core.builders import BOOK, day, game, request, season

PLAYED = {"outcome": "played", "home_goals": 3, "away_goals": 2, "winner": "otters"}


def rulings(original, new, received="2014-12-01", as_of=None):
    facts = season(game("g1", f"{original} 13:00", **PLAYED), requests=(request("r1", "g1", received, f"{new} 13:00"),))
    return rule_facts(facts, BOOK, day(as_of) if as_of else None)


@pytest.mark.clause("mn-district-9", "3.10")
@pytest.mark.parametrize(
    ("original", "new", "as_of", "status"),
    [
        ("2014-12-20", "2015-01-10", "2014-12-21", "open"),
        ("2014-12-20", "2015-01-10", "2015-01-10", "played"),
        ("2014-12-20", "2014-12-13", "2014-12-12", "open"),
        ("2014-12-20", "2014-12-13", "2014-12-13", "played"),
        ("2014-12-20", "2015-01-10", "2014-11-30", "open"),  # the request isn't known yet
    ],
)
def test_a_moved_game_has_its_result_from_its_new_day_on(original, new, as_of, status):
    assert rulings(original, new, as_of=as_of).results["g1"].status == status


def test_the_rulings_are_by_default_of_the_day_after_the_moved_game():
    assert rulings("2014-12-20", "2015-01-10").as_of == day("2015-01-11")
    assert rulings("2014-12-20", "2014-12-13").as_of == day("2014-12-14")


@given(st.dates(dt.date(2014, 11, 20), dt.date(2015, 1, 18)), st.dates(dt.date(2014, 11, 20), dt.date(2015, 1, 18)))
def test_by_default_the_result_of_a_moved_game_is_known(original, new):
    assert rulings(original, new, received="2014-11-20").results["g1"].status == "played"
