"""Shows that the league is asked for every amount that its rule book leaves out."""

import pytest

from league.core.facts import Infraction, Penalty, RosterSpot
from league.rulebook.loader import load
from tests.discipline.core.builders import day, decided, facts_of, played, ruled

ALBERTA, MAHA = load("alberta-mens"), load("maha-adult")


def test_a_fine_without_an_amount_is_asked_for_and_never_invented():
    act = Infraction("n1", day(1), "off-ice-altercation", "pat", "otters")
    facts = facts_of(played(1), infractions=(act,), roster=(RosterSpot("pat", "otters", "skater"),))
    told = ruled(facts, book=ALBERTA).notices
    assert told == ("The rule book asks for a fine (6-8.e) and gives no amount: otters, n1; the league sets it.",)
    assert ruled(facts.changed(decisions=(decided("n1", day(1), dismissed=True),)), book=ALBERTA).notices == ()


@pytest.mark.clause("maha-adult", "2.b")
def test_a_length_that_is_decided_shortens_no_expulsion_and_the_league_is_told():
    first, second = (Penalty(f"x{number}", "otters", "major", "pat", "fighting", f"i{number}") for number in (1, 2))
    fights = (played(1, penalties=(first,)), played(2, penalties=(second,)))
    found = ruled(facts_of(*fights, decisions=(decided("i2", day(2), 5),)), book=MAHA)
    assert [(item.incident, item.expelled) for item in found.suspensions] == [("i1", False), ("i2", True)]
    assert found.notices == (
        "The decision on i2 (pat) sets a length, and the rule book expels (2.b): the expulsion stands.",
    )
