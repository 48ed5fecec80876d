"""Shows how explanations and rule books are read, however they are given."""

from dataclasses import dataclass

import pytest

from league.face.clauses import Reason, clause_url, edition_of, reasons_of


@dataclass
class Book:
    slug: str = "mn-district-9"
    version: str = "2014-15"


@dataclass
class Season:
    rulebook: Book
    slug: str = "2014-15"


@dataclass
class Step:
    text: str
    clause: str | None


def test_a_book_is_given_by_slug_by_itself_or_by_a_season() -> None:
    assert edition_of("mn-district-9") == ("mn-district-9", None)
    assert edition_of(Book()) == ("mn-district-9", "2014-15")
    assert edition_of(Season(Book())) == ("mn-district-9", "2014-15")
    assert edition_of(None) == ("", None)


def test_a_clause_is_read_in_the_version_that_ruled() -> None:
    assert clause_url(Season(Book()), "3.15.a") == "/rulebooks/mn-district-9/2014-15/#clause-3.15.a"
    assert clause_url("mn-district-9", "3.15.a") == "/rulebooks/mn-district-9/#clause-3.15.a"
    assert clause_url(None, "3.15.a") == ""


@pytest.mark.parametrize(
    ("why", "reasons"),
    [
        (None, []),
        ("", []),
        ("Late.", [Reason("Late.")]),
        (("Late.", "3.10.b"), [Reason("Late.", "3.10.b")]),
        (["Late.", "No cause."], [Reason("Late."), Reason("No cause.")]),
        ((("Late.", "3.10.b"), ("No cause.", "3.10.c")), [Reason("Late.", "3.10.b"), Reason("No cause.", "3.10.c")]),
        ([{"text": "Late.", "clause": None}], [Reason("Late.")]),
        ([Step("Late.", "3.10.b"), Step("No cause.", None)], [Reason("Late.", "3.10.b"), Reason("No cause.")]),
    ],
)
def test_reasons_come_in_any_of_these_forms(why: object, reasons: list[Reason]) -> None:
    assert reasons_of(why) == reasons
