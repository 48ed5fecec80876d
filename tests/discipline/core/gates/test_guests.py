"""Shows who may help out a team: people on no roster or another's, spare goaltenders, affiliates."""

import pytest

from league.core.facts import Approval, Infraction
from tests.discipline.core.gates.builders import (
    ADULT,
    ALBERTA,
    MAHA,
    NB,
    WINTER,
    day,
    facts,
    game,
    person,
    spot,
    team,
    told,
)


@pytest.mark.clause("alberta-mens", "1-8.b", "2-1.a.1", "2-1.a.2", "7-1.g")
@pytest.mark.parametrize(("on", "elsewhere", "refused"), [
    ("2012-10-29", False, False), ("2012-10-30", False, True), ("2012-10-20", True, True),
])  # fmt: skip
def test_unregistered_play_is_tolerated_until_the_deadline_but_for_players_of_other_teams(on, elsewhere, refused):
    teams = [team("otters"), team("bears"), team("cranes", 5)]
    roster = [spot("p", "cranes")] if elsewhere else []
    made = facts(WINTER, game("g1", on, dressed=["p"]), teams=teams, roster=roster, people=[person("p")])
    assert told(made, ALBERTA) == ([("g1", "otters", "p", ("1-8.b", "2-1.a.1", "7-1.g"))] if refused else [])


@pytest.mark.clause("nb-minor-discipline", "11.b")
def test_whoever_is_not_rostered_is_ineligible_and_an_affiliate_is_rostered():
    roster = [spot("p", "otters"), spot("a", "otters", status="affiliate"), spot("a", "bears"),
              spot("gone", "otters", ends=day("2012-11-01"))]  # fmt: skip
    people = [person(id) for id in ("p", "a", "gone", "nobody")]
    made = facts(WINTER, game("g1", "2012-11-10", dressed=["p", "a", "gone", "nobody"]), roster=roster, people=people)
    assert told(made, NB) == [("g1", "otters", "gone", ("11.b",)), ("g1", "otters", "nobody", ("11.b",))]


@pytest.mark.clause("nb-minor-discipline", "7")
def test_the_second_invitation_without_consent_ends_that_players_affiliation():
    def invited(id, who, on, by="otters"):
        return Infraction(id, day(on), "affiliation-without-consent", who, by)

    roster = [spot(id, "otters", status="affiliate") for id in ("x", "y")]
    games = [game("g1", "2012-11-20"), game("g2", "2012-11-22"), game("g3", "2012-11-10", dressed=["y"])]
    others = (
        invited("n3", "y", "2012-11-20"),
        invited("n1", "x", "2012-11-05"),
        invited("n2", "z", "2012-11-04", "bears"),
    )
    made = facts(WINTER, *games, roster=roster, infractions=others)
    assert told(made, NB) == [("g2", "otters", "y", ("7",))]


@pytest.mark.clause("maha-adult", "8")
@pytest.mark.parametrize(
    ("changes", "free"),
    [
        ({}, True),
        ({"kind": "identity"}, False),
        ({"game": "g2"}, False),
        ({"game": "g1"}, True),
        ({"team": "cranes"}, False),
        ({"team": "bears"}, True),
        ({"person": "q"}, False),
        ({"date": day("2014-10-12")}, False),
    ],
)
def test_a_player_of_another_team_needs_both_coaches(changes, free):
    base = {"kind": "both-coaches", "person": "p", "team": "otters", "date": day("2014-10-11")}
    made = facts(ADULT, game("g1", "2014-10-11", dressed=["p"]), roster=[spot("p", "bears")],
                 approvals=(Approval(**{**base, **changes}),))  # fmt: skip
    assert told(made, MAHA) == ([] if free else [("g1", "otters", "p", ("8",))])


