"""Shows how each rule book serves: which games, with which team, across seasons, by time, until reinstated."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from discipline.core.documents import DisciplineRulings, Suspension
from league.core.facts import Approval, CarriedSuspension, Game, Infraction, LineupSpot, Payment, RosterSpot
from league.rulebook.loader import load
from tests.discipline.core.builders import barred, decided, facts_of, played, ruled, served, to_come, with_pat
from tests.league.core.builders import FIRST, SEASON

NB, ALBERTA, MAHA = (load(slug) for slug in ("nb-minor-discipline", "alberta-mens", "maha-adult"))
BEFORE = (FIRST - dt.timedelta(days=7)).date()
PAID = (Payment("m1", "person:pat", 42500, BEFORE, "ice-fee"),)
AFFILIATE = (
    RosterSpot("pat", "otters", "skater", 7),
    RosterSpot("pat", "cranes", "skater", 7, status="affiliate"),
    RosterSpot("pat", "bears", "assistant-coach"),
)


def owed(games: int | None = 2, **more: Any) -> dict[str, Any]:
    """Pat, of the Otters, was given so many games a week before the first one; decided on the spot."""
    act = Infraction("n1", BEFORE, "verification-refused", "pat", "otters")
    return {"infractions": (act,), "decisions": (decided("n1", BEFORE, games, **more),)}


def carried(games: int | None = 2, **more: Any) -> dict[str, Any]:
    """Pat carries so many games over from last March."""
    item = CarriedSuspension("pat", "otters", games, given=dt.date(2014, 3, 9), clause="6.1 C")
    return {"carried": (replace(item, **more),)}


def one(rulings: DisciplineRulings) -> Suspension:
    """Pat's only suspension."""
    (found,) = (item for item in rulings.suspensions if item.person == "pat")
    return found


def cranes(number: int, **changes: Any) -> Game:
    """Game g<number>, of the Cranes against the Bears."""
    return to_come(number, home="cranes", away="bears", **changes)


def without(game: Game) -> Game:
    """The same game played, nobody of note in it."""
    return replace(game, outcome="played", home_goals=1, away_goals=0, winner=game.home)


@pytest.mark.clause("nb-minor-discipline", "5.a")
@pytest.mark.clause("nb-minor-discipline", "app.e")
@pytest.mark.parametrize("kind", ["exhibition", "tournament"])
@pytest.mark.parametrize(
    ("booked", "counts"),
    [
        (None, True),
        (BEFORE - dt.timedelta(days=1), True),
        (BEFORE, False),
        (BEFORE + dt.timedelta(days=1), False),
    ],
)
def test_an_exhibition_or_tournament_serves_only_where_it_was_booked_before(kind, booked, counts):
    rulings = ruled(facts_of(played(1, kind=kind, booked=booked), to_come(2), to_come(3), **owed(1)), book=NB)
    assert served(rulings) == {"n1": ("g1",) if counts else ()}
    assert barred(rulings) == ([] if counts else ["g2"])


@pytest.mark.clause("nb-minor-discipline", "5.a")
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_time_of_booking_decides_on_the_day_of_the_infraction(hours):
    act = replace(owed(1)["infractions"][0], game="g1", date=SEASON.day(FIRST))
    said = {"infractions": (act,), "decisions": (decided("n1", SEASON.day(FIRST), 1),)}
    games = (played(1), played(2, kind="exhibition", booked=FIRST + dt.timedelta(hours=hours)), to_come(3))
    assert served(ruled(facts_of(*games, **said), book=NB)) == {"n1": ("g2",) if hours < 0 else ()}


@pytest.mark.clause("nb-minor-discipline", "5.a")
@pytest.mark.clause("nb-minor-discipline", "5.g.i.b")
def test_an_exhibition_that_cannot_serve_is_barred_all_the_same():
    games = (
        to_come(1, booked=BEFORE + dt.timedelta(days=1)),
        to_come(2, kind="exhibition", booked=BEFORE + dt.timedelta(days=2)),
        to_come(3, kind="exhibition", booked=dt.date(2014, 10, 1)),
        to_come(4),
        to_come(5),
    )
    assert barred(ruled(facts_of(*games, **owed(3)), book=NB)) == ["g1", "g2", "g3", "g4"]


