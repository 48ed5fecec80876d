"""Shows how rulings' sentences are shown: their clauses as links, their games by name, everything else as it is."""

import pytest

from league.face.wording import linked, with_games

BOOK = "mn-district-9"


def test_a_clause_of_the_ruling_becomes_a_link():
    told = linked("2 games left of 2 (4.4).", ["4.4"], BOOK)
    assert told == '2 games left of 2 (<a class="clause" href="/rulebooks/mn-district-9/#clause-4.4">4.4</a>).'


@pytest.mark.parametrize("text", ["a decision (4.5).", "shared (9 of 12)", "no clause at all", "(", ")(", "(4.4"])
def test_brackets_that_hold_no_clause_of_the_ruling_stay(text):
    assert linked(text, ["4.4"], BOOK) == text


def test_several_clauses_and_markup_in_a_sentence():
    told = linked("<b>Served</b> (4.4) & waited (4.4.second)", ["4.4", "4.4.second"], BOOK)
    assert told.count("<a ") == 2
    assert told.startswith("&lt;b&gt;Served&lt;/b&gt; (<a")
    assert " &amp; waited (" in told


def test_without_a_book_nothing_is_linked():
    assert linked("2 games left (4.4).", ["4.4"], None) == "2 games left (4.4)."


GAMES = {"A on Nov 8": "the game against Bears on Nov 8", "AA on Nov 8": "the game against Foxes on Nov 8"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Served in A on Nov 8, the next game: 1 of 2.",
            "Served in the game against Bears on Nov 8, the next game: 1 of 2.",
        ),
        ("AA on Nov 8 was not played.", "The game against Foxes on Nov 8 was not played."),
        ("A on Nov 80 stays", "A on Nov 80 stays"),
        ("1 of 2 in BA on Nov 8", "1 of 2 in BA on Nov 8"),
        ("A player on Nov 8", "A player on Nov 8"),
    ],
)
def test_only_a_whole_phrase_names_a_game(text, told):
    assert with_games(text, GAMES) == told


def test_ids_of_any_spelling_are_taken_literally():
    assert with_games("Served in g.*( on Nov 8.", {"g.*( on Nov 8": "the game"}) == "Served in the game."
    assert with_games("as it is", {}) == "as it is"
