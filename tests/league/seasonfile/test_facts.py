"""What the facts are that a season file states: defaults filled in, times in UTC, lineups from the roster."""

import datetime as dt
from typing import Any

import pytest

from league.core.facts import CoinFlip, Facts, Game, LineupSpot, Penalty
from league.seasonfile import read
from tests.league.seasonfile.small import BOOKS, game, penalty, sound


def facts_of(document: dict[str, Any]) -> Facts:
    return read(document, known_rulebooks=BOOKS).facts


def first_game(**keys: Any) -> Game:
    return facts_of(game(**keys)).games[0]


def first_penalty(**keys: Any) -> Penalty:
    return facts_of(penalty(**keys)).games[0].penalties[0]


def test_a_game_with_a_score_was_played_and_won_by_the_team_with_more_goals():
    played, to_come = facts_of(sound()).games
    assert (played.outcome, played.winner, played.decided_in) == ("played", "A", "regulation")
    assert (to_come.outcome, to_come.winner, to_come.home_goals) == ("scheduled", None, None)


@pytest.mark.parametrize(
    ("keys", "winner"),
    [
        ({"score": {"home": 1, "away": 4}}, "B"),
        ({"score": {"home": 2, "away": 2}}, None),
        ({"score": {"home": 2, "away": 2}, "decided_in": "shootout", "winner": "B"}, "B"),
        ({"score": None, "periods": {"home": [0, 0, 0, 1], "away": [0, 0, 0, 0]}, "decided_in": "overtime"}, "A"),
        ({"outcome": "forfeit", "at_fault": ["A"]}, None),
        ({"outcome": "forfeit", "at_fault": ["A"], "winner": "B"}, "B"),
    ],
)
def test_who_won(keys: dict[str, Any], winner: str | None):
    assert first_game(**keys).winner == winner


def test_goals_by_period_make_the_score():
    found = first_game(score=None, periods={"home": [1, 0, 2], "away": [0, 0, 1]})
    assert (found.home_periods, found.away_periods) == ((1, 0, 2), (0, 0, 1))
    assert (found.home_goals, found.away_goals, found.outcome) == (3, 1, "played")


def test_times_are_moments_and_the_day_is_the_seasons():
    late = first_game(starts="2014-11-22T19:30", ends="2014-11-22T20:45")
    assert late.starts == dt.datetime(2014, 11, 23, 1, 30, tzinfo=dt.UTC)
    assert late.ends == dt.datetime(2014, 11, 23, 2, 45, tzinfo=dt.UTC)
    assert late.day == dt.date(2014, 11, 22)


def test_in_a_repeated_hour_the_earlier_instant_is_meant():
    assert first_game(starts="2014-11-02T01:30").starts == dt.datetime(2014, 11, 2, 6, 30, tzinfo=dt.UTC)


def test_a_booking_is_a_day_or_a_time():
    assert first_game(booked="2014-10-26").booked == dt.date(2014, 10, 26)
    assert first_game(booked="2014-10-26T09:15").booked == dt.datetime(2014, 10, 26, 14, 15, tzinfo=dt.UTC)
    assert first_game().booked is None


def test_a_penalty_takes_its_defaults():
    plain = first_penalty()
    assert (plain.incident, plain.clock, plain.stands_for, plain.seconds) == ("x1", "stop", "minor", None)
    assert first_penalty(incident="i1").incident == "i1"


def test_lengths_are_seconds():
    assert [first_penalty(minutes=minutes).seconds for minutes in (5, 1.5, 0)] == [300, 90, 0]
    assert first_penalty(left="08:05").left == 485


def test_who_is_in_a_lineup_wears_what_the_roster_says():
    found = first_game()
    assert found.home_lineup == (LineupSpot("p1", 7, "A"), LineupSpot("p2", 8))
    assert found.away_lineup == (LineupSpot("p3", 1),)


def test_a_lineup_may_say_otherwise():
    found = first_game(lineup={"home": [{"person": "p1", "number": 70}, {"person": "p2", "line": "C"}, "p3"]})
    assert found.home_lineup == (LineupSpot("p1", 70, "A"), LineupSpot("p2", 8, "C"), LineupSpot("p3"))
    assert found.away_lineup == ()


def test_the_roster_of_the_day_counts():
    roster = [
        {"person": "p1", "team": "A", "role": "coach"},
        {"person": "p1", "team": "A", "role": "skater", "number": 7, "to": "2014-11-21"},
        {"person": "p1", "team": "A", "role": "skater", "number": 9, "from": "2014-11-22", "to": "2014-11-22"},
        {"person": "p1", "team": "A", "role": "skater", "number": 10, "from": "2014-11-23"},
    ]
    document = game(lineup={"home": ["p1"]}) | {"roster": roster}
    assert facts_of(document).games[0].home_lineup == (LineupSpot("p1", 9),)


def test_a_flip_between_two_names_the_winner_one_of_three_the_order():
    flips = [
        {"division": "ba", "among": ["A", "B"], "winner": "B"},
        {"division": "ba", "among": ["A", "B", "C"], "order": ["C", "A", "B"]},
    ]
    assert facts_of(sound(coin_flips=flips)).coin_flips == (
        CoinFlip("ba", ("A", "B"), ("B", "A")),
        CoinFlip("ba", ("A", "B", "C"), ("C", "A", "B")),
    )


def test_money_is_cents():
    payments = [
        {"id": f"m{at}", "from": "team:A", "amount": amount, "date": "2014-12-01", "for": "g1"}
        for at, amount in enumerate(("50", "50.5", "0.05", "123456789.99"))
    ]
    assert [payment.cents for payment in facts_of(sound(payments=payments)).payments] == [5000, 5050, 5, 12345678999]


def test_ids_are_kept_byte_for_byte():
    names = ["狐", "e\u0301", "\u00e9", " a ", "a.b:c"]
    teams = [{"id": name, "division": "ba"} for name in names]
    document = sound(teams=teams, roster=[], games=[], payments=[])
    document["payments"] = [
        {"id": "m1", "from": "team:a.b:c", "amount": "1.00", "date": "2014-12-01", "for": "ice-fee"}
    ]
    facts = facts_of(document)
    assert [team.id for team in facts.teams] == names
    assert facts.payments[0].payer == "team:a.b:c"


def test_optional_keys_may_be_null():
    found = first_game(stage=None, winner=None, venue=None, excused=None)
    nulls = game() | {}
    nulls["games"][0] |= {"stage": None, "winner": None, "venue": None, "excused": None, "booked": None}
    assert facts_of(nulls).games[0] == found


def test_a_number_passes_on_when_its_wearer_has_left():
    roster = [
        {"person": "p1", "team": "A", "role": "skater", "number": 9, "to": "2014-11-09"},
        {"person": "p2", "team": "A", "role": "skater", "number": 9, "from": "2014-11-10"},
        {"person": "p3", "team": "B", "role": "skater", "number": 9},
        {"person": "p3", "team": "B", "role": "goalie", "number": 9},
    ]
    assert len(facts_of(sound(roster=roster)).roster) == 4