@pytest.mark.clause("nb-minor-discipline", "5.b")
@pytest.mark.clause("nb-minor-discipline", "app.c")
@pytest.mark.clause("nb-minor-discipline", "app.d")
@pytest.mark.clause("nb-minor-discipline", "app.d.i")
def test_only_the_team_of_the_infraction_serves_and_every_team_in_every_role_is_barred():
    games = (without(cranes(1)), played(2, away="foxes"), cranes(3), to_come(4, away="foxes"), cranes(5))
    rulings = ruled(facts_of(*games, roster=AFFILIATE, **owed(2)), book=NB)
    assert served(rulings) == {"n1": ("g2",)}
    assert [(item.game, item.team) for item in rulings.ineligible] == [
        ("g3", "bears"), ("g3", "cranes"), ("g4", "otters"),
    ]  # fmt: skip


@pytest.mark.clause("nb-minor-discipline", "app.d.iv")
def test_once_that_team_has_played_its_last_game_the_other_one_serves():
    games = (played(1, away="foxes"), cranes(2, kind="tournament"), cranes(3, kind="tournament"))
    rulings = ruled(facts_of(*games, roster=AFFILIATE[:2], **owed(2)), book=NB)
    assert served(rulings) == {"n1": ("g1",)}
    assert barred(rulings) == ["g2"]


@pytest.mark.clause("nb-minor-discipline", "app.d.iv")
def test_a_game_of_that_team_without_a_date_is_still_a_game_left():
    games = (to_come(9, starts=None, day=None, away="foxes"), without(cranes(2)), cranes(3))
    assert served(ruled(facts_of(*games, roster=AFFILIATE[:2], **owed(2)), book=NB)) == {"n1": ()}


@pytest.mark.clause("nb-minor-discipline", "app.d")
def test_a_sheet_that_does_not_list_the_suspended_player_serves_nothing():
    games = (played(1, unlisted=("pat",)), played(2), to_come(3))
    rulings = ruled(facts_of(*games, **owed(1)), book=NB)
    assert served(rulings) == {"n1": ("g2",)}
    assert "Not on the sheet of g1 on Nov 8 as suspended: not served there (app.d)." in one(rulings).why


@pytest.mark.clause("nb-minor-discipline", "5.a")
@pytest.mark.clause("nb-minor-discipline", "app.f")
@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({"outcome": "cancelled"}, False),
        ({"outcome": "forfeit", "at_fault": ("bears",)}, False),
        ({"outcome": "forfeit", "at_fault": ("bears",), "home_goals": 3, "away_goals": 0}, True),
    ],
)
def test_a_game_that_nobody_played_serves_nobody_and_one_forfeited_after_play_does(changes, counts):
    games = (to_come(1, **changes), played(2), played(3))
    assert served(ruled(facts_of(*games, **owed(2)), book=NB)) == {"n1": ("g1", "g2") if counts else ("g2", "g3")}


@pytest.mark.clause("nb-minor-discipline", "4.a.vii")
def test_a_game_that_the_suspended_player_was_in_is_found_and_serves_nothing():
    rulings = ruled(facts_of(with_pat(played(1)), played(2), to_come(3), **owed(1)), book=NB)
    assert served(rulings)["n1"] == ("g2",)
    assert barred(rulings)[0] == "g1"


@pytest.mark.clause("nb-minor-discipline", "case.3")
def test_the_game_of_the_infraction_does_not_serve():
    act = replace(owed()["infractions"][0], game="g1", date=SEASON.day(FIRST))
    said = {"infractions": (act,), "decisions": (decided("n1", SEASON.day(FIRST), 2),)}
    assert served(ruled(facts_of(played(1), played(2), played(3), **said), book=NB)) == {"n1": ("g2", "g3")}


@pytest.mark.clause("nb-minor-discipline", "5.g.ii.b")
@pytest.mark.clause("nb-minor-discipline", "5.g.ii.c")
@pytest.mark.parametrize("kind", ["league", "exhibition", "tournament", "playoff"])
def test_a_suspended_coach_is_kept_from_the_bench_of_any_game_of_any_team(kind):
    roster = (RosterSpot("pat", "otters", "coach"), RosterSpot("pat", "cranes", "assistant-coach"))
    games = (cranes(1, kind=kind, booked=dt.date(2014, 11, 7)), to_come(2))
    assert barred(ruled(facts_of(*games, roster=roster, **owed(1)), book=NB)) == ["g1", "g2"]


