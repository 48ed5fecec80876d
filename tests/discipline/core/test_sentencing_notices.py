"""Shows that the league is asked for every amount that its rule book leaves out."""

from league.core.facts import Infraction, RosterSpot
from league.rulebook.loader import load
from tests.discipline.core.builders import day, decided, facts_of, played, ruled

ALBERTA = load("alberta-mens")


def test_a_fine_without_an_amount_is_asked_for_and_never_invented():
    act = Infraction("n1", day(1), "off-ice-altercation", "pat", "otters")
    facts = facts_of(played(1), infractions=(act,), roster=(RosterSpot("pat", "otters", "skater"),))
    told = ruled(facts, book=ALBERTA).notices
    assert told == ("The rule book asks for a fine (6-8.e) and gives no amount: otters, n1; the league sets it.",)
    assert ruled(facts.changed(decisions=(decided("n1", day(1), dismissed=True),)), book=ALBERTA).notices == ()
