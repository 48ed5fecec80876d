"""Shows what differs between two versions of a table: places, figures, teams that come and go, and nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from standings.core.difference import Figure, differences


def row(rank, team, points, **more):
    return {"rank": rank, "team": team, "points": points} | more


def test_places_and_figures_that_changed_are_told_in_the_later_order():
    before = [row(1, "A", 4, wins=2), row(2, "B", 3, wins=1), row(3, "C", 0, wins=0)]
    after = [row(1, "B", 5, wins=2), row(2, "A", 4, wins=2), row(3, "C", 0, wins=0)]
    found = differences(before, after)
    assert [(one.team, one.moved, one.figures) for one in found] == [
        ("B", 1, (Figure("wins", 1, 2), Figure("points", 3, 5))),
        ("A", -1, ()),
        ("C", 0, ()),
    ]
    assert [bool(one) for one in found] == [True, True, False]


def test_teams_of_one_version_only_are_told_as_such():
    (came, left) = differences([row(1, "A", 0)], [row(1, "B", 0)])
    assert (came.team, came.before, bool(came)) == ("B", None, True)
    assert (left.team, left.after, left.moved) == ("A", None, 0)


orders = st.permutations("ABCDE")


@given(orders, orders)
def test_moves_add_up_to_nought_and_both_ways_are_opposite(first, second):
    one, other = ([row(place, team, 0) for place, team in enumerate(order, 1)] for order in (first, second))
    there, back = differences(one, other), differences(other, one)
    assert sum(item.moved for item in there) == 0
    assert {item.team: item.moved for item in there} == {item.team: -item.moved for item in back}
    assert not any(differences(one, one))
