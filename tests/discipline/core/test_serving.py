"""Shows which games serve a suspension, which are barred meanwhile, and that neither is ever guessed."""

import datetime as dt
from dataclasses import replace

import pytest

from league.core.facts import CarriedSuspension, Infraction, LineupSpot, RosterSpot, Team, Withdrawal
from tests.discipline.core.builders import (
    ROSTER,
    barred,
    day,
    decided,
    facts_of,
    fight,
    fought,
    played,
    ruled,
    served,
    to_come,
    with_pat,
)  # fmt: skip
from tests.league.core.builders import FIRST, SEASON

ALL_KINDS = ["league", "playoff", "tournament", "exhibition", "scrimmage"]


@pytest.mark.clause("mn-district-9", "4.4")
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_the_next_game_of_any_kind_serves_the_first(kind):
    assert served(ruled(facts_of(fought(), played(2, kind=kind)))) == {"i1": ("g2",)}


@pytest.mark.clause("mn-district-9", "4.4")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("league", ("g2", "g3")),
        ("playoff", ("g2", "g3")),
        ("tournament", ("g2",)),
        ("exhibition", ("g2",)),
        ("scrimmage", ("g2",)),
    ],
)
def test_only_a_league_or_playoff_game_serves_the_second(kind, expected):
    assert served(ruled(facts_of(fought(), played(2, kind="tournament"), played(3, kind=kind)))) == {"i1": expected}


@pytest.mark.clause("mn-district-9", "4.4")
def test_between_the_two_a_game_that_cannot_serve_is_free():
    rulings = ruled(facts_of(fought(), played(2), with_pat(played(3, kind="tournament")), played(4), to_come(5)))
    assert served(rulings) == {"i1": ("g2", "g4")}
    assert rulings.ineligible == ()
    assert rulings.reviews == ()


@pytest.mark.clause("mn-district-9", "4.4")
def test_the_games_to_come_are_barred_by_the_game_owed():
    games = (to_come(2, kind="tournament"), to_come(3, kind="tournament"), to_come(4), to_come(5))
    rulings = ruled(facts_of(fought(), *games))
    assert barred(rulings) == ["g2", "g4"]
    assert [reason.why for item in rulings.ineligible for reason in item.reasons] == [
        "2 games left of 2 (4.4).", "1 game left of 2 (4.4).",
    ]  # fmt: skip


@pytest.mark.clause("mn-district-9", "4.4")
@pytest.mark.parametrize(("kind", "expected"), [("league", ["g2"]), ("tournament", ["g4"])])
def test_as_many_open_games_are_barred_as_are_owed_with_a_result_missing_in_between(kind, expected):
    rulings = ruled(facts_of(fought(), to_come(2, kind=kind), played(3), to_come(4), to_come(5)))
    assert served(rulings) == {"i1": ("g3",)}
    assert rulings.suspensions[0].remaining == 1
    assert barred(rulings) == expected


def test_the_game_of_the_infraction_and_those_before_it_never_serve():
    assert served(ruled(facts_of(played(1), played(2), fought(3)))) == {"i3": ()}


def test_a_later_game_of_the_same_day_serves_and_one_of_the_same_moment_does_not():
    evening = FIRST + dt.timedelta(hours=4)
    later = played(2, starts=evening, day=SEASON.day(evening))
    same = played(3, starts=FIRST, day=day(1), home="otters", away="cranes")
    facts = facts_of(fought(), later, same, teams=(Team("bears", "d"), Team("cranes", "d"), Team("otters", "d")))
    assert served(ruled(facts)) == {"i1": ("g2",)}


@pytest.mark.clause("mn-district-9", "3.12", "4.4")
@pytest.mark.parametrize(
    ("outcome", "more"),
    [
        ("forfeit", {"at_fault": ("bears",)}),
        ("no-show", {"at_fault": ("otters",)}),
        ("refused", {"at_fault": ("bears",)}),
        ("cancelled", {"at_fault": ("bears",), "excused": "weather"}),
        ("double-forfeit", {}),
    ],
)
def test_a_game_that_nobody_played_serves_nobody(outcome, more):
    unplayed = to_come(2, outcome=outcome, **more)
    rulings = ruled(facts_of(fought(), unplayed, played(3), to_come(4)))
    assert served(rulings) == {"i1": ("g3",)}
    assert barred(rulings) == ["g4"]
    assert rulings.suspensions[0].clauses == ("4.4", "3.12")
    assert "g2 on Nov 15 was not played and serves nobody (3.12)." in rulings.suspensions[0].why


