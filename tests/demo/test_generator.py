"""The demo's seasons are sound, the same for the same seed and day, and show everything there is."""

import datetime as dt
import json
import statistics
from collections import Counter
from functools import cache
from typing import Any

import pytest

from demo.generator import script
from demo.generator.last_season import last_season
from demo.generator.names import BOYS, FAMILIES, GIRLS, RINKS, TOWNS
from demo.generator.season import demo_season, season_document
from league.models import Excuse, GameKind, Outcome, RosterRole
from league.rulebook.loader import shipped_text
from rulings.compose import Rulings, rule_facts
from rulings.reading import open_season_file

TODAY = dt.date(2026, 11, 30)
SEED = 9

# the ends of the season, holidays, a leap day, a change of the clock, summer
DAYS = [
    *(dt.date(2026, 11, 30), dt.date(2026, 12, 26), dt.date(2027, 1, 4), dt.date(2027, 2, 28), dt.date(2028, 2, 29)),
    *(dt.date(2027, 3, 15), dt.date(2027, 7, 14), dt.date(2027, 11, 8)),
]


@cache
def document(today: dt.date = TODAY, seed: int = SEED) -> dict[str, Any]:
    return season_document(seed, today)


@cache
def ruled(today: dt.date = TODAY, seed: int = SEED) -> Rulings:
    opened = open_season_file(json.dumps(document(today, seed)))
    return rule_facts(opened.file.facts, opened.book, today)


@cache
def before() -> Rulings:
    opened = open_season_file(json.dumps(last_season(SEED, TODAY).document))
    return rule_facts(opened.file.facts, opened.book, TODAY)


def test_the_same_seed_and_day_make_the_same_season() -> None:
    assert json.dumps(season_document(4, TODAY)) == json.dumps(season_document(4, TODAY))
    assert json.dumps(last_season(4, TODAY).document) == json.dumps(last_season(4, TODAY).document)
    assert season_document(4, TODAY)["people"] != season_document(5, TODAY)["people"]


def test_it_is_as_large_as_a_district() -> None:
    found = document()
    assert len(found["divisions"]) == 8
    assert len(found["teams"]) == 64
    assert set(Counter(team["division"] for team in found["teams"]).values()) == {8}
    assert len(found["associations"]) == 14
    assert 950 <= len(found["people"]) <= 1050
    assert 340 <= len(found["games"]) <= 360
    assert len({game["venue"] for game in found["games"] if "venue" in game}) == len(RINKS) == 12


@pytest.mark.parametrize(("seed", "today"), list(enumerate(DAYS, 1)))
def test_it_can_be_ruled_on_whatever_the_day(seed: int, today: dt.date) -> None:
    found = ruled(today, seed)
    told = [notice for notice in found.notices() if "the director decides" not in notice]
    unused = ["offences of earlier seasons"]
    unused += ["days on which games are hard to move"] if found.facts.season.blocked else []
    assert told == [f"The rule book mn-district-9 doesn't rule on {what}: kept, with no effect." for what in unused]
    booked_twice = [fault for fault in found.schedule_faults if fault.clause is None]
    assert booked_twice == []
    used = [review for review in found.discipline.reviews if review.kind == "ineligible-player-used"]
    assert [review.game for review in used] == ["bb-5a"]


def test_its_schedule_keeps_to_the_book() -> None:
    assert ruled().schedule_faults == ()


def test_games_are_played_when_children_are_awake_and_never_on_holidays() -> None:
    found = document()
    holidays = set(found["season"]["blocked"])
    assert "2026-12-25" in holidays
    for game in found["games"]:
        if "starts" in game:
            start = dt.datetime.fromisoformat(game["starts"])
            assert dt.time(7, 45) <= start.time() <= dt.time(20, 15)
            assert start.weekday() >= 5 or start.time() >= dt.time(17, 45)
            assert game["starts"][:10] not in holidays


def test_scores_and_penalties_are_those_of_children() -> None:
    games = [game for game in document()["games"] if "periods" in game]
    goals = [sum(game["periods"][side]) for game in games for side in ("home", "away")]
    assert min(goals) == 0
    assert max(goals) <= 9
    assert 2 < statistics.mean(goals) < 4
    penalties = [len(game.get("penalties", [])) for game in games]
    assert 3 < statistics.mean(penalties) < 10
    assert max(penalties) <= 22


def test_every_outcome_excuse_kind_and_role_appears() -> None:
    games = [*document()["games"], *last_season(SEED, TODAY).document["games"]]
    facts = [*ruled().facts.games, *before().facts.games]
    assert {game.outcome for game in facts} == set(Outcome.values)
    assert {game.kind for game in facts} == set(GameKind.values)
    assert {game.get("excused") for game in games} == {None, *Excuse.values}
    assert {game.decided_in for game in facts} == {"regulation", "overtime", "shootout"}
    assert {event.kind for game in facts for event in game.conduct} == {
        "spectators-removed",
        "off-ice-official-removed",
    }
    roles = {spot["role"] for spot in document()["roster"]}
    assert roles == set(RosterRole.values) - {"trainer", "representative"}
    assert any(game.starts is None for game in facts)


def test_the_penalties_that_fair_play_looks_at_appear() -> None:
    penalties = [penalty for game in ruled().facts.games for penalty in game.penalties]
    coaches = {spot.person for spot in ruled().facts.roster if spot.role == "coach"}
    found = {(penalty.offence, penalty.penalty_class) for penalty in penalties}
    assert {
        ("no-mouth-guard", "misconduct"),
        ("checking-from-behind", "misconduct"),
        ("tripping", "penalty-shot"),
        ("too-many-men", "bench-minor"),
        ("fighting", "major"),
    } <= found
    assert any(item.person in coaches and item.penalty_class == "game-misconduct" for item in penalties)
    lost = [verdict for verdict in ruled().fair_play if not verdict.kept]
    assert {clause for verdict in lost for clause in verdict.clauses} >= {"P.2.a", "P.2.b", "P.2.c", "P.2.d"}
    assert 0.05 < len(lost) / len(ruled().fair_play) < 0.25


