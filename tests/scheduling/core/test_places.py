"""Shows on which days a game may lie."""

import datetime as dt
from dataclasses import replace

import pytest

from league.core.facts import Division, Team
from scheduling.core.places import place_faults
from tests.scheduling.core.builders import BOOK, SEASON, game, season


def clauses(facts, index=0):
    faults = place_faults(facts, BOOK, facts.games[index])
    assert all(fault.severity == "refuse" and fault.team is None and fault.why for fault in faults)
    return [fault.clause for fault in faults]


@pytest.mark.clause("mn-district-9", "3.6")
@pytest.mark.parametrize(
    ("starts", "expected"),
    [
        ("2014-10-29 23:59", ["3.6"]),
        ("2014-10-30 00:00", []),
        ("2015-02-01 23:59", []),
        ("2015-02-02 00:00", ["3.6"]),
    ],
)
def test_both_days_of_the_window_belong_to_it(starts, expected):
    assert clauses(season(game("g1", starts, "cranes", "foxes"))) == expected


@pytest.mark.clause("mn-district-9", "3.6")
@pytest.mark.parametrize("level", ["squirt", "girls-10u"])
def test_the_window_does_not_bind_exempt_levels(level):
    assert clauses(season(game("g1", "2015-02-02 19:00", "cranes", "foxes"), level=level)) == []


@pytest.mark.clause("mn-district-9", "3.6")
@pytest.mark.parametrize("kind", ["playoff", "tournament", "exhibition", "scrimmage"])
def test_the_window_is_for_league_games(kind):
    assert clauses(season(game("g1", "2015-02-10 19:00", "cranes", "foxes", kind=kind))) == []


def test_a_division_without_a_window_is_free():
    assert clauses(season(game("g1", "2015-02-10 19:00", "cranes", "foxes"), window=None)) == []


@pytest.mark.clause("mn-district-9", "3.7")
@pytest.mark.parametrize("level", ["bantam", "squirt"])
@pytest.mark.parametrize(("starts", "expected"), [("2015-01-18 23:00", []), ("2015-01-19 00:00", ["3.7"])])
def test_teams_of_one_association_finish_earlier_at_every_level(level, starts, expected):
    assert clauses(season(game("g1", starts), level=level)) == expected


@pytest.mark.clause("mn-district-9", "3.7")
@pytest.mark.parametrize(("home", "away"), [("otters", "lynx"), ("cranes", "foxes"), ("otters", "cranes")])
def test_teams_of_different_associations_or_of_none_have_the_whole_window(home, away):
    assert clauses(season(game("g1", "2015-01-25 19:00", home, away))) == []


@pytest.mark.clause("mn-district-9", "3.7")
def test_the_last_day_of_an_association_is_for_league_games():
    assert clauses(season(game("g1", "2015-01-25 19:00", kind="playoff"))) == []


@pytest.mark.clause("mn-district-9", "3.6", "3.7")
def test_every_clause_against_a_day_is_named():
    assert clauses(season(game("g1", "2015-02-05 19:00"))) == ["3.6", "3.7"]


@pytest.mark.clause("mn-district-9", "3.9")
@pytest.mark.parametrize("level", ["mini-mite", "mite", "8u", "girls-8u"])
@pytest.mark.parametrize("kind", ["league", "scrimmage", "tournament", "exhibition"])
@pytest.mark.parametrize(("starts", "expected"), [("2014-10-31 23:59", ["3.9"]), ("2014-11-01 00:00", [])])
def test_the_youngest_play_nothing_before_november(level, kind, starts, expected):
    assert clauses(season(game("g1", starts, "cranes", "foxes", kind=kind), level=level)) == expected


@pytest.mark.clause("mn-district-9", "3.9")
def test_an_opening_day_binds_a_game_against_an_older_team_too():
    facts = season(game("g1", "2014-10-31 17:00", "kits", "cranes", kind="scrimmage"), level="squirt")
    facts = facts.changed(divisions=(*facts.divisions, Division("m", "mite")), teams=(*facts.teams, Team("kits", "m")))
    assert clauses(facts) == ["3.9"]
    assert clauses(facts.changed(teams=(*facts.teams[:-1], Team("kits", "d")))) == []


def test_a_game_without_a_date_has_no_fault():
    assert clauses(season(game("g1", None))) == []


def test_a_season_that_does_not_say_when_it_starts_begins_with_its_first_game():
    facts = season(game("g1", "2014-11-08 13:00"), game("g2", "2015-01-19 19:00"))
    facts = facts.changed(season=replace(SEASON, starts=None))
    assert clauses(facts, 1) == ["3.7"]


def test_the_yearly_days_follow_the_season():
    later = replace(SEASON, starts=dt.date(2015, 10, 29))
    facts = season(game("g1", "2016-01-18 19:00"), game("g2", "2016-01-19 19:00"), window=None, season=later)
    assert (clauses(facts, 0), clauses(facts, 1)) == ([], ["3.7"])
