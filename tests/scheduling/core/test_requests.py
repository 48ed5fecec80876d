"""Shows which requests are allowed, what they cost, and which games they move."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduling.core.requests import rule_requests, with_moves
from tests.scheduling.core.builders import BOOK, at, day, game, request, season

GAME = game("g1", "2014-12-20 13:00", ends="2014-12-20 14:15")


def ruling(*requests, games=(GAME,), **changes):
    found = rule_requests(season(*games, requests=requests, **changes), BOOK)
    return found[0] if len(requests) == 1 else found


def answer(found):
    return found.allowed, found.fee_cents, found.refused_by, found.moves


@pytest.mark.clause("mn-district-9", "3.10", "3.10.b", "3.11.i")
def test_an_agreed_and_approved_request_is_charged_and_moves_the_game():
    found = ruling(request("r1", "g1", "2014-12-14", "2015-01-10 15:30"))
    assert found.document() == {
        "id": "r1",
        "allowed": True,
        "fee": "75.00",
        "lines": [{"amount": "50.00", "clause": "3.10.b"}, {"amount": "25.00", "clause": "3.11.i"}],
        "refused_by": [],
        "why": [
            "Received Dec 14, 2014: 50.00 (3.10.b)",
            "6 days before the earlier date, Dec 20, 2014: 25.00 more (3.11.i)",
        ],
    }
    assert found.moves


@pytest.mark.clause("mn-district-9", "3.10")
def test_a_moved_game_keeps_its_length_and_nothing_else_changes():
    facts = season(
        GAME, game("g2", "2014-12-21 13:00"), requests=(request("r1", "g1", "2014-12-01", "2015-01-10 15:30"),)
    )
    moved = with_moves(facts, rule_requests(facts, BOOK))
    assert moved.game["g1"] == replace(
        GAME, starts=at("2015-01-10 15:30"), day=day("2015-01-10"), ends=at("2015-01-10 16:45")
    )
    assert moved.game["g2"] == facts.game["g2"]
    assert facts.game["g1"] == GAME
    assert with_moves(moved, rule_requests(facts, BOOK)) == moved


@pytest.mark.clause("mn-district-9", "3.10", "3.11.ii")
@pytest.mark.parametrize(
    "changes",
    [{"decision": None}, {"decision": "refused"}, {"agreed": ()}, {"agreed": (), "decision": "waived"}],
)
def test_without_agreement_and_approval_nothing_moves(changes):
    facts = season(GAME, requests=(request("r1", "g1", "2014-12-01", "2015-01-10 15:30", **changes),))
    assert with_moves(facts, rule_requests(facts, BOOK)) == facts


@pytest.mark.clause("mn-district-9", "3.11.ii")
@pytest.mark.parametrize("decision", ["approved", "waived", "refused", None])
@pytest.mark.parametrize("agreed", [(), ("otters",), ("cranes",)])
def test_no_decision_stands_in_for_the_opponent_s_agreement(decision, agreed):
    found = ruling(request("r1", "g1", "2014-12-14", "2015-01-10 13:00", agreed=agreed, decision=decision))
    assert answer(found) == (False, 0, ("3.11.ii",), False)
    assert "bears" in found.why[0]


@pytest.mark.clause("mn-district-9", "3.11.ii")
def test_a_request_by_neither_team_needs_both():
    asked = request("r1", "g1", "2014-12-01", "2015-01-10 13:00", by="league")
    assert ruling(asked).refused_by == ("3.11.ii",)
    assert ruling(replace(asked, agreed=("bears", "otters"))).allowed


@pytest.mark.clause("mn-district-9", "3.6", "3.7")
def test_a_date_that_the_book_does_not_allow_is_refused_with_every_clause():
    outside = ruling(request("r1", "g1", "2014-12-01", "2015-02-02 19:00", agreed=()))
    assert answer(outside) == (False, 0, ("3.11.ii", "3.6", "3.7"), False)
    assert answer(ruling(request("r1", "g1", "2014-12-01", "2015-01-19 19:00"))) == (False, 0, ("3.7",), False)
    assert ruling(request("r1", "g1", "2014-12-01", "2015-01-18 19:00")).allowed


@pytest.mark.clause("mn-district-9", "3.9")
def test_a_mite_game_is_not_moved_before_november():
    asked = request("r1", "g1", "2014-10-20", "2014-10-31 17:00")
    assert answer(ruling(asked, level="mite")) == (False, 0, ("3.9",), False)
    assert ruling(replace(asked, new_start=at("2014-11-01 08:00")), level="mite").moves


@pytest.mark.clause("mn-district-9", "3.10.c")
@pytest.mark.parametrize("reason", ["weather", "illness"])
@pytest.mark.parametrize("decision", ["approved", None])
def test_weather_and_illness_are_free(reason, decision):
    found = ruling(request("r1", "g1", "2014-12-19", "2015-01-10 13:00", reason=reason, decision=decision))
    assert answer(found) == (True, 0, (), decision == "approved")
    assert found.lines == ()


@pytest.mark.clause("mn-district-9", "3.10.a", "3.11.i")
def test_the_free_time_knows_no_late_form():
    early = game("g1", "2014-11-14 19:00")
    assert answer(ruling(request("r1", "g1", "2014-11-10", "2014-12-13 16:00"), games=(early,))) == (True, 0, (), True)


@pytest.mark.clause("mn-district-9", "3.10.b")
@pytest.mark.parametrize(
    ("decision", "fee", "moves"), [("waived", 0, True), ("refused", 0, False), (None, 7500, False)]
)
def test_what_the_director_decides_stands_beside_the_book_s_answer(decision, fee, moves):
    found = ruling(request("r1", "g1", "2014-12-19", "2015-01-10 13:00", decision=decision))
    assert answer(found) == (True, fee, (), moves)
    assert sum(line.cents for line in found.lines) == fee


@pytest.mark.clause("mn-district-9", "3.11.i")
def test_the_next_request_starts_from_where_the_first_moved_the_game():
    first = request("r1", "g1", "2014-12-01", "2015-01-10 13:00")
    second = request("r2", "g1", "2014-12-15", "2015-01-11 13:00")
    assert [found.fee_cents for found in ruling(second, first)] == [5000, 5000]  # 26 days before January 10
    refused = replace(first, decision="refused")
    assert [found.fee_cents for found in ruling(refused, second)] == [0, 7500]  # 5 days before December 20
    facts = season(GAME, requests=(second, first))
    assert with_moves(facts, rule_requests(facts, BOOK)).game["g1"].day == day("2015-01-11")


def test_two_requests_of_one_day_are_taken_in_the_file_s_order():
    requests = (
        request("r1", "g1", "2014-12-01", "2015-01-10 13:00"),
        request("r2", "g1", "2014-12-01", "2015-01-11 13:00"),
    )
    for listed, last in ((requests, "2015-01-11"), (requests[::-1], "2015-01-10")):
        facts = season(GAME, requests=listed)
        assert with_moves(facts, rule_requests(facts, BOOK)).game["g1"].day == day(last)


PLAYED = {"outcome": "played", "home_goals": 3, "away_goals": 2, "winner": "otters"}


@pytest.mark.clause("mn-district-9", "3.10")
def test_a_game_that_is_over_can_not_be_moved():
    undecided = request("r1", "g1", "2014-12-21", "2015-01-10 13:00", decision=None)
    over = replace(GAME, **PLAYED)
    assert answer(ruling(undecided, games=(over,))) == (False, 0, ("3.10",), False)
    reported = replace(over, reported=at("2014-12-20 18:00"))
    assert answer(ruling(replace(undecided, decision="approved"), games=(reported,))) == (False, 0, ("3.10",), False)


@pytest.mark.clause("mn-district-9", "3.10")
@pytest.mark.parametrize("reported", [None, "2015-01-10 18:00"])
def test_the_result_of_a_moved_game_is_that_of_its_new_date(reported):
    over = replace(GAME, **PLAYED, reported=at(reported) if reported else None)
    found = ruling(request("r1", "g1", "2014-12-21", "2015-01-10 13:00"), games=(over,))
    assert answer(found) == (True, 7500, (), True)


def test_a_double_booking_at_the_new_place_breaks_no_clause_but_is_said():
    games = (GAME, game("g2", "2015-01-10 13:00", "otters", "cranes"))
    found = ruling(request("r1", "g1", "2014-12-01", "2015-01-10 13:30"), games=games)
    assert answer(found) == (True, 5000, (), True)
    assert found.clashes == ("otters: taken from 13:00 to 14:15 by otters - cranes (g2)",)
    assert found.why[-1] == found.clashes[0]


def test_games_that_the_section_does_not_bind_move_for_nothing():
    found = ruling(
        request("r1", "g1", "2014-12-19", "2015-01-10 13:00", agreed=()), games=(replace(GAME, kind="scrimmage"),)
    )
    assert answer(found) == (True, 0, (), True)


def test_a_game_without_a_date_gets_one():
    facts = season(game("g1", None), requests=(request("r1", "g1", "2014-12-01", "2015-01-10 13:00"),))
    moved = with_moves(facts, rule_requests(facts, BOOK)).game["g1"]
    assert (moved.starts, moved.day, moved.ends) == (at("2015-01-10 13:00"), day("2015-01-10"), None)


def test_rulings_come_by_start_of_the_game_then_team_then_file():
    games = (GAME, game("g2", "2014-12-13 13:00", "cranes", "foxes"))
    requests = (
        request("r1", "g1", "2014-11-01", "2015-01-10 13:00", by="otters", agreed=("bears",), decision=None),
        request("r2", "g1", "2014-11-01", "2015-01-11 13:00", by="bears", agreed=("otters",), decision=None),
        request("r3", "g2", "2014-11-01", "2014-12-14 13:00", by="foxes", agreed=("cranes",), decision=None),
        request("r4", "g1", "2014-10-31", "2015-01-12 13:00", by="bears", agreed=("otters",), decision=None),
    )
    assert [found.id for found in ruling(*requests, games=games)] == ["r3", "r2", "r4", "r1"]


def test_a_book_that_says_nothing_about_moving_games_rules_on_no_request():
    from league.rulebook.loader import load

    facts = season(GAME, requests=(request("r1", "g1", "2014-12-01", "2015-01-10 13:00"),))
    assert rule_requests(facts, load("mn-hockey-fair-play")) == ()


@st.composite
def asked(draw):
    made = []
    for number in range(draw(st.integers(1, 6))):
        new = draw(st.dates(dt.date(2014, 11, 1), dt.date(2015, 2, 10)))
        made.append(
            request(
                f"r{number}",
                draw(st.sampled_from(["g1", "g2"])),
                str(draw(st.dates(dt.date(2014, 11, 1), dt.date(2015, 1, 20)))),
                f"{new} 13:00",
                agreed=draw(st.sampled_from([(), ("bears",)])),
                decision=draw(st.sampled_from(["approved", "refused", "waived", None])),
                reason=draw(st.sampled_from(["weather", "illness", "other"])),
            )
        )
    return tuple(made)


@pytest.mark.clause("mn-district-9", "3.10", "3.11.ii")
@given(asked())
def test_no_sequence_of_requests_moves_a_game_against_the_book(requests):
    facts = season(GAME, game("g2", "2014-12-21 13:00"), requests=requests)
    rulings = {found.id: found for found in rule_requests(facts, BOOK)}
    assert set(rulings) == {item.id for item in requests}
    for item in requests:
        found = rulings[item.id]
        assert found.fee_cents == sum(line.cents for line in found.lines)
        assert found.fee_cents in (0, 5000, 7500)
        assert not found.moves or (item.agreed and item.decision in ("approved", "waived"))
        assert found.allowed == (not found.refused_by)
        assert not found.fee_cents or (found.allowed and item.decision in ("approved", None))
    moved = with_moves(facts, rulings.values())
    assert all(played.day <= day("2015-01-18") for played in moved.games)
