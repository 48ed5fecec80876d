"""What a season file may say, and how every fault in it is named."""

import time
from pathlib import Path
from typing import Any

import pytest

from league.seasonfile import SeasonFileFaults, loads, read
from league.seasonfile.reader import MOST_FAULTS
from tests.league.seasonfile.small import faults_of, game, penalty, sound

CASES = Path(__file__).parents[2] / "cases"


def case(name: str) -> Any:
    return loads((CASES / name / "season.json").read_bytes())


def test_a_sound_file_has_no_fault():
    assert faults_of(sound()) == []


def test_an_offence_of_an_earlier_season_need_not_say_of_which():
    prior = {"person": "p1", "date": "2013-12-01", "offence": "fighting"}
    assert faults_of(sound(prior=[prior])) == []


def test_misspelt_names_and_keys_come_with_the_nearest_known_one():
    assert faults_of(case("any-01-misspelt-names")) == [
        'divisions[1].level: unknown level "bantm", did you mean "bantam"?',
        "teams[1].colour: unknown key",
        'roster[1].role: unknown role "goaly", did you mean "goalie"?',
        'games[0].venu: unknown key, did you mean "venue"?',
        'games[1].penalties[0].offence: unknown offence "figthing", did you mean "fighting"?',
        'games[1].penalties[1].class: unknown class "majro", did you mean "major"?',
        'games[1].penalties[2].flags[0]: unknown flag "instigater", did you mean "instigator"?',
    ]


def test_impossible_results():
    assert faults_of(case("any-03-impossible-results")) == [
        "games[0].score.home: goals can't be below 0, it is -1",
        "games[1].periods.home: 1 + 1 + 0 is 2, but score.home beside it is 3",
        'games[2].away: a team can\'t play itself: "C" is the home team too',
        'games[3].winner: the goals are 4-1 (home "A", away "C"), so "C" didn\'t win',
        "games[5].periods.away[1]: goals can't be below 0, it is -2",
        "games[6].winner: a shootout needs a winner: its deciding goal is in no score",
    ]


def test_another_version_of_the_format_is_refused():
    assert faults_of(case("any-05-other-format-version")) == [
        'format: unknown format "season/2", did you mean "season/1"?'
    ]


def test_one_number_for_two_people_at_one_time():
    assert faults_of(case("any-15-one-number-twice")) == [
        'roster[4].number: "p4" wears number 17 in team "B" at that time',
        'games[0].lineup.home[1]: "p1" wears number 91 in this lineup',
    ]


@pytest.mark.parametrize("document", [None, [], "season/1", 1, True])
def test_a_document_that_is_no_object(document: object):
    (fault,) = faults_of(document)
    assert fault.startswith("an object expected, not ")


