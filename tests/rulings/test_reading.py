"""Shows that the rule book's checks come with all other faults, whatever else is wrong with a file."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from league.seasonfile import SeasonFileFaults
from rulings.reading import open_season_file
from tests.league.seasonfile.small import sound
from tests.league.seasonfile.test_fuzz import spoilt_documents


def faults(document: Any) -> str:
    try:
        open_season_file(json.dumps(document))
    except SeasonFileFaults as found:
        return str(found)
    return ""


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document["games"][0].update(score={"home": -1, "away": 2}),
        lambda document: document["games"][0].update(starts="2015-03-08T02:30"),
        lambda document: document["games"][1].update(away="Z"),
        lambda document: document["divisions"].append({"id": "bb", "level": "bantm"}),
        lambda document: document["teams"].append({"id": "A", "division": "ba"}),
        lambda document: document["people"].append({"id": "p1"}),
        lambda document: document["season"].update(half="autumn"),
    ],
)
def test_a_decision_below_the_minimum_is_a_fault_beside_any_other(spoil):
    document = sound(decisions=[{"on": "x1", "date": "2014-12-01", "games": 1}])
    spoil(document)
    lines = faults(document).splitlines()
    assert len(lines) == 2
    assert [line.partition(":")[0] for line in lines if "minimum" in line] == ["decisions[0].games"]


@given(spoilt_documents())
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_the_checks_withstand_any_spoilt_document(document: Any):
    if isinstance(document, dict):
        document["decisions"] = [{"on": "x1", "date": "2014-12-01", "games": 1}]
    assert faults(document) == faults(document).encode().decode()  # no exception, and it can be printed
