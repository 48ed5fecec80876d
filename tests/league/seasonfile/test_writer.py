"""That reading a season file and writing it again is the identity, and that wording never outlives its meaning."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from league.seasonfile import SeasonFile, read, write
from tests.league.seasonfile.small import BOOKS, game, penalty, sound
from tests.strategies import season_documents


def file_of(document: dict[str, Any]) -> SeasonFile:
    return read(document, known_rulebooks=BOOKS)


@given(season_documents())
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_writing_what_was_read_gives_the_same_document(document: dict[str, Any]):
    season_file = file_of(document)
    written = write(season_file)
    assert json.dumps(written, sort_keys=True) == json.dumps(document, sort_keys=True)
    assert file_of(written) == season_file


@given(season_documents())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_the_plainest_wording_states_the_same_facts(document: dict[str, Any]):
    facts = file_of(document).facts
    plain = write(SeasonFile(document["rulebook"], facts))
    again = file_of(plain)
    assert again.facts == facts
    assert again.stated == {}
    assert write(again) == plain


@pytest.mark.parametrize(
    ("document", "at", "stated"),
    [
        (game(kind="league"), "games[0]", ('kind="league"',)),
        (game(outcome="played"), "games[0]", ('outcome="played"',)),
        (game(winner="A"), "games[0]", ('winner="A"',)),
        (game(periods={"home": [3], "away": [2]}), "games[0]", ('score={"home": 3, "away": 2}',)),
        (
            game(lineup={"home": [{"person": "p1", "number": 7}]}),
            "games[0]",
            ('lineup={"home": [{"person": "p1", "number": 7}]}',),
        ),
        (game(penalties=[]), "games[0]", ("penalties=[]",)),
        (penalty(incident="x1"), "games[0].penalties[0]", ('incident="x1"',)),
        (penalty(person=None), "games[0].penalties[0]", ("person=null",)),
        (penalty(left="8:05"), "games[0].penalties[0]", ('left="8:05"',)),
        (penalty(flags=["severe", "injury"]), "games[0].penalties[0]", ('flags=["severe", "injury"]',)),
        (sound(withdrawn=[], prior=[]), "", ("prior=[]", "withdrawn=[]")),
        (
            sound(season={"name": "2014-15", "timezone": "UTC", "half": None}),
            "season",
            ("half=null",),
        ),
        (
            sound(payments=[{"id": "m", "from": "team:A", "amount": "50", "date": "2014-12-01", "for": "g1"}]),
            "payments[0]",
            ('amount="50"',),
        ),
        (
            sound(coin_flips=[{"division": "ba", "among": ["A", "B"], "order": ["B", "A"]}]),
            "coin_flips[0]",
            ('order=["B", "A"]', "winner"),
        ),
    ],
)
def test_how_a_file_words_an_object_is_remembered_with_the_object(
    document: dict[str, Any], at: str, stated: tuple[str, ...]
):
    season_file = file_of(document)
    assert season_file.stated == {at: stated}
    assert write(season_file) == document


def test_a_file_in_the_plainest_wording_states_nothing():
    assert file_of(sound()).stated == {}


def test_wording_that_no_longer_fits_the_facts_is_dropped_and_the_rest_stays():
    season_file = file_of(game(kind="league", winner="A", outcome="played"))
    changed = replace(season_file.facts.games[0], home_goals=1, away_goals=4, winner="B")
    facts = season_file.facts.changed(games=(changed, *season_file.facts.games[1:]))
    written = write(replace(season_file, facts=facts))["games"][0]
    assert "winner" not in written
    assert (written["kind"], written["outcome"], written["score"]) == ("league", "played", {"home": 1, "away": 4})


def test_a_lineup_is_spelt_out_once_the_roster_says_something_else():
    season_file = file_of(sound())
    renumbered = replace(season_file.facts.roster[0], number=70)
    facts = season_file.facts.changed(roster=(renumbered, *season_file.facts.roster[1:]))
    written = write(replace(season_file, facts=facts))
    assert written["games"][0]["lineup"]["home"] == [{"person": "p1", "number": 7}, "p2"]
    assert file_of(written).facts == facts


def test_facts_made_elsewhere_are_written_without_any_wording():
    facts = file_of(game(kind="league")).facts
    assert write(SeasonFile("mn-district-9", facts)) == sound()


def test_an_offence_of_the_rule_book_is_written_too():
    document = penalty(offence="puck-over-glass", clock="stop")
    season_file = read(document, known_rulebooks=BOOKS, offences=("puck-over-glass",))
    assert write(season_file) == document