@pytest.mark.clause("mn-district-9", "3.12")
def test_a_game_of_a_team_that_withdrew_neither_serves_nor_bars():
    facts = facts_of(fought(), to_come(2), withdrawn=(Withdrawal("bears", day(1)),))
    assert served(ruled(facts)) == {"i1": ()}
    assert barred(ruled(facts)) == []


def test_a_postponed_game_without_a_date_serves_nobody():
    rulings = ruled(facts_of(fought(), to_come(2, starts=None, day=None), to_come(3), to_come(4), to_come(5)))
    assert barred(rulings) == ["g3", "g4"]


@pytest.mark.clause("mn-district-9", "4.4")
def test_a_late_sheet_leaves_everything_owed_and_two_uses_to_look_at():
    rulings = ruled(facts_of(fought(), with_pat(played(2)), with_pat(played(3)), to_come(4), to_come(5), to_come(6)))
    (suspension,) = rulings.suspensions
    assert (suspension.served_in, suspension.remaining) == ((), 2)
    assert barred(rulings) == ["g2", "g3", "g4", "g5"]
    assert [(item.kind, item.team, item.game, item.person, item.incident) for item in rulings.reviews] == [
        ("ineligible-player-used", "otters", "g2", "pat", "i1"),
        ("ineligible-player-used", "otters", "g3", "pat", "i1"),
    ]
    assert "Took part in g2 on Nov 15: not served there (4.4)." in suspension.why


def test_a_penalty_shows_that_somebody_was_there_when_the_sheet_has_no_lineup():
    sheet = (replace(fight("x2")[0], offence="tripping", penalty_class="minor"),)
    rulings = ruled(facts_of(fought(), played(2, penalties=sheet), played(3)))
    assert served(rulings) == {"i1": ("g3",)}
    assert [item.game for item in rulings.reviews] == ["g2"]


def test_a_suspended_person_counts_as_listed_unless_the_sheet_left_him_out():
    rulings = ruled(facts_of(fought(), played(2, unlisted=("pat",)), played(3)))
    assert served(rulings) == {"i1": ("g3",)}
    assert barred(rulings) == []


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_while_the_hearing_is_to_come_every_game_is_barred_and_none_serves():
    games = (played(6), to_come(7, kind="tournament"), to_come(8, kind="scrimmage"), to_come(9))
    rulings = ruled(facts_of(fought(1), played(2), played(3), fought(5), *games))
    assert served(rulings) == {"i1": ("g2", "g3"), "i5": ()}
    assert barred(rulings) == ["g7", "g8", "g9"]
    assert [(item.kind, item.incident, item.due, item.clauses) for item in rulings.reviews] == [
        ("hearing", "i5", None, ("4.4.second",)),
    ]


@pytest.mark.clause("mn-district-9", "4.4.second")
@pytest.mark.parametrize(
    ("counts", "expected"), [(True, ("g6", "g7", "g9")), (False, ("g7", "g9")), (None, ("g6", "g7", "g9"))]
)
def test_games_missed_while_waiting_count_as_the_decision_says(counts, expected):
    games = (played(6), played(7), played(8, kind="tournament"), played(9))
    decision = decided("i5", day(6) + dt.timedelta(days=2), 3, counts_missed=counts)
    rulings = ruled(facts_of(fought(1), played(2), played(3), fought(5), *games, decisions=(decision,)))
    assert served(rulings)["i5"] == expected
    told = [text for text in rulings.notices if "missed while waiting" in text]
    assert len(told) == (1 if counts is None else 0)


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_a_game_on_the_day_of_the_decision_was_missed_while_waiting():
    decision = decided("i5", day(6), 1, counts_missed=False)
    facts = facts_of(fought(1), played(2), played(3), fought(5), played(6), played(7), decisions=(decision,))
    assert served(ruled(facts))["i5"] == ("g7",)


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_nothing_is_played_before_the_last_game_that_a_decision_set():
    decision = decided("i5", day(5) + dt.timedelta(days=1), 2)
    games = (to_come(6), to_come(7, kind="tournament"), to_come(8), to_come(9, kind="tournament"), to_come(10))
    facts = facts_of(fought(1), played(2), played(3), fought(5), *games, decisions=(decision,))
    rulings = ruled(facts, as_of=decision.date)
    assert barred(rulings) == ["g6", "g7", "g8"]