@pytest.mark.clause("nb-minor-discipline", "5.g.i.c")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, ["g2", "g3", "g4"]),
        ({"clause": "2.2 c"}, ["g1", "g2", "g3", "g4"]),
        ({"until": dt.date(2014, 12, 1), "games": None}, ["g1", "g2", "g3", "g4"]),
    ],
)
def test_exhibitions_before_the_season_are_open_to_who_carries_games_over(changes, expected):
    starts = SEASON.day(FIRST) + dt.timedelta(days=7)
    booked = dt.date(2014, 8, 20)
    early = [to_come(number, kind="exhibition", booked=booked) for number in (1, 2)]
    games = (*early, to_come(3), to_come(4), to_come(5))
    facts = facts_of(*games, **carried(**changes))
    found = ruled(facts.changed(season=replace(facts.season, starts=starts)), book=NB, as_of=dt.date(2014, 11, 1))
    assert barred(found) == expected
    assert one(found).served_in == ()


@pytest.mark.clause("nb-minor-discipline", "app.a.i")
@pytest.mark.clause("nb-minor-discipline", "5.g.i.c")
def test_the_leave_before_the_season_is_for_players():
    starts = SEASON.day(FIRST) + dt.timedelta(days=7)
    facts = facts_of(to_come(1, kind="exhibition"), roster=(RosterSpot("pat", "otters", "coach"),), **carried())
    found = ruled(facts.changed(season=replace(facts.season, starts=starts)), book=NB, as_of=dt.date(2014, 11, 1))
    assert barred(found) == ["g1"]


@pytest.mark.clause("alberta-mens", "8-2.d.1")
@pytest.mark.clause("alberta-mens", "8-2.b")
@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({"outcome": "forfeit", "at_fault": ("bears",)}, True),
        ({"outcome": "no-show", "at_fault": ("bears",)}, True),
        ({"outcome": "forfeit", "at_fault": ("otters",)}, False),
        ({"outcome": "double-forfeit"}, False),
        ({"outcome": "cancelled"}, False),
    ],
)
def test_a_game_that_the_opponent_forfeited_serves_and_ones_own_forfeit_does_not(changes, counts):
    rulings = ruled(facts_of(to_come(1, **changes), to_come(2), to_come(3), **owed(1)), book=ALBERTA)
    assert served(rulings) == {"n1": ("g1",) if counts else ()}
    assert barred(rulings) == ([] if counts else ["g2"])


@pytest.mark.clause("alberta-mens", "2-1.g")
@pytest.mark.clause("alberta-mens", "8-2.g")
def test_only_the_team_that_suspended_serves_though_it_may_play_no_more_this_season():
    games = (played(1, away="foxes"), without(cranes(2)), cranes(3))
    rulings = ruled(facts_of(*games, roster=AFFILIATE[:2], **owed(3)), book=ALBERTA)
    assert served(rulings) == {"n1": ("g1",)}
    assert one(rulings).remaining == 2
    assert barred(rulings) == ["g3"]


@pytest.mark.clause("alberta-mens", "8-2.f.1")
@pytest.mark.clause("alberta-mens", "9-1.f")
@pytest.mark.parametrize(("half", "waits"), [("winter", True), ("summer", False), (None, False)])
def test_what_is_carried_over_waits_for_its_own_half(half, waits):
    facts = facts_of(with_pat(played(1)) if waits else played(1), to_come(2), **carried(half=half, clause="6-4.1"))
    found = ruled(facts.changed(season=replace(facts.season, half="summer")), book=ALBERTA)
    assert served(found) == {"carried:0": () if waits else ("g1",)}
    assert barred(found) == ([] if waits else ["g2"])
    assert one(found).remaining == (2 if waits else 1)
    assert ("Waits for a winter season (8-2.f.1)." in one(found).why) == waits


@pytest.mark.clause("alberta-mens", "8-2.f.2")
@pytest.mark.parametrize("clause", ["6-13.a", "6-13.b"])
def test_a_match_on_an_official_is_served_in_the_next_season_of_either_half(clause):
    facts = facts_of(played(1), to_come(2), to_come(3), **carried(half="winter", clause=clause))
    found = ruled(facts.changed(season=replace(facts.season, half="summer")), book=ALBERTA)
    assert served(found) == {"carried:0": ("g1",)}
    assert barred(found) == ["g2"]


@pytest.mark.clause("alberta-mens", "8-2.f.1")
def test_what_is_carried_over_from_a_team_that_plays_no_more_is_served_with_the_next_one():
    found = ruled(facts_of(played(1), to_come(2), to_come(3), **carried(team="gone")), book=ALBERTA)
    assert served(found) == {"carried:0": ("g1",)}
    assert barred(found) == ["g2"]