def test_every_tie_break_decides_somewhere_and_a_coin_is_needed() -> None:
    deciding: dict[str, set[str]] = {}
    for table in ruled().standings:
        for trace in table.document()["tie_breaks"]:
            if len(trace["steps"][-1]["split"]) > 1:
                deciding.setdefault(table.division, set()).add(trace["steps"][-1]["clause"])
    assert deciding["pb"] == {"3.15.b", "3.15.c", "3.15.d", "3.15.g"}
    assert deciding["sa"] == {"3.15.e", "3.15.h"}
    assert deciding["10ub"] == {"3.15.a", "3.15.f"}
    needed = {table.division: table.document()["coin_flip_needed"] for table in ruled().standings}
    assert needed["sa"] == [["sa-grayling-bay", "sa-kestrel-point"]]
    assert [len(teams) for teams in needed["10ub"]] == [2]


def test_no_table_for_those_without_a_score() -> None:
    divisions = [table.division for table in ruled().standings]
    assert divisions == ["ba", "bb", "pa", "pb", "sa", "12ub", "10ub"]
    mites = [game for game in document()["games"] if game["division"] == "mite" and "score" in game]
    assert mites
    assert {(game["score"]["home"], game["score"]["away"]) for game in mites} == {(0, 0)}


def test_suspensions_stand_at_every_stage() -> None:
    found = {item.incident: item for item in ruled().discipline.suspensions}
    statuses = Counter(item.status for item in found.values())
    assert statuses["served"] >= 3
    assert statuses["serving"] >= 3
    assert statuses["pending"] == 1
    assert found["carried:0"].games == 2
    decided = [item for item in found.values() if item.offence_number == 2 and item.status == "serving"]
    assert [item.games for item in decided] == [5]
    assert Counter(review.kind for review in ruled().discipline.reviews) == {
        "hearing": 1,
        "ineligible-player-used": 1,
    }


def test_teams_miss_cancel_and_pay() -> None:
    found = ruled()
    assert {charge.kind for charge in found.charges} == {
        "no-show",
        "share",
        "cancellation",
        "double-forfeit",
        "reschedule",
        "late-reschedule",
    }
    assert {charge.paid for charge in found.charges} == {True, False}
    decisions = {request["decision"] for request in document()["requests"]}
    assert decisions == {"approved", "refused", "waived", None}
    assert {request.allowed for request in found.requests} == {True, False}
    assert len(found.bars) == 4
    assert [item["team"] for item in document()["withdrawn"]] == ["12ub-millstone-creek"]


def test_somebody_plays_for_two_teams_and_somebody_has_been_replaced() -> None:
    spots = document()["roster"]
    twice = [person for person, teams in Counter(spot["person"] for spot in spots).items() if teams > 1]
    assert len(twice) == 1
    assert [spot["status"] for spot in spots if spot.get("status")] == ["affiliate"]
    assert len([spot for spot in spots if "to" in spot]) == len([spot for spot in spots if "from" in spot]) == 1


def test_two_teams_of_one_association_meet() -> None:
    association = {team["id"]: team["association"] for team in document()["teams"]}
    games = document()["games"]
    meeting = [game for game in games if game.get("kind", "league") == "league"]
    assert [game["id"] for game in meeting if association[game["home"]] == association[game["away"]]] == ["bb-1d"]


def test_games_around_today_wait_for_their_reports() -> None:
    found = demo_season(SEED, TODAY)
    games = {game["id"]: game for game in found.document["games"]}
    assert set(found.played) == {key for key, live in script.LIVE.items() if live.day < 0}
    for key, live in script.LIVE.items():
        assert "periods" not in games[key]
        assert games[key]["starts"] == f"{TODAY + dt.timedelta(days=live.day)}T{live.hour:%H:%M}"
    others = [game for key, game in games.items() if key not in script.LIVE and "starts" in game]
    open_ones = [game for game in others if game["starts"] < TODAY.isoformat() and "reported" not in game]
    moved = {request["game"] for request in found.document["requests"]}
    assert [game["id"] for game in open_ones if "outcome" not in game and game["id"] not in moved] == []


def test_last_season_is_over_and_its_people_play_on() -> None:
    found = last_season(SEED, TODAY)
    assert found.document["season"]["name"] == "2025-26"
    assert all("periods" in game for game in found.document["games"])
    assert [game["stage"] for game in found.document["games"] if game.get("kind") == "playoff"] == [
        "semi-final",
        "semi-final",
        "championship",
    ]
    now = {person["id"]: person for person in document()["people"]}
    same = [person for person in found.document["people"] if person["id"] in now]
    assert len(same) > 80
    assert all(now[person["id"]] == person for person in same)
    carried = document()["carried"]
    assert [entry["person"] for entry in carried] == [entry["person"] for entry in document()["prior"]]
    assert before().notices is not None
    assert all(table.document()["coin_flip_needed"] == [] for table in before().standings)


def test_names_are_invented_and_given_once() -> None:
    names = [person["name"] for person in document()["people"]]
    assert len(set(names)) == len(names)
    for list_of_names in (BOYS, GIRLS, FAMILIES, TOWNS, RINKS):
        assert len(set(list_of_names)) == len(list_of_names)
        assert list(list_of_names) == sorted(list_of_names) or list_of_names is RINKS
    assert not [town for town in TOWNS if town in shipped_text("mn-district-9")]
