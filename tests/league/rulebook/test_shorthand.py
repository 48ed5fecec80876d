"""Worked examples in shorthand become season files."""

import pytest

from league.rulebook.clause import Example
from league.rulebook.shorthand import Unreadable, expand, unreadable


def season(**fields: object) -> dict[str, object]:
    return expand(Example.model_validate({"says": "x", "expect": "{}", **fields}), rulebook="tiny", season="2014-15")


def test_a_result_becomes_a_season_with_its_division_teams_and_game() -> None:
    assert season(level="peewee", games=["2014-11-08T13:00 Otters 3-2 Bears"]) == {
        "format": "season/1",
        "rulebook": "tiny",
        "season": {"name": "2014-15", "timezone": "UTC"},
        "divisions": [{"id": "d", "name": "peewee", "level": "peewee"}],
        "teams": [
            {"id": "Otters", "name": "Otters", "division": "d"},
            {"id": "Bears", "name": "Bears", "division": "d"},
        ],
        "games": [
            {
                "id": "g1",
                "division": "d",
                "starts": "2014-11-08T13:00",
                "home": "Otters",
                "away": "Bears",
                "score": {"home": 3, "away": 2},
            }
        ],
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Otters v Bears", {}),
        ("Otters 3-2 Bears, overtime", {"score": {"home": 3, "away": 2}, "decided_in": "overtime"}),
        (
            "Otters 2-2 Bears, shootout to Bears",
            {"score": {"home": 2, "away": 2}, "decided_in": "shootout", "winner": "Bears"},
        ),
        ("Otters v Bears, no-show by Bears", {"outcome": "no-show", "at_fault": ["Bears"]}),
        ("Otters v Bears, cancelled by Bears and Otters", {"outcome": "cancelled", "at_fault": ["Bears", "Otters"]}),
        ("Otters v Bears, double-forfeit", {"outcome": "double-forfeit"}),
        ("Otters v Bears, cancelled by Bears, notice 2014-11-08T08:00, excused weather",
         {"outcome": "cancelled", "at_fault": ["Bears"], "notice": "2014-11-08T08:00", "excused": "weather"}),
        ("Otters v Bears, playoff, stage semi-final, at rink-1, ends 14:15, booked 2014-10-26",
         {"kind": "playoff", "stage": "semi-final", "venue": "rink-1", "ends": "2014-11-08T14:15",
          "booked": "2014-10-26"}),
    ],
)  # fmt: skip
def test_the_words_of_a_game(line: str, expected: dict[str, object]) -> None:
    (game,) = season(games=[f"2014-11-08 {line}"])["games"]  # type: ignore[misc]
    plain = {"id": "g1", "division": "d", "starts": "2014-11-08T12:00", "home": "Otters", "away": "Bears"}
    assert game == plain | expected


def test_penalties_make_the_people_who_get_them() -> None:
    found = season(
        games=["2014-11-08 Otters 3-2 Bears", "2014-11-09 Otters 3-2 Bears"],
        people=["Kim goalie of Bears, number 1, line A"],
        penalties=[
            "Otters 2 minor",
            "Otters Pat major fighting, in g2, period 3, left 08:00, flags instigator injury",
            "Otters Pat game-misconduct fighting, in g2, with x3",
            "Bears assistant-coach match",
            "Bears penalty-shot, stands for major, minutes 5, clock running, served by Kim",
        ],
    )
    games: list[dict[str, object]] = found["games"]  # type: ignore[assignment]
    assert games[0]["penalties"] == [
        {"id": "x1", "team": "Otters", "class": "minor"},
        {"id": "x2", "team": "Otters", "class": "minor"},
        {"id": "x5", "team": "Bears", "class": "match", "person": "Bears assistant-coach"},
        {"id": "x6", "team": "Bears", "class": "penalty-shot", "stands_for": "major", "minutes": 5,
         "clock": "running", "served_by": "Kim"},
    ]  # fmt: skip
    assert games[1]["penalties"] == [
        {"id": "x3", "team": "Otters", "class": "major", "person": "Pat", "offence": "fighting", "period": 3,
         "left": "08:00", "flags": ["instigator", "injury"]},
        {"id": "x4", "team": "Otters", "class": "game-misconduct", "person": "Pat", "offence": "fighting",
         "incident": "x3"},
    ]  # fmt: skip
    assert found["roster"] == [
        {"person": "Kim", "team": "Bears", "role": "goalie", "number": 1, "line": "A"},
        {"person": "Pat", "team": "Otters", "role": "skater"},
        {"person": "Bears assistant-coach", "team": "Bears", "role": "assistant-coach"},
    ]
    assert found["people"] == [{"id": name, "name": name} for name in ("Kim", "Pat", "Bears assistant-coach")]


def test_a_third_penalty_of_an_act_joins_the_first() -> None:
    found = season(
        games=["2014-11-08 Otters 3-2 Bears"],
        penalties=["Otters Pat major", "Otters Pat minor, with x1", "Otters Pat misconduct, with x2"],
    )
    (game,) = found["games"]  # type: ignore[misc]
    assert [penalty.get("incident") for penalty in game["penalties"]] == [None, "x1", "x1"]


