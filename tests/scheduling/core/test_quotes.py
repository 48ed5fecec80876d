"""Shows what moving a game costs, and from which day on it costs what."""

import datetime as dt
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.quotes import CostFrom, quote
from tests.scheduling.core.builders import BOOK, at, day, game, season

FEE, LATE = (5000, "3.10.b", "reschedule"), (2500, "3.11.i", "late-reschedule")


def lines(original, new, received, reason="other", **changes):
    facts = season(game("g1", f"{original} 13:00" if original else None, "otters", "cranes", **changes))
    found = quote(facts, BOOK, "g1", "otters", day(received), at(f"{new} 13:00"), reason)
    assert found.fee_cents == sum(line.cents for line in found.lines)
    return [(line.cents, line.clause, line.kind) for line in found.lines]


@pytest.mark.clause("mn-district-9", "3.10.a", "3.10.b")
@pytest.mark.parametrize(("received", "expected"), [("2014-11-16", []), ("2014-11-17", [FEE])])
def test_forms_are_free_through_november_16(received, expected):
    assert lines("2014-12-20", "2015-01-10", received) == expected


@pytest.mark.clause("mn-district-9", "3.11.i")
@pytest.mark.parametrize(
    ("original", "new", "received", "expected"),
    [
        ("2014-12-20", "2014-12-13", "2014-12-06", [FEE]),
        ("2014-12-20", "2014-12-13", "2014-12-07", [FEE, LATE]),
        ("2014-12-20", "2015-01-10", "2014-12-13", [FEE]),
        ("2014-12-20", "2015-01-10", "2014-12-14", [FEE, LATE]),
        ("2014-12-20", "2015-01-10", "2014-12-22", [FEE, LATE]),  # when the game should have been over
        ("2014-12-20", "2014-12-20", "2014-12-13", [FEE]),  # another hour of the same day
        ("2014-12-20", "2014-12-20", "2014-12-14", [FEE, LATE]),
        ("2014-11-14", "2014-12-06", "2014-11-10", []),  # late, but on top of no fee
        ("2014-11-20", "2014-12-06", "2014-11-16", []),
        ("2014-11-20", "2014-12-06", "2014-11-17", [FEE, LATE]),
        (None, "2014-12-13", "2014-12-06", [FEE]),  # put off without a date: the new one counts
        (None, "2014-12-13", "2014-12-07", [FEE, LATE]),
    ],
)
def test_a_late_form_costs_more_than_a_week_s_notice(original, new, received, expected):
    assert lines(original, new, received) == expected


@pytest.mark.clause("mn-district-9", "3.11.i")
def test_notice_is_counted_in_days_across_the_clock_change():
    assert lines("2015-03-14", "2015-03-20", "2015-03-07") == [FEE]
    assert lines("2015-03-14", "2015-03-20", "2015-03-08") == [FEE, LATE]


@pytest.mark.clause("mn-district-9", "3.11.i")
def test_the_day_of_a_game_is_the_local_one():
    facts = season(game("g1", "2014-12-20 20:00", "otters", "cranes"))  # December 21 in UTC
    assert quote(facts, BOOK, "g1", "otters", day("2014-12-14"), at("2015-01-10 13:00")).fee_cents == 7500


@pytest.mark.clause("mn-district-9", "3.10.c")
@pytest.mark.parametrize("reason", ["weather", "illness"])
def test_weather_and_illness_cost_nothing_however_late(reason):
    assert lines("2014-12-20", "2015-01-10", "2014-12-19", reason) == []


@pytest.mark.parametrize("kind", ["scrimmage", "tournament", "exhibition", "playoff"])
def test_only_league_games_have_a_fee(kind):
    assert lines("2014-12-20", "2015-01-10", "2014-12-19", kind=kind) == []


@pytest.mark.clause("mn-district-9", "3.10.a", "3.10.b", "3.11.i")
def test_a_quote_says_from_which_day_on_it_costs_what():
    facts = season(game("g1", "2014-12-20 13:00"))
    found = quote(facts, BOOK, "g1", "otters", day("2014-11-10"), at("2015-01-10 13:00"))
    assert found.costs == (
        CostFrom(day("2014-11-10"), 0),
        CostFrom(day("2014-11-17"), 5000),
        CostFrom(day("2014-12-14"), 7500),
    )
    assert found.must_agree == ("bears",)
    assert (found.fee_cents, found.refused_by) == (0, ())


def test_a_quote_names_the_clauses_against_the_new_date():
    facts = season(game("g1", "2014-12-20 13:00"))
    found = quote(facts, BOOK, "g1", "otters", day("2014-12-01"), at("2015-02-02 13:00"))
    assert found.refused_by == ("3.6", "3.7")
    assert len(found.why) == 3


def test_a_request_that_is_too_late_for_any_other_price_has_one():
    facts = season(game("g1", "2014-12-20 13:00"))
    found = quote(facts, BOOK, "g1", "otters", day("2014-12-18"), at("2015-01-10 13:00"))
    assert found.costs == (CostFrom(day("2014-12-18"), 7500),)


DAYS = st.dates(dt.date(2014, 10, 1), dt.date(2015, 3, 1))


@pytest.mark.clause("mn-district-9", "3.10.a", "3.10.b", "3.11.i")
@given(DAYS, DAYS, DAYS, DAYS)
def test_a_later_form_never_costs_less(original, new, one, other):
    facts = season(game("g1", f"{original} 13:00", "otters", "cranes"))
    first, second = (
        quote(facts, BOOK, "g1", "otters", received, at(f"{new} 13:00")).fee_cents for received in sorted((one, other))
    )
    assert 0 <= first <= second <= 7500


@given(DAYS, DAYS, DAYS)
def test_the_price_list_of_a_quote_is_what_later_quotes_say(original, new, received):
    facts = season(game("g1", f"{original} 13:00", "otters", "cranes"))
    costs = quote(facts, BOOK, "g1", "otters", received, at(f"{new} 13:00")).costs
    assert costs[0].day == received
    for entry in costs:
        assert quote(facts, BOOK, "g1", "otters", entry.day, at(f"{new} 13:00")).fee_cents == entry.cents
    assert all(one.cents < other.cents for one, other in pairwise(costs))
