"""What a book takes over from the book that it extends."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from league.rulebook.merge import merged


def test_tables_merge_key_by_key_and_lists_are_replaced() -> None:
    parent = {
        "book": {"slug": "base"},
        "fair_play": {"clause": "P.2", "limits": {"squirt": 10, "peewee": 12}},
        "tie_break": ({"metric": "wins"}, {"metric": "losses"}),
        "points": {"win": 2},
    }
    child = {
        "book": {"slug": "child"},
        "fair_play": {"limits": {"peewee": 14}},
        "tie_break": ({"metric": "points"},),
    }
    assert merged(parent, child) == {
        "book": {"slug": "child"},
        "clause": (),
        "fair_play": {"clause": "P.2", "limits": {"squirt": 10, "peewee": 14}},
        "tie_break": ({"metric": "points"},),
        "points": {"win": 2},
    }


def test_a_restated_clause_keeps_the_parents_place_and_new_ones_follow() -> None:
    parent = {"clause": ({"id": "1", "text": "old"}, {"id": "2"})}
    child = {"clause": ({"id": "3"}, {"id": "1", "text": "new"})}
    assert merged(parent, child)["clause"] == ({"id": "1", "text": "new"}, {"id": "2"}, {"id": "3"})


_leaves = st.integers(0, 3)
_books = st.recursive(
    st.dictionaries(st.sampled_from("abc"), _leaves, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), st.one_of(_leaves, inner, st.tuples(inner)), max_size=3),
    max_leaves=8,
)


def _without_frame(book: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in book.items() if key not in ("book", "clause")}


@given(_books)
def test_a_book_that_says_nothing_takes_over_everything(parent: dict[str, Any]) -> None:
    assert _without_frame(merged(parent, {})) == parent


@given(_books)
def test_a_book_without_a_base_is_itself(child: dict[str, Any]) -> None:
    assert _without_frame(merged({}, child)) == child


@given(_books, _books)
def test_whatever_the_child_says_stands(parent: dict[str, Any], child: dict[str, Any]) -> None:
    def stands(said: Any, found: Any) -> bool:
        if isinstance(said, dict) and isinstance(found, dict):
            return all(stands(value, found.get(key)) for key, value in said.items())
        return bool(said == found)

    assert stands(child, merged(parent, child))


@given(_books, _books, _books)
def test_merging_is_the_same_from_either_end(a: dict[str, Any], b: dict[str, Any], c: dict[str, Any]) -> None:
    """A chain of three books is one book, whether the upper or the lower two are merged first.

    Holds where a place keeps its nature: a table that becomes a value and a table again starts anew.
    """
    left, right = merged(merged(a, b), c), merged(a, merged(b, c))
    if _same_nature(a, b) and _same_nature(b, c) and _same_nature(a, c):
        assert left == right


def _same_nature(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_same_nature(one[key], other[key]) for key in one.keys() & other.keys())
    return isinstance(one, dict) == isinstance(other, dict)
