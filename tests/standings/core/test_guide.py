"""Shows that the guide's worked book is sound, quiet under lint, and does what its examples say."""

import re
from pathlib import Path

from league.rulebook.description import describe
from league.rulebook.loader import look_into
from rulings.worked_examples import example_findings, worked_examples

GUIDE = Path(__file__).parents[3] / "docs/rulebooks.md"


def worked_book():
    text = GUIDE.read_text(encoding="utf-8")
    (book,) = re.findall(r"<!-- worked book -->\n```toml\n(.*?)```", text, re.DOTALL)
    return look_into(book, name="harbour-league.toml")


def test_the_worked_book_is_sound_and_its_examples_hold():
    examined = worked_book()
    assert [str(finding) for finding in examined.findings] == []
    assert examined.book is not None
    assert [str(finding) for finding in example_findings(examined.book)] == []
    assert len(list(worked_examples(examined.book))) == 3


def test_it_tells_its_ties_step_by_step():
    said = {section.key: section.sentences for section in describe(worked_book().book)}
    assert said["tie_break"] == (
        "5.2.a: most wins in regulation.",
        "5.2.b: most points in the games among the tied teams.",
        "5.2.c: greatest goal difference, at most 5 a game.",
        "5.2.d: a coin flip, once it is recorded.",
    )
