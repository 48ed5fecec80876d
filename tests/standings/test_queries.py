"""Several divisions of a season are ruled on as each is alone, and read as quickly as one."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Division, Season
from standings.queries import division_facts, rule_division, rule_divisions
from tests.seasons import imported, people, season_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    """Two divisions that meet once: each has an adjustment, a flip and a team that left."""
    document = season_file(["A 3-2 B", "B 1-1 A", "C 4-0 D", "C v D", "A 2-1 C"])
    people(document)
    document["divisions"].append(document["divisions"][0] | {"id": "d2", "name": "Second"})
    for team in document["teams"][2:]:
        team["division"] = "d2"
    for game in document["games"][2:4]:
        game["division"] = "d2"
    document["adjustments"] = [{"team": team, "points": -1, "clause": "3.14", "reason": "told"} for team in ("A", "C")]
    pairs = {document["divisions"][0]["id"]: ["A", "B"], "d2": ["C", "D"]}
    document["coin_flips"] = [
        {"division": division, "among": among, "winner": among[0]} for division, among in pairs.items()
    ]
    return imported(document)


def in_order(season: Season) -> list[Division]:
    return list(season.divisions.select_related("season__rulebook").order_by("pk"))


def test_divisions_read_together_are_ruled_on_as_each_alone(season: Season) -> None:
    day = season.games.order_by("-starts")[0].starts.date()
    together = rule_divisions(season, in_order(season), day)
    alone = [rule_division(division, day) for division in in_order(season)]
    assert [one.facts for one in together] == [one.facts for one in alone]
    assert [one.content() for one in together] == [one.content() for one in alone]
    assert [one.facts.divisions[0].name for one in together][1] == "Second"


def test_a_division_comes_with_what_is_its_own_and_whom_it_plays(season: Season) -> None:
    first, second = map(division_facts, in_order(season))
    assert ([team.id for team in first.teams], [team.id for team in second.teams]) == (["A", "B", "C"], ["A", "C", "D"])
    assert ([game.id for game in first.games], [game.id for game in second.games]) == (
        ["g1", "g2", "g5"],
        ["g3", "g4", "g5"],
    )
    assert [item.team for item in (*first.adjustments, *second.adjustments)] == ["A", "C"]
    assert [flip.among for flip in (*first.coin_flips, *second.coin_flips)] == [("A", "B"), ("C", "D")]


def test_two_divisions_take_no_more_queries_than_one(season: Season) -> None:
    divisions = in_order(season)

    def queries(some: list[Division]) -> int:
        with CaptureQueriesContext(connection) as found:
            rule_divisions(season, some, season.games.order_by("starts")[0].starts.date())
        return len(found)

    queries(divisions)  # the book is in memory then
    counted: list[Any] = [queries(divisions[:1]), queries(divisions)]
    assert counted == [12, 12]
