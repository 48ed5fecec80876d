"""Shows which records about dates, requests and money are kept without effect, and that the league is told so."""

import datetime as dt
from dataclasses import replace

from league.core.facts import Payment, RescheduleRequest
from league.rulebook.loader import load
from scheduling.core.notices import notices
from tests.league.core.builders import FIRST, SEASON, game, season

DAY = dt.date(2014, 12, 1)
MONEY = {
    "requests": (RescheduleRequest("r1", "g1", "otters", DAY, FIRST),),
    "payments": (Payment("m1", "team:otters", 5000, DAY, "r1"),),
}


def told(facts, slug):
    return [text.removeprefix(f"The rule book {slug} doesn't rule on ") for text in notices(facts, load(slug))]


def test_a_book_that_rules_on_moves_and_money_has_nothing_to_say_of_them():
    assert told(season(game(1), **MONEY), "mn-district-9") == []


def test_a_book_without_them_says_that_they_have_no_effect():
    assert told(season(game(1), **MONEY), "mn-hockey-fair-play") == [
        "requests to move games: kept, with no effect.",
        "payments: kept, with no effect.",
    ]


def test_payments_settle_the_fees_of_a_book_and_whatever_else_was_charged():
    facts = season(game(1), payments=MONEY["payments"])
    assert told(facts, "maha-adult") == []
    assert list(notices(facts, load("nb-minor-discipline"), charged=True)) == []


def test_days_that_no_clause_protects_are_named():
    facts = season(game(1), season=replace(SEASON, blocked=(DAY,)))
    facts = facts.changed(teams=(replace(facts.teams[0], omit=(DAY,)), *facts.teams[1:]))
    assert told(facts, "mn-district-9") == [
        "days on which teams don't play: kept, with no effect.",
        "days on which games are hard to move: kept, with no effect.",
    ]