@pytest.mark.clause("mn-district-9", "4.4", "4.4.second")
def test_who_plays_while_waiting_is_found_after_the_decision_too():
    decision = decided("i5", day(7), 1, counts_missed=True)
    games = (played(6), with_pat(played(7, starts=FIRST + dt.timedelta(weeks=5, days=3), kind="tournament")))
    moved = replace(games[1], day=SEASON.day(games[1].starts))
    rulings = ruled(facts_of(fought(1), played(2), played(3), fought(5), games[0], moved, decisions=(decision,)))
    assert served(rulings)["i5"] == ("g6",)
    assert [(item.game, item.incident) for item in rulings.reviews] == [("g7", "i5")]


@pytest.mark.clause("mn-district-9", "4.4")
def test_games_that_a_decision_adds_to_a_first_fight_let_nothing_be_played_between():
    games = (
        played(2),
        to_come(3, kind="tournament"),
        to_come(4),
        to_come(5, kind="tournament"),
        to_come(6),
        to_come(7),
    )
    rulings = ruled(facts_of(fought(), *games, decisions=(decided("i1", day(2), 3),)), as_of=day(2))
    assert barred(rulings) == ["g4", "g5", "g6"]


def test_one_suspension_is_served_after_the_other_in_the_order_of_the_clock():
    carried = (CarriedSuspension("pat", "otters", 1, clause="4.4", given=dt.date(2014, 3, 1)),)
    rulings = ruled(facts_of(fought(1), played(2), played(3), to_come(4), to_come(5), carried=carried))
    assert served(rulings) == {"carried:0": ("g2",), "i1": ("g3",)}
    assert barred(rulings) == ["g1", "g4"]


def test_a_fight_in_a_game_that_was_barred_is_served_after_what_was_owed():
    rulings = ruled(facts_of(fought(1), fought(2), played(3), played(4), played(5)))
    assert served(rulings) == {"i1": ("g3", "g4"), "i2": ()}
    assert [item.status for item in rulings.suspensions] == ["served", "pending"]


TWO_TEAMS = (*ROSTER, RosterSpot("pat", "cranes", "skater", 9))
TEAMS = (Team("bears", "d"), Team("cranes", "d"), Team("otters", "d"))


@pytest.mark.clause("mn-district-9", "4.4")
def test_games_of_another_team_serve_nothing_and_are_barred_until_the_first_is_served():
    games = (
        played(2, home="cranes"),
        to_come(3, home="cranes"),
        to_come(4),
        to_come(5, home="cranes"),
        to_come(6),
        to_come(7, home="cranes"),
    )
    rulings = ruled(facts_of(fought(), *games, roster=TWO_TEAMS, teams=TEAMS))
    assert served(rulings) == {"i1": ()}
    assert [(item.game, item.team) for item in rulings.ineligible] == [
        ("g3", "cranes"), ("g4", "otters"), ("g6", "otters"),
    ]  # fmt: skip


@pytest.mark.clause("mn-district-9", "4.4.second")
def test_who_waits_for_a_hearing_is_out_with_every_team():
    games = (fought(1), played(2), played(3), fought(4), to_come(5, home="cranes"), to_come(6))
    rulings = ruled(facts_of(*games, roster=TWO_TEAMS, teams=TEAMS))
    assert [(item.game, item.team) for item in rulings.ineligible] == [("g5", "cranes"), ("g6", "otters")]


def test_who_left_a_team_is_named_for_none_of_its_later_games():
    roster = (replace(ROSTER[0], ends=day(2)), RosterSpot("pat", "cranes", "skater", 9, starts=day(3)))
    games = (fought(), to_come(4), to_come(5, home="cranes"))
    rulings = ruled(facts_of(*games, roster=roster, teams=TEAMS), as_of=day(2))
    assert [(item.game, item.team) for item in rulings.ineligible] == []
    assert rulings.suspensions[0].remaining == 2


def test_who_is_on_no_roster_is_out_with_the_team_of_the_infraction():
    assert barred(ruled(facts_of(fought(), to_come(2), to_come(3), roster=()))) == ["g2", "g3"]


def test_a_confirmed_use_needs_no_review_any_more():
    use = Infraction("n1", day(2), "ineligible-player-used", None, "otters", "g2")
    rulings = ruled(facts_of(fought(), with_pat(played(2)), infractions=(use,)))
    assert rulings.reviews == ()
    assert barred(rulings) == ["g2"]
    assert [notice for notice in rulings.notices if "n1" in notice] == [
        "Ineligible player used, nobody named (otters) in g2 on Nov 15, n1:"
        " the rule book sets no length; the director decides."
    ]


def test_in_the_lineup_of_the_other_team_is_in_the_game_too():
    game = replace(played(2), away_lineup=(LineupSpot("pat"),))
    assert served(ruled(facts_of(fought(), game))) == {"i1": ()}
