"""Shows what is wrong with a schedule as a whole: double bookings, too many games, and the order of faults."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.facts import Withdrawal
from scheduling.core.bookings import clashes_of
from scheduling.core.game_counts import game_counts
from scheduling.core.guards import schedule_faults
from scheduling.core.requests import rule_requests, with_moves
from tests.scheduling.core.builders import BOOK, at, day, game, request, season


def faults(facts):
    return [(fault.game, fault.team, fault.clause, fault.severity) for fault in schedule_faults(facts, BOOK)]


def test_a_team_booked_twice_is_a_fault_of_the_later_booking():
    first = game("g1", "2014-12-06 13:00", "otters", "cranes", ends="2014-12-06 14:15", booked=day("2014-10-26"))
    second = game("g2", "2014-12-06 12:30", "foxes", "otters", ends="2014-12-06 13:30", booked=day("2014-11-20"))
    assert faults(season(first, second)) == [("g2", "otters", None, "refuse")]
    assert faults(season(first, replace(second, booked=None))) == [("g1", "otters", None, "refuse")]


def test_a_game_may_start_when_the_other_ends():
    first = game("g1", "2014-12-06 13:00", "otters", "cranes", ends="2014-12-06 14:15", venue="r")
    second = game("g2", "2014-12-06 14:15", "foxes", "otters", ends="2014-12-06 15:30", venue="r")
    assert faults(season(first, second)) == []


@pytest.mark.parametrize(("starts", "clash"), [("14:14", True), ("14:15", False)])
def test_a_game_without_an_end_takes_its_level_s_ice_time(starts, clash):
    first = game("g1", "2014-12-06 13:00", "otters", "cranes", venue="r")
    second = game("g2", f"2014-12-06 {starts}", "foxes", "lynx", venue="r")
    assert faults(season(first, second)) == ([("g2", None, None, "refuse")] if clash else [])


@pytest.mark.parametrize(("starts", "clash"), [("13:42", True), ("13:43", False)])
def test_a_level_without_ice_time_takes_at_least_its_format(starts, clash):
    first = game("g1", "2014-12-06 13:00", "otters", "cranes", venue="r")
    second = game("g2", f"2014-12-06 {starts}", "foxes", "lynx", venue="r")
    assert faults(season(first, second, level="squirt")) == ([("g2", None, None, "refuse")] if clash else [])


def test_a_level_without_any_length_takes_its_first_moment():
    first = game("g1", "2014-12-06 13:00", "otters", "cranes", venue="r")
    same = game("g2", "2014-12-06 13:00", "foxes", "lynx", venue="r")
    after = game("g3", "2014-12-06 13:01", "foxes", "cranes", venue="s")
    assert faults(season(first, same, after, level="8u")) == [("g2", None, None, "refuse")]


def test_an_end_before_the_start_is_no_end():
    first = game("g1", "2014-12-06 13:00", "otters", "cranes", ends="2014-12-06 12:00", venue="r")
    second = game("g2", "2014-12-06 14:00", "foxes", "lynx", venue="r")
    assert faults(season(first, second)) == [("g2", None, None, "refuse")]


def test_team_and_rink_are_told_apart_and_every_team_is_named():
    first = game("g1", "2014-12-06 13:00", venue="r")
    second = game("g2", "2014-12-06 13:30", "bears", "otters", venue="r", kind="scrimmage")
    assert faults(season(first, second)) == [
        ("g2", None, None, "refuse"),
        ("g2", "bears", None, "refuse"),
        ("g2", "otters", None, "refuse"),
    ]


def test_games_without_a_rink_share_none():
    assert faults(season(game("g1", "2014-12-06 13:00"), game("g2", "2014-12-06 13:00", "cranes", "foxes"))) == []


def test_one_fault_for_a_team_however_many_games_it_clashes_with():
    early = [game(f"g{n}", f"2014-12-06 13:{n:02d}", "otters", f"t{n}", booked=day(f"2014-10-2{n}")) for n in (1, 2, 3)]
    facts = season(*early)
    facts = facts.changed(teams=(*facts.teams, *(replace(facts.teams[0], id=f"t{n}") for n in (1, 2, 3))))
    found = schedule_faults(facts, BOOK)
    assert [(fault.game, fault.team) for fault in found] == [("g2", "otters"), ("g3", "otters")]
    assert "and by 1 more" in found[1].why[0]


def test_cancelled_games_and_those_of_a_withdrawn_team_clash_with_nothing():
    first, second = (
        game("g1", "2014-12-06 13:00", "otters", "cranes"),
        game("g2", "2014-12-06 13:00", "foxes", "otters"),
    )
    assert faults(season(replace(first, outcome="cancelled"), second)) == []
    assert faults(season(first, second, withdrawn=(Withdrawal("cranes"),))) == []
    played = replace(first, outcome="played")
    assert len(faults(season(played, second, withdrawn=(Withdrawal("cranes"),)))) == 1


def test_a_bare_day_of_booking_comes_before_a_time_on_it():
    first = game("g1", "2014-12-06 13:00", "otters", "cranes", booked=at("2014-11-20 08:00"))
    second = game("g2", "2014-12-06 13:30", "foxes", "otters", booked=day("2014-11-20"))
    assert faults(season(first, second)) == [("g1", "otters", None, "refuse")]


def test_bookings_of_one_moment_are_taken_by_start_then_by_the_file():
    first, second = (
        game("g1", "2014-12-06 13:00", "otters", "cranes"),
        game("g2", "2014-12-06 13:30", "foxes", "otters"),
    )
    assert faults(season(second, first)) == [("g2", "otters", None, "refuse")]
    level = replace(second, starts=first.starts)
    assert faults(season(level, first)) == [("g1", "otters", None, "refuse")]
    assert faults(season(first, level)) == [("g2", "otters", None, "refuse")]


def test_a_game_that_was_moved_came_to_its_place_when_the_request_came_in():
    here = game("g1", "2014-12-13 13:00", "cranes", "otters", booked=day("2014-11-10"))
    there = game("g2", "2014-12-20 13:00", booked=day("2014-10-26"))
    facts = season(here, there, requests=(request("r1", "g2", "2014-11-20", "2014-12-13 13:00"),))
    [ruling] = rule_requests(facts, BOOK)
    assert ruling.moves
    assert ruling.clashes
    assert faults(with_moves(facts, [ruling])) == [("g2", "otters", None, "refuse")]
    assert faults(facts) == []


def test_a_proposed_game_is_checked_against_all_others():
    facts = season(
        game("g1", "2014-12-06 13:00", venue="r", booked=day("2014-12-01")),
        game("g2", "2014-12-06 16:00", "cranes", "foxes"),
    )
    proposed = game("new", "2014-12-06 13:30", "otters", "cranes", venue="r")
    assert [(fault.game, fault.team) for fault in clashes_of(facts, BOOK, proposed)] == [
        ("new", None),
        ("new", "otters"),
    ]
    assert clashes_of(facts, BOOK, game("new", "2014-12-06 14:15", "otters", "cranes", venue="r")) == ()
    assert clashes_of(facts, BOOK, game("new", None)) == ()


def many(count, kinds=("league",), team="otters"):
    start = day("2014-11-01").toordinal()
    others = ("bears", "cranes", "foxes", "lynx")
    return [
        game(
            f"g{n}",
            f"{day('2014-11-01').fromordinal(start + n)} 13:00",
            team,
            others[n % 4],
            kind=kinds[n % len(kinds)],
        )
        for n in range(count)
    ]


@pytest.mark.clause("mn-district-9", "3.9")
@pytest.mark.parametrize(
    ("level", "limit"), [("squirt", 35), ("girls-10u", 35), ("mite", 15), ("8u", 15), ("girls-8u", 15)]
)
def test_the_first_league_game_past_the_limit_is_refused(level, limit):
    games = many(limit + 1, kinds=("scrimmage", "league", "tournament", "league", "exhibition", "playoff"))
    games[-1] = replace(games[-1], kind="league")
    assert faults(season(*games[:limit], level=level, window=None)) == []
    over = season(*games, level=level, window=None)
    assert faults(over) == [(f"g{limit}", "otters", "3.9", "refuse")]


@pytest.mark.clause("mn-district-9", "3.9")
@pytest.mark.parametrize("kind", ["scrimmage", "tournament", "exhibition", "playoff"])
def test_any_other_game_past_the_limit_is_recorded_and_warned_of(kind):
    games = many(35)
    late = replace(game("extra", "2014-10-31 13:00", "otters", "lynx", kind=kind), booked=day("2014-12-01"))
    assert faults(season(late, *games, level="squirt")) == [("extra", "otters", "3.9", "warn")]


@pytest.mark.clause("mn-district-9", "3.9")
def test_a_cancelled_game_does_not_count_and_a_forfeited_one_does():
    games = many(36)
    cancelled = replace(games[3], outcome="cancelled")
    forfeited = replace(games[3], outcome="forfeit", at_fault=("otters",))
    assert faults(season(*games[:3], cancelled, *games[4:], level="squirt")) == []
    assert len(faults(season(*games[:3], forfeited, *games[4:], level="squirt"))) == 1


@pytest.mark.clause("mn-district-9", "3.9")
@pytest.mark.parametrize(("games", "warns"), [(31, False), (32, True), (35, True)])
def test_the_team_page_warns_from_ninety_percent_on(games, warns):
    found = {count.team: count for count in game_counts(season(*many(games), level="squirt"), BOOK)}
    assert (found["otters"].games, found["otters"].limit, found["otters"].warns) == (games, 35, warns)


def test_levels_without_a_limit_have_no_count():
    assert game_counts(season(*many(40)), BOOK) == ()
    assert faults(season(*many(40))) == []


@pytest.mark.clause("mn-district-9", "3.6", "3.7")
def test_faults_come_by_start_then_team():
    found = faults(
        season(
            game("g3", "2015-02-02 19:00", "cranes", "foxes"),
            game("g2", "2015-01-19 19:00"),
            game("g1", "2014-10-29 19:00", "lynx", "foxes", outcome="played"),
            game("g0", "2014-10-29 19:00", "cranes", "bears", outcome="cancelled"),
        )
    )
    assert found == [("g1", None, "3.6", "refuse"), ("g2", None, "3.7", "refuse"), ("g3", None, "3.6", "refuse")]


def test_a_fault_is_shown_in_the_rulings_form():
    [fault] = schedule_faults(season(game("g1", "2015-02-02 19:00", "cranes", "foxes")), BOOK)
    assert fault.document() == {
        "game": "g1",
        "team": None,
        "clause": "3.6",
        "severity": "refuse",
        "why": ["Feb 2, 2015 is outside the division's window, Oct 30, 2014 to Feb 1, 2015"],
    }


def test_a_team_that_the_facts_leave_out_is_a_guest_without_association_or_level():
    facts = season(game("g1", "2015-01-25 13:00", "otters", "guests"), game("g2", "2015-01-25 13:30", "guests", "lynx"))
    assert faults(facts) == [("g2", "guests", None, "refuse")]


TEAMS = ("bears", "cranes", "foxes", "lynx", "otters")


@st.composite
def schedules(draw):
    """Some games with bookings that all differ, so that the file's order never decides."""
    count = draw(st.integers(1, 12))
    minutes = draw(st.lists(st.integers(0, 12 * 60), min_size=count, max_size=count))
    booked = draw(st.permutations(range(1, count + 1)))
    made = []
    for number in range(count):
        home, away = draw(st.permutations(TEAMS))[:2]
        starts = f"2014-12-06 {8 + minutes[number] // 60:02d}:{minutes[number] % 60:02d}"
        venue = draw(st.sampled_from([None, "r", "s"]))
        made.append(
            game(f"g{number}", starts, home, away, venue=venue, booked=at(f"2014-11-01 08:{booked[number]:02d}"))
        )
    return made


@given(schedules(), st.randoms(use_true_random=False))
def test_the_order_of_the_file_changes_no_fault(games, shuffle: random.Random):
    mixed = list(games)
    shuffle.shuffle(mixed)
    assert set(faults(season(*games))) == set(faults(season(*mixed)))


@given(schedules())
def test_double_bookings_are_what_comparing_every_pair_gives(games):
    facts = season(*games)
    end = {g.id: g.starts + (at("2014-12-06 01:15") - at("2014-12-06 00:00")) for g in games}
    expected = set()
    for one in games:
        for other in games:
            if one.booked <= other.booked or not (one.starts < end[other.id] and other.starts < end[one.id]):
                continue
            expected |= {(one.id, team, None, "refuse") for team in set(one.teams) & set(other.teams)}
            if one.venue and one.venue == other.venue:
                expected.add((one.id, None, None, "refuse"))
    assert set(faults(facts)) == expected


@given(schedules())
def test_leaving_out_the_games_at_fault_leaves_no_double_booking(games):
    at_fault = {fault.game for fault in schedule_faults(season(*games), BOOK)}
    assert faults(season(*(g for g in games if g.id not in at_fault))) == []