def test_what_else_a_season_holds() -> None:
    found = season(
        teams=["Otters of Faribault, omit 2014-12-13 2014-12-14", "Bears of Faribault"],
        window=["2014-10-30", "2015-02-01"],
        starts="2014-10-30",
        games=["2014-11-08 Otters 2-2 Bears"],
        conduct=["Otters spectators-removed in g1"],
        fair_play=["Bears kept in g1", "Otters lost in g1"],
        requests=["Otters moves g1 to 2014-12-13T13:00, received 2014-12-06, because weather, agreed Bears, waived"],
        adjustments=["Otters -1 under 7-1.g"],
        coin_flips=["Otters over Bears"],
        decisions=["x1 on 2014-12-16 3 games, counting missed", "x2 on 2014-12-17 dismissed"],
        season='{"season": {"half": "winter"}, "games": [{"id": "extra"}], "withdrawn": [{"team": "Bears"}]}',
    )
    assert found["associations"] == [{"id": "Faribault", "name": "Faribault"}]
    assert found["teams"][0]["omit"] == ["2014-12-13", "2014-12-14"]  # type: ignore[index]
    assert found["divisions"][0]["window"] == ["2014-10-30", "2015-02-01"]  # type: ignore[index]
    assert found["season"] == {"name": "2014-15", "timezone": "UTC", "starts": "2014-10-30", "half": "winter"}
    game, extra = found["games"]  # type: ignore[misc]
    assert game["conduct"] == [{"team": "Otters", "kind": "spectators-removed"}]
    assert game["fair_play"] == {"Bears": True, "Otters": False}
    assert extra == {"id": "extra"}
    assert found["requests"] == [
        {"id": "r1", "game": "g1", "by": "Otters", "new_start": "2014-12-13T13:00", "received": "2014-12-06",
         "reason": "weather", "agreed": ["Bears"], "decision": "waived"}
    ]  # fmt: skip
    assert found["adjustments"] == [{"team": "Otters", "points": -1, "clause": "7-1.g", "reason": "example"}]
    assert found["coin_flips"] == [{"division": "d", "among": ["Bears", "Otters"], "winner": "Otters"}]
    assert found["decisions"] == [
        {"on": "x1", "date": "2014-12-16", "reason": "example", "games": 3, "counts_missed": True},
        {"on": "x2", "date": "2014-12-17", "reason": "example", "dismissed": True},
    ]
    assert found["withdrawn"] == [{"team": "Bears"}]


def test_three_teams_flip_for_an_order() -> None:
    found = season(
        games=["2014-11-08 Otters v Bears", "2014-11-08 Cranes v Bears"], coin_flips=["Cranes over Otters over Bears"]
    )
    assert found["coin_flips"] == [
        {"division": "d", "among": ["Bears", "Cranes", "Otters"], "order": ["Cranes", "Otters", "Bears"]}
    ]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"games": ["Otters 3-2 Bears"]}, "games[0]: 'Otters 3-2 Bears' can't be read"),
        ({"games": ["2014-11-08 Otters v Bears, playof"]}, "unknown word 'playof', did you mean \"playoff\"?"),
        ({"games": ["2014-11-08 Otters v Bears, forfeit Bears"]}, "'by' is missing before 'Bears'"),
        ({"games": ["2014-11-08 Otters v Bears, forfeit by Bear"]}, 'did you mean "Bears"?'),
        ({"penalties": ["Otters minor, in g2"]}, "unknown game 'g2'"),
        ({"penalties": ["Otters minor, with x9"]}, "unknown penalty 'x9'"),
        ({"penalties": ["Otters minor, minutes two"]}, "'minutes two' can't be read"),
        ({"conduct": ["Otters spectators-removed"]}, "write TEAM KIND in g1"),
        ({"fair_play": ["Otters won in g1"]}, "write TEAM kept in g1"),
        ({"requests": ["Otters g1 2014-12-13T13:00"]}, "write TEAM moves g1 to DATETHH:MM"),
        ({"coin_flips": ["Otters"]}, "write WINNER over LOSER"),
        ({"people": ["Kim goaly of Otters"]}, "unknown role 'goaly', did you mean \"goalie\"?"),
        ({"decisions": ["x1 on Tuesday 3 games"]}, "write x1 on DATE N games"),
        ({"adjustments": ["Otters minus one"]}, "write TEAM -1 under CLAUSE"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_expected(fields: dict[str, object], said: str) -> None:
    whole = {"says": "x", "expect": "{}", "games": ["2014-11-08 Otters v Bears"], **fields}
    faults = unreadable(Example.model_validate(whole))
    assert len(faults) == 1
    assert said in f"{faults[0][0]}: {faults[0][1]}"
    with pytest.raises(Unreadable):
        expand(Example.model_validate(whole), rulebook="tiny", season="2014-15")


def test_an_example_that_is_typed_needs_its_text() -> None:
    with pytest.raises(ValueError, match="a mail example needs its text"):
        Example(says="x", expect="{}", kind="mail")
