"""That no document whatever brings down the reader: it gives facts, or faults that can be printed."""

import copy
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.seasonfile import read, write
from league.seasonfile.schema import KEYS
from tests.league.seasonfile.small import BOOKS, faults_of
from tests.strategies import season_documents

_quick = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
# Values that JSON can hold and a season file had better not, beside the ordinary ones.
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(10**400),
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(
        (
            "\0",
            "\ud800",
            "x" * 20_000,
            "2015-03-08T02:30",
            "9999-12-31",
            "0001-01-01T00:00",
            "OT",
            "1e5",
            "\u0661",
            "-1.00",
        )
    ),
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4) | st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every (holder, key or index) in a document."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


@st.composite
def spoilt_documents(draw: st.DrawFn) -> Any:
    """A sound document with a few of its places replaced, taken out, written twice or added to."""
    document = copy.deepcopy(draw(season_documents(most_games=2)))
    for _ in range(draw(st.integers(1, 3))):
        everywhere = list(places(document))
        holder, key = everywhere[draw(st.integers(0, len(everywhere) - 1))] if everywhere else (document, "season")
        what = draw(st.sampled_from(("replace", "replace", "remove", "repeat", "add")))
        if what == "replace":
            holder[key] = draw(values)
        elif what == "remove":
            del holder[key]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]) if what == "repeat" else draw(values))
        else:
            holder[draw(st.text(max_size=4))] = draw(values)
    return document


def check(document: Any) -> None:
    """Either the document is sound, and then writing it is the identity, or its faults can be printed."""
    faults = faults_of(document)
    if not faults:
        assert write(read(document, known_rulebooks=BOOKS)) == document
    for line in faults:
        assert line.encode()  # holds no half of a character
        assert "\n" not in line
        assert len(line) < 1_000
    assert faults_of(document) == faults


@given(spoilt_documents())
@_quick
def test_a_spoilt_document_gives_faults_or_is_sound(document: Any):
    check(document)


@given(values | st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, values)))
@_quick
def test_any_document_gives_faults_or_is_sound(document: Any):
    check(document)
