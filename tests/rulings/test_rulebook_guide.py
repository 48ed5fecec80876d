"""The guide for writing rule books tells the truth: its pieces load, its example holds, it names every section."""

import re
from pathlib import Path

import pytest

from league.rulebook.loader import load_text
from league.rulebook.sections import registered
from rulings.worked_examples import example_findings, worked_examples

GUIDE = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text(encoding="utf-8")
WORKED_BOOK = re.compile(r"<!-- worked book -->\n```toml\n.*?```", re.DOTALL)  # whole, and tested with the standings
HEADER, CLAUSE, TIE_BREAK, EXAMPLE = re.findall(r"```toml\n(.*?)```", WORKED_BOOK.sub("", GUIDE), re.DOTALL)


def piece(clause: str) -> str:
    """A clause of that id, for the data that name it."""
    return re.sub(r'id = "[^"]*"', f'id = "{clause}"', CLAUSE)


def test_the_pieces_make_a_book_whose_example_holds() -> None:
    named = dict.fromkeys(re.findall(r'clause = "([^"]*)"', TIE_BREAK))
    clauses = [piece(clause) for clause in named if clause != "3.15.a"]
    book = load_text("\n".join([HEADER, *clauses, CLAUSE, EXAMPLE, TIE_BREAK]), name="guide.toml")
    assert book.slug == "my-league"
    assert [example.level for _, example in worked_examples(book)] == ["peewee"]
    assert list(example_findings(book)) == []


@pytest.mark.parametrize("section", registered(), ids=lambda section: section.key)
def test_every_section_is_in_the_guide(section: type) -> None:
    title = f"[[{section.key}]]" if section.many else f"[{section.key}]"  # type: ignore[attr-defined]
    assert f"`{title}`" in GUIDE
