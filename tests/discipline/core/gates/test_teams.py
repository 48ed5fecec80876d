"""Shows on which teams a person may be at a time, and where a card closes a division."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.gates.book_people import Carded
from discipline.core.gates.teams import carded_uses
from league.core.facts import Infraction
from tests.discipline.core.gates.builders import ALBERTA, SUMMER, WINTER, day, facts, game, person, spot, team, told

RULE = ALBERTA.one(Carded)


@pytest.mark.clause("alberta-mens", "2-1.b.1")
@pytest.mark.parametrize("turned", [False, True])
def test_the_later_of_two_registrations_in_one_division_is_refused(turned):
    roster = [spot("p", "otters", starts=day("2012-10-01")), spot("p", "bears", starts=day("2012-10-10"))]
    made = facts(WINTER, game("g1", "2012-11-10"), roster=roster[::-1] if turned else roster)
    assert told(made, ALBERTA) == [("g1", "bears", "p", ("2-1.b.1",))]


@pytest.mark.clause("alberta-mens", "2-1.b.1")
def test_on_one_day_the_order_of_the_roster_decides_and_other_divisions_are_free():
    teams = [team("otters"), team("bears"), team("cranes", 5), team("ducks", 5)]
    games = [game("g1", "2012-11-10"), game("g2", "2012-11-11", "cranes", "ducks", division="d5")]
    roster = [spot("p", "bears"), spot("p", "otters"), spot("p", "cranes"), spot("q", "otters", "coach"),
              spot("q", "bears", "coach")]  # fmt: skip
    assert told(facts(WINTER, *games, teams=teams, roster=roster), ALBERTA) == [("g1", "otters", "p", ("2-1.b.1",))]


@given(st.permutations(["otters", "bears", "cranes"]))
def test_of_any_number_of_teams_in_one_division_exactly_one_stays_open(order):
    teams = [team("otters"), team("bears"), team("cranes")]
    games = [game("g1", "2012-11-10"), game("g2", "2012-11-11", "cranes", "bears")]
    made = facts(WINTER, *games, teams=teams, roster=[spot("p", id) for id in order])
    assert {item[1] for item in told(made, ALBERTA)} == {"otters", "bears", "cranes"} - {order[0]}


@pytest.mark.clause("alberta-mens", "2-1.b.2")
@pytest.mark.parametrize(
    ("high", "low", "status", "refused"),
    [(2, 5, "regular", False), (2, 6, "regular", True), (1, 6, "regular", True), (3, 6, "regular", False),
     (2, 6, "spare", False)],
)  # fmt: skip
@pytest.mark.parametrize("there", ["regular", "spare"])
def test_regulars_of_the_top_two_stay_out_of_the_bottom(high, low, status, refused, there):
    teams = [team("high", high), team("rival", high), team("low", low), team("foe", low)]
    games = [game("g1", "2012-11-10", "high", "rival"), game("g2", "2012-11-11", "low", "foe")]
    roster = [spot("p", "high", status=status), spot("p", "low", status=there)]
    found = told(facts(WINTER, *games, teams=teams, roster=roster), ALBERTA)
    assert found == ([("g2", "low", "p", ("2-1.b.2",))] if refused else [])


@pytest.mark.clause("alberta-mens", "2-1.h.1", "2-1.h.2", "2-1.h.4")
@pytest.mark.parametrize(
    ("season", "rank", "on", "clauses"),
    [
        (WINTER, 2, "2012-11-10", None),
        (WINTER, 3, "2012-10-29", ("2-1.h.1",)),
        (WINTER, 3, "2012-10-30", ("2-1.h.1", "2-1.h.2")),
        (SUMMER, 8, "2013-06-10", None),
    ],
)
def test_in_winter_a_card_closes_every_division_below_the_second(season, rank, on, clauses):
    teams = [team("otters", rank), team("bears", rank)]
    made = facts(season, game("g1", on), teams=teams, roster=[spot("p", "otters")], people=[person("p", carded=True)])
    assert told(made, ALBERTA) == ([("g1", "otters", "p", clauses)] if clauses else [])


@pytest.mark.clause("alberta-mens", "2-1.h.3")
@pytest.mark.parametrize(
    ("season", "rank", "on", "punished"),
    [(WINTER, 3, "2012-10-30", True), (WINTER, 3, "2012-10-29", False), (WINTER, 2, "2012-11-10", False),
     (SUMMER, 3, "2013-06-10", False)],
)  # fmt: skip
def test_using_one_is_punished_once_for_each_player(season, rank, on, punished):
    teams = [team("otters", rank), team("bears", rank)]
    uses = tuple(
        Infraction(f"n{number}", day(on), "carded-player-used", who, "otters", "g1")
        for number, who in enumerate(["p", "p", "q"])
    )
    made = facts(season, game("g1", on, played=True), teams=teams, infractions=uses)
    found = [(item.id, item.person) for item in carded_uses(made, RULE)]
    assert found == ([("n0", "p"), ("n2", "q")] if punished else [])
