"""Shows when a team keeps its Fair Play point: limits, equivalent minutes and the three other causes."""

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.book import FairPlay
from league.core.facts import ConductEvent, Penalty, RosterSpot
from league.core.fair_play import equivalent_minutes, levels_without_limit, points, verdict, verdicts
from league.core.results import results
from league.rulebook.loader import load
from tests.league.core.builders import FIRST, game, penalties, season

BOOK = load("mn-district-9")
STATE = load("mn-hockey-fair-play")
CLASSES = ["minor", "bench-minor", "major", "misconduct", "game-misconduct", "gross-misconduct", "match"]


def minutes(*words, person=None, incident=None, book=BOOK):
    sheet = penalties("otters", *words, person=person, incident=incident)
    return sum(item.minutes for item in equivalent_minutes(sheet, book.one(FairPlay)))


@pytest.mark.clause("mn-hockey-fair-play", "P.3", "P.2.a")
@pytest.mark.parametrize(
    ("level", "limit"),
    [
        ("squirt", 10), ("peewee", 12), ("bantam", 14), ("16u", 16), ("junior-gold", 16),
        ("girls-10u", 8), ("girls-12u", 10), ("girls-14u", 12), ("girls-16u", 14), ("girls-19u", 14),
    ],
)  # fmt: skip
def test_the_point_is_kept_at_the_limit_and_lost_above_it(level, limit):
    at_limit = game(penalties=penalties("otters", *["minor"] * (limit // 2)))
    above = game(penalties=penalties("otters", *["minor"] * (limit // 2 + 1)))

    kept = verdict(season(at_limit, level=level), at_limit, "otters", BOOK)
    lost = verdict(season(above, level=level), above, "otters", BOOK)

    assert (kept.minutes, kept.limit, kept.kept, kept.clauses) == (limit, limit, True, ("P.2.a",))
    assert (lost.minutes, lost.limit, lost.kept, lost.clauses) == (limit + 2, limit, False, ("P.2.a",))
    assert lost.why == (f"{limit + 2} minutes, limit {limit}",)


@pytest.mark.clause("mn-hockey-fair-play", "P.4")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["minor"], 2),
        (["bench-minor"], 2),
        (["major"], 5),
        (["misconduct"], 10),
        (["game-misconduct"], 10),
        (["gross-misconduct"], 10),
        (["match"], 10),
        (["game-ejection"], 0),
        (["penalty-shot"], 2),
        (["misconduct:no-mouth-guard"], 2),
        (["minor:no-mouth-guard"], 2),
        (["minor:checking-from-behind"], 12),
        (["minor", "minor", "minor:checking-from-behind"], 16),
    ],
)
def test_each_penalty_counts_its_equivalent(words, expected):
    assert minutes(*words) == expected
    assert minutes(*words, book=STATE) == expected


@pytest.mark.clause("mn-hockey-fair-play", "P.4")
def test_a_penalty_shot_counts_what_it_stands_for():
    shot = Penalty("x", "otters", "penalty-shot", "p", "tripping", "x", stands_for="major")
    assert [item.minutes for item in equivalent_minutes((shot,), BOOK.one(FairPlay))] == [5]


@pytest.mark.clause("mn-district-9", "4.5")
@pytest.mark.parametrize("incident", ["i1", None])
def test_checking_from_behind_in_two_parts_counts_twelve_never_more(incident):
    parts = ["minor:checking-from-behind", "misconduct:checking-from-behind"]
    assert minutes(*parts, person="p", incident=incident) == 12


@pytest.mark.clause("mn-district-9", "4.5")
def test_each_second_part_pairs_with_one_first_part_only():
    words = ["minor:checking-from-behind", "minor:checking-from-behind", "misconduct:checking-from-behind"]
    assert minutes(*words, person="p") == 12 + 12


@pytest.mark.clause("mn-district-9", "5.2")
def test_a_minute_and_a_half_counts_two():
    short = Penalty("x", "otters", "minor", "p", "tripping", "x", seconds=90)
    assert [item.minutes for item in equivalent_minutes((short,), BOOK.one(FairPlay))] == [2]


@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        pytest.param("spectators-removed", "P.2.b", marks=pytest.mark.clause("mn-hockey-fair-play", "P.2.b")),
        pytest.param("off-ice-official-removed", "P.2.d", marks=pytest.mark.clause("mn-hockey-fair-play", "P.2.d")),
    ],
)
def test_conduct_loses_the_point_whatever_the_minutes(kind, clause):
    played = game(conduct=(ConductEvent("otters", kind),))
    facts = season(played)
    lost, kept = verdict(facts, played, "otters", BOOK), verdict(facts, played, "bears", BOOK)
    assert (lost.kept, lost.clauses, lost.minutes) == (False, (clause,), 0)
    assert kept.kept is True


@pytest.mark.clause("mn-hockey-fair-play", "P.2.c")
@pytest.mark.parametrize(
    ("role", "name", "kept"),
    [
        ("coach", "game-misconduct", False),
        ("assistant-coach", "match", False),
        ("coach", "gross-misconduct", False),
        ("coach", "misconduct", True),
        ("manager", "game-misconduct", True),
        ("trainer", "match", True),
        ("skater", "game-misconduct", True),
    ],
)
def test_only_a_coach_loses_the_point_by_class(role, name, kept):
    played = game(penalties=penalties("otters", name, person="p"))
    facts = season(played, roster=(RosterSpot("p", "otters", role),))
    assert verdict(facts, played, "otters", BOOK).kept is kept


@pytest.mark.clause("mn-hockey-fair-play", "P.2.c")
def test_somebody_who_was_no_coach_yet_does_not_lose_the_point():
    played = game(penalties=penalties("otters", "game-misconduct", person="p"))
    later = RosterSpot("p", "otters", "coach", starts=played.day + dt.timedelta(days=1))
    assert verdict(season(played, roster=(later,)), played, "otters", BOOK).kept is True


@pytest.mark.clause("mn-hockey-fair-play", "P.2")
def test_every_cause_is_named_at_once():
    played = game(
        conduct=(ConductEvent("otters", "spectators-removed"), ConductEvent("otters", "off-ice-official-removed")),
        penalties=penalties("otters", "game-misconduct", "match", person="p"),
    )
    facts = season(played, roster=(RosterSpot("p", "otters", "coach"),))
    assert verdict(facts, played, "otters", BOOK).clauses == ("P.2.a", "P.2.b", "P.2.d", "P.2.c")


def test_the_directors_decision_stands_and_is_said():
    played = game(fair_play={"otters": False})
    given_verdict = verdict(season(played), played, "otters", BOOK)
    assert given_verdict.kept is False
    assert given_verdict.why == ("0 minutes, limit 14", "The director decided: lost")


@pytest.mark.clause("mn-district-9", "3.12.a")
def test_a_forfeit_gives_a_point_only_by_decision_and_only_to_the_team_left_waiting():
    without = game(1, outcome="forfeit", at_fault=("otters",), home_goals=None, away_goals=None, winner=None)
    decided = game(2, outcome="no-show", at_fault=("otters",), fair_play={"bears": True, "otters": True})
    cancelled = game(3, outcome="cancelled", fair_play={"bears": True})
    facts = season(without, decided, cancelled)
    found = results(facts, BOOK)
    given_verdicts = verdicts(facts, BOOK, found)
    assert given_verdicts == ()
    assert points(given_verdicts, found, BOOK) == {("g1", "bears"): 0, ("g2", "bears"): 1}


def test_verdicts_of_games_that_start_together_go_by_team():
    facts = season(game(1, home="zebras", away="bears"), replace(game(2, home="otters", away="ants"), starts=FIRST))
    given = verdicts(facts, BOOK, results(facts, BOOK))
    assert [(item.team, item.game) for item in given] == [
        ("ants", "g2"), ("bears", "g1"), ("otters", "g2"), ("zebras", "g1"),
    ]  # fmt: skip


@pytest.mark.clause("mn-district-9", "5.3")
def test_a_level_without_score_has_no_verdict():
    played = game(home_goals=None, away_goals=None, winner=None)
    facts = season(played, level="8u")
    assert verdicts(facts, BOOK, results(facts, BOOK)) == ()
    assert levels_without_limit(facts, BOOK) == ()


def test_a_level_without_limit_has_no_verdict_and_is_pointed_out():
    played = game()
    facts = season(played, level="midget")
    assert verdict(facts, played, "otters", BOOK) is None
    assert levels_without_limit(facts, BOOK) == ("midget",)


@given(st.lists(st.sampled_from(CLASSES), max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_penalties_does_not_matter_and_more_never_count_less(words, random):
    shuffled = list(words)
    random.shuffle(shuffled)
    assert minutes(*words) == minutes(*shuffled)
    assert minutes(*words, "minor") == minutes(*words) + 2
