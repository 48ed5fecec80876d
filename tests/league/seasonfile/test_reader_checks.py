"""Shows in which order faults come, and how a rule book's own checks join them."""

import json

import pytest

from league.core.facts import Decision, Facts
from league.seasonfile import RecordFault, SeasonFileFaults, loads, named_rulebook, read
from tests.league.seasonfile.small import BOOKS, faults_of, sound


def test_keys_written_twice():
    text = '{"id": "A", "division": "ba", "division": "ba"}'
    document = loads(json.dumps(sound()).replace('{"id": "A", "division": "ba", "association": "fbt"}', text))
    assert faults_of(document) == ["teams[0].division: is written twice"]


def test_faults_are_in_the_order_of_the_format_and_entries_in_that_of_the_file():
    document = sound(season={"name": 1, "timezone": "UTC"}, bogus=1)
    document["games"] = [document["games"][1] | {"id": f"g{at}", "kind": "x", "away": "D"} for at in range(11)]
    paths = [line.partition(":")[0] for line in faults_of(dict(reversed(document.items())))]
    assert paths == ["season.name", *(f"games[{at}].{key}" for at in range(11) for key in ("away", "kind")), "bogus"]


def minimum(facts: Facts) -> list[RecordFault]:
    return [
        RecordFault(decision, "games", "below-minimum", f"{decision.games} is below the minimum, 2", "4.4")
        for decision in facts.decisions
        if decision.games == 1
    ]


def test_what_the_rule_book_has_against_the_facts_comes_with_the_other_faults():
    document = sound(decisions=[{"on": "x1"}, {"on": "x1", "date": "2014-12-01", "games": 1}])
    document["games"][0]["penalties"].append({"id": "x2", "team": "A", "class": "majro"})
    with pytest.raises(SeasonFileFaults) as faults:
        read(document, known_rulebooks=BOOKS, extra_checks=[minimum])
    assert [(finding.where, finding.clause) for finding in faults.value.findings] == [
        ("games[0].penalties[1].class", None),
        ("decisions[0].date", None),
        ("decisions[1].games", "4.4"),
    ]


def test_the_rule_book_is_asked_about_what_holds_together_in_a_faulty_file():
    seen: list[Facts] = []

    def ask(facts: Facts) -> list[RecordFault]:
        seen.append(facts)
        return []

    document = sound(divisions=[{"id": "ba", "level": "bantam"}, {"id": "bb", "level": "bantm"}])
    document["season"] |= {"half": "autumn"}
    document["teams"][2]["division"] = "bb"  # its division is lost, so the team is, and with it the game
    document["games"][0] |= {"score": {"home": -1, "away": 2}}
    document["games"][1] |= {"home": "C"}
    assert len(faults_of(document, extra_checks=[ask])) == 3
    (facts,) = seen
    assert (facts.season.name, [division.id for division in facts.divisions]) == ("2014-15", ["ba"])
    assert [team.id for team in facts.teams] == ["A", "B"]
    assert [(game.id, game.home_goals, len(game.penalties)) for game in facts.games] == [("g1", None, 1)]


@pytest.mark.parametrize("season", [7, {}, {"name": "2014-15", "timezone": "America/Chcago"}])
def test_the_rule_book_is_asked_without_a_season_too(season):
    document = sound(season=season, decisions=[{"on": "x1", "date": "2014-12-01", "games": 1}])
    assert "decisions[0].games: 1 is below the minimum, 2" in faults_of(document, extra_checks=[minimum])


def test_checks_see_only_records_without_a_fault():
    seen: list[tuple[Decision, ...]] = []

    def look(facts: Facts) -> list[RecordFault]:
        seen.append(facts.decisions)
        return []

    document = sound(decisions=[{"on": "x9", "date": "2014-12-01"}, {"on": "x1", "date": "2014-12-01", "note": ""}])
    assert len(faults_of(document, extra_checks=[look])) == 2
    assert [[decision.on for decision in decisions] for decisions in seen] == [["x1"]]


def test_the_rule_book_that_a_document_names_is_known_before_it_is_read():
    assert named_rulebook({"rulebook": "mn-district-9", "games": 7}) == "mn-district-9"
    assert [named_rulebook(document) for document in ({}, {"rulebook": 4}, [], None)] == [None] * 4