def test_an_empty_object_misses_every_required_key():
    assert faults_of({}) == [
        "format: is required and missing",
        "rulebook: is required and missing",
        "season: is required and missing",
    ]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"rulebook": "mn-distrct-9"}, 'rulebook: unknown rule book "mn-distrct-9", did you mean "mn-district-9"?'),
        ({"rulebook": None}, "rulebook: a text expected, not null"),
        ({"season": {"name": "x", "timezone": "UTC", "²": 1}}, "season.²: unknown key"),
        ({"gmaes": []}, 'gmaes: unknown key, did you mean "games"?'),
        ({"games": {}}, "games: a list expected, not an object"),
        ({"people": None}, "people: a list expected, not null"),
        ({"associations": [{"id": "fbt"}, 4]}, "associations[1]: an object expected, not 4"),
        ({"season": {"name": "2014-15"}}, "season.timezone: is required and missing"),
        (
            {"season": {"name": "x", "timezone": "America/Chicgo"}},
            'season.timezone: unknown time zone "America/Chicgo", did you mean "America/Chicago"?',
        ),
        (
            {"season": {"name": "x", "timezone": "UTC", "starts": "2015-03-15", "ends": "2014-10-30"}},
            "season.ends: 2014-10-30 is before starts, 2015-03-15",
        ),
        (
            {"season": {"name": "x", "timezone": "UTC", "blocked": ["2014-12-25", "2014-02-29"]}},
            'season.blocked[1]: "2014-02-29" isn\'t in the calendar',
        ),
        (
            {"season": {"name": "x", "timezone": "UTC", "half": "sumer"}},
            'season.half: unknown half "sumer", did you mean "summer"?',
        ),
        (
            {"divisions": [{"id": "ba", "level": "bantam", "window": ["2015-02-01", "2014-10-30"]}]},
            "divisions[0].window[1]: ends on 2014-10-30, before it starts on 2015-02-01",
        ),
        (
            {"divisions": [{"id": "ba", "level": "bantam"}, {"id": "ba", "level": "bantam"}]},
            'divisions[1].id: the id "ba" is used already',
        ),
        ({"infractions": [{"id": "n1", "offence": "smoking"}]}, "infractions[0].date: is required and missing"),
        (
            {"infractions": [{"id": "n1", "date": "2014-12-01", "offence": "smokin", "game": "g9"}]},
            'infractions[0].offence: unknown offence "smokin", did you mean "smoking"?',
        ),
        (
            {"infractions": [{"id": "n1", "date": "2014-12-01", "offence": "smoking", "game": "g9"}]},
            'infractions[0].game: a game with the id "g9" isn\'t defined',
        ),
        (
            {"prior": [{"person": "p9", "date": "2013-12-01", "season": "2013-14", "offence": "fighting"}]},
            'prior[0].person: a person with the id "p9" isn\'t defined',
        ),
        ({"carried": [{"person": "p1", "games": -1}]}, "carried[0].games: games can't be below 0, it is -1"),
        ({"carried": [{"person": "p1", "indefinite": 1}]}, "carried[0].indefinite: true or false expected, not 1"),
        (
            {"decisions": [{"on": "x9", "date": "2014-12-01"}]},
            'decisions[0].on: no incident, penalty or infraction has the id "x9"',
        ),
        (
            {"decisions": [{"on": "x1", "date": "2014-12-01", "games": 2.5}]},
            "decisions[0].games: a whole number expected, not 2.5",
        ),
        (
            {"approvals": [{"kind": "both-coach"}]},
            'approvals[0].kind: unknown kind of approval "both-coach", did you mean "both-coaches"?',
        ),
        (
            {"payments": [{"id": "m1", "from": "A", "amount": "50.00", "date": "2014-12-01", "for": "g1"}]},
            'payments[0].from: "A" is neither "team:ID" nor "person:ID"',
        ),
        (
            {"payments": [{"id": "m1", "from": "person:A", "amount": "50.00", "date": "2014-12-01", "for": "g1"}]},
            'payments[0].from: a person with the id "A" isn\'t defined',
        ),
        (
            {"payments": [{"id": "m1", "from": "team:A", "amount": "50.005", "date": "2014-12-01", "for": "g1"}]},
            'payments[0].amount: "50.005" is no amount such as "50.00"',
        ),
        (
            {"payments": [{"id": "m1", "from": "team:A", "amount": 50, "date": "2014-12-01", "for": "g1"}]},
            'payments[0].amount: an amount in quotes such as "50.00" expected, not 50',
        ),
        (
            {
                "requests": [
                    {"id": "r1", "game": "g2", "by": "C", "received": "2014-11-20", "new_start": "2014-12-13T13:00"}
                ]
            },
            'requests[0].by: the team "C" doesn\'t play in this game of "B" and "A"',
        ),
        (
            {"requests": [{"id": "r1", "game": "g2", "by": "A", "received": "2014-11-20", "new_start": "2014-12-13"}]},
            'requests[0].new_start: "2014-12-13" is no time such as 2014-11-22T13:00',
        ),
        ({"adjustments": [{"team": "A", "points": True}]}, "adjustments[0].points: a whole number expected, not true"),
        (
            {"coin_flips": [{"division": "ba", "among": ["A", "B"], "winner": "C"}]},
            "coin_flips[0].winner: the team \"C\" isn't among the flip's teams",
        ),
        ({"coin_flips": [{"division": "ba", "among": ["A", "B"]}]}, "coin_flips[0].winner: is required and missing"),
        (
            {"coin_flips": [{"division": "ba", "among": ["A", "B", "C"], "winner": "C"}]},
            "coin_flips[0].order: is required and missing",
        ),
        (
            {"coin_flips": [{"division": "ba", "among": ["A", "B", "C"], "order": ["C", "B"]}]},
            "coin_flips[0].order: is no order of the flip's teams with the winner first",
        ),
        (
            {"coin_flips": [{"division": "ba", "among": ["A"], "winner": "A"}]},
            "coin_flips[0].among: a flip is between two teams or more",
        ),
        ({"withdrawn": [{"team": "D"}]}, 'withdrawn[0].team: a team with the id "D" isn\'t defined'),
    ],
)
def test_a_fault_outside_the_games(changes: dict[str, Any], fault: str):
    assert fault in faults_of(sound(**changes))


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"home": None}, "games[0].home: is required and missing"),
        ({"home": "D"}, 'games[0].home: a team with the id "D" isn\'t defined'),
        ({"home": ["A"]}, "games[0].home: the id of a team expected, not a list"),
        ({"division": "bb"}, 'games[0].division: a division with the id "bb" isn\'t defined'),
        ({"kind": "playof"}, 'games[0].kind: unknown kind of game "playof", did you mean "playoff"?'),
        ({"starts": "2014-11-22 13:00"}, 'games[0].starts: "2014-11-22 13:00" is no time such as 2014-11-22T13:00'),
        ({"starts": "2014-11-31T13:00"}, 'games[0].starts: "2014-11-31T13:00" isn\'t in the calendar or on the clock'),
        (
            {"starts": "2015-03-08T02:30"},
            'games[0].starts: "2015-03-08T02:30" doesn\'t exist in America/Chicago: the clocks go forward over it',
        ),
        ({"ends": "2014-11-22T12:00"}, "games[0].ends: the game doesn't end after it starts"),
        ({"starts": None, "ends": "2014-11-22T12:00"}, "games[0].ends: a game without a start has no end"),
        ({"booked": "soon"}, 'games[0].booked: "soon" is no date such as 2014-11-22'),
        ({"venue": "rink\0"}, 'games[0].venue: "rink\\x00" holds a character that can\'t be stored'),
        ({"venue": "rink\ud83e"}, 'games[0].venue: "rink\\ud83e" holds a character that can\'t be stored'),
        ({"stage": "x" * 201}, "games[0].stage: longer than 200 characters"),
        (
            {"outcome": "abandoned"},
            'games[0].outcome: unknown outcome "abandoned" '
            "(known: scheduled, played, forfeit, no-show, refused, cancelled, double-forfeit)",
        ),
        ({"outcome": "scheduled"}, "games[0].outcome: a game still to be played has no goals"),
        ({"at_fault": ["C"]}, 'games[0].at_fault[0]: the team "C" doesn\'t play in this game of "A" and "B"'),
        ({"at_fault": ["A", "A"]}, 'games[0].at_fault[1]: "A" is in the list already'),
        ({"score": {"home": 3}}, "games[0].score.away: is required and missing"),
        ({"score": {"home": True, "away": 1}}, "games[0].score.home: a whole number expected, not true"),
        ({"score": {"home": 3, "away": 1, "guest": 1}}, 'games[0].score.guest: unknown key (known: "home", "away")'),
        (
            {"score": {"home": 10**5000, "away": 1}},
            "games[0].score.home: goals can't be above 9999, it is a number of many digits",
        ),
        (
            {"score": {"home": float("nan"), "away": 1}},
            "games[0].score.home: a whole number expected, not a number that isn't finite",
        ),
        ({"score": "3-2"}, 'games[0].score: an object with "home" and "away" expected, not "3-2"'),
        (
            {"periods": {"home": [1, 1, 1], "away": [1, 0, 0]}},
            "games[0].periods.away: 1 + 0 + 0 is 1, but score.away beside it is 2",
        ),
        ({"winner": "C"}, 'games[0].winner: the team "C" doesn\'t play in this game of "A" and "B"'),
        (
            {"winner": "A", "score": {"home": 2, "away": 2}},
            'games[0].winner: the goals are 2-2 (home "A", away "B"), so "A" didn\'t win',
        ),
        (
            {"winner": "A", "decided_in": "shootout"},
            "games[0].decided_in: a shootout follows level goals, not 3-2; its deciding goal is in neither",
        ),
        (
            {"score": None, "outcome": "forfeit", "at_fault": ["A"], "winner": "A"},
            'games[0].winner: the team "A" is at fault and can\'t be the winner',
        ),
        (
            {"conduct": [{"team": "C", "kind": "spectators-removed"}]},
            'games[0].conduct[0].team: the team "C" doesn\'t play in this game of "A" and "B"',
        ),
        ({"conduct": [{"team": "A"}]}, "games[0].conduct[0].kind: is required and missing"),
        ({"fair_play": {"C": True}}, 'games[0].fair_play.C: the team "C" doesn\'t play in this game of "A" and "B"'),
        ({"fair_play": {"A": 1}}, "games[0].fair_play.A: true or false expected, not 1"),
        ({"lineup": {"home": ["p9"]}}, 'games[0].lineup.home[0]: a person with the id "p9" isn\'t defined'),
        ({"lineup": {"home": [{"number": 3}]}}, "games[0].lineup.home[0].person: is required and missing"),
        ({"lineup": {"home": ["p1", "p1"]}}, 'games[0].lineup.home[1]: "p1" is in this lineup already'),
        ({"lineup": ["p1"]}, 'games[0].lineup: an object with "home" and "away" expected, not a list'),
        ({"unlisted": ["p9"]}, 'games[0].unlisted[0]: a person with the id "p9" isn\'t defined'),
        ({"penalties": {}}, "games[0].penalties: a list expected, not an object"),
        ({"penalties": [7]}, "games[0].penalties[0]: an object expected, not 7"),
    ],
)
def test_a_fault_in_a_game(keys: dict[str, Any], fault: str):
    assert fault in faults_of(game(**keys))


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"team": "C"}, 'team: the team "C" doesn\'t play in this game of "A" and "B"'),
        ({"person": "p9"}, 'person: a person with the id "p9" isn\'t defined'),
        ({"served_by": "p9"}, 'served_by: a person with the id "p9" isn\'t defined'),
        ({"class": None}, "class: a text expected, not null"),
        ({"id": ""}, "id: an id can't be empty"),
        ({"minutes": -2}, "minutes: -2 is no number of minutes from 0 to 999 in whole seconds"),
        ({"minutes": 1.001}, "minutes: 1.001 is no number of minutes from 0 to 999 in whole seconds"),
        ({"minutes": "5"}, 'minutes: a number of minutes expected, not "5"'),
        ({"clock": "runing"}, 'clock: unknown clock "runing", did you mean "running"?'),
        ({"period": "3"}, 'period: unknown period "3": a number, or "OT", "OT2", ...'),
        ({"period": 0}, "period: a period's number can't be below 1, it is 0"),
        ({"left": "8 minutes"}, 'left: "8 minutes" is no time left such as 08:00'),
        ({"left": "08:60"}, 'left: "08:60" is no time left such as 08:00'),
        ({"flags": "injury"}, 'flags: a list expected, not "injury"'),
    ],
)
def test_a_fault_in_a_penalty(keys: dict[str, Any], fault: str):
    assert f"games[0].penalties[0].{fault}" in faults_of(penalty(**keys))


