"""Shows the sentences by which a table explains itself: each tied set's story, and what separates two teams."""

import pytest

from league.core.facts import CoinFlip, Withdrawal
from standings.core.why import explain, why_behind
from tests.standings.core.builders import season

NAMES = {"her": "Herons", "lyn": "Lynx", "ott": "Otters", "bea": "Bears"}
THREE_LEVEL = """
    lyn 3-1 ott*
    lyn 2-2 bea
    ott 4-3 bea
    her 2-1 lyn
    ott 3-0 her
    bea 2-0 her
"""


@pytest.mark.clause("mn-district-9", "3.15")
def test_a_set_tells_what_each_step_gave_and_what_it_did():
    first, second = season(THREE_LEVEL).table().tie_breaks
    assert explain(first, NAMES) == [
        "Bears, Lynx and Otters are level.",
        "3.15.a: Most points in the games among the tied teams: Lynx 5, Bears 3, Otters 3."
        " This places Lynx; Bears and Otters start again at 3.15.a.",
    ]
    assert explain(second, NAMES) == [
        "Bears and Otters are level.",
        "3.15.a: Most points in the games among the tied teams: Otters 3, Bears 1. The order is Otters, Bears.",
    ]


@pytest.mark.clause("mn-district-9", "3.15.a", "3.15.i")
def test_a_step_that_did_not_apply_and_a_flip_that_is_missing_are_said():
    (trace,) = season("her 1-0 lyn\nott 1-0 bea").table().tie_breaks[:1]
    story = explain(trace, NAMES)
    assert story[1] == (
        "3.15.a: The tied teams have played no game against each other: it can't part them. They stay level."
    )
    assert story[5] == (
        "3.15.e: The tied teams have played no game against each other: it can't part them. They stay level."
    )
    assert story[-1] == "Only a coin flip can part them now, and none is recorded yet (3.15.i)."


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_a_recorded_flip_is_told_without_figures():
    (trace,) = season("her 1-1 lyn", coin_flips=(CoinFlip("d", ("her", "lyn"), ("lyn", "her")),)).table().tie_breaks
    assert explain(trace, NAMES)[-1] == "3.15.i: A recorded coin flip. The order is Lynx, Herons."


def test_two_teams_told_apart_by_points():
    found = why_behind(season(THREE_LEVEL).table(), "her", "lyn", NAMES)
    assert (found.kind, found.ahead, found.behind, found.clause) == ("points", "lyn", "her", "P.1.uneven")
    assert found.why == "By points (P.1.uneven): Lynx 6, Herons 5."


@pytest.mark.clause("mn-hockey-fair-play", "P.1.uneven")
def test_two_teams_told_apart_by_percentage_in_whichever_order_they_are_given():
    table = season("her 2-1 lyn\nher 2-1 lyn\nott 2-1 lyn").table()
    for pair in (("her", "lyn"), ("lyn", "her")):
        found = why_behind(table, *pair, NAMES)
        assert (found.kind, found.ahead) == ("percentage", "her")
        assert found.why == (
            "By the share of the available points (P.1.uneven): Herons 6 of 6 (1.0000), Lynx 3 of 9 (0.3333)."
        )


@pytest.mark.clause("mn-district-9", "3.15")
def test_two_teams_told_apart_by_the_step_that_parted_them_and_no_earlier_one():
    table = season(THREE_LEVEL).table()
    found = why_behind(table, "bea", "ott", NAMES)
    assert (found.kind, found.ahead, found.clause, found.rule) == ("step", "ott", "3.15.a", "head-to-head-points")
    assert dict(found.values) == {"ott": "3", "bea": "1"}
    earlier = why_behind(table, "bea", "lyn", NAMES)
    assert dict(earlier.values) == {"lyn": "5", "bea": "3"}
    assert earlier.why == ("Level until 3.15.a. Most points in the games among the tied teams: Lynx 5, Bears 3.")


@pytest.mark.clause("mn-district-9", "3.15.i")
def test_two_teams_that_nothing_separates():
    found = why_behind(season("her 1-1 lyn").table(), "lyn", "her", NAMES)
    assert (found.kind, found.ahead, found.behind, found.clause) == ("level", None, None, "3.15.i")
    assert found.why == "Herons and Lynx share the rank: nothing parts them, a coin flip is needed (3.15.i)."
    without = why_behind(season("her 1-1 lyn").table("mn-hockey-fair-play"), "lyn", "her", NAMES)
    assert without.why == "Herons and Lynx share the rank: nothing parts them, the rule book has no further step."


def test_a_withdrawn_team_is_behind_because_it_withdrew():
    table = season("her 1-1 lyn\nott 3-0 her", withdrawn=(Withdrawal("ott"), Withdrawal("bea")), teams="bea").table()
    assert why_behind(table, "ott", "lyn", NAMES).why == "Otters withdrew: the last rank."
    both = why_behind(table, "ott", "bea", NAMES)
    assert (both.kind, both.why) == ("level", "Bears and Otters both withdrew and share the last rank.")


def test_a_team_is_not_behind_itself_and_strangers_are_refused():
    table = season("her 1-1 lyn").table()
    with pytest.raises(ValueError, match="behind itself"):
        why_behind(table, "her", "her")
    with pytest.raises(KeyError):
        why_behind(table, "her", "nobody")
