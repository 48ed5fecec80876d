"""Shows who is too young."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discipline.core.gates.ages import turns
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
)


def clauses_for(season, book, on, born, role="skater", approvals=(), **more):
    roster = [spot("p", "otters", role, starts=season.starts, **more)]
    made = facts(season, game("g1", on), roster=roster, people=[person("p", born=born and day(born))],
                 approvals=approvals)  # fmt: skip
    return [clause for item in told(made, book) for clause in item[3]]


@pytest.mark.clause("alberta-mens", "2-1.c.1")
@pytest.mark.parametrize(("born", "found"), [("1992-12-31", []), ("1993-01-01", ["2-1.c.1"]), (None, [])])
def test_in_winter_twenty_by_the_end_of_the_year(born, found):
    assert clauses_for(WINTER, ALBERTA, "2012-11-10", born) == found
    assert clauses_for(WINTER, ALBERTA, "2012-11-10", born, "coach") == []


@pytest.mark.clause("alberta-mens", "2-1.c.2")
@pytest.mark.parametrize(("born", "found"), [("1995-04-30", []), ("1995-05-01", ["2-1.c.2"])])
def test_in_summer_eighteen_before_the_season(born, found):
    assert clauses_for(SUMMER, ALBERTA, "2013-05-02", born) == found


@pytest.mark.clause("alberta-mens", "1-8.c")
@pytest.mark.parametrize(("born", "found"), [("1994-11-10", []), ("1994-11-11", ["1-8.c"])])
@pytest.mark.parametrize("role", ["coach", "assistant-coach", "manager", "trainer"])
def test_nobody_under_eighteen_is_on_the_bench(born, found, role):
    assert clauses_for(WINTER, ALBERTA, "2012-11-10", born, role) == found


def test_a_representative_is_on_no_bench():
    assert clauses_for(WINTER, ALBERTA, "2012-11-10", "2000-01-01", "representative") == []


@pytest.mark.clause("maha-adult", "11")
@pytest.mark.parametrize(
    ("born", "role", "line", "found"),
    [
        ("1985-04-11", "skater", "A", []),
        ("1985-04-12", "skater", "A", ["11"]),
        ("1995-04-12", "skater", "B", []),
        ("1985-04-11", "goalie", None, []),
        ("1985-04-12", "goalie", None, ["11"]),
        ("1995-04-12", "coach", None, []),
    ],
)
def test_first_line_and_goaltenders_are_thirty_before_the_championship(born, role, line, found):
    assert clauses_for(ADULT, MAHA, "2014-10-11", born, role, line=line) == found


@pytest.mark.clause("maha-adult", "11")
@pytest.mark.parametrize(("role", "found"), [("goalie", []), ("skater", ["11"])])
def test_an_officers_exception_is_for_goaltenders(role, found):
    given = (Approval("goalie-exception", "p", "otters", date=day("2014-10-02")),)
    assert clauses_for(ADULT, MAHA, "2014-10-11", "1990-06-06", role, given, line="A") == found


@given(st.dates(dt.date(1900, 1, 1), dt.date(2012, 12, 31)), st.integers(1, 80))
def test_an_age_is_reached_once_and_never_before_the_birthday(born, years):
    reached = turns(born, years)
    assert reached.year == born.year + years
    assert (reached - born.replace(year=2000)).days % 366 >= 0 or reached >= born
    assert (reached.month, reached.day) in {(born.month, born.day), (3, 1)}
    assert ((reached.month, reached.day) == (born.month, born.day)) or (born.month, born.day) == (2, 29)
