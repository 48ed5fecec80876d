"""What is JSON, and where a text stops being JSON."""

import pytest

from league.seasonfile import SeasonFileFaults, loads
from league.seasonfile.table import Doubled


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ('{"a": 1,\n "b": }', "line 2, column 7", "Expecting value"),
        ("", "line 1, column 1", "Expecting value"),
        ('{"a": 1} x', "line 1, column 10", "Extra data"),
        (b'{\n"a": "\xff"}', "line 2, byte 7", "the text isn't UTF-8"),
        ('{"a": NaN}', "", "NaN is no number"),
        ('{"a": -Infinity}', "", "-Infinity is no number"),
        ("[" * 200_000, "", "objects and lists are nested too deep"),
    ],
)
def test_a_broken_text_is_one_finding_with_its_place(text: str | bytes, where: str, message: str):
    with pytest.raises(SeasonFileFaults) as faults:
        loads(text)
    (finding,) = faults.value.findings
    assert (finding.where, finding.message) == (where, f"this is no JSON document: {message}")


def test_a_number_of_thousands_of_digits_is_no_crash():
    with pytest.raises(SeasonFileFaults):
        loads("1" * 5_000)


def test_a_byte_order_mark_is_nothing():
    assert loads(b'\xef\xbb\xbf{"a": "\xe7\x8b\x90"}') == {"a": "狐"}


def test_keys_written_twice_are_remembered():
    document = loads('{"a": {"b": 1, "b": 2, "c": 3}, "d": 4}')
    assert type(document) is dict
    assert isinstance(document["a"], Doubled)
    assert (document["a"], document["a"].doubled) == ({"b": 2, "c": 3}, ("b",))
