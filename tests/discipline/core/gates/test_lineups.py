"""Shows what is wrong with a lineup as a whole: too many dressed, or on lines where they don't belong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.gates.book_games import Lines
from discipline.core.gates.lineups import lineup_faults, open_places
from league.core.facts import LineupSpot
from league.core.results import results
from tests.discipline.core.gates.builders import ADULT, ALBERTA, MAHA, WINTER, facts, game, spot

LINES = MAHA.one(Lines)


def faults(made, book):
    return lineup_faults(made, book, results(made, book))


@pytest.mark.clause("alberta-mens", "4-9.a")
@pytest.mark.parametrize(
    ("skaters", "goalies", "why"),
    [
        (17, 2, None),
        (18, 2, ("18 skaters dressed, at most 17 may be (4-9.a).",)),
        (17, 3, ("3 goaltenders dressed, at most 2 may be (4-9.a).",)),
    ],
)
def test_seventeen_skaters_and_two_goaltenders_are_dressed(skaters, goalies, why):
    names = [*(f"s{index}" for index in range(skaters)), *(f"k{index}" for index in range(goalies)), "c"]
    roles = {"s": "skater", "k": "goalie", "c": "coach"}
    roster = [spot(name, "otters", roles[name[0]]) for name in names]
    found = faults(facts(WINTER, game("g1", "2012-11-10", dressed=names), roster=roster), ALBERTA)
    assert [(item.game, item.team, item.clauses, item.why) for item in found] == (
        [("g1", "otters", ("4-9.a",), why)] if why else []
    )


def lineup(own, moved=()):
    """`own`: so many of each line, `moved`: the lines of players and the line on which they skate."""
    roster, dressed = [spot("k", "otters", "goalie", line="A"), spot("c", "otters", "coach", line="A")], ["k", "c"]
    for line, number in own.items():
        for index in range(number):
            roster.append(spot(f"{line}{index}", "otters", line=line))
            dressed.append(f"{line}{index}")
    for index, (line, on) in enumerate(moved):
        roster.append(spot(f"m{line}{index}", "otters", line=line))
        dressed.append(LineupSpot(f"m{line}{index}", None, on))
    dressed = [
        item if isinstance(item, LineupSpot) else LineupSpot(item, None, _line(item, roster)) for item in dressed
    ]
    return faults(facts(ADULT, game("g1", "2014-10-11", dressed=dressed), roster=roster), MAHA)


def _line(name, roster):
    return next(item.line for item in roster if item.person == name)


@pytest.mark.clause("maha-adult", "10")
def test_at_most_five_of_the_first_line_skate_the_goaltender_left_out():
    assert lineup({"A": 5, "B": 5, "C": 5}) == ()
    (found,) = lineup({"A": 6, "B": 5, "C": 5})
    assert found.document() == {
        "game": "g1",
        "team": "otters",
        "clauses": ["10"],
        "why": ["6 players of line A, at most 5 may skate (10)."],
    }


@pytest.mark.clause("maha-adult", "10")
def test_none_of_the_first_line_skates_on_the_third():
    (found,) = lineup({"A": 4, "B": 5, "C": 5}, [("A", "C")])
    assert found.why == ("mA0 of line A on line C (10).",)


@pytest.mark.clause("maha-adult", "10")
@pytest.mark.parametrize(
    ("second", "third", "down", "up", "right"),
    [
        (5, 5, 1, 0, False),
        (4, 5, 1, 0, True),
        (4, 6, 1, 0, False),
        (4, 6, 0, 1, True),
        (4, 5, 0, 1, False),
        (3, 5, 1, 1, True),
        (3, 5, 2, 0, False),
        (2, 5, 2, 1, True),
        (2, 6, 1, 2, True),
        (1, 5, 2, 2, True),
        (0, 5, 3, 2, True),
        (0, 5, 3, 3, False),
    ],
)
def test_the_second_line_is_filled_by_the_table(second, third, down, up, right):
    # A has its other places full, so that the team has more than twelve skaters
    own = {"A": 5 - down, "B": second, "C": third - up}
    found = lineup(own, [("A", "B")] * down + [("C", "B")] * up)
    total = 5 + second + third
    assert (found == ()) is (right or (total <= 12 and down == 1 and up == 0))


@pytest.mark.clause("maha-adult", "10.d")
@pytest.mark.parametrize(("third", "down", "clauses"), [(2, 1, None), (2, 2, ("10.d",)), (3, 1, ("10",))])
def test_with_twelve_skaters_one_may_go_down_whatever_the_second_line_has(third, down, clauses):
    found = lineup({"A": 5 - down, "B": 5, "C": third}, [("A", "B")] * down)
    assert [item.clauses for item in found] == ([clauses] if clauses else [])


@given(st.integers(0, 5), st.integers(0, 9))
def test_every_open_place_has_exactly_one_line_and_more_places_change_none_before(short, third):
    places = open_places(LINES, short, third)
    assert len(places) == short
    assert set(places) <= {"A", "C"}
    assert open_places(LINES, 5, third)[:short] == places
