"""Shows when a schedule may be published."""

from dataclasses import replace

import pytest

from league.rulebook.loader import load
from scheduling.core.publishing import publishing_findings
from tests.scheduling.core.builders import BOOK, game, season

SET = game("g1", "2014-12-06 13:00", venue="r")


@pytest.mark.clause("mn-district-9", "3.5")
def test_every_team_with_a_home_game_that_is_not_set_is_named():
    facts = season(
        SET, game("g2", None, "otters"), game("g3", "2014-12-07 13:00", "cranes"), game("g4", None, "otters")
    )
    found = publishing_findings(facts, BOOK, {"d"})
    assert [(item.where, item.severity, item.clause) for item in found] == [
        ("cranes", "refuse", "3.5"),
        ("otters", "refuse", "3.5"),
    ]
    assert "g2, g4" in found[1].remedy


@pytest.mark.clause("mn-district-9", "3.5")
def test_a_complete_round_may_be_published():
    cancelled = game("g2", None, "otters", outcome="cancelled")
    scrimmage = game("g3", None, "otters", kind="scrimmage")
    facts = season(SET, cancelled, scrimmage)
    assert publishing_findings(facts, BOOK, {"d"}) == ()
    assert publishing_findings(season(replace(SET, venue=None)), BOOK, {"elsewhere"}) == ()


def test_a_book_that_asks_for_nothing_refuses_nothing():
    assert publishing_findings(season(game("g2", None)), load("mn-hockey-fair-play"), {"d"}) == ()
