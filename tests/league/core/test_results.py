"""Shows what a game counts for that wasn't played in the ordinary way."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.facts import Withdrawal
from league.core.results import forfeits, refusal_reviews, results
from league.rulebook.loader import load
from tests.league.core.builders import FIRST, game, season

BOOK = load("mn-district-9")


def unplayed(**changes):
    return game(home_goals=None, away_goals=None, winner=None, **changes)


def result(played, **changes):
    return results(season(played, **changes), BOOK)["g1"]


def summary(found):
    return found.status, found.cause, found.winner, found.line("otters"), found.line("bears"), found.goals("otters")


def test_a_played_game_counts_its_goals():
    assert summary(result(game())) == ("played", None, "otters", "win", "loss", (3, 2))
    assert summary(result(game(away_goals=3, winner=None))) == ("played", None, None, "tie", "tie", (3, 3))


@pytest.mark.clause("mn-district-9", "3.13.points")
@pytest.mark.parametrize(("outcome", "cause"), [("forfeit", "forfeit"), ("no-show", "no-show")])
def test_the_team_left_waiting_wins_without_goals(outcome, cause):
    found = result(unplayed(outcome=outcome, at_fault=("otters",)))
    assert summary(found) == ("forfeit", cause, "bears", "loss", "win", (0, 0))
    assert found.counts
    assert "3.13.points" in found.clauses


@pytest.mark.clause("mn-district-9", "3.14")
def test_a_refusal_gives_the_game_away_and_opens_a_review():
    facts = season(unplayed(outcome="refused", at_fault=("bears",)))
    found = results(facts, BOOK)
    assert summary(found["g1"]) == ("forfeit", "refused", "otters", "win", "loss", (0, 0))
    assert refusal_reviews(found, BOOK) == (
        {
            "kind": "bar",
            "person": None,
            "team": "bears",
            "incident": None,
            "game": "g1",
            "due": None,
            "clauses": ["3.14"],
        },
    )


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_double_forfeit_is_a_loss_for_both():
    found = result(unplayed(outcome="double-forfeit"))
    assert summary(found) == ("double-forfeit", "double-forfeit", None, "loss", "loss", (0, 0))
    assert found.counts
    assert forfeits({"g1": found}) == ()


@pytest.mark.clause("mn-district-9", "3.13.notice")
@pytest.mark.parametrize(
    ("hours", "minutes", "status"), [(48, 0, "cancelled"), (47, 59, "forfeit"), (2, 0, "forfeit"), (-1, 0, "forfeit")]
)
def test_less_than_48_hours_notice_is_a_no_show(hours, minutes, status):
    notice = FIRST - dt.timedelta(hours=hours, minutes=minutes)
    found = result(unplayed(outcome="cancelled", at_fault=("otters",), notice=notice))
    assert found.status == status
    assert found.cause == ("cancellation" if status == "forfeit" else None)


@pytest.mark.clause("mn-district-9", "3.13.notice")
def test_the_hours_are_those_that_pass_across_a_clock_change():
    starts = dt.datetime(2014, 11, 3, 19, tzinfo=dt.UTC)  # 13:00 standard time
    notice = dt.datetime(2014, 11, 1, 19, tzinfo=dt.UTC)  # 14:00 daylight time: 47 hours by the wall clock
    found = result(unplayed(starts=starts, outcome="cancelled", at_fault=("otters",), notice=notice))
    assert found.status == "cancelled"


@pytest.mark.clause("mn-district-9", "3.12.a")
@pytest.mark.parametrize("excused", ["weather", "illness"])
@pytest.mark.parametrize("outcome", ["no-show", "cancelled", "refused"])
def test_an_excused_game_was_not_played_and_counts_for_nobody(outcome, excused):
    found = result(unplayed(outcome=outcome, at_fault=("otters",), excused=excused, notice=FIRST))
    assert summary(found) == ("cancelled", None, None, None, None, (0, 0))
    assert not found.counts


def test_a_cancellation_without_a_time_of_notice_is_asked_about():
    found = result(unplayed(outcome="cancelled", at_fault=("otters",)))
    assert found.status == "cancelled"
    assert found.unclear == "Game g1 was cancelled by otters: when was notice given?"


def test_an_exhibition_cancelled_late_is_no_no_show():
    found = result(unplayed(kind="exhibition", outcome="cancelled", at_fault=("otters",), notice=FIRST))
    assert found.status == "cancelled"
    assert found.unclear is None


def test_a_forfeit_without_a_team_at_fault_is_asked_about():
    found = result(unplayed(outcome="forfeit"))
    assert not found.counts
    assert found.unclear == "Game g1 is recorded as forfeit: which team was at fault?"


@pytest.mark.clause("mn-hockey-fair-play", "P.1.uneven")
def test_in_the_states_book_a_forfeit_counts_for_both_and_opens_no_review():
    state = load("mn-hockey-fair-play")
    facts = season(unplayed(outcome="refused", at_fault=("otters",)))
    found = results(facts, state)
    assert summary(found["g1"]) == ("forfeit", "refused", "bears", "loss", "win", (0, 0))
    assert refusal_reviews(found, state) == ()


def test_a_withdrawn_teams_open_games_are_cancelled():
    still_open = unplayed(outcome="scheduled")
    assert result(still_open).status == "open"
    assert result(still_open, withdrawn=(Withdrawal("bears"),)).status == "cancelled"
    assert result(game(), withdrawn=(Withdrawal("bears"),)).status == "played"


@given(st.sampled_from(["played", "forfeit", "no-show", "refused", "cancelled", "double-forfeit", "scheduled"]),
       st.sampled_from([(), ("otters",), ("bears",), ("otters", "bears")]))  # fmt: skip
def test_wins_and_losses_balance_except_where_both_lose(outcome, at_fault):
    found = result(unplayed(outcome=outcome, at_fault=at_fault))
    lines = sorted(str(found.line(team)) for team in ("otters", "bears"))
    assert lines in (["None", "None"], ["loss", "win"], ["tie", "tie"], ["loss", "loss"])
    assert (lines == ["loss", "loss"]) == (found.status == "double-forfeit")


ALBERTA = load("alberta-mens")


@pytest.mark.clause("alberta-mens", "7-1.e")
@pytest.mark.parametrize("outcome", ["forfeit", "no-show", "refused"])
def test_a_forfeit_is_one_to_nothing_whatever_was_on_the_ice(outcome):
    played = game(outcome=outcome, at_fault=("otters",), home_goals=5, away_goals=1, winner=None)
    found = results(season(played), ALBERTA)["g1"]
    assert summary(found) == ("forfeit", outcome, "bears", "loss", "win", (0, 1))
    assert found.goals("bears") == (1, 0)
    assert found.clauses == ("7-1.e",)


@pytest.mark.clause("alberta-mens", "7-1.e")
def test_with_both_at_fault_there_are_no_goals():
    found = results(season(unplayed(outcome="forfeit", at_fault=("otters", "bears"))), ALBERTA)["g1"]
    assert summary(found) == ("double-forfeit", "double-forfeit", None, "loss", "loss", (0, 0))


@pytest.mark.clause("alberta-mens", "7-1.b")
def test_a_forfeited_playoff_game_gives_the_series_away():
    playoff = {"kind": "playoff", "stage": "semi-final"}
    later = FIRST + dt.timedelta(days=2)
    facts = season(
        game(**playoff),
        unplayed(id="g2", outcome="forfeit", at_fault=("bears",), starts=FIRST + dt.timedelta(days=1), **playoff),
        unplayed(id="g3", outcome="scheduled", starts=later, home="bears", away="otters", **playoff),
        unplayed(id="g4", outcome="scheduled", starts=later, kind="playoff", stage="championship"),
        unplayed(id="g5", outcome="scheduled", starts=later),
        unplayed(id="g6", outcome="scheduled", starts=later, kind="playoff", stage="semi-final", away="cranes"),
    )
    found = results(facts, ALBERTA)
    assert {id: result.status for id, result in found.items()} == {
        "g1": "played", "g2": "forfeit", "g3": "cancelled", "g4": "open", "g5": "open", "g6": "open",
    }  # fmt: skip
    assert found["g2"].clauses == ("7-1.e", "7-1.b")
    assert found["g3"].clauses == ("7-1.b",)
    assert found["g3"].why == ("otters has won the series by the forfeit of g2: no more games are played",)


@pytest.mark.parametrize("slug", ["maha-adult", "nb-minor-discipline"])
@pytest.mark.parametrize("outcome", ["forfeit", "no-show", "refused", "cancelled", "double-forfeit"])
def test_no_book_leaves_a_game_that_was_not_played_unclear(slug, outcome):
    found = results(season(unplayed(outcome=outcome, at_fault=("otters",))), load(slug))["g1"]
    assert found.unclear is None
    assert found.clauses == ()
