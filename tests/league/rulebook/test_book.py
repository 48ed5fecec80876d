"""How a loaded rule book is asked."""

from typing import ClassVar

import pytest

from league.rulebook.book import MissingSection, UnknownClause
from league.rulebook.faults import dotted, path_of
from league.rulebook.sections import Part, Section, register
from standings.core.book import Points, TieBreak
from tests.league.rulebook.sample import book, clause, header, tiny


class Row(Part):
    clause: str
    games: int = 0


class Ladder(Section):
    key: ClassVar[str] = "test-only"
    rows: tuple[Row, ...]
    late_clauses: tuple[str, ...] = ()
    causes: dict[str, Row] = {}
    by_kind_clauses: dict[str, str] = {}


def test_a_section_that_the_book_lacks_is_missed_in_a_sentence() -> None:
    found = book(header() + clause())
    assert found.get(Points) is None
    assert found.all(TieBreak) == ()
    with pytest.raises(MissingSection, match=r"The rule book 'tiny rules' \(tiny\) has no \[points\] section\."):
        found.one(Points)


def test_a_clause_that_the_book_lacks_is_missed_by_name() -> None:
    found = book(tiny())
    with pytest.raises(UnknownClause, match="has no clause '9'"):
        found.clause("9")
    with pytest.raises(UnknownClause):
        found.clause_book("9")


def test_the_data_that_drive_a_clause_are_found_by_the_names_of_fields() -> None:
    ladder = Ladder(
        rows=(Row(clause="4.4"), Row(clause="4.5")),
        late_clauses=("4.6", "4.4"),
        causes={"weather": Row(clause="4.7")},
        by_kind_clauses={"a": "4.8"},
    )
    assert list(ladder.clauses_driven()) == ["4.4", "4.5", "4.6", "4.7", "4.8"]


def test_each_clause_names_the_paths_of_its_data() -> None:
    assert book(tiny()).drivers() == {"1": ("points.clause",)}


def test_sections_are_frozen_and_lists_become_tuples() -> None:
    ladder = Ladder.model_validate({"rows": [{"clause": "4.4"}]})
    assert ladder.rows == (Row(clause="4.4"),)
    with pytest.raises(ValueError, match="frozen"):
        ladder.rows = ()


def test_a_key_belongs_to_one_class() -> None:
    class Other(Section):
        key: ClassVar[str] = "points"

    class Clauses(Section):
        key: ClassVar[str] = "clause"

    with pytest.raises(ValueError, match="belongs to Points"):
        register(Other)
    with pytest.raises(ValueError, match="not a section"):
        register(Clauses)
    register(Points)


@pytest.mark.parametrize("path", ["points.win", "tie_break[2].metric", "clause[0].example[1].games[2]", "book"])
def test_a_path_is_read_as_it_is_written(path: str) -> None:
    assert dotted(path_of(path)) == path
