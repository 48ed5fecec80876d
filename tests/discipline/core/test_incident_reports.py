"""Shows what an incident report must say, when it is late, and which penalties it covers."""

import datetime as dt

import pytest

from discipline.core.book_process import IncidentReports
from discipline.core.incident_reports import OnSheet, Row, due, is_late, linked, missing
from league.rulebook.loader import load

START = dt.datetime(2013, 11, 3, 0, 0, tzinfo=dt.UTC)
FIELDS = {"date": "2013-11-02", "time": "19:00", "home_team": "Owls", "visiting_team": "Terns", "incident": "A blow."}


@pytest.fixture(scope="module")
def rules():
    return load("nb-minor-discipline").one(IncidentReports)


def lacks(fields, rows, rules):
    return [(finding.where, finding.clause) for finding in missing(fields, rows, rules)]


@pytest.mark.clause("nb-minor-discipline", "5.c", "gir.4")
@pytest.mark.parametrize(("minutes", "late"), [(48 * 60, False), (48 * 60 + 1, True)])
def test_a_report_is_late_after_48_hours_not_at_them(rules, minutes, late):
    assert is_late(START + dt.timedelta(minutes=minutes), due(START, rules)) is late


def test_nothing_is_due_where_no_book_or_no_start_says_so(rules):
    assert due(START, None) is None
    assert due(None, rules) is None
    assert not is_late(START, None)


@pytest.mark.clause("nb-minor-discipline", "3.1", "gir.1", "gir.7")
def test_everything_that_is_missing_is_said_at_once(rules):
    assert lacks({}, [], rules) == [
        ("date", None),
        ("time", None),
        ("home_team", None),
        ("visiting_team", None),
        ("incident", "3.1"),
    ]
    assert lacks(FIELDS | {"incident": " \n "}, [], rules) == [("incident", "3.1")]
    assert lacks(FIELDS, [Row(penalty_class="match", offence="fighting")], rules) == []


@pytest.mark.clause("nb-minor-discipline", "gir.3", "gir.6")
def test_an_injury_asks_who_what_and_how(rules):
    row = Row(injury=True)
    wanted = [("injured", "gir.6"), ("injury", "gir.6"), ("injury_details", "gir.6")]
    assert lacks(FIELDS, [row], rules) == wanted
    assert lacks(FIELDS | {"injured": "Bo", "injury": "wrist", "injury_details": "fell"}, [row], rules) == []


@pytest.mark.clause("nb-minor-discipline", "gir.5")
def test_abuse_of_an_official_asks_for_the_whole_story(rules):
    found = lacks(FIELDS, [Row(offence="abuse-of-official")], rules)
    assert found == [(name, "gir.5") for name in ("people", "actions", "intent", "witnesses", "positions")]
    assert lacks(FIELDS, [Row(offence="abuse-of-official")], None) == []


def test_a_row_covers_the_penalty_chosen_or_the_only_one_that_it_describes():
    sheet = [
        OnSheet("p1", "home", "12", "major"),
        OnSheet("p2", "home", "12", "major"),
        OnSheet("p3", "visitor", "7", "match"),
    ]
    assert linked([Row(penalty="p1")], sheet) == ("p1",)
    assert linked([Row(side="visitor", number=" 7 ", penalty_class="match")], sheet) == ("p3",)
    assert linked([Row(side="home", number="12", penalty_class="major")], sheet) == ()  # which of the two?
    assert linked([Row(penalty="gone"), Row(side="visitor", penalty_class="match")], sheet) == ()
