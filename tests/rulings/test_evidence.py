"""Which tests show which clauses is read from the sources."""

import json
from pathlib import Path

from league.rulebook.coverage import Evidence
from league.rulebook.loader import load
from rulings.evidence import evidence, of_case, of_examples, of_marks

SOURCE = """
import pytest

pytestmark = [pytest.mark.clause("book", "9"), pytest.mark.django_db]


@pytest.mark.clause("book", "1", "2.a")
def test_one():
    pytest.mark.clause("book", "inside a body")


@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("other", "3"))])
def test_two(x):
    pass


@pytest.mark.clause("book", "4")
def helper():
    pass
"""


def test_marks_are_found_on_tests_on_parameters_and_on_modules() -> None:
    assert list(of_marks(SOURCE, "`t.py`")) == [
        Evidence("book", "1", "`t.py`", "`test_one`"),
        Evidence("book", "2.a", "`t.py`", "`test_one`"),
        Evidence("other", "3", "`t.py`", "`test_two`"),
        Evidence("book", "9", "`t.py`", "every test"),
    ]


def test_a_case_shows_the_clauses_that_it_expects_and_not_those_it_forbids() -> None:
    expected = {
        "suspensions": [{"parts": [{"clause": "4.4"}, {"clause": "decision"}], "clauses": ["4.4", "4.5"]}],
        "fair_play": {"contains": [{"clauses": {"contains": ["P.2.a"]}}], "none": [{"clauses": ["9"]}]},
        "schedule_faults": [{"clause": None}],
    }
    found = list(of_case("a-case", {"rulebook": "mn-district-9"}, expected))
    assert [item.clause for item in found] == ["4.4", "4.5", "P.2.a"]
    assert {(item.book, item.place, item.name) for item in found} == {("mn-district-9", "Cases", "`a-case`")}


def test_each_worked_example_shows_its_clause() -> None:
    found = list(of_examples(load("mn-hockey-fair-play")))
    assert Evidence("mn-hockey-fair-play", "P.4", "Worked examples", "example 3") in found


def test_everything_is_read_from_a_checkout(tmp_path: Path) -> None:
    (tmp_path / "tests/cases/one").mkdir(parents=True)
    (tmp_path / "tests/test_t.py").write_text(SOURCE)
    (tmp_path / "tests/cases/two").mkdir()
    for name, book in (("one", "mn-hockey-fair-play"), ("two", "a-book-to-come")):
        (tmp_path / f"tests/cases/{name}/season.json").write_text(json.dumps({"rulebook": book}))
        (tmp_path / f"tests/cases/{name}/expect.json").write_text(json.dumps({"fair_play": [{"clauses": ["P.3"]}]}))
    examples = list(of_examples(load("mn-hockey-fair-play")))
    found = [item for item in evidence(tmp_path, [load("mn-hockey-fair-play")]) if item not in examples]
    assert [(item.clause, item.place) for item in found] == [
        ("1", "`tests/test_t.py`"),
        ("2.a", "`tests/test_t.py`"),
        ("3", "`tests/test_t.py`"),
        ("9", "`tests/test_t.py`"),
        ("P.3", "Cases"),
    ]
