"""Shows how explanations and rule books are read, however they are given."""

from dataclasses import dataclass

import pytest

from league.face.clauses import Reason, reasons_of, slug_of


@dataclass
class Book:
    slug: str


@dataclass
class Season:
    rulebook: Book
    slug: str = "2014-15"


@dataclass
class Step:
    text: str
    clause: str | None


def test_a_book_is_given_by_slug_by_itself_or_by_a_season() -> None:
    assert slug_of("mn-district-9") == "mn-district-9"
    assert slug_of(Book("mn-district-9")) == "mn-district-9"
    assert slug_of(Season(Book("mn-district-9"))) == "mn-district-9"
    assert slug_of(None) == ""


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