def test_one_wrong_value_is_one_fault():
    assert faults_of(game(winner="D", decided_in="shootout", score={"home": 2, "away": 2})) == [
        'games[0].winner: a team with the id "D" isn\'t defined'
    ]


def test_a_penaltys_id_is_unique_in_its_game_only():
    document = sound()
    second = {"score": {"home": 0, "away": 0}, "penalties": [{"id": "x1", "team": "A", "class": "minor"}]}
    document["games"][1] |= second
    assert faults_of(document) == []
    document["games"][1]["penalties"] *= 2
    assert faults_of(document) == ['games[1].penalties[1].id: the id "x1" is used already']


def test_a_decision_on_a_name_of_two_games_is_in_doubt():
    document = sound(decisions=[{"on": "x1", "date": "2014-12-01"}])
    assert faults_of(document) == []
    document["games"][1] |= {"outcome": "played", "penalties": [{"id": "x1", "team": "A", "class": "minor"}]}
    assert faults_of(document) == [
        'decisions[0].on: "x1" is the name of acts in several games; name one penalty or incident'
    ]


@pytest.mark.parametrize("on", ["x1", "n1", "carried:0", "7-1.g.ii:g1:p1"])
def test_what_a_decision_can_be_on(on: str):
    document = sound(
        infractions=[{"id": "n1", "date": "2014-12-01", "offence": "smoking"}],
        carried=[{"person": "p1", "games": 2}],
        decisions=[{"on": on, "date": "2014-12-02"}],
    )
    assert faults_of(document) == []


