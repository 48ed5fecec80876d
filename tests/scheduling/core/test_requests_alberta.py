"""Shows how a book moves games with four weeks' notice, none in playoffs, and never from days that are hard to move."""

from dataclasses import replace

import pytest

from league.rulebook.loader import load
from scheduling.core.requests import rule_requests
from tests.scheduling.core.builders import SEASON, day, game, request, season

BOOK = load("alberta-mens")


def ruled(received, kind="league", blocked=(), omit=(), **changes):
    facts = season(
        game("g1", "2015-02-10 20:00", kind=kind),
        requests=(request("r", "g1", received, "2015-02-20 20:00", **changes),),
    )
    teams = tuple(replace(team, omit=omit) if team.id == "otters" else team for team in facts.teams)
    facts = facts.changed(season=replace(SEASON, blocked=blocked), teams=teams)
    (found,) = rule_requests(facts, BOOK)
    return found


@pytest.mark.clause("alberta-mens", "2-2.6", "2-2.5")
@pytest.mark.parametrize(("received", "allowed"), [("2015-01-13", True), ("2015-01-14", False)])
def test_four_weeks_before_the_game_and_a_hundred_dollars(received, allowed):
    found = ruled(received)
    assert (found.allowed, found.refused_by) == (allowed, () if allowed else ("2-2.6",))
    assert [(line.cents, line.clause) for line in found.lines] == ([(10000, "2-2.5")] if allowed else [])


@pytest.mark.clause("alberta-mens", "2-2.2", "9-1.g")
def test_no_playoff_game_is_moved():
    assert ruled("2015-01-01", kind="playoff").refused_by == ("2-2.2", "9-1.g")


@pytest.mark.clause("alberta-mens", "2-2.4")
def test_none_is_moved_from_a_day_that_is_hard_to_move():
    assert ruled("2015-01-01", blocked=(day("2015-02-10"),)).refused_by == ("2-2.4",)
    assert ruled("2015-01-01", blocked=(day("2015-02-20"),)).allowed


@pytest.mark.clause("alberta-mens", "2-2.3")
def test_a_day_that_the_team_had_asked_for_needs_no_notice_and_costs_nothing():
    found = ruled("2015-02-08", omit=(day("2015-02-10"),))
    assert (found.allowed, found.fee_cents, found.moves) == (True, 0, True)


@pytest.mark.clause("alberta-mens", "2-2.7")
def test_everybody_confirms():
    assert ruled("2015-01-01", agreed=()).refused_by == ("2-2.7",)