@pytest.mark.clause("maha-adult", "8", "15.a")
def test_league_substitutes_help_any_team_and_somebody_of_no_roster_none():
    roster = [spot("s", "bears", status="substitute"), spot("p", "otters")]
    made = facts(ADULT, game("g1", "2014-10-11", dressed=["s", "p", "n"]), roster=roster,
                 people=[person("s"), person("p"), person("n")])  # fmt: skip
    assert told(made, MAHA) == [("g1", "otters", "n", ("15.a",))]


@pytest.mark.clause("maha-adult", "8.a")
@pytest.mark.parametrize(
    ("kind", "roster", "clauses"),
    [
        ("playoff", [spot("k", "otters", "goalie")], []),
        ("playoff", [spot("k", "otters", "goalie", status="substitute")], [("8.a",)]),
        ("league", [spot("k", "otters", "goalie", status="substitute")], []),
        ("playoff", [spot("k", "bears", "goalie")], [("8.a",)]),
        ("league", [spot("k", "bears", "goalie")], [("8",)]),
        ("playoff", [spot("k", "otters", status="substitute")], []),
    ],
)
@pytest.mark.parametrize("approved", [False, True])
def test_in_playoffs_a_substitute_goaltender_is_on_the_approved_list(kind, roster, clauses, approved):
    given = (Approval("approved-goalie", "k", date=day("2015-01-10")),) if approved else ()
    made = facts(ADULT, game("g1", "2015-03-20", kind=kind, dressed=["k"]), roster=roster, approvals=given)
    assert [item[3] for item in told(made, MAHA)] == ([] if approved else clauses)


@pytest.mark.clause("alberta-mens", "4-9.e.1", "4-9.e.2")
@pytest.mark.parametrize(
    ("helped", "own", "free"),
    [
        (4, [3], True),
        (4, [2], False),
        (4, [4], True),
        (4, [7], True),
        (8, [6], True),
        (8, [5], False),
        (4, [2, 5], True),
    ],
)
@pytest.mark.parametrize("listed", [False, True])
def test_spare_goaltenders_come_from_one_division_higher_at_most(helped, own, free, listed):
    teams = [team("otters", helped), team("bears", helped), *(team(f"own{rank}", rank) for rank in own)]
    roster = [spot("k", f"own{rank}", "goalie") for rank in own]
    roster += [spot("k", "otters", "goalie", status="spare")] if listed else []
    made = facts(WINTER, game("g1", "2012-11-10", dressed=["k"]), teams=teams, roster=roster)
    found = [item for item in told(made, ALBERTA) if "4-9.e.1" in item[3]]
    assert found == ([] if free else [("g1", "otters", "k", ("4-9.e.1", "4-9.e.2"))])


def test_a_spare_goaltender_without_a_team_helps_anywhere():
    roster = [spot("k", "otters", "goalie", status="spare")]
    assert told(facts(WINTER, game("g1", "2012-11-10", dressed=["k"]), roster=roster), ALBERTA) == []


@pytest.mark.clause("alberta-mens", "4-9.e.iii.1", "9-1.i.1")
@pytest.mark.parametrize(
    ("rank", "still_in", "reasons"), [(4, False, 0), (5, False, 0), (3, False, 1), (5, True, 1), (3, True, 2)]
)
def test_in_playoffs_they_come_from_a_team_that_is_out_and_no_higher(rank, still_in, reasons):
    teams = [team("otters"), team("bears"), team("own", rank), team("foe", rank)]
    games = [game("g1", "2013-03-10", dressed=["k"], kind="playoff")]
    games += [game("g2", "2013-03-11" if still_in else "2013-03-05", "own", "foe", kind="playoff", played=not still_in)]
    given = (Approval("approved-goalie", "k", "otters", date=day("2013-03-09")),)
    made = facts(WINTER, *games, teams=teams, roster=[spot("k", "own", "goalie")], approvals=given)
    found = [item for item in told(made, ALBERTA) if item[0] == "g1"]
    assert found == [("g1", "otters", "k", ("4-9.e.iii.1", "9-1.i.1"))] * reasons
