"""A small sound season file to spoil in one place, and what the reader says about it."""

import copy
from typing import Any

from league.seasonfile import SeasonFileFaults, read

BOOKS = ("mn-district-9", "mn-hockey-fair-play")
_SOUND: dict[str, Any] = {
    "format": "season/1",
    "rulebook": "mn-district-9",
    "season": {"name": "2014-15", "starts": "2014-10-30", "ends": "2015-03-15", "timezone": "America/Chicago"},
    "divisions": [{"id": "ba", "level": "bantam"}],
    "associations": [{"id": "fbt"}],
    "teams": [
        {"id": "A", "division": "ba", "association": "fbt"},
        {"id": "B", "division": "ba"},
        {"id": "C", "division": "ba"},
    ],
    "people": [{"id": "p1"}, {"id": "p2"}, {"id": "p3"}],
    "roster": [
        {"person": "p1", "team": "A", "role": "skater", "number": 7, "line": "A"},
        {"person": "p2", "team": "A", "role": "skater", "number": 8},
        {"person": "p3", "team": "B", "role": "goalie", "number": 1},
    ],
    "games": [
        {
            "id": "g1",
            "division": "ba",
            "starts": "2014-11-22T13:00",
            "home": "A",
            "away": "B",
            "score": {"home": 3, "away": 2},
            "lineup": {"home": ["p1", "p2"], "away": ["p3"]},
            "penalties": [{"id": "x1", "team": "A", "person": "p1", "class": "major", "offence": "fighting"}],
        },
        {"id": "g2", "division": "ba", "starts": "2014-11-29T13:00", "home": "B", "away": "A"},
    ],
}


def sound(**lists: Any) -> dict[str, Any]:
    """The document, with these of its keys replaced."""
    return copy.deepcopy(_SOUND) | lists


def game(**keys: Any) -> dict[str, Any]:
    """The document with these keys in its first game; a key of None is taken out."""
    document = sound()
    first = document["games"][0] | keys
    document["games"][0] = {name: value for name, value in first.items() if value is not None}
    return document


def penalty(**keys: Any) -> dict[str, Any]:
    """The document with these keys in its one penalty."""
    document = sound()
    document["games"][0]["penalties"][0] |= keys
    return document


def faults_of(document: object, **options: Any) -> list[str]:
    """Every fault, a line each; none for a sound document."""
    try:
        read(document, known_rulebooks=BOOKS, **options)
    except SeasonFileFaults as faults:
        return [str(finding) for finding in faults.findings]
    return []
