"""Shows who has played enough regular-season games for the playoffs."""

import pytest

from league.core.facts import Approval
from tests.discipline.core.gates.builders import ALBERTA, SUMMER, WINTER, day, facts, game, spot, team, told

TEAMS = [team("otters"), team("bears"), team("cranes", 5), team("ducks", 5)]
FINAL = {"on": "2013-03-10", "kind": "playoff"}


def played(number, who, of="otters", start=1):
    other = {"otters": "bears", "cranes": "ducks"}[of]
    return [
        game(f"{of}{index}", f"2012-11-{index:02}", of, other, dressed=[*who, "mate"])
        for index in range(start, start + number)
    ]


def clauses(games, roster, season=WINTER, approvals=(), final=FINAL):
    made = facts(season, *games, game("final", **final), teams=TEAMS, roster=[*roster, spot("mate", "otters"),
                 spot("mate", "cranes")], approvals=approvals)  # fmt: skip
    return [item[3] for item in told(made, ALBERTA) if item[0] == "final" and item[2] != "mate"]


@pytest.mark.clause("alberta-mens", "2-1.j", "9-1.h.1")
@pytest.mark.parametrize(("number", "found"), [(10, []), (9, [("2-1.j", "9-1.h.1")])])
def test_a_skater_needs_ten_games_in_winter(number, found):
    games = [*played(number, ["p"]), *played(3, [], start=20)]
    assert clauses(games, [spot("p", "otters")]) == found


@pytest.mark.clause("alberta-mens", "2-1.j", "9-1.h.1")
@pytest.mark.parametrize(("number", "found"), [(6, []), (5, [("2-1.j", "9-1.h.1")])])
def test_six_in_summer(number, found):
    games = [game(f"g{index}", f"2013-06-{index:02}", dressed=["p"]) for index in range(1, number + 1)]
    final = {"on": "2013-08-10", "kind": "playoff"}
    assert clauses(games, [spot("p", "otters")], SUMMER, final=final) == found


@pytest.mark.clause("alberta-mens", "2-1.j")
@pytest.mark.parametrize(("elsewhere", "found"), [(3, []), (2, [("2-1.j", "9-1.h.1")])])
def test_games_with_any_team_of_the_league_count(elsewhere, found):
    games = [*played(7, ["p"]), *played(elsewhere, ["p"], "cranes", start=10), *played(1, [], start=25)]
    assert clauses(games, [spot("p", "otters"), spot("p", "cranes")]) == found


@pytest.mark.clause("alberta-mens", "2-1.i.ii", "9-1.h.2")
@pytest.mark.parametrize(("number", "approval", "found"), [
    (6, None, []), (5, None, [("2-1.i.ii", "9-1.h.2")]), (5, "2013-03-09", []),
    (5, "2013-03-11", [("2-1.i.ii", "9-1.h.2")]),
])  # fmt: skip
def test_a_goaltender_needs_six_or_an_approval_before_the_game(number, approval, found):
    given = (Approval("approved-goalie", "k", date=day(approval)),) if approval else ()
    assert clauses(played(number, ["k"]), [spot("k", "otters", "goalie")], approvals=given) == found


@pytest.mark.clause("alberta-mens", "4-9.e.iii", "9-1.i")
@pytest.mark.parametrize(("own", "elsewhere", "found"), [(6, 0, []), (5, 9, [("4-9.e.iii", "9-1.i")])])
def test_a_spare_goaltender_needs_them_with_that_team(own, elsewhere, found):
    games = [*played(own, ["k"]), *played(elsewhere, ["k"], "cranes", start=10)]
    roster = [spot("k", "otters", "goalie", status="spare"), spot("k", "cranes", "goalie")]
    assert clauses(games, roster) == found


def test_an_approval_never_helps_a_skater_short_of_games():
    given = (Approval("approved-goalie", "p", date=day("2013-03-01")),)
    assert clauses(played(9, ["p"]), [spot("p", "otters")], approvals=given) == [("2-1.j", "9-1.h.1")]


def test_a_sheet_without_a_lineup_counts_for_the_roster_of_its_day():
    games = [game(f"g{index}", f"2012-11-{index:02}", played=True) for index in range(1, 11)]
    assert clauses(games, [spot("p", "otters")]) == []
    assert clauses(games, [spot("p", "otters", starts=day("2012-11-02"))]) == [("2-1.a.3",), ("2-1.j", "9-1.h.1")]


def test_while_the_games_can_still_be_played_nobody_is_short():
    games = [*played(7, ["p"]), *(game(f"h{index}", f"2013-01-{index:02}") for index in range(1, 4))]
    assert clauses(games, [spot("p", "otters")]) == []
    assert clauses(games[:-1], [spot("p", "otters")]) == [("2-1.j", "9-1.h.1")]


def test_other_kinds_of_game_do_not_count_and_need_nothing():
    games = [*played(9, ["p"]), game("x", "2012-12-01", dressed=["p"], kind="exhibition")]
    assert clauses(games, [spot("p", "otters")]) == [("2-1.j", "9-1.h.1")]
    assert clauses(games, [spot("p", "otters")], final={"on": "2013-02-10"}) == []
