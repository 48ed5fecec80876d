"""Shows who came to a team too late, as one too many, or without a registration number."""

import pytest

from league.core.facts import Approval
from tests.discipline.core.gates.builders import (
    ADULT,
    ALBERTA,
    MAHA,
    SUMMER,
    WINTER,
    day,
    facts,
    game,
    person,
    spot,
    told,
    why,
)


@pytest.mark.clause("alberta-mens", "2-1.a.3")
@pytest.mark.parametrize(
    ("season", "joined", "late"),
    [
        (WINTER, "2012-10-29", False),
        (WINTER, "2012-10-30", True),
        (SUMMER, "2013-05-31", False),
        (SUMMER, "2013-06-01", True),
    ],
)
@pytest.mark.parametrize("role", ["skater", "goalie", "coach"])
def test_registration_closes_with_the_day_itself(season, joined, late, role):
    on = "2012-11-10" if season is WINTER else "2013-06-10"
    made = facts(season, game("g1", on), roster=[spot("p", "otters", role, starts=day(joined))])
    refused = late and role != "coach"
    assert told(made, ALBERTA) == ([("g1", "otters", "p", ("2-1.a.3",))] if refused else [])


@pytest.mark.clause("alberta-mens", "2-1.a.3")
def test_it_says_when_and_until_when():
    made = facts(WINTER, game("g1", "2012-11-10"), roster=[spot("p", "otters", starts=day("2012-10-30"))])
    assert why(made, ALBERTA) == ["Joined on Oct 30, 2012, the last day was Oct 29, 2012 (2-1.a.3)."]


@pytest.mark.clause("alberta-mens", "2-1.a.3")
def test_an_approved_goaltender_may_come_later_and_a_skater_may_not():
    roster = [spot("k", "otters", "goalie", starts=day("2012-11-01")), spot("p", "otters", starts=day("2012-11-01"))]
    given = tuple(Approval("approved-goalie", id, "otters", date=day("2012-11-02")) for id in ("k", "p"))
    made = facts(WINTER, game("g1", "2012-11-10"), roster=roster, approvals=given)
    assert told(made, ALBERTA) == [("g1", "otters", "p", ("2-1.a.3",))]


def test_a_change_of_number_or_role_is_no_joining_and_coming_back_is():
    kept = [
        spot("p", "otters", ends=day("2012-10-31")),
        spot("p", "otters", starts=day("2012-11-01"), number=9),
        spot("q", "otters", ends=day("2012-10-31")),
        spot("q", "otters", starts=day("2012-11-02"), number=9),
    ]
    made = facts(WINTER, game("g1", "2012-11-10"), roster=kept)
    assert told(made, ALBERTA) == [("g1", "otters", "q", ("2-1.a.3",))]


def test_a_season_that_does_not_say_its_half_has_no_deadline():
    open_ended = WINTER.__class__("2012-13", "America/Edmonton", starts=day("2012-10-01"))
    made = facts(open_ended, game("g1", "2012-11-10"), roster=[spot("p", "otters", starts=day("2012-11-01"))])
    assert told(made, ALBERTA) == []


@pytest.mark.clause("maha-adult", "14.deadline", "9")
@pytest.mark.parametrize(
    ("role", "joined", "clauses"),
    [
        ("skater", "2015-02-28", []),
        ("skater", "2015-03-01", [("14.deadline",)]),
        ("skater", "2015-03-14", [("14.deadline",), ("9",)]),
        ("goalie", "2015-03-13", []),
        ("goalie", "2015-03-14", [("9",)]),
        ("coach", "2015-03-14", [("9",)]),
        ("manager", "2015-03-14", []),
    ],
)
def test_fourteen_days_before_the_playoffs_and_none_during_them(role, joined, clauses):
    playoff = game("g1", "2015-03-20", kind="playoff")
    made = facts(ADULT, playoff, roster=[spot("p", "otters", role, starts=day(joined))])
    assert [item[3] for item in told(made, MAHA)] == clauses


@pytest.mark.clause("maha-adult", "9")
@pytest.mark.parametrize(("role", "free"), [("goalie", True), ("coach", True), ("skater", False)])
def test_a_coach_or_goaltender_may_return_from_an_injury(role, free):
    back = (Approval("return-from-injury", "p", "otters", date=day("2015-03-15")),)
    roster = [spot("p", "otters", role, starts=day("2015-03-16"))]
    made = facts(ADULT, game("g1", "2015-03-20", kind="playoff"), roster=roster, approvals=back)
    assert (told(made, MAHA) == []) is free


@pytest.mark.clause("alberta-mens", "2-1.a.4")
def test_the_thirty_first_player_is_refused_until_somebody_leaves():
    roster = [spot(f"p{number:02}", "otters", "goalie" if number == 3 else "skater") for number in range(1, 31)]
    roster.insert(0, spot("last", "otters", starts=day("2012-10-20")))
    roster += [spot("coach", "otters", "coach"), spot("other", "bears")]
    made = facts(WINTER, game("g1", "2012-11-10"), roster=roster)
    assert told(made, ALBERTA) == [("g1", "otters", "last", ("2-1.a.4",))]
    gone = [spot("p01", "otters", ends=day("2012-11-01")), *(item for item in roster if item.person != "p01")]
    assert told(facts(WINTER, game("g1", "2012-11-10"), roster=gone), ALBERTA) == []


@pytest.mark.clause("maha-adult", "15.a")
def test_players_give_their_registration_number():
    roster = [spot("p", "otters"), spot("k", "otters", "goalie"), spot("c", "otters", "coach"), spot("q", "otters")]
    people = [person("p", registration=None), person("k", registration=""), person("c", registration=None), person("q")]
    made = facts(ADULT, game("g1", "2014-10-11"), roster=roster, people=people)
    assert told(made, MAHA) == [("g1", "otters", "k", ("15.a",)), ("g1", "otters", "p", ("15.a",))]
