"""Where a clause is read."""

import pytest

from league.rulebook.links import book_url, clause_anchor, clause_url


def test_a_clause_stands_on_the_page_of_its_book_and_version() -> None:
    assert clause_url("mn-district-9", "1", "3.15.a") == "/rulebooks/mn-district-9/1/#clause-3.15.a"
    assert clause_url("mn-district-9", None, "4.12-4.16") == "/rulebooks/mn-district-9/#clause-4.12-4.16"
    assert book_url("mn-district-9") == "/rulebooks/mn-district-9/"


@pytest.mark.parametrize("clause", ["a b", "7/1", "né"])
def test_an_anchor_is_safe_in_an_address(clause: str) -> None:
    assert set(clause_anchor(clause)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")


def test_a_version_with_odd_characters_is_quoted() -> None:
    assert book_url("x", "2014/15 b") == "/rulebooks/x/2014%2F15%20b/"