@pytest.mark.clause("alberta-mens", "8-3.5")
@pytest.mark.parametrize(("day", "back"), [(dt.date(2014, 11, 5), True), (dt.date(2014, 11, 4), False)])
def test_reinstatement_comes_two_years_after_the_infraction_at_the_earliest(day, back):
    item = carried(None, indefinite=True, given=dt.date(2012, 11, 5), clause="6-8.a.i.3")
    approval = Approval("reinstatement", "pat", date=day)
    found = ruled(facts_of(to_come(1), approvals=(approval,), **item), book=ALBERTA)
    assert barred(found) == ([] if back else ["g1"])


@pytest.mark.clause("maha-adult", "2.b")
def test_somebody_out_for_good_comes_back_from_the_day_of_the_reinstatement():
    item = carried(None, indefinite=True, clause="2.b")
    approval = Approval("reinstatement", "pat", date=SEASON.day(FIRST) + dt.timedelta(days=7))
    games = (with_pat(played(1)), to_come(2))
    before = ruled(facts_of(*games, payments=PAID, approvals=(approval,), **item), book=MAHA)
    assert one(before).expelled
    assert barred(before) == ["g1"]


@pytest.mark.clause("alberta-mens", "7-2.c")
def test_games_missed_while_an_appeal_waits_count():
    act = owed()["infractions"]
    said = (decided("n1", BEFORE, 3), decided("n1", SEASON.day(FIRST) + dt.timedelta(days=8), 2))
    found = ruled(facts_of(played(1), played(2), played(3), infractions=act, decisions=said), book=ALBERTA)
    assert served(found) == {"n1": ("g1", "g2")}


@pytest.mark.clause("maha-adult", "4.c")
@pytest.mark.clause("maha-adult", "2.a")
def test_a_substitute_serves_with_the_own_team():
    roster = (RosterSpot("pat", "cranes", "skater", 7), RosterSpot("pat", "otters", "skater", status="substitute"))
    games = (played(1, away="foxes"), without(cranes(2)), to_come(3, away="foxes"), cranes(4), cranes(5))
    rulings = ruled(facts_of(*games, payments=PAID, roster=roster, **owed(2)), book=MAHA)
    assert served(rulings) == {"n1": ("g2",)}
    assert barred(rulings) == ["g3", "g4"]


@pytest.mark.clause("maha-adult", "2.a")
def test_somebody_on_no_team_of_his_own_serves_where_it_happened():
    roster = (RosterSpot("pat", "otters", "skater", status="substitute"),)
    assert served(ruled(facts_of(played(1), roster=roster, **owed(1)), book=MAHA)) == {"n1": ("g1",)}


@pytest.mark.clause("nb-minor-discipline", "4.a.v")
def test_a_lineup_spot_of_a_suspended_player_in_a_game_to_come_is_refused():
    game = replace(to_come(1), home_lineup=(LineupSpot("pat"),))
    assert barred(ruled(facts_of(game, to_come(2), **owed(1)), book=NB)) == ["g1"]


@pytest.mark.clause("nb-minor-discipline", "app.d.ii")
@pytest.mark.parametrize(("first", "permanent"), [(1, True), (2, False)])
def test_a_suspension_that_reaches_the_sixth_affiliated_game_ties_to_the_higher_team(first, permanent):
    roster = (RosterSpot("pat", "otters", "skater", 7, status="affiliate"), RosterSpot("pat", "cranes", "skater", 7))
    late = {number: FIRST + dt.timedelta(weeks=8 + number) for number in range(1, 9)}
    games = [
        played(number, away="foxes", starts=late[number], day=SEASON.day(late[number])) for number in range(first, 4)
    ]
    games = [with_pat(game) for game in games]
    to_sit = [to_come(number, away="foxes", starts=late[number], day=SEASON.day(late[number])) for number in (4, 5, 6)]
    own = cranes(8, starts=late[8], day=SEASON.day(late[8]))
    act = Infraction("n1", SEASON.day(late[3]), "verification-refused", "pat", "otters", "g3")
    said = decided("n1", SEASON.day(late[3]), 3)
    found = ruled(facts_of(*games, *to_sit, own, roster=roster, infractions=(act,), decisions=(said,)), book=NB)
    assert barred(found) == ["g4", "g5", "g6", *(["g8"] if permanent else [])]
