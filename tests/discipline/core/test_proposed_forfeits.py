"""Shows that an identity nobody vouches for gives the game to the opponent once somebody confirms it."""

from dataclasses import replace

import pytest

from discipline.core.proposed_forfeits import proposed_forfeits
from league.core.facts import Decision, Infraction
from league.core.results import results
from tests.discipline.core.gates.builders import ALBERTA, WINTER, day, facts, game

REFUSED = Infraction("n1", day("2012-11-10"), "verification-refused", "p", "otters", "g1")


def proposed(made):
    return [(item["game"], item["winner"]) for item in proposed_forfeits(made, ALBERTA, results(made, ALBERTA))]


@pytest.mark.clause("alberta-mens", "2-5.3")
def test_refusing_to_be_identified_proposes_a_forfeit_once():
    played = game("g1", "2012-11-10", played=True)
    again = replace(REFUSED, id="n2", person="q")
    assert proposed(facts(WINTER, played, infractions=(REFUSED, again))) == [("g1", "bears")]


@pytest.mark.clause("alberta-mens", "2-5.3")
def test_what_is_forfeited_or_dismissed_is_proposed_no_longer():
    played = game("g1", "2012-11-10", played=True)
    forfeited = replace(played, outcome="forfeit", at_fault=("otters",))
    dismissed = Decision("n1", day("2012-11-11"), dismissed=True)
    assert proposed(facts(WINTER, forfeited, infractions=(REFUSED,))) == []
    assert proposed(facts(WINTER, played, infractions=(REFUSED,), decisions=(dismissed,))) == []
