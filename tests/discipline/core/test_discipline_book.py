"""Shows that the book's data about offences and serving explains itself, and that faulty data is refused."""

import pytest

from discipline.core.book import Offence, Unruled
from discipline.core.book_serving import Serving
from league.rulebook.faults import RuleBookFaults
from league.rulebook.loader import load, load_text

BOOK = load("mn-district-9")
HEADER = """
[book]
slug = "test"
title = "Test"
authority = "Nobody"
season = "2014-15"
version = "1"
effective = 2014-07-01
currency = "USD"
language = "en"
source_note = "Made up."

[[clause]]
id = "1"
topic = "suspension"
kind = "workflow"
title = "One"
text = "One."
does = "One."
"""
SERVING = """
[serving]
clause = "1"
unplayed_clause = "1"
decided = "next"
waiting_clause = "1"
missed_count = true

[[serving.rules]]
name = "next"
clause = "1"
kinds = ["league"]
"""
OFFENCE = """
[[offence]]
clause = "1"
offences = ["fighting"]
classes = ["major"]
game_kinds = ["league"]
counts = "season"

[[offence.steps]]
clause = "1"

[[offence.steps.parts]]
clause = "1"
games = 1
rule = "next"
"""


def faults(text: str) -> list[str]:
    with pytest.raises(RuleBookFaults) as caught:
        load_text(HEADER + text, name="test.toml")
    return [str(finding) for finding in caught.value.findings]


@pytest.mark.clause("mn-district-9", "4.4", "4.4.second")
def test_the_offence_says_what_it_costs():
    (row,) = BOOK.all(Offence)
    assert tuple(row.explain())[-2:] == (
        "Offence 1: suspended 2 games, no appeal (4.4).",
        "Offence 2 and later: suspended until it is decided, no appeal (4.4.second).",
    )
    assert [row.step(number).clause for number in (1, 2, 3, 9)] == ["4.4", *["4.4.second"] * 3]


@pytest.mark.clause("mn-district-9", "4.4", "3.12")
def test_serving_says_which_games_serve():
    sentences = tuple(BOOK.one(Serving).explain())
    assert sentences[0] == "Only a game played after the infraction and without the person serves (3.12)."
    assert sentences[2] == (
        "next district game: a league or playoff game serves; meanwhile the person may dress for other games (4.4)."
    )


@pytest.mark.clause("mn-district-9", "4.4")
def test_the_unruled_are_told():
    (told,) = BOOK.one(Unruled).explain()
    assert told == (
        "For any other game-misconduct or gross-misconduct or match no length is proposed; the director is told (4.4)."
    )


def test_a_small_book_of_its_own_loads():
    book = load_text(HEADER + SERVING + OFFENCE, name="test.toml")
    assert [row.step(1).parts[0].games for row in book.all(Offence)] == [1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('offences = ["fighting"]', 'offences = ["figthing"]'), "unknown offence 'figthing'"),
        (('classes = ["major"]', 'classes = ["mayor"]'), "unknown class 'mayor'"),
        (('game_kinds = ["league"]', 'game_kinds = ["leage"]'), "unknown kind of game 'leage'"),
        (('rule = "next"', 'rule = "nxt"'), "unknown serving rule 'nxt'"),
        (('[[offence.steps]]\nclause = "1"', "[[offence.steps]]\nminimum_games = 1"), "only an indefinite suspension"),
        (("games = 1\n", "games = 0\n"), "0 games are no suspension"),
        (('games = 1\nrule = "next"', ""), "a part without games waits for nobody"),
        (('decided = "next"', 'decided = "later"'), "unknown serving rule 'later'"),
        (('\nkinds = ["league"]', '\nkinds = ["cup"]'), "unknown kind of game 'cup'"),
    ],
)
def test_faulty_data_is_refused_with_its_place(change, message):
    assert change[0] in SERVING + OFFENCE
    found = faults((SERVING + OFFENCE).replace(*change, 1))
    assert any(message in fault and fault.startswith("test.toml:") for fault in found)


def test_an_offence_without_serving_is_refused():
    assert any("[serving]" in fault for fault in faults(OFFENCE))