@pytest.mark.parametrize("on", ["carried:1", "7-1.g.ii:g9:p1", "7-1.g.ii:g1:p9", "g1", "g1:p1"])
def test_what_a_decision_can_not_be_on(on: str):
    document = sound(carried=[{"person": "p1", "games": 2}], decisions=[{"on": on, "date": "2014-12-02"}])
    assert faults_of(document) == [f'decisions[0].on: no incident, penalty or infraction has the id "{on}"']


def test_the_offences_of_the_rule_book_are_known_too():
    document = penalty(offence="puck-over-glass")
    assert faults_of(document, offences=("puck-over-glass",)) == []
    assert faults_of(document) == ['games[0].penalties[0].offence: unknown offence "puck-over-glass"']


def test_reading_stops_where_nothing_is_right() -> None:
    started = time.process_time()
    for document in (
        {f"{number}": number for number in range(300_000)},
        {"season": {f"{number}": number for number in range(300_000)}},
        {"games": [{f"k{number}": 1, "kind": f"w{number}"} for number in range(100_000)]},
    ):
        with pytest.raises(SeasonFileFaults) as faults:
            read(document, known_rulebooks=("mn-district-9",))
        assert len(faults.value.findings) <= MOST_FAULTS + 1
    assert faults.value.findings[-1].code == "too-many"
    assert time.process_time() - started < 15
