"""Shows which day of a season a yearly day is, and what was known at the end of a day."""

import datetime as dt
from dataclasses import replace

import pytest

from league.core.cut import known_on
from league.core.days import last_known_day, season_day
from league.core.facts import Decision, Payment, Withdrawal
from tests.league.core.builders import SEASON, game, penalties, season


@pytest.mark.parametrize(
    ("starts", "day", "expected"),
    [
        ((2014, 10, 30), "11-16", (2014, 11, 16)),
        ((2014, 10, 30), "01-18", (2015, 1, 18)),
        ((2014, 10, 30), "07-01", (2014, 7, 1)),
        ((2014, 10, 30), "06-30", (2015, 6, 30)),
        ((2015, 1, 5), "11-16", (2014, 11, 16)),
        ((2015, 1, 5), "03-01", (2015, 3, 1)),
    ],
)
def test_a_yearly_day_falls_within_the_seasons_twelve_months(starts, day, expected):
    assert season_day(replace(SEASON, starts=dt.date(*starts)), day) == dt.date(*expected)


def test_a_season_without_a_start_has_no_days():
    with pytest.raises(ValueError, match="doesn't say when it starts"):
        season_day(replace(SEASON, starts=None), "11-16")


def test_the_default_day_is_the_one_after_the_last_result():
    assert last_known_day(season(game(1), game(2, outcome="scheduled"))) == dt.date(2014, 11, 9)
    assert last_known_day(season(game(1, outcome="scheduled"))) == dt.date(2014, 10, 30)


def test_later_results_are_not_known_yet_and_earlier_ones_stay():
    first = game(1, penalties=penalties("otters", "minor"))
    second = game(2, penalties=penalties("otters", "minor"))
    known = known_on(season(first, second), first.day)
    assert known.games[0] == first
    assert (known.games[1].outcome, known.games[1].home_goals, known.games[1].penalties) == ("scheduled", None, ())
    assert known.games[1].starts == second.starts


def test_a_cancellation_is_known_from_its_notice_on():
    notice = game(1).starts
    cancelled = game(3, outcome="cancelled", notice=notice)
    facts = season(cancelled)
    assert known_on(facts, dt.date(2014, 11, 8)).games[0].outcome == "cancelled"
    assert known_on(facts, dt.date(2014, 11, 7)).games[0].outcome == "scheduled"


def test_a_cancellation_without_a_notice_carries_no_date_and_stays():
    facts = season(game(3, outcome="cancelled"))
    assert known_on(facts, dt.date(2014, 11, 1)).games[0].outcome == "cancelled"


def test_whatever_is_dated_later_is_not_there_yet():
    day = dt.date(2014, 12, 1)
    facts = season(
        decisions=(Decision("i1", day), Decision("i2", day + dt.timedelta(days=1))),
        payments=(Payment("m1", "team:otters", 100, day, "g1"),),
        withdrawn=(Withdrawal("bears", day + dt.timedelta(days=1)), Withdrawal("otters")),
    )
    known = known_on(facts, day)
    assert known.decisions == facts.decisions[:1]
    assert known.payments == facts.payments
    assert known.withdrawn == (Withdrawal("otters"),)
